/** What was found while a launch ran, in words. */
import type { LaunchReportJson, RunFindingJson } from "../engine/formats/launch";
import { grouped, numbered } from "./figures";

type Seen = Pick<RunFindingJson, "block" | "thread">;

/** `block (0, 0, 0), thread (3, 0, 0)`, as far as it is known. */
export function whereOf({ block, thread }: Seen): string {
  return [block && `block (${block.join(", ")})`, thread && `thread (${thread.join(", ")})`].filter(Boolean).join(", ");
}

/** {@link whereOf} as it follows a sentence; nothing where nothing is known. */
export function whereText(seen: Seen): string {
  const where = whereOf(seen);
  return where ? ` (${where})` : "";
}

/** How often a finding was seen, as a sentence that follows another; nothing where it was once. */
export const timesText = ({ times }: Pick<RunFindingJson, "times">): string =>
  times > 1 ? ` Seen ${grouped(times)} times.` : "";

/** A finding as one sentence with the block and the thread that it was seen in, and what mends it as another. */
export function foundText({
  message,
  fix,
  times,
  ...seen
}: Seen & Pick<RunFindingJson, "message" | "fix" | "times">): string {
  return `${message.replace(/\.$/, "")}${whereText(seen)}.${timesText({ times })}${fix ? ` ${fix}` : ""}`;
}

/** How many findings of a launch are not listed, as a sentence; undefined where all are. */
export function unlistedSentence({ unlistedFindings }: Pick<LaunchReportJson, "unlistedFindings">): string | undefined {
  if (unlistedFindings === undefined) return undefined;
  const are = unlistedFindings === 1 ? "is" : "are";
  return `${numbered(unlistedFindings, "more finding")}, in other lines, ${are} not listed.`;
}
