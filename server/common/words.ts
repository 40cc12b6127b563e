/** Figures in words, the same in hovers, hints and lenses. */
import type { LaunchJson } from "../../engine/formats/findings";
import type { AccessJson, KernelJson, KnownLaunchJson } from "../../engine/formats/inspection";

const dim = (size: readonly number[]): string => {
  const significant = size.slice(0, size[2] === 1 ? (size[1] === 1 ? 1 : 2) : 3);
  return significant.join("×");
};

/** What is known of a launch: that of an access, with its place where the kernel's launches have it. */
type Launch = LaunchJson & Partial<KnownLaunchJson>;

/** Where the block of a kernel comes from that nothing launches with one that is known. */
const unlaunched: Readonly<Record<LaunchJson["from"], string>> = {
  site: "as launched",
  bounds: "the block of `__launch_bounds__`",
  setting: "the block of your setting",
  assumed: "assumed: no launch is known",
};

function origin({ from, line, path, route, times }: Launch): string {
  const often = times !== undefined && times > 1 ? `, ${times} times` : "";
  if (line === undefined || line === null)
    return route === "run" ? `as launched in the last run${often}` : unlaunched[from];
  const place = `line ${line}${path === undefined ? "" : ` of ${path.split("/").at(-1)}`}`;
  if (from !== "site") return `the launch in ${place} has a block that is not known: assumed`;
  return `as launched in ${route === "run" ? "the last run, " : ""}${place}${often}`;
}

/** `block 32×32, grid 8×8 (as launched in line 115)` */
export const launchWords = (launch: Launch): string =>
  `block ${dim(launch.block)}${launch.grid ? `, grid ${dim(launch.grid)}` : ""} (${origin(launch)})`;

/** The launch of an access with its place, which the kernel's launches have. */
export function placedLaunch({ launches }: Pick<KernelJson, "launches">, { launch }: AccessJson): Launch {
  const isSame = (one: KnownLaunchJson): boolean =>
    one.from === launch.from && String(one.block) === String(launch.block) && String(one.grid) === String(launch.grid);
  return launches.find(isSame) ?? launch;
}

const interval = ([least, most]: readonly [number, number]): string =>
  least === most ? `${least}` : `${least}…${most}`;

/** The unit that an access is counted in, and how many a request takes; undefined where nothing is known. */
export function cost({ footprint }: AccessJson) {
  const { certainty, sectors, wavefronts, ideal, ideal_range: ideals } = footprint;
  const range = sectors ?? wavefronts;
  if (certainty === "unknown" || !range) return undefined;
  return {
    range,
    unit: sectors ? "sectors" : "wavefronts",
    ideal: ideals ? interval(ideals) : `${ideal}`,
    words: interval(range),
  } as const;
}

/** `sectors` → `sector` for one. */
export const plural = (count: number | string, unit: string): string =>
  `${count} ${String(count) === "1" ? unit.slice(0, -1) : unit}`;
