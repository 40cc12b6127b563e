/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** The controls and frames that the views are made of. */
import { html, nothing, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { live } from "lit-html/directives/live.js";
import { unsafeHTML } from "lit-html/directives/unsafe-html.js";
import type { HostPlaceJson } from "../../engine/formats/program";
import { type Element as Drawing, render as markup } from "../../pictures/markup";
import type { Picture, Table } from "../../pictures/model";
import { textTable } from "../../pictures/tables";
import type { Run } from "../messages";
import { t } from "../strings";
import { announce, send, sending } from "./editor";

/** A part of a view: a template, a text, several of them, or nothing. */
export type Part = TemplateResult | string | typeof nothing | readonly Part[];

/** A picture, which sidebar and reports share, as a part of a view. Its texts are escaped where it is written as markup. */
const drawn = (drawing: Drawing) => unsafeHTML(markup(drawing));

/** Looks like a link, acts like a button. */
export const link = (text: string, click: (event: Event) => void, label?: string): TemplateResult =>
  html`<button type="button" class="link" aria-label=${label ?? nothing} @click=${click}>${text}</button>`;

/**
 * A button; `primary` for the one that a reader wants most. One that is disabled for a while keeps the focus, which the
 * attribute `disabled` would take from it. Reference: WAI-ARIA Authoring Practices, "Focusability of disabled controls".
 */
export const button = (
  id: string,
  text: string,
  click: () => void,
  { primary = false, disabled = false, label }: { primary?: boolean; disabled?: boolean; label?: string } = {},
): TemplateResult =>
  html`<button id=${id} type="button" class=${primary ? nothing : "secondary"} aria-disabled=${disabled || nothing} aria-label=${label ?? nothing} @click=${disabled ? nothing : click}>${text}</button>`;

/** Buttons in a row. */
export const buttons = (...children: readonly Part[]): TemplateResult => html`<div class="buttons">${children}</div>`;

/** A paragraph that explains. */
export const hint = (...children: readonly Part[]): TemplateResult => html`<p class="hint">${children}</p>`;

/** What the user folded and unfolded, by id: sections that are gone for a while keep it. */
const open = new Map<string, boolean>();

const details = (id: string, isOpen: boolean, title: string, children: readonly Part[]): TemplateResult =>
  html`${keyed(
    id,
    html`<details id=${id} ?open=${open.get(id) ?? isOpen} @toggle=${({ target }: Event) => open.set(id, (target as HTMLDetailsElement).open)}><summary>${title}</summary>${children}</details>`,
  )}`;

/** A section that is closed at first; `id` keeps its state over renders. */
export const folded = (id: string, title: string, ...children: readonly Part[]): TemplateResult =>
  details(id, false, title, children);

/** A section that is open at first; `id` keeps its state over renders. */
export const unfolded = (id: string, title: string, ...children: readonly Part[]): TemplateResult =>
  details(id, true, title, children);

/** Folds a section as at the beginning, whatever the user did. */
export function fold(id: string): void {
  open.delete(id);
  const section = document.getElementById(id);
  if (section instanceof HTMLDetailsElement) section.open = false;
}

/** Wide content scrolls by itself, by keyboard too. */
export const scrolled = (label: string, content: Part): TemplateResult =>
  html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>${content}</div>`;

/** A table; `first` gives a control for the first cell of a row. */
export function table({ caption, columns, rows }: Table, first?: (row: number) => Part): TemplateResult {
  const numeric = (column: number) => (columns[column]?.numeric ? "numeric" : nothing);
  const cell = (value: string | number, row: number, column: number) =>
    column > 0
      ? html`<td class=${numeric(column)}>${value}</td>`
      : html`<th scope="row" class=${numeric(column)}>${first ? first(row) : value}</th>`;
  const heads = columns.map(({ title }, column) => html`<th scope="col" class=${numeric(column)}>${title}</th>`);
  const body = rows.map((row, index) => html`<tr>${row.map((value, column) => cell(value, index, column))}</tr>`);
  return scrolled(
    caption,
    html`<table><caption>${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table>`,
  );
}

/** A table as it stands on the page, in lines and columns, under what it is of. */
function tableText(home: Element): string {
  const cells = (row: Element) => [...row.children].map((cell) => cell.textContent ?? "");
  const heads = [...home.querySelectorAll("thead th")];
  const content: Table = {
    caption: home.querySelector("caption")?.textContent ?? "",
    columns: heads.map((head) => ({ title: head.textContent ?? "", numeric: head.classList.contains("numeric") })),
    rows: [...home.querySelectorAll("tbody tr")].map(cells),
  };
  const title = home.querySelector("figcaption")?.textContent;
  const picture = home.querySelector("svg")?.getAttribute("aria-label");
  return [...new Set([title, picture, content.caption])].filter(Boolean).concat("", textTable(content), "").join("\n");
}

/** A link that copies, and says so to screen readers. */
export const copyLink = (text: string, label: string, copy: (event: Event) => void): TemplateResult =>
  link(
    text,
    (event) => {
      copy(event);
      announce(t("Copied."));
    },
    label,
  );

/** Copies the table of the frame that the link is in, under the name of what it belongs to. */
const copyTable = (title: string): TemplateResult =>
  copyLink(t("Copy as text"), t("Copy as text: {0}", title), ({ currentTarget }) =>
    send({ type: "copy", text: tableText((currentTarget as Element).closest(".copied")!) }),
  );

/** A table that can be copied. */
export const copied = (content: Table, first?: (row: number) => Part): TemplateResult =>
  html`<div class="copied">${table(content, first)}${copyTable(content.caption)}</div>`;

/** A picture with its table folded away beneath it; `id` keeps it unfolded when it is drawn anew. */
export const pictured = (id: string, { title, svg, table: content }: Picture): TemplateResult =>
  html`<figure class="copied"><figcaption>${title}</figcaption>${drawn(svg)}${folded(
    `table-${id}`,
    t("As a table"),
    table(content),
    copyTable(title),
  )}</figure>`;

/** The picture alone, where its table stands beside it anyway. */
export const picture = ({ title, svg }: Picture): TemplateResult =>
  html`<figure><figcaption>${title}</figcaption>${drawn(svg)}</figure>`;

interface TextField {
  readonly placeholder: string;
  /** Its name in the form, where it is a part of that. */
  readonly field?: string;
  readonly change?: () => void;
  readonly enter: () => void;
}

/** A line of text with its label. The element names its inner field by its property, which a label alone does not. */
export function textField(id: string, label: string, value: string, { placeholder, field, change, enter }: TextField) {
  const key = (event: KeyboardEvent) => event.key === "Enter" && enter();
  return html`<div class="field"><label for=${id}>${label}</label><vscode-textfield id=${id} data-field=${field ?? nothing} .label=${label} .value=${value} placeholder=${placeholder} spellcheck="false" @change=${change ?? nothing} @keydown=${key}></vscode-textfield></div>`;
}

/** A box to be checked; `isChecked` left out where the page alone knows. */
export const checkBox = (id: string, label: string, change: () => void, isChecked?: boolean): TemplateResult =>
  isChecked === undefined
    ? html`<vscode-checkbox id=${id} label=${label} @change=${change}></vscode-checkbox>`
    : html`<vscode-checkbox id=${id} label=${label} .checked=${live(isChecked)} @change=${change}></vscode-checkbox>`;

/** A choice of a drop-down list. */
export interface Option {
  readonly value: string | number;
  readonly text: string;
}

/** A list to choose from; `field` is its name in the form. */
export const select = (
  id: string,
  label: string,
  options: readonly Option[],
  value: string | number | null,
  { change, field }: { readonly change: (value: string) => void; readonly field?: string },
): TemplateResult =>
  html`<div class="field"><label for=${id}>${label}</label><select id=${id} data-field=${field ?? nothing} @change=${({ target }: Event) => change((target as HTMLSelectElement).value)}>${options.map(
    (option) =>
      html`<option .value=${String(option.value)} .selected=${live(option.value === value)}>${option.text}</option>`,
  )}</select></div>`;

/** The lanes of a warp to choose from. */
export const laneSelect = (id: string, lane: number): TemplateResult =>
  select(
    id,
    t("Lane"),
    Array.from({ length: 32 }, (_, value) => ({ value, text: String(value) })),
    lane,
    { change: (value) => send({ type: "choose", choice: { lane: Number(value) } }) },
  );

/** Jumps to a line of a run's text, and names a line of another file. A bare number says in its name what it does. */
export function jump(
  run: number,
  place: { readonly line: number; readonly column?: number; readonly endColumn?: number; readonly path?: string },
  text = String(place.line),
): Part {
  const { line, column = 0, endColumn = 0, path } = place;
  if (path !== undefined) return t("{0} of {1}", line, path.slice(path.lastIndexOf("/") + 1));
  const label = text === String(line) ? t("Go to line {0}", line) : undefined;
  return link(text, sending({ type: "goTo", run, line, column, endColumn }), label);
}

/** Where something is that may have no line, and then nothing. */
export const placeOf = (run: Run, { line, path }: HostPlaceJson): Part =>
  line === null ? nothing : jump(run.id, { line, ...(path === undefined ? {} : { path }) }, t("line {0}", line));
