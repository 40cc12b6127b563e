/** Tables and pictures as HTML elements, for reports. */
import { type Element, element, type Node } from "./markup";
import type { Picture, Table } from "./model";

/** `first` may stand in for a row's first cell. */
export function htmlTable(table: Table, first?: (row: number) => Node): Element {
  const head = table.columns.map((column) =>
    element("th", { scope: "col", class: column.numeric ? "numeric" : undefined }, column.title),
  );
  const cell = (value: string | number, row: number, column: number): Element => {
    const attributes = { class: table.columns[column]?.numeric ? "numeric" : undefined };
    if (column > 0) return element("td", attributes, String(value));
    return element("th", { ...attributes, scope: "row" }, first ? first(row) : String(value));
  };
  return element(
    "table",
    {},
    element("caption", {}, table.caption),
    element("thead", {}, element("tr", {}, head)),
    element(
      "tbody",
      {},
      table.rows.map((row, index) =>
        element(
          "tr",
          {},
          row.map((value, column) => cell(value, index, column)),
        ),
      ),
    ),
  );
}

/** The picture, and its table folded away beneath it. */
export const figure = ({ title, svg, table }: Picture): Element =>
  element(
    "figure",
    {},
    element("figcaption", {}, title),
    svg,
    element("details", {}, element("summary", {}, "As a table"), htmlTable(table)),
  );
