/** A report as one HTML file: no script, nothing from elsewhere, so that it can be kept, mailed and opened offline. */
import { htmlTable } from "../html";
import { type Element, element, type Node, render } from "../markup";
import type { Picture, Table } from "../model";
import { style } from "./style";

/** `version` is of WarpLens. The style is ours and has no `<`, so it stands as it is; everything else is escaped by `render`. */
export function page(title: string, body: readonly Node[], version: string): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const footer = element(
    "footer",
    {},
    `Written by WarpLens ${version}. This page loads no other files and runs no scripts.`,
  );
  const heading = render(element("title", {}, title));
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
${heading}
<style>${style}</style>
</head>
<body>
${render(element("main", {}, ...body, footer))}
</body>
</html>
`;
}

/** Wide tables scroll by themselves, by keyboard too. */
const scrolled = (label: string, ...children: readonly Node[]): Element =>
  element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, ...children);

/** A table in HTML; `first` adds a cell before the others of a row. */
export const tableOf = (content: Table, first?: (row: number) => Node): Element =>
  scrolled(content.caption, htmlTable(content, first));

/** A section that opens on a click. */
export const folded = (title: string, ...children: readonly Node[]): Element =>
  element("details", {}, element("summary", {}, title), ...children);

/** A picture with its table folded away beneath it. */
export const pictured = ({ title, svg, table }: Picture): Element =>
  element("figure", {}, element("figcaption", {}, title), svg, folded("As a table", tableOf(table)));

/** A link to a line of the listing at the end of the page. */
export const lineLink = (line: number, text = String(line)): Element =>
  element("a", { href: `#L${line}`, "aria-label": `Line ${line}` }, text);

/** The source with its line numbers; `remark` says what stands after a line. */
export function listing(text: string, remark: (line: number) => string | undefined): Element {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  return element(
    "ol",
    { class: "source code", tabindex: 0, "aria-label": "Source" },
    lines.map((line, i) => {
      const said = remark(i + 1);
      return element(
        "li",
        { id: `L${i + 1}` },
        element("span", { class: "number", "aria-hidden": "true" }, String(i + 1)),
        line,
        ...(said ? [element("span", { class: "cost" }, `  ← ${said}`)] : []),
      );
    }),
  );
}
