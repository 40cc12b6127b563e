/**
 * What makes a finding the same one in another version of its file: its rule, the function that it lies in, and the text
 * of its expression's lines without blanks, counted where these repeat. Lines above may come and go.
 */
import type { Finding } from "../../analyzer/rules/model";
import type { Analysis } from "../model";

/** FNV-1a over UTF-16 units, 64 bits (Fowler, Noll and Vo: offset basis and prime of the 64-bit variant). */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++)
    value = ((value ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n) & (2n ** 64n - 1n);
  return value.toString(16).padStart(16, "0");
}

function identity({ document, outline, lines }: Analysis, { rule, span }: Finding): string {
  const around = outline.functions.findLast((one) => one.start <= span.start && span.end <= one.end);
  const first = lines.offsetAt({ line: lines.positionAt(span.start).line, character: 0 });
  const newline = document.text.indexOf("\n", span.end);
  const text = document.text.slice(first, newline < 0 ? undefined : newline).replaceAll(/\s+/g, "");
  return [rule, around?.name ?? "", text].join("\n");
}

/** The fingerprint of each finding of one file: 16 hexadecimal digits. */
export function fingerprints(analysis: Analysis, findings: readonly Finding[]): ReadonlyMap<Finding, string> {
  const counts = new Map<string, number>();
  const inOrder = [...findings].sort((a, b) => a.span.start - b.span.start);
  return new Map(
    inOrder.map((finding) => {
      const known = identity(analysis, finding);
      const count = (counts.get(known) ?? 0) + 1;
      counts.set(known, count);
      return [finding, hash(`${known}\n${count}`)];
    }),
  );
}
