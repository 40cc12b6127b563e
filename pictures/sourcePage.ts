/** The source of a launch with its costs beside it: a row for each access as it is written, in the order that a reader asks for. */
import type { LaunchReportJson } from "../engine/formats/launch";
import { decimal, excessOf, grouped, isCounted } from "./figures";
import { excessBytes, type WrittenAccess, writtenAccesses } from "./shares";
import { byWorth, worthText } from "./worth";

/** A line of the text that was run, counted from one. */
export interface SourceLine {
  readonly line: number;
  readonly text: string;
}

/** A column by which rows can be sorted. */
export type SourceColumn = "line" | "sectors" | "wavefronts" | "excess" | "share" | "lanes";

/** How the rows are sorted; by line the whole source is listed, by a figure the accesses alone. */
export interface SourceOrder {
  readonly column: SourceColumn;
  readonly descending: boolean;
}

/** How hot a line is: 0 for its least, 3 for eight times that or more. */
export type Heat = 0 | 1 | 2 | 3;

/** How much more than the least an access costs from which it is called so hot; the hottest first. */
const heatLevels = [
  { from: 8, heat: 3 },
  { from: 2, heat: 2 },
  { from: 1.25, heat: 1 },
] as const;

/** The heat of an excess, measured over ideal. */
export const heatOf = (excess: number): Heat => heatLevels.find(({ from }) => excess >= from)?.heat ?? 0;

/** A row of the page: a line without accesses, or one access of a line. */
export interface SourceRow {
  readonly line: number;
  readonly path?: string;
  readonly text: string;
  /** Another access of the line above. */
  readonly isRepeated: boolean;
  readonly access?: WrittenAccess;
  readonly heat: Heat;
  /** What the ideal of the line alone brings, in words; at its first access. */
  readonly worth?: string;
  /** The access's part of all that the launch moves above the least, of 1. */
  readonly share: number;
}

/** The columns of the page, by what they are sorted by. */
export const sourceColumns: readonly { readonly column: SourceColumn; readonly title: string }[] = [
  { column: "sectors", title: "Sectors" },
  { column: "wavefronts", title: "Wavefronts" },
  { column: "excess", title: "× ideal" },
  { column: "share", title: "Share" },
  { column: "lanes", title: "Lanes" },
];

const figureOf = ({ line, access, share }: SourceRow, column: SourceColumn): number => {
  if (column === "line") return line;
  if (!access) return -1;
  if (column === "share") return share;
  if (column === "excess") return isCounted(access) ? excessOf(access) : 0;
  if (column === "lanes") return access.requests ? access.lanes / access.requests : 0;
  return access[column];
};

/** The figures of a row as text, in the order of {@link sourceColumns}; empty where a row has no access. */
export function sourceCells(row: SourceRow): readonly string[] {
  const { access, share } = row;
  if (!access) return sourceColumns.map(() => "");
  const figures: Readonly<Record<SourceColumn, string>> = {
    line: String(row.line),
    sectors: access.sectors ? grouped(access.sectors) : "–",
    wavefronts: access.wavefronts ? grouped(access.wavefronts) : "–",
    excess: isCounted(access) ? decimal(Math.round(10 * excessOf(access)) / 10) : "–",
    share: share > 0 ? `${decimal(Math.round(1000 * share) / 10)} %` : "–",
    lanes: access.requests ? decimal(Math.round((10 * access.lanes) / access.requests) / 10) : "–",
  };
  return sourceColumns.map(({ column }) => figures[column]);
}

/** `store`, or `store, 8 copies` of what a loop that was unrolled has in its body. */
export const accessText = ({ space, op, copies }: WrittenAccess): string =>
  `${space} ${op}${copies > 1 ? `, ${copies} copies` : ""}`;

function worthOf({ bounds }: LaunchReportJson, access: WrittenAccess, isRepeated: boolean): Pick<SourceRow, "worth"> {
  const worth = isRepeated ? "" : worthText(bounds, access);
  return worth === "" ? {} : { worth };
}

/** Rows in the order of the source: each line once, and below it the accesses after its first. */
function rowsByLine(launch: LaunchReportJson, source: readonly SourceLine[]): SourceRow[] {
  const written = writtenAccesses(launch.lines);
  const whole = written.reduce((sum, one) => sum + Math.max(0, excessBytes(one)), 0);
  const shareOf = (one: WrittenAccess) => (whole > 0 ? Math.max(0, excessBytes(one)) / whole : 0);
  const texts = new Map(source.map(({ line, text }) => [line, text]));
  const rowOf = (access: WrittenAccess, isRepeated: boolean): SourceRow => ({
    ...worthOf(launch, access, isRepeated),
    line: access.line,
    ...(access.path === undefined ? {} : { path: access.path }),
    text: access.path === undefined ? (texts.get(access.line) ?? "") : "",
    isRepeated,
    access,
    heat: isCounted(access) ? heatOf(excessOf(access)) : 0,
    share: shareOf(access),
  });
  const own = written.filter(({ path }) => path === undefined);
  const lines = [...new Set([...texts.keys(), ...own.map(({ line }) => line)])].toSorted((a, b) => a - b);
  const listed = lines.flatMap((line): SourceRow[] => {
    const here = own.filter((one) => one.line === line).toSorted((a, b) => excessBytes(b) - excessBytes(a));
    if (here.length === 0) return [{ line, text: texts.get(line) ?? "", isRepeated: false, heat: 0, share: 0 }];
    return here.map((one, i) => rowOf(one, i > 0));
  });
  return [...listed, ...written.filter(({ path }) => path !== undefined).map((one) => rowOf(one, false))];
}

/** The rows of the page in the order that is asked for. */
export function sourceRows(
  launch: LaunchReportJson,
  source: readonly SourceLine[],
  { column, descending }: SourceOrder,
): readonly SourceRow[] {
  const rows = rowsByLine(launch, source);
  if (column === "line") return descending ? rows.toReversed() : rows;
  const sign = descending ? -1 : 1;
  return rows
    .filter(({ access }) => access)
    .map((row) => ({ ...row, isRepeated: false }))
    .toSorted((a, b) => {
      // A share is of what there is to gain: what a fix brings goes first.
      const worth = column === "share" ? byWorth(launch.bounds)(b, a) : 0;
      return sign * (worth || figureOf(a, column) - figureOf(b, column));
    });
}
