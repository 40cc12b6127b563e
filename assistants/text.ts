/** What keeps results short: the longest lists and texts, and how many entries are left out. */

/** Findings of one result. */
export const MOST_FINDINGS = 100;
/** Launches of one result, those that are alike counted once. */
export const MOST_LAUNCHES = 20;
/** Accesses of one launch. */
export const MOST_ACCESSES = 30;
/** Characters of a program's output. */
const LONGEST_OUTPUT = 4000;
/** Characters of a line of source. */
const LONGEST_LINE = 120;

/** The first entries of a list under its name, each made into what is shown, and how many more there are. */
export function shortened<T, K extends string>(name: K, list: readonly T[], most: number, show: (one: T) => object) {
  const rest = list.length - most;
  return { [name]: list.slice(0, most).map(show), ...(rest > 0 && { [`${name}_left_out`]: rest }) };
}

/** The beginning of a program's output, with how much more there was. */
export function shortOutput(text: string): string {
  const rest = text.length - LONGEST_OUTPUT;
  return rest > 0 ? `${text.slice(0, LONGEST_OUTPUT)}… (${rest} more characters)` : text;
}

/** A one-based line of a text without its indentation; undefined where it has none. */
export function lineText(text: string, line: number): string | undefined {
  const found = text.split(/\r?\n/, line)[line - 1]?.trim();
  return found && (found.length > LONGEST_LINE ? `${found.slice(0, LONGEST_LINE)}…` : found);
}
