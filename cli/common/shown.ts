/**
 * Text from sources, file names and programs as a terminal or a log may have it: characters that would steer it are shown as
 * a symbol each, so that lengths and columns stay as they are.
 */

/** Controls of C0 but tab and line feed, a carriage return before a line feed kept; DEL, C1, line separators and directions. */
const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
  /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Unicode's symbols for the controls of C0, in their order from here on, and the one for DEL. */
const PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = "\u2421";

function symbolOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(PICTURES + code);
  return code === DELETE ? DELETE_PICTURE : "\ufffd";
}

/** A text of several lines. */
export const shownText = (text: string): string => text.replace(STEERING, symbolOf);

/** A text of one line: a name, a path, a sentence. */
export const shownLine = (text: string): string => shownText(text).replace(/\r?\n/g, "\u240a");

/** Fields of reports that have several lines. */
const SEVERAL_LINES: ReadonlySet<string> = new Set(["text", "stdout", "stderr", "sketch", "new_text", "newText"]);

/** A report with all of its texts made so; what is no plain object or list stays. */
export function shownReport<T>(report: T, key = ""): T {
  if (typeof report === "string") return (SEVERAL_LINES.has(key) ? shownText(report) : shownLine(report)) as T;
  if (Array.isArray(report)) return report.map((one) => shownReport(one, key)) as T;
  if (typeof report !== "object" || report === null || Object.getPrototypeOf(report) !== Object.prototype)
    return report;
  return Object.fromEntries(Object.entries(report).map(([name, value]) => [name, shownReport(value, name)])) as T;
}

/** A line that a runner of CI takes for a command, wherever it comes from: GitHub's and Azure's forms. */
const COMMAND = /^(?=[ \t]*(?:::|##\[|##vso\[))/gm;

/** What a program printed, so that no line of it is a command. */
export const shownOutput = (text: string): string => text.replace(COMMAND, "| ");
