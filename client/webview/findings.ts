/** What was found wrong while a run went: in a launch, and on the host side of a program. */
import type { LaunchReportJson } from "../../engine/formats/launch";
import { foundText, unlistedSentence, whereText } from "../../pictures/findings";
import { type Element, element, type Node } from "../../pictures/markup";
import type { Run } from "../messages";
import { placeOf } from "./controls";

const list = (title: string, items: readonly Element[]): Node[] =>
  items.length === 0 ? [] : [element("h3", {}, title), element("ul", { class: "findings" }, items)];

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
  const unlisted = unlistedSentence(launch);
  return list("Found while running", unlisted ? [...items, element("li", {}, unlisted)] : items);
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
