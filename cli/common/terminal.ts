/** What the terminal can show: colours, and how wide it is. */

/** Colour where a person looks. `FORCE_COLOR` and `NO_COLOR` decide against what the terminal seems to be. */
function wantsColour(): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = process.env;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  if (no !== undefined && no !== "") return false;
  return process.stdout.isTTY === true && term !== "dumb";
}

const colour = wantsColour();

function style(code: number): (text: string) => string {
  return (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
}

/** Bold text, where the terminal has styles. */
export const bold = style(1);
/** Dim text, where the terminal has styles. */
export const dim = style(2);
/** Red text, where the terminal has styles. */
export const red = style(31);
/** Green text, where the terminal has styles. */
export const green = style(32);
/** Yellow text, where the terminal has styles. */
export const yellow = style(33);
/** Blue text, where the terminal has styles. */
export const blue = style(34);

const NARROWEST = 40;

/** Columns of standard output; unbounded where there is no terminal, as in a pipe. */
export function width(): number {
  const columns = process.stdout.columns ?? Number(process.env.COLUMNS);
  return Number.isInteger(columns) && columns > 0 ? Math.max(NARROWEST, columns) : Number.POSITIVE_INFINITY;
}

/** A text wrapped to a width in columns; lines after the first are indented. */
export function wrap(text: string, columns: number, indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const next = line === "" ? word : `${line} ${word}`;
    const room = columns - (lines.length > 0 ? indent.length : 0);
    if (next.length > room && line !== "") {
      lines.push(line);
      line = word;
    } else line = next;
  }
  return [...lines, line].join(`\n${indent}`);
}
