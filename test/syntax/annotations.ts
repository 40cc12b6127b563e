/**
 * Annotated CUDA text. A comment line of the form `//   ^ op expected text` speaks about the last line of code above it, at
 * the column of the caret: "the access that clang places here, looked for as `op`, is `expected text`".
 */
export interface Annotation {
  /** One-based line of the code that is spoken about. */
  readonly line: number;
  /** One-based. */
  readonly column: number;
  readonly op: string;
  readonly expected: string;
}

/** The annotations of a text, in order. */
export function annotations(text: string): Annotation[] {
  const found: Annotation[] = [];
  let codeLine = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const match = /^(\s*\/\/\s*)\^ (\S+) (.*)$/.exec(line);
    if (!match) codeLine = index + 1;
    else found.push({ line: codeLine, column: match[1]!.length + 1, op: match[2]!, expected: match[3]!.trim() });
  }
  return found;
}
