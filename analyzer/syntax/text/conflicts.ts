/** Conflict markers of version control: of the versions between them the first one is read. */
import type { Span } from "../model";

/** Text without a marker is the common case. */
const anyMarker = /^(?:<{7}|>{7}|={7}|\|{7})/m;
const marker = /^(?:([<>|])\1{6}(?: [^\n]*)?|={7})\r?$/gm;

interface Marker extends Span {
  /** The character that it is made of. */
  readonly kind: string;
}

/**
 * What of a text is to be passed over so that the first version of every conflict is left: lines of markers, and the other
 * versions with theirs. A marker without its partners is one line.
 * @param hidden gives comments and literals, where they are asked for: markers in them are none
 */
export function conflicts(text: string, hidden: () => readonly Span[]): Span[] {
  if (!anyMarker.test(text)) return [];
  const invisible = hidden();
  const isVisible = (at: number) => !invisible.some(({ start, end }) => start < at && at < end);
  const markers: readonly Marker[] = [...text.matchAll(marker)]
    .filter(({ index }) => isVisible(index))
    .map((found) => ({ kind: found[0][0]!, start: found.index, end: found.index + found[0].trimEnd().length }));
  const spans: Span[] = [];
  let open = false;
  for (const [i, { kind, start, end }] of markers.entries()) {
    if (start < (spans.at(-1)?.end ?? 0)) continue;
    const isOther: boolean = open && (kind === "|" || kind === "=");
    const last: Marker | undefined = isOther ? markers.slice(i + 1).find((one) => /[<>]/.test(one.kind)) : undefined;
    spans.push({ start, end: last?.kind === ">" ? last.end : end });
    open = kind === "<" || (open && last?.kind !== ">" && kind !== ">");
  }
  return spans;
}
