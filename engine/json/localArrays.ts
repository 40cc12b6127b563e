/** Arrays in local memory as the documented JSON: their names and indices are those of the source. */
import { placeOf, type SourceText, textOf } from "../documents/sourceLocation";
import type { LocalArrayJson } from "../formats/launch";
import type { PlaceJson } from "../formats/place";
import type { LineResult } from "../model/job";

/** `a[i][j]`, as it is written at a place: the name, and the indices. */
function indexedName(
  text: SourceText,
  { location }: LineResult,
  place: PlaceJson,
): readonly [string, string] | undefined {
  const { document } = textOf(text, location);
  const line = document.text.split(/\r?\n/)[place.line - 1] ?? "";
  const written = line.slice(place.column, place.endColumn);
  const [, name, index] = /^([A-Za-z_]\w*)\s*\[(.*)\]\s*$/s.exec(written) ?? [];
  return name && index !== undefined ? [name, index.replaceAll(/\]\s*\[/g, "][")] : undefined;
}

/** The arrays of threads that a launch accesses in local memory, those that cost most first. */
export function localArraysJson(text: SourceText, lines: readonly LineResult[]): readonly LocalArrayJson[] {
  const arrays = new Map<number, LineResult[]>();
  for (const line of lines) {
    if (!line.localArray || line.counts.requests === 0) continue;
    arrays.set(line.localArray.array, [...(arrays.get(line.localArray.array) ?? []), line]);
  }
  const total = (some: readonly LineResult[], of: (line: LineResult) => number) =>
    some.reduce((sum, one) => sum + of(one), 0);
  return [...arrays.values()]
    .map((uses): LocalArrayJson => {
      const named = uses
        .toSorted((a, b) => Number(b.localArray!.isIndexed) - Number(a.localArray!.isIndexed))
        .flatMap((use) => {
          const place = placeOf(text, use.location, use.op);
          const written = indexedName(text, use, place);
          return written ? [{ place, written, isIndexed: use.localArray!.isIndexed }] : [];
        });
      const [first] = named;
      return {
        name: first?.written[0] ?? null,
        bytes: uses[0]!.localArray!.bytes,
        requests: total(uses, ({ counts }) => counts.requests),
        sectors: total(uses, ({ counts }) => counts.sectors),
        indexed: first?.isIndexed ? { ...first.place, index: first.written[1] } : null,
      };
    })
    .sort((a, b) => b.sectors - a.sectors);
}
