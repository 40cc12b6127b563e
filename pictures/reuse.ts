/** How often blocks ask for the same bytes of global memory: what no count of sectors beside its ideal shows. */
import type { LaunchReportJson, ReuseBytesJson, ReuseJson } from "../engine/formats/launch";
import { decimal, grouped, placeName } from "./figures";
import type { Table } from "./model";

/** A source access whose blocks ask for bytes again. */
export type ReusedAccess = ReuseJson["accesses"][number];

/** Blocks that ask for fewer distinct bytes than a line read a number or two: that is what caches are for. */
const LEAST_BYTES = 128;

const times = (all: number, once: number): number => (once > 0 ? all / once : 1);

/** How often the threads of a block ask for a byte, and in how many requests. */
function timesInBlock({ threadBytes, requestBytes, blockBytes }: ReuseBytesJson) {
  return { threads: times(threadBytes, blockBytes), requests: times(requestBytes, blockBytes) };
}

/** How often the threads of the launch ask for a byte; undefined where not all blocks are counted. */
const timesInLaunch = ({ threadBytes, launchBytes }: ReuseBytesJson): number | undefined =>
  launchBytes === undefined ? undefined : times(threadBytes, launchBytes);

/** Loads of which blocks ask for each byte at least twice on average, the most repeated bytes first. */
export function reusedLoads({ reuse }: LaunchReportJson): readonly ReusedAccess[] {
  if (!reuse) return [];
  const again = (one: ReusedAccess) => one.requestBytes - one.blockBytes;
  return reuse.accesses
    .filter(
      (one) => one.op !== "store" && one.blockBytes >= LEAST_BYTES * reuse.blocks && timesInBlock(one).threads >= 2,
    )
    .toSorted((a, b) => again(b) - again(a));
}

/** `each byte 16 times, in 8 requests` */
const often = (one: ReuseBytesJson): string => {
  const { threads, requests } = timesInBlock(one);
  return `each byte ${decimal(threads)} times, in ${decimal(requests)} ${requests === 1 ? "request" : "requests"}`;
};

/** Requests of a block for one byte from which on a tile in shared memory is worth its own accesses. */
const WORTH_A_TILE = 4;

/** One sentence on loads that blocks repeat in several times as many requests as one would need; undefined where there are none. */
export function reuseSentence(launch: LaunchReportJson): string | undefined {
  const worst = reusedLoads(launch).find((one) => timesInBlock(one).requests >= WORTH_A_TILE);
  if (!worst) return undefined;
  return `The threads of a block load ${often(worst)} (${placeName(worst)}): a tile in shared memory could hold it.`;
}

/** What {@link reuseTable} is about. */
function reuseCaption({ reuse }: LaunchReportJson): string {
  const blocks =
    reuse && reuse.blocks < reuse.of ? `, in the first ${grouped(reuse.blocks)} of ${grouped(reuse.of)} blocks` : "";
  return `Bytes that threads load again${blocks}`;
}

interface Column {
  readonly title: string;
  readonly of: (access: ReusedAccess, reuse: ReuseJson) => string;
  /** Whether only figures of the whole launch say it. */
  readonly isOfLaunch?: true;
}

const columns: readonly Column[] = [
  { title: "Loads of a byte by a block", of: (one) => decimal(timesInBlock(one).threads) },
  { title: "in requests", of: (one) => decimal(timesInBlock(one).requests) },
  { title: "distinct bytes of a block", of: (one, { blocks }) => grouped(Math.round(one.blockBytes / blocks)) },
  { title: "loads of a byte by the launch", of: (one) => decimal(timesInLaunch(one) ?? 0), isOfLaunch: true },
  { title: "distinct bytes of the launch", of: (one) => grouped(one.launchBytes ?? 0), isOfLaunch: true },
];

/** One row a load; `name` is what its first column says. */
export function reuseTable(launch: LaunchReportJson, name: (access: ReusedAccess) => string): Table {
  const { reuse } = launch;
  const shown = columns.filter(({ isOfLaunch }) => !isOfLaunch || reuse?.blocks === reuse?.of);
  return {
    caption: reuseCaption(launch),
    columns: [{ title: "Line", numeric: false }, ...shown.map(({ title }) => ({ title, numeric: true }))],
    rows: reusedLoads(launch).map((one) => [name(one), ...shown.map(({ of }) => of(one, reuse!))]),
  };
}
