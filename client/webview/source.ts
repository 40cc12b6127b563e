/**
 * The accesses of a launch in the two forms that the view has: a table that fits a sidebar, and, from 560 pixels on, the
 * source with sortable columns. Each access is one row, however often its loop was unrolled.
 */
import { html, nothing, type TemplateResult } from "lit-html";
import type { LaunchReportJson } from "../../engine/formats/launch";
import { type WrittenAccess, writtenAccesses } from "../../pictures/shares";
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
import { t } from "../strings";
import { chosenAccess } from "./closer";
import { copied, jump, link, type Part, scrolled } from "./controls";
import { send, sending } from "./editor";

/** A heading that sorts; figures are sorted largest first at the first click. */
function heading(column: SourceColumn, title: string, order: SourceOrder): TemplateResult {
  const isSorted = order.column === column;
  const descending = isSorted ? !order.descending : column !== "line";
  const mark = isSorted ? (order.descending ? " ▼" : " ▲") : "";
  const sorted = order.descending ? "descending" : "ascending";
  const sort = () => send({ type: "choose", choice: { order: { column, descending } } });
  return html`<th scope="col" class=${column === "line" ? nothing : "numeric"} aria-sort=${isSorted ? sorted : nothing}><button type="button" class="link sort" @click=${sort}>${title}${mark}</button></th>`;
}

function accessParts(access: WrittenAccess, worth: string | undefined, isAlone: boolean): Part {
  const text = accessText(access);
  const choose = sending({ type: "choose", choice: { access: access.index } });
  return [
    isAlone ? nothing : html`<br>`,
    link(text, choose, t("{0}: show its request", text)),
    worth === undefined ? nothing : html`<br><span class="hint">${t("At its ideal: {0}", worth)}</span>`,
  ];
}

function sourceRow(run: Run, row: SourceRow, chosen: number, width: number): TemplateResult {
  const { line, path, text, access, isRepeated, heat, worth } = row;
  const isChosen = access?.index === chosen;
  const place = access ?? { line, column: 0, endColumn: 0 };
  const name = path === undefined ? jump(run.id, place, String(line)) : jump(run.id, { line, path });
  const parts = access ? accessParts(access, worth, isRepeated || text === "") : nothing;
  const cells = sourceCells(row).map((cell) => html`<td class="numeric">${cell}</td>`);
  return html`<tr class=${`heat-${heat}${isChosen ? " chosen" : ""}`} aria-current=${isChosen ? "true" : nothing}><th scope="row" class="number">${access ? name : line}</th><td class="code" title=${text.trim() || nothing}>${isRepeated ? "" : text.slice(width)}${parts}</td>${cells}</tr>`;
}

/** Blanks that all lines begin with. */
const margin = (rows: readonly SourceRow[]): number => {
  const texts = rows.map(({ text }) => text).filter((text) => text.trim() !== "");
  return Math.min(...texts.map((text) => text.length - text.trimStart().length), 80);
};

function sourceTable(run: Run, launch: LaunchReportJson, { choice }: ViewState): TemplateResult {
  const rows = sourceRows(launch, run.source ?? [], choice.order);
  const width = margin(rows);
  const chosen = chosenAccess(writtenAccesses(launch.lines), choice)?.index ?? -1;
  const heads = sourceColumns.map(({ column, title }) => heading(column, title, choice.order));
  return html`<table class="source"><caption>${t("Source, with what each access costs")}</caption><thead><tr>${heading("line", t("Line"), choice.order)}<th scope="col">${t("Source and access")}</th>${heads}</tr></thead><tbody>${rows.map((row) => sourceRow(run, row, chosen, width))}</tbody></table>`;
}

/** The accesses of the launch, for both widths. */
export function accessSection(run: Run, launch: LaunchReportJson, state: ViewState): Part {
  if (launch.lines.length === 0) return nothing;
  const written = writtenAccesses(launch.lines);
  const narrow = copied(accessTable(launch), (row) => jump(run.id, written[row]!));
  const wide = scrolled(t("Source with costs"), sourceTable(run, launch, state));
  return html`<div class="narrow-only">${narrow}</div><div class="wide-only">${wide}</div>`;
}
