/** What was found wrong while a run went: in a launch, and on the host side of a program. */
import type { LaunchReportJson, RunFindingJson } from "../../engine/formats/launch";
import { type Element, element, type Node } from "../../pictures/markup";
import type { Run } from "../messages";
import { placeOf } from "./controls";

function place({ block, thread }: Pick<RunFindingJson, "block" | "thread">): string {
  const parts = [block && `block (${block.join(", ")})`, thread && `thread (${thread.join(", ")})`].filter(Boolean);
  return parts.length ? ` — ${parts.join(", ")}` : "";
}

const list = (title: string, items: readonly Element[]): Node[] =>
  items.length === 0 ? [] : [element("h3", {}, title), element("ul", { class: "findings" }, items)];

/** What a launch did wrong, with the block and the thread that did it first. */
export function launchFindings(run: Run, launch: LaunchReportJson): Node[] {
  const items = launch.findings.map((finding) => {
    const { message, fix, other, times } = finding;
    return element(
      "li",
      {},
      placeOf(run, finding),
      ` ${message}${place(finding)}${times > 1 ? `, ${times} times` : ""}${fix ? `. ${fix}` : ""}`,
      ...(other ? [" ", placeOf(run, other), ` ${other.message}${place(other)}`] : []),
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
