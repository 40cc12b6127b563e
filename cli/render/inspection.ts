/** What the analyzer knows of each access, as a table per kernel. */

import type { AccessJson, InspectJson, KnownLaunchJson } from "../../engine/formats/inspection";
import { boundsText } from "../../pictures/bounds";
import type { SourceTexts } from "../common/sourceTexts";
import { bold, dim } from "../common/terminal";
import { COPIES, placed, tellingPlaces } from "./accesses";
import { dimensions, table } from "./text";

const interval = ([least, most]: readonly [number, number]): string =>
  least === most ? `${least}` : `${least}–${most}`;

function cost(access: AccessJson): string {
  const { sectors, wavefronts, certainty } = access.footprint;
  const pair = sectors ?? wavefronts;
  if (certainty === "unknown" || !pair) return "unknown";
  const unit = sectors ? "sector" : "wavefront";
  return `${interval(pair)} ${unit}${pair[1] === 1 ? "" : "s"}`;
}

/** The ideal of what is counted; of addresses that are not known, what a full warp needs at most. */
function ideal({ footprint }: AccessJson): string {
  const { ideal: most, ideal_range: range = [most, most] } = footprint;
  if (most === 0) return "–";
  return footprint.certainty === "unknown" ? `≤ ${most}` : interval(range);
}

/** Where a launch that is not the program's own way through stands in it. */
const routes: Readonly<Record<NonNullable<KnownLaunchJson["route"]>, string>> = {
  run: ", by the last run",
  possible: ", depending on arguments, files or results",
  function: ", in a function whose caller is not known",
};

/** Where the block comes from that no launch says. */
const unlaunched: Readonly<Record<KnownLaunchJson["from"], string>> = {
  site: "as launched",
  bounds: "block by __launch_bounds__",
  setting: "block from the settings",
  assumed: "block assumed",
};

/** Where the grid and block of a launch come from. */
function origin({ from, line, path, route, started_with: words, times }: KnownLaunchJson): string {
  const place = `${path === undefined ? "" : `${path}, `}line ${line}`;
  if (line === null) return from === "setting" ? unlaunched[from] : `${unlaunched[from]}, no launch is known`;
  if (from !== "site") return `${unlaunched[from]}, the launch in ${place} has one that is not known`;
  const often = times !== undefined && times > 1 ? `, ${times} times` : "";
  const started = words === undefined ? "" : `, started with ${words}`;
  return `launched in ${place}${often}${started}${route ? routes[route] : ""}`;
}

/**
 * The accesses of a kernel as a table. Instructions of one place that are alike in everything are one row, as those are that
 * copy a structure: `× N` says how many.
 */
function accessTable(accesses: readonly AccessJson[], texts: SourceTexts): string {
  const rows = new Map<string, { readonly cells: readonly string[]; copies: number }>();
  for (const access of tellingPlaces(accesses)) {
    const { space, op, width, column, footprint } = access;
    const cells = [
      placed(access, texts, ""),
      `${space} ${op}`,
      `${width} B`,
      cost(access),
      ideal(access),
      footprint.certainty,
    ];
    const key = [column, ...cells].join("\0");
    const known = rows.get(key);
    if (known) known.copies++;
    else rows.set(key, { cells, copies: 1 });
  }
  const shown = [...rows.values()].map(({ cells: [first, ...rest], copies }) => [
    `${first}${copies > 1 ? ` × ${copies}` : ""}`,
    ...rest,
  ]);
  const note = shown.length < accesses.length ? `\n${dim(`${COPIES}.`)}` : "";
  return `${table(["access", "kind", "width", "per request", "ideal", "certainty"], shown)}${note}`;
}

/** The result of `inspect` as text; `texts`: what stands at the places of its accesses. */
export function renderInspection(result: InspectJson, texts: SourceTexts): string {
  const blocks = result.kernels.map((kernel) => {
    const [launch] = kernel.launches;
    const shape = launch
      ? dim(`  grid ${dimensions(launch.grid)}, block ${dimensions(launch.block)} (${origin(launch)})`)
      : "";
    const bounds = kernel.launches.flatMap((one) => boundsText(one, result.device).map((text) => ({ one, text })));
    // Of several launches each says which it is.
    const least = bounds.map(({ one, text }) =>
      kernel.launches.length > 1
        ? `  grid ${dimensions(one.grid)}, block ${dimensions(one.block)}: ${text}\n`
        : `  ${text}\n`,
    );
    return `${bold(kernel.signature)}${shape}\n${least.join("")}${accessTable(kernel.accesses, texts)}`;
  });
  for (const one of result.left_out) blocks.push(dim(`left out ${one.function}: ${one.reason}`));
  return `${blocks.join("\n\n") || "No kernels in this file."}\n`;
}
