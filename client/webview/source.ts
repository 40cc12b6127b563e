/**
 * The accesses of a launch in the two forms that the view has: a table that fits a sidebar, and, from 560 pixels on, the
 * source with sortable columns. Each access is one row, however often its loop was unrolled.
 */
import type { LaunchReportJson } from "../../engine/formats/launch";
import { type Element, element, type Node } from "../../pictures/markup";
import { writtenAccesses } from "../../pictures/shares";
import {
  accessText,
  type SourceColumn,
  type SourceOrder,
  type SourceRow,
  sourceCells,
  sourceColumns,
  sourceRows,
} from "../../pictures/sourcePage";
import { accessTable } from "../../pictures/tables";
import type { Run, ViewState } from "../messages";
import { chosenAccess } from "./closer";
import { copied, jump, link } from "./controls";

/** A heading that sorts; figures are sorted largest first at the first click. */
function heading(column: SourceColumn, title: string, order: SourceOrder): Element {
  const isSorted = order.column === column;
  const descending = isSorted ? !order.descending : column !== "line";
  const mark = isSorted ? (order.descending ? " ▼" : " ▲") : "";
  const sorted = order.descending ? "descending" : "ascending";
  return element(
    "th",
    {
      scope: "col",
      class: column === "line" ? undefined : "numeric",
      "aria-sort": isSorted ? sorted : undefined,
    },
    element(
      "button",
      {
        type: "button",
        class: "link sort",
        "data-action": "sort",
        "data-column": column,
        "data-descending": String(descending),
      },
      `${title}${mark}`,
    ),
  );
}

function sourceRow(run: Run, row: SourceRow, chosen: number, width: number): Element {
  const { line, path, text, access, isRepeated, heat, worth } = row;
  const isChosen = access?.index === chosen;
  const place = access ?? { line, column: 0, endColumn: 0 };
  const name = path === undefined ? jump(run.id, place, String(line)) : jump(run.id, { line, path });
  const cells = sourceCells(row);
  return element(
    "tr",
    { class: `heat-${heat}${isChosen ? " chosen" : ""}`, "aria-current": isChosen ? "true" : undefined },
    element("th", { scope: "row", class: "number" }, access ? name : String(line)),
    element(
      "td",
      { class: "code", title: text.trim() || undefined },
      isRepeated ? "" : text.slice(width),
      ...(access
        ? [
            ...(isRepeated || text === "" ? [] : [element("br")]),
            link(
              accessText(access),
              { action: "chooseAccess", index: access.index },
              `${accessText(access)}: show its request`,
            ),
            ...(worth === undefined
              ? []
              : [element("br"), element("span", { class: "hint" }, `At its ideal: ${worth}`)]),
          ]
        : []),
    ),
    cells.map((cell) => element("td", { class: "numeric" }, cell)),
  );
}

/** Blanks that all lines begin with. */
const margin = (rows: readonly SourceRow[]): number => {
  const texts = rows.map(({ text }) => text).filter((text) => text.trim() !== "");
  return Math.min(...texts.map((text) => text.length - text.trimStart().length), 80);
};

function sourceTable(run: Run, launch: LaunchReportJson, { choice }: ViewState): Element {
  const rows = sourceRows(launch, run.source ?? [], choice.order);
  const width = margin(rows);
  const chosen = chosenAccess(writtenAccesses(launch.lines), choice)?.index ?? -1;
  return element(
    "table",
    { class: "source" },
    element("caption", {}, "Source, with what each access costs"),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        heading("line", "Line", choice.order),
        element("th", { scope: "col" }, "Source and access"),
        sourceColumns.map(({ column, title }) => heading(column, title, choice.order)),
      ),
    ),
    element(
      "tbody",
      {},
      rows.map((row) => sourceRow(run, row, chosen, width)),
    ),
  );
}

/** The accesses of the launch, for both widths. */
export function accessSection(run: Run, launch: LaunchReportJson, state: ViewState): Node[] {
  if (launch.lines.length === 0) return [];
  const written = writtenAccesses(launch.lines);
  return [
    element(
      "div",
      { class: "narrow-only" },
      copied(accessTable(launch), (row) => jump(run.id, written[row]!)),
    ),
    element(
      "div",
      { class: "wide-only scroll", tabindex: 0, role: "region", "aria-label": "Source with costs" },
      sourceTable(run, launch, state),
    ),
  ];
}
