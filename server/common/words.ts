/** Figures in words, the same in hovers, hints and lenses. */
import type { LaunchJson } from "../../engine/formats/findings";
import type { AccessJson } from "../../engine/formats/inspection";

const dim = (size: readonly number[]): string => {
  const significant = size.slice(0, size[2] === 1 ? (size[1] === 1 ? 1 : 2) : 3);
  return significant.join("×");
};

const origins: Readonly<Record<LaunchJson["from"], string>> = {
  site: "from the launch in this file",
  bounds: "from `__launch_bounds__`",
  setting: "from your setting",
  assumed: "assumed: no launch found",
};

/** `block 32×32, grid 8×8 (from the launch in this file)` */
export const launchWords = ({ grid, block, from }: LaunchJson): string =>
  `block ${dim(block)}${grid ? `, grid ${dim(grid)}` : ""} (${origins[from]})`;

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
