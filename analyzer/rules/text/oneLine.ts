/** Messages in one line: what does not fit is related information. */
import type { Finding } from "../model";

/** Characters of a message: what a list of problems shows of a line. */
const LONGEST_MESSAGE = 120;

/** The finding with the sentences that fit into one line as its message, and the others as its first related information. */
export function inOneLine<Explained extends Pick<Finding, "message" | "span" | "related">>(
  finding: Explained,
): Explained {
  const { message, span, related } = finding;
  if (message.length <= LONGEST_MESSAGE) return finding;
  const sentences = message.split(/(?<=\.)\s+(?=[A-Z`\d])/);
  const fitting = sentences.filter((_, at) => sentences.slice(0, at + 1).join(" ").length <= LONGEST_MESSAGE);
  const [first] = sentences;
  const [short, rest] = fitting.length
    ? [fitting.join(" "), sentences.slice(fitting.length).join(" ")]
    : // A name that is longer than a line.
      [`${first!.slice(0, LONGEST_MESSAGE - 1).trimEnd()}…`, message];
  return { ...finding, message: short, related: [{ span, message: rest }, ...related] };
}
