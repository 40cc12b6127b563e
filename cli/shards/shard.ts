/**
 * A run spread over machines that do not talk to each other: each takes its shard of the files, which follows from their
 * paths and sizes alone, and `warplens merge` joins the reports.
 */
import { UsageError } from "../../engine/model/errors";
import type { Source } from "../common/documents";

/** One shard of several; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** What the report of a shard says of itself, so that joined reports are whole and in the order of a run of everything. */
export interface ShardJson extends Shard {
  /** Files of all shards. */
  readonly of: number;
  /** The files of this one, with their positions among all of them. */
  readonly files: readonly { readonly path: string; readonly position: number }[];
}

/** The most shards of a run. */
const MOST = 10_000;

/**
 * What a file costs besides its own text, in characters: headers, and the start of a compile. It keeps shards of many small
 * files and shards of few large ones about equally long; nothing but balance depends on it.
 */
const FIXED = 10_000;

/** The shard that `I/N` names. Throws UsageError for anything else. */
export function readShard(text: string): Shard {
  const [, index, count] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number) as [unknown, number?, number?];
  if (!index || !count || index > count || count > MOST) {
    throw new UsageError(`--shard ${text}: write I/N, the shard and their number, as 1/4 to 4/4.`);
  }
  return { index, count };
}

/** Position of every source by the shard that has it: the costliest first, each to the shard that has least. */
function assign(sources: readonly Source[], count: number): number[][] {
  const cost = (position: number) => FIXED + sources[position]!.text.length;
  const shards = Array.from({ length: count }, () => ({ cost: 0, positions: [] as number[] }));
  const order = sources.map((_, position) => position).sort((a, b) => cost(b) - cost(a) || a - b);
  for (const position of order) {
    const least = shards.reduce((best, one) => (one.cost < best.cost ? one : best));
    least.cost += cost(position);
    least.positions.push(position);
  }
  return shards.map(({ positions }) => positions.sort((a, b) => a - b));
}

/** The sources of one shard, in their order, and what its report says of it. */
export function takeShard(
  sources: readonly Source[],
  { index, count }: Shard,
): { readonly sources: readonly Source[]; readonly shard: ShardJson } {
  const positions = assign(sources, count)[index - 1]!;
  return {
    sources: positions.map((position) => sources[position]!),
    shard: {
      index,
      count,
      of: sources.length,
      files: positions.map((position) => ({ path: sources[position]!.shown, position })),
    },
  };
}
