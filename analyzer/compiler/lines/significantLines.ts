/**
 * The lines of a text that clang makes something of. Comments and empty lines only move what stands below them, so two
 * texts with the same spoken lines give the same IR, on other lines.
 */
import { blankSpans } from "../../syntax/text/blank";
import { lexical } from "../../syntax/text/lexical";
import { pattern } from "../../syntax/text/patterns";

/** What a text says, with the place of each line that says it. */
export interface SignificantLines {
  readonly text: string;
  /** One-based numbers of the lines that are left, in order. */
  readonly lines: readonly number[];
}

const breaks = /\r\n|\n|\r/;

/**
 * A text of the same length without its comments. Those stay that clang might read otherwise (after a directive, or with
 * a backslash at the end), and those after which code stands whose column they decide by characters of several bytes.
 */
export function withoutComments(text: string): string {
  const { comments, directives } = lexical(text);
  let next = 0;
  const gone = comments.filter(({ start, end }) => {
    while (next < directives.length && directives[next]!.end <= start) next++;
    const directive = directives[next];
    if (directive && directive.start <= start) return false;
    const comment = text.slice(start, end);
    if (comment.startsWith("//")) return !/\\[ \t\f\v]*$/.test(comment);
    const isPlain = [...comment].every((one) => one < "\u0080");
    return isPlain || /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end, end + 200));
  });
  return blankSpans(text, gone);
}

/** Whether lines in which nothing stands may decide something: inside a raw string they are its content. */
const rawString = /\b(?:u8|[uUL])?R"/;

/**
 * The lines of a text without comments ({@link withoutComments}) that say something: space at their ends says nothing, and
 * an empty line only after a backslash, where it ends what the backslash continues.
 */
export function significantLines(text: string): SignificantLines {
  const all = text.split(breaks);
  if (rawString.test(text)) return { text, lines: all.map((_, i) => i + 1) };
  const kept: string[] = [];
  const lines: number[] = [];
  let continued = false;
  for (const [i, line] of all.entries()) {
    const content = line.replace(/(?<![ \t])[ \t]+$/, "");
    if (content !== "" || continued) {
      kept.push(content);
      lines.push(i + 1);
    }
    continued = content.endsWith("\\");
  }
  return { text: kept.join("\n"), lines };
}

/**
 * Words by which a line's number, or a column, gets into the program: clang's own, and macros of our headers that hold
 * them. Reference: Clang Language Extensions, "Source location builtins"; C++ standard, [cpp.line].
 */
const lineWords: readonly string[] = [
  "__LINE__",
  ...["__builtin_LINE", "__builtin_COLUMN", "__builtin_source_location", "source_location"],
  "assert",
  ...["checkCudaErrors", "getLastCudaError", "printLastCudaError"],
  ...["RUNTIME_EXCEPTION", "LOGIC_EXCEPTION", "RANGE_EXCEPTION"],
];

const definition = /^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\r?\n|[^\n])*)/gm;
/** The header is no use of what it declares. */
const assertHeader = /[<"]assert\.h[>"]/g;
const lineDirective = /^[ \t]*#[ \t]*(?:line\b|\d)/m;

/**
 * A test for texts whose IR may depend on which line something stands on.
 * @param texts a program's files, for the macros that they define
 */
export function lineNames(texts: readonly string[]): (text: string) => boolean {
  const macros = texts.flatMap((text) =>
    [...text.matchAll(definition)].map(([, name, body]) => ({ name, body: body! })),
  );
  const named = (names: ReadonlySet<string>) => pattern`\b${[...lineWords, ...names]}\b`;
  let names = new Set<string>();
  for (;;) {
    const words = named(names);
    const more = new Set(macros.filter(({ body }) => words.test(body)).map(({ name }) => name!));
    if (more.size === names.size) {
      return (text) => lineDirective.test(text) || words.test(text.replace(definition, "").replace(assertHeader, ""));
    }
    names = more;
  }
}
