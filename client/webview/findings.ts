/** What was found wrong while a run went: in a launch, and on the host side of a program. */
import type { LaunchReportJson } from "../../engine/formats/launch";
import { numbered } from "../../pictures/figures";
import { foundText, whereText } from "../../pictures/findings";
import { type Element, element, type Node } from "../../pictures/markup";
import type { Run } from "../messages";
import { button, buttons, placeOf } from "./controls";

const list = (title: string, items: readonly Element[]): Node[] =>
  items.length === 0 ? [] : [element("h3", {}, title), element("ul", { class: "findings" }, items)];

/** What a search for arguments came to, and the arguments for the form. */
export function searchResult({ id, report: { search } }: Run): Node[] {
  if (!search) return [];
  const runs = numbered(search.tried, "checked run");
  if (!search.found) return [element("p", { class: "search" }, `No fault in ${runs} with other arguments.`)];
  const given = search.arguments.length > 0 ? ` with ${search.arguments.join(", ")}` : "";
  return [
    element("p", { class: "search" }, `Found after ${runs}${given}.`),
    buttons(button("take-arguments", "Use these arguments", { action: "takeArguments", run: id })),
  ];
}

/** What a launch did wrong, with the block and the thread that did it first. */
export function launchFindings(run: Run, launch: LaunchReportJson): Node[] {
  const items = launch.findings.map((finding) => {
    const { other } = finding;
    return element(
      "li",
      {},
      placeOf(run, finding),
      ` ${foundText(finding)}`,
      ...(other ? [" ", placeOf(run, other), ` ${other.message}${whereText(other)}`] : []),
    );
  });
  return list("Found while running", items);
}

/** What the host side of a program did wrong. */
export function programFindings(run: Run): Node[] {
  const items = (run.report.findings ?? []).map(({ message, other, ...at }) =>
    element(
      "li",
      {},
      placeOf(run, at),
      ` ${message}`,
      ...(other ? [" ", placeOf(run, other), ` ${other.message}`] : []),
    ),
  );
  return list("Found while the program ran", items);
}
