/** Figures of a launch report, gathered for people: totals by space, per line, with ideals beside them. */
import type { LaunchReportJson, LineJson } from "../engine/formats/launch";

/** What the cost of an access is counted in. */
export type Unit = "sectors" | "wavefronts";

/** Sectors move through the L1 and L2 caches; wavefronts are what banked memory serialises into. */
export const unitOf = (line: Pick<LineJson, "space">): Unit =>
  line.space === "shared" || line.space === "constant" ? "wavefronts" : "sectors";

/** What an access cost, in its {@link unitOf | unit}. */
export const measuredOf = (line: LineJson): number => (unitOf(line) === "sectors" ? line.sectors : line.wavefronts);
/** The least that the same bytes could cost, in the same unit. */
export const idealOf = (line: LineJson): number =>
  unitOf(line) === "sectors" ? line.sectorsIdeal : line.wavefrontsIdeal;

/** Whether anything is counted of the access: textures' requests are, what they move is not. */
export const isCounted = (line: LineJson): boolean => measuredOf(line) > 0 || idealOf(line) > 0;

/** Measured over ideal; 1 where there is nothing to compare with. */
export const excessOf = (line: LineJson): number => (idealOf(line) > 0 ? measuredOf(line) / idealOf(line) : 1);

/**
 * All accesses of a launch to one memory space: requests, their cost and the least possible in `unit`, active lanes.
 */
export interface SpaceTotal {
  readonly space: LineJson["space"];
  readonly unit: Unit;
  readonly requests: number;
  readonly measured: number;
  readonly ideal: number;
  readonly lanes: number;
}

/** Totals by memory space, in the order in which spaces are listed. Spaces without requests are left out. */
export function spaceTotals(lines: readonly LineJson[]): SpaceTotal[] {
  const order = ["global", "bulk", "shared", "cluster", "local", "constant", "texture", "generic"] as const;
  return order.flatMap((space) => {
    const here = lines.filter((line) => line.space === space && line.requests > 0 && isCounted(line));
    if (here.length === 0) return [];
    const sum = (figure: (line: LineJson) => number) => here.reduce((total, line) => total + figure(line), 0);
    return [
      {
        space,
        unit: unitOf(here[0]!),
        requests: sum((line) => line.requests),
        measured: sum(measuredOf),
        ideal: sum(idealOf),
        lanes: sum((line) => line.lanes),
      },
    ];
  });
}

/** Bulk copies, which lanes issue one by one: their widths and active lanes say nothing. */
const isBulk = ({ space }: Pick<LineJson, "space">): boolean => space === "bulk" || space === "cluster";

/** `global load 4 B`, with what is given between the access and its width; a bulk copy has none. */
export const accessName = (line: Pick<LineJson, "space" | "op" | "width">, between: string): string =>
  `${line.space} ${line.op}${isBulk(line) ? "" : `${between}${line.width} B`}`;

/** Active lanes per request over all requests of a launch's loads, stores and atomics, of 32. */
export function lanesPerRequest(report: Pick<LaunchReportJson, "lines">): number | undefined {
  const lines = report.lines.filter((line) => !isBulk(line));
  const requests = lines.reduce((total, line) => total + line.requests, 0);
  return requests ? lines.reduce((total, line) => total + line.lanes, 0) / requests : undefined;
}

/** Up to two digits after the decimal point, none that are zero. */
export const decimal = (value: number): string => String(Math.round(value * 100) / 100);

/** `32 sectors`, `1 wavefront` */
export function counted(value: number, unit: Unit): string {
  const text = decimal(value);
  return `${text} ${text === "1" ? unit.slice(0, -1) : unit}`;
}

/** Bytes of a sector of global, local or texture memory. */
export const SECTOR_BYTES = 32;

/** `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** `1 file`, `3 files`, `2 launches`. */
export function numbered(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count.toLocaleString("en-US")} ${noun}${/(?:s|x|ch|sh)$/.test(noun) ? "es" : "s"}`;
}

/** `line 8`, or `kernels.cuh:8` of what stands elsewhere. */
export const placeName = ({ line, path }: { readonly line: number; readonly path?: string }): string =>
  path === undefined ? `line ${line}` : `${path.split("/").at(-1)}:${line}`;

/** Thousands apart, the same in every locale. */
export const grouped = (value: number): string => {
  const [whole, fraction] = decimal(value).split(".");
  const separated = whole!.replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
  return fraction === undefined ? separated : `${separated}.${fraction}`;
};

/** The size of a grid or block as text, without trailing ones: `16 × 16`. */
export const dimensions = (size: readonly number[]): string => {
  const last = size[2] !== undefined && size[2] !== 1 ? 3 : size[1] !== undefined && size[1] !== 1 ? 2 : 1;
  return size.slice(0, last).join(" × ");
};

/** The note under a launch of a kernel of ours in place of a library's algorithm; empty for any other launch. */
export function libraryText({ library }: Pick<LaunchReportJson, "library">): readonly string[] {
  return library
    ? [`WarpLens's own kernel, in place of ${library}'s: its counts are not those of NVIDIA's kernels.`]
    : [];
}

/** Values by what a function says of them, in the order in which that is first said. */
export function groupBy<K, V>(values: readonly V[], keyOf: (value: V) => K): ReadonlyMap<K, readonly V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
