/** The controls and frames that the sidebar is made of. */

import type { HostPlaceJson } from "../../engine/formats/program";
import { htmlTable } from "../../pictures/html";
import { type Element, element, type Node } from "../../pictures/markup";
import type { Picture, Table } from "../../pictures/model";
import type { Run } from "../messages";

type Data = Readonly<Record<string, string | number>>;

const dataAttributes = (data: Data) =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));

/** Looks like a link, acts like a button. */
export const link = (text: string, data: Data, label?: string): Element =>
  element("button", { type: "button", class: "link", "aria-label": label, ...dataAttributes(data) }, text);

/** A button that sends a message when it is clicked. */
export const button = (
  id: string,
  text: string,
  data: Data,
  { primary = false, disabled = false, label }: { primary?: boolean; disabled?: boolean; label?: string } = {},
): Element =>
  element(
    "button",
    {
      id,
      type: "button",
      class: primary ? undefined : "secondary",
      disabled: disabled ? "" : undefined,
      "aria-label": label,
      ...dataAttributes(data),
    },
    text,
  );

/** Buttons in a row. */
export const buttons = (...children: readonly Node[]): Element => element("div", { class: "buttons" }, ...children);

/** A section that is closed at first; `id` keeps its state over renders. */
export const folded = (id: string, title: string, ...children: readonly Node[]): Element =>
  element("details", { id }, element("summary", {}, title), ...children);

/** A section that is open at first; `id` keeps its state over renders. */
export const unfolded = (id: string, title: string, ...children: readonly Node[]): Element =>
  element("details", { id, open: "" }, element("summary", {}, title), ...children);

/** Wide tables scroll by themselves, by keyboard too. */
const scrolled = (label: string, ...children: readonly Node[]): Element =>
  element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, ...children);

/** A table; `first` adds a control to the first cell of a row. */
export const table = (content: Table, first?: (row: number) => Node): Element =>
  scrolled(content.caption, htmlTable(content, first));

/** Copies the table before it, under the name of what it belongs to. */
const copyLink = (title: string): Element => link("Copy as text", { action: "copyTable" }, `Copy as text: ${title}`);

/** A table that can be copied. */
export const copied = (content: Table, first?: (row: number) => Node): Element =>
  element("div", { class: "copied" }, table(content, first), copyLink(content.caption));

/** A picture with its table folded away beneath it; `id` keeps it unfolded when it is drawn anew. */
export const pictured = (id: string, { title, svg, table: content }: Picture): Element =>
  element(
    "figure",
    { class: "copied" },
    element("figcaption", {}, title),
    svg,
    folded(`table-${id}`, "As a table", table(content), copyLink(title)),
  );

/** A control with its label. */
export const field = (id: string, label: string, control: Node): Element =>
  element("div", { class: "field" }, element("label", { for: id }, label), control);

/** A choice of a drop-down list. */
export interface Option {
  readonly value: string | number;
  readonly text: string;
}

/** `data` names what a choice is for: a field of the form, or a part of the report. */
export const select = (id: string, label: string, options: readonly Option[], value: string | number, data: Data) =>
  field(
    id,
    label,
    element(
      "select",
      { id, ...dataAttributes(data) },
      options.map((option) =>
        element("option", { value: option.value, selected: option.value === value ? "" : undefined }, option.text),
      ),
    ),
  );

/** Jumps to a line of a run's text, and names a line of another file. A bare number says in its name what it does. */
export function jump(
  run: number,
  place: { readonly line: number; readonly column?: number; readonly endColumn?: number; readonly path?: string },
  text = String(place.line),
): Node {
  const { line, column = 0, endColumn = 0, path } = place;
  if (path !== undefined) return `${line} of ${path.slice(path.lastIndexOf("/") + 1)}`;
  const label = text === String(line) ? `Go to line ${line}` : undefined;
  return link(text, { action: "goTo", run, line, column, end: endColumn }, label);
}

/** Where something is that may have no line, and then nothing. */
export const placeOf = (run: Run, { line, path }: HostPlaceJson): Node =>
  line === null ? "" : jump(run.id, { line, ...(path === undefined ? {} : { path }) }, `line ${line}`);
