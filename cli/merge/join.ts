/** Reports of shards, or of runs over different files, as one: whole, without a file twice, in the order of one run. */
import { FORMAT_VERSION } from "../../engine/formats/version";
import { UsageError } from "../../engine/model/errors";
import { numbered } from "../../pictures/figures";
import type { ShardJson } from "../shards/shard";
import { memberOf } from "./kind";

/** A report that is joined with others: its items, each about one file. */
export interface Part<T> {
  /** The report's file, as the user named it. */
  readonly name: string;
  readonly shard: ShardJson | undefined;
  readonly items: readonly T[];
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isPlaced = (value: unknown): boolean => {
  const { path, position } = (value ?? {}) as Record<string, unknown>;
  return typeof path === "string" && isCount(position);
};

/** What a report says of its shard; undefined where it is none. Throws UsageError where that cannot be read. */
export function shardOf(name: string, value: unknown): ShardJson | undefined {
  if (value === undefined) return undefined;
  const { index, count, of, files } = (value ?? {}) as Record<string, unknown>;
  if ([index, count, of].every(isCount) && Array.isArray(files) && files.every(isPlaced)) return value as ShardJson;
  throw new UsageError(`${name}: what it says of its shard cannot be read; write the report again.`);
}

/** The files of a report in JSON, with its shard. Throws UsageError where it is none of this version, or not whole. */
export function partOf<T>(name: string, value: unknown, isFile: (file: unknown) => boolean): Part<T> {
  const files = memberOf(value, "files");
  if (memberOf(value, "version") !== FORMAT_VERSION || !Array.isArray(files) || !files.every(isFile)) {
    throw new UsageError(`${name}: this is no whole report of this version; write it again.`);
  }
  return { name, shard: shardOf(name, memberOf(value, "shard")), items: files as T[] };
}

/** Throws UsageError unless the shards are those of one run, each once. */
function requireWhole<T>(parts: readonly Part<T>[]): void {
  const [first] = parts;
  const { count, of } = first!.shard!;
  const seen = new Map<number, string>();
  for (const { name, shard } of parts) {
    if (!shard) throw new UsageError(`${name}: this report is no shard, and ${first!.name} is one.`);
    if (shard.count !== count || shard.of !== of) {
      throw new UsageError(
        `${name}: this is a shard of ${shard.count} over ${numbered(shard.of, "file")}, ` +
          `and ${first!.name} is one of ${count} over ${numbered(of, "file")}: they are of different runs.`,
      );
    }
    const other = seen.get(shard.index);
    if (other !== undefined) throw new UsageError(`${name}: shard ${shard.index} of ${count} is in ${other}, too.`);
    seen.set(shard.index, name);
  }
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((index) => !seen.has(index));
  if (missing.length === 0) return;
  const which =
    missing.length === 1 ? `shard ${missing[0]} of ${count} is` : `shards ${missing.join(", ")} of ${count} are`;
  throw new UsageError(`merge: ${which} missing; name every shard's report.`);
}

/** Throws UsageError where two reports are about one file. */
function requireDistinct<T>(parts: readonly Part<T>[], pathOf: (item: T) => string): void {
  const seen = new Map<string, string>();
  for (const { name, items } of parts) {
    for (const path of new Set(items.map(pathOf))) {
      const other = seen.get(path);
      if (other !== undefined) throw new UsageError(`${path}: this file is in ${other} and in ${name}.`);
      seen.set(path, name);
    }
  }
}

/** The items of all parts. Of shards in the order of one run over all files, else in the order of the reports. */
export function joinParts<T>(parts: readonly Part<T>[], pathOf: (item: T) => string): T[] {
  const sharded = parts.find(({ shard }) => shard);
  if (sharded) requireWhole([sharded, ...parts.filter((one) => one !== sharded)]);
  requireDistinct(parts, pathOf);
  const items = parts.flatMap((part) => part.items);
  const positions = new Map(
    parts.flatMap(({ shard }) => (shard?.files ?? []).map(({ path, position }) => [path, position] as const)),
  );
  const positionOf = (item: T) => positions.get(pathOf(item)) ?? 0;
  return positions.size === 0 ? items : items.sort((a, b) => positionOf(a) - positionOf(b));
}
