/** Lowered accesses in the words of the recordings, and the comparison of both. */
import { controlFlow } from "../../analyzer/ir/cfg";
import type { LoweredFunction, MemoryAccess } from "../../analyzer/lower/model";
import type { Word } from "./recordings";

/** Words by line of the outermost frame, and the lines that have an access in a loop. */
export interface LoweredLines {
  readonly lines: ReadonlyMap<number, readonly Word[]>;
  readonly looping: ReadonlySet<number>;
}

export function wordOf(access: MemoryAccess): Word {
  if (access.space === "texture") return `${access.op} texture`;
  const word = `${access.op} ${access.space} ${access.width}`;
  if (!access.atomic) return word;
  if (access.atomic.aggregated) return `${word} once a warp`;
  if (access.atomic.kind === "popc-inc") return `${word} popc-inc`;
  return access.atomic.kind === "plain" ? word : `${word} cas`;
}

export function lineOf(access: MemoryAccess): number {
  let location = access.location;
  while (location?.inlinedAt) location = location.inlinedAt;
  return location?.line ?? 0;
}

export function loweredLines(lowered: LoweredFunction): LoweredLines {
  const flow = controlFlow(lowered.function);
  const lines = new Map<number, Word[]>();
  const looping = new Set<number>();
  for (const access of lowered.accesses) {
    const line = lineOf(access);
    lines.set(line, [...(lines.get(line) ?? []), wordOf(access)]);
    if (flow.depth(access.leader.block) > 0) looping.add(line);
  }
  return { lines, looping };
}

/** Each word with its number; in loops, where either compiler may have copied the body, without. */
export function summary(words: readonly Word[], folded: boolean): string {
  const counts = new Map<Word, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const parts = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return parts.map(([word, count]) => (count === 1 || folded ? word : `${count} × ${word}`)).join(", ") || "nothing";
}
