/**
 * Which lines a launch's excess traffic comes from. Copies of one access that an unrolled loop or a template made are added
 * up, and bytes are the one measure in which memory spaces can be compared.
 */
import type { LaunchReportJson, LineJson } from "../engine/formats/launch";
import { groupBy, idealOf, isCounted, measuredOf, SECTOR_BYTES, unitOf } from "./figures";
import { byWorth } from "./worth";

/** Bytes of a wavefront of shared memory: 32 banks of 4 bytes. */
const WAVEFRONT_BYTES = 128;

/** Bytes that an access moves above the least that the same request could cost. */
export const excessBytes = (line: LineJson): number =>
  (unitOf(line) === "sectors" ? SECTOR_BYTES : WAVEFRONT_BYTES) * (measuredOf(line) - idealOf(line));

/** One access as it is written: all its copies together, with the costliest sample among them. */
export interface WrittenAccess extends LineJson {
  /** How many accesses of the machine code it stands for. */
  readonly copies: number;
  /** Where the access whose sample this is stands among the launch's lines. */
  readonly index: number;
}

/** What copies of an access add up to. */
const summed = ["requests", "sectors", "sectorsIdeal", "wavefronts", "wavefrontsIdeal", "lanes"] as const;

interface Numbered {
  readonly line: LineJson;
  readonly index: number;
}

/** The costliest request's owner; copies without a sample come last. */
function costliest(copies: readonly Numbered[]): Numbered {
  const cost = ({ line }: Numbered) => (line.sample && line.requests > 0 ? measuredOf(line) / line.requests : -1);
  return copies.reduce((best, one) => (cost(one) > cost(best) ? one : best));
}

/** The accesses of a launch as they are written, in the order in which they first come. */
export function writtenAccesses(lines: readonly LineJson[]): readonly WrittenAccess[] {
  const copies = groupBy(
    lines.map((line, index): Numbered => ({ line, index })),
    ({ line: { path, line, column, endColumn, op, space } }) => [path, line, column, endColumn, op, space].join(":"),
  );
  return [...copies.values()].map((some) => {
    const { line, index } = costliest(some);
    const counts = summed.map((name) => [name, some.reduce((sum, one) => sum + one.line[name], 0)]);
    return { ...line, ...Object.fromEntries(counts), copies: some.length, index };
  });
}

/** A line of the source and its part of what a launch moves above the least. */
export interface LineShare {
  readonly line: number;
  /** As of a place. */
  readonly path?: string;
  /** Of 1. */
  readonly share: number;
  /** The line's accesses that cost more than the least, the worst first. */
  readonly accesses: readonly WrittenAccess[];
}

/**
 * The lines that cost more than the least: those first whose fix brings the least time of the launch down, by how far, and those
 * last whose fix does not move it; else by their share.
 */
export function lineShares({ lines, bounds }: Pick<LaunchReportJson, "lines" | "bounds">): readonly LineShare[] {
  const over = writtenAccesses(lines.filter(isCounted)).filter((line) => excessBytes(line) > 0);
  const sum = (some: readonly LineJson[]) => some.reduce((total, line) => total + excessBytes(line), 0);
  const whole = sum(over);
  const compare = byWorth(bounds);
  return [...groupBy(over, ({ path, line }) => `${path ?? ""}:${line}`).values()]
    .map((some) => {
      const accesses = some.toSorted((a, b) => excessBytes(b) - excessBytes(a));
      const { line, path } = accesses[0]!;
      return { line, ...(path === undefined ? {} : { path }), share: sum(some) / whole, accesses };
    })
    .toSorted((a, b) => compare(a, b) || b.share - a.share);
}
