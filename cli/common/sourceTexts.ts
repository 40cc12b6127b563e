/** What stands at the places of a report: expressions of the first source, whole lines of headers and other sources. */
import type { PlaceJson } from "../../engine/formats/place";
import type { Document } from "../../engine/model";
import { readText } from "./documents";
import { shownReport } from "./shown";

/** Characters of a line that a row of a table has room for. */
const LONGEST = 60;

type Place = Pick<PlaceJson, "line" | "column" | "endColumn" | "path"> & Partial<Pick<PlaceJson, "inlined">>;

/** The text at a place; empty where it is not known. */
export type SourceTexts = (place: Place) => string;

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/);

const shortened = (line: string): string => (line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line);

/**
 * The texts at places of a report about a document, and where what is inlined there was written, as a terminal may have
 * them. Of a place with a `path` it is the line, without what surrounds it: its columns are where the access begins, and not
 * always where it ends.
 */
export async function sourceTexts(document: Document, places: readonly Place[]): Promise<SourceTexts> {
  const own = linesOf(shownReport(document).text);
  const others = new Map<string, readonly string[]>();
  const paths = places.flatMap(({ path, inlined = [] }) => (path ? [path, ...inlined.map(({ file }) => file)] : []));
  for (const path of new Set(paths)) {
    const text = await readText(path);
    others.set(shownReport(path), text === undefined ? [] : linesOf(shownReport({ text }).text));
  }
  return ({ path, line, column, endColumn }) =>
    path === undefined
      ? (own[line - 1]?.slice(column, endColumn) ?? "")
      : shortened((others.get(path)?.[line - 1] ?? "").trim());
}
