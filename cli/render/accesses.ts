/** The accesses of a launch as a table: those of one place, kind and width in one row, the costliest first. */
import type { LaunchReportJson, LineJson } from "../../engine/formats/launch";
import type { InlineFrameJson, PlaceJson } from "../../engine/formats/place";
import { accessName, decimal, idealOf, isCounted, measuredOf, unitOf } from "../../pictures/figures";
import { reuseTable } from "../../pictures/reuse";
import { shownPath } from "../common/documents";
import type { SourceTexts } from "../common/sourceTexts";
import { dim } from "../common/terminal";
import { table, thousands, withCommas } from "./text";

/** Several instructions of one source access: copies of an unrolled loop, or of an inlined function. */
interface Access {
  readonly line: LineJson;
  readonly copies: number;
}

function sameAccess(a: LineJson, b: LineJson): LineJson {
  return {
    ...a,
    requests: a.requests + b.requests,
    sectors: a.sectors + b.sectors,
    sectorsIdeal: a.sectorsIdeal + b.sectorsIdeal,
    wavefronts: a.wavefronts + b.wavefronts,
    wavefrontsIdeal: a.wavefrontsIdeal + b.wavefrontsIdeal,
    lanes: a.lanes + b.lanes,
  };
}

/** Bytes that the cost of an access stands for: sectors of 32 bytes, wavefronts of 128. */
const bytes = (line: LineJson): number => measuredOf(line) * (unitOf(line) === "sectors" ? 32 : 128);

/** Instructions of one place, kind and width summed up, by falling cost. */
function accessesOf(lines: readonly LineJson[]): Access[] {
  const known = new Map<string, Access>();
  for (const line of lines) {
    const key = [line.path, line.line, line.column, line.endColumn, line.op, line.space, line.width].join(":");
    const one = known.get(key);
    known.set(key, one ? { line: sameAccess(one.line, line), copies: one.copies + 1 } : { line, copies: 1 });
  }
  return [...known.values()].sort((a, b) => bytes(b.line) - bytes(a.line) || a.line.line - b.line.line);
}

/** Where an access is, with what stands there. */
function named({ line, copies }: Access, texts: SourceTexts): string {
  return `${placed(line, texts, line.function)}${copies > 1 ? ` × ${copies}` : ""}`;
}

/** `12: in[i]`, `work.cuh:12: out[i] = in[i];`; `otherwise` where the source has no text there. */
export function placed(place: PlaceJson, texts: SourceTexts, otherwise: string): string {
  const { path, line } = place;
  const text = texts(place) || otherwise;
  return `${path ? `${shownPath(path)}:` : ""}${line}${text ? `: ${text}` : ""}`;
}

/** Loads of which blocks ask for the same bytes again; nothing where there are none. */
export function reuseText(launch: LaunchReportJson, texts: SourceTexts): string[] {
  const { caption, columns, rows } = reuseTable(launch, (one) => `  ${placed(one, texts, one.op)}`);
  if (rows.length === 0) return [];
  const [first, ...others] = columns.map(({ title }) => title);
  return [
    `  ${withCommas(caption)}:`,
    table(
      [`  ${first!.toLowerCase()}`, ...others.map((one) => one.toLowerCase())],
      rows.map((row) => row.map((cell) => withCommas(String(cell)))),
    ),
  ];
}

/** `128 sectors`; textures and addresses of unknown space have no such count. */
function cost(line: LineJson): string[] {
  if (!isCounted(line)) return ["not counted", "–", "–"];
  const [measured, ideal] = [measuredOf(line), idealOf(line)];
  return [
    measured === 1 ? `1 ${unitOf(line).slice(0, -1)}` : `${thousands(measured)} ${unitOf(line)}`,
    thousands(ideal),
    line.requests > 0 ? decimal(measured / line.requests) : "–",
  ];
}

/**
 * Places of a kernel's accesses, where they differ: a kernel of a library often does nothing but call a function of another
 * header, and that line says nothing of an access. They are as given where the accesses are of several lines.
 */
export function tellingPlaces<P extends PlaceJson>(places: readonly P[]): readonly P[] {
  const [first, ...others] = places;
  const isOne = others.length > 0 && others.every(({ path, line }) => path === first!.path && line === first!.line);
  if (!isOne || first!.path === undefined) return places;
  if (!places.every(({ inlined: [frame] }) => frame && frame.line > 0)) return places;
  return tellingPlaces(
    places.map((one) => {
      const [{ file, line }, ...inlined] = one.inlined as [InlineFrameJson, ...InlineFrameJson[]];
      return { ...one, path: file, line, column: 0, endColumn: 0, inlined };
    }),
  );
}

/** What `× N` means in a row of accesses. */
export const COPIES =
  "× N: instructions that unrolling, inlining and copies of structures make of one access of the source";

/** `× N` in a row: one access of the source became N instructions. */
export function accessTable(lines: readonly LineJson[], texts: SourceTexts): string {
  const accesses = accessesOf(tellingPlaces(lines));
  const rows = accesses.map((one) => {
    const { requests, isLibrary } = one.line;
    const inside = isLibrary ? ", inside" : "";
    return [`  ${named(one, texts)}`, `${accessName(one.line, " ")}${inside}`, thousands(requests), ...cost(one.line)];
  });
  const shown = table(["  line", "access", "warp requests", "cost", "ideal", "cost a request"], rows);
  const notes = [
    ...(accesses.some(({ copies }) => copies > 1) ? [`${COPIES}, summed up.`] : []),
    ...(accesses.some(({ line }) => line.isLibrary)
      ? ["inside: tables of the mathematical function that the line calls."]
      : []),
  ];
  return [shown, ...notes.map((note) => dim(`  ${note}`))].join("\n");
}
