/** The tolerant layer: from the text as typed to its outline. A pure function of the text, whatever was read before. */

import { createTreeParser } from "./grammar/tree";
import { treeCache } from "./grammar/treeCache";
import { type Item, splitItems } from "./items";
import { namespaceEnds } from "./layout";
import { functionByBrackets } from "./lowering/fallback";
import { lower } from "./lowering/lower";
import { emptySink, type Sink } from "./lowering/sink";
import { SourceReader } from "./lowering/source";
import { type LostMember, lostMembers } from "./members";
import type { FunctionOutline, Outline } from "./model";
import { suppressions } from "./suppressions";
import { blankSpans } from "./text/blank";
import { lineIndex } from "./text/lineIndex";
import { leadOf, type Prepared, prepare } from "./text/prepare";

export type { AccessHints } from "./accessSpan";
export { accessSpanAt } from "./accessSpan";
export type { Dimensions } from "./constants";
export { foldDim3, foldInteger } from "./constants";
export type { FoldedLaunch } from "./launches";
export { foldLaunches } from "./launches";
export * from "./model";
export type { ClangPosition, LineIndex, Position } from "./text/lineIndex";
export { lineIndex } from "./text/lineIndex";

/** The syntax layer: outlines of texts, read without a compiler. */
export interface Syntax {
  /**
   * The outline of a text; never throws. Items that were read before, in any text, are not parsed again.
   * @param defines `NAME` or `NAME=value` from the command line of the compiler
   */
  outline(text: string, defines?: readonly string[]): Outline;
  /** Forgets what was read: the same texts give the same outlines, later. */
  forget(): void;
  /** Items parsed since the start, and bytes of the grammar's memory: for benchmarks and tests of leaks. */
  statistics(): { readonly parsedItems: number; readonly memoryBytes: number };
}

/** The files that the grammar consists of, as bytes: this room does no I/O. */
export interface SyntaxFiles {
  /** `web-tree-sitter.wasm` */
  readonly runtime: Uint8Array;
  /** `tree-sitter-cuda.wasm` */
  readonly cuda: Uint8Array;
}

/** The code with the insides of lost members blank, and with the braces that they lack. */
function withoutInsides(code: string, lost: readonly LostMember[]): string {
  const blank = blankSpans(
    code,
    lost.map((one) => one.inside),
  );
  return lost
    .filter((one) => one.missingBraces > 0)
    .reduce((text, { end }) => `${text.slice(0, end - 1)}}${text.slice(end)}`, blank);
}

/** Puts a function in place of those from an index on: what the grammar took for functions are statements of it. */
function replaceFunctions(sink: Sink, index: number, one: FunctionOutline): void {
  const kernels = sink.functions.slice(index).filter(({ isKernel, body }) => isKernel && body);
  sink.functions.splice(index, sink.functions.length - index, one, ...kernels);
  const moved = <T extends { readonly within?: number }>(all: T[]) => {
    for (const [i, each] of all.entries()) {
      if (each.within !== undefined && each.within >= index) all[i] = { ...each, within: index };
    }
  };
  moved(sink.launches);
  moved(sink.calls);
  moved(sink.arrays);
  moved(sink.variables);
}

/** Says of functions where their braces are missing: of the member that lacks them, else of the first one of the item. */
function noteMissingBraces(
  functions: Sink["functions"],
  before: number,
  item: Item,
  lost: readonly LostMember[],
): void {
  const lacking = lost.filter((one) => one.missingBraces > 0);
  const inMembers = lacking.reduce((sum, one) => sum + one.missingBraces, 0);
  const note = (index: number, at: number, missingBraces: number) => {
    const one = functions[index];
    if (one?.body && missingBraces > 0) functions[index] = { ...one, missingBraceAt: at, missingBraces };
  };
  for (const { end, missingBraces } of lacking) {
    const index = functions.findIndex((one, i) => i >= before && one.end === end);
    note(index, end, missingBraces);
  }
  note(before, item.end, item.missingBraces - inMembers);
}

/** Without the braces that are too many: what they stand in is read as if they were not there. */
function withoutBraces(prepared: Prepared, braces: readonly number[]): Prepared {
  if (braces.length === 0) return prepared;
  const spans = braces.map((start) => ({ start, end: start + 1 }));
  return { ...prepared, code: blankSpans(prepared.code, spans), skeleton: blankSpans(prepared.skeleton, spans) };
}

/** Outlines kept: that of the text that is typed in, which features and the analysis ask for, and one beside it. */
const KEPT_OUTLINES = 2;

/** A reader of outlines that knows the last ones. */
function knowingLast(read: (text: string, defines: readonly string[]) => Outline) {
  const kept: { readonly text: string; readonly defines: string; readonly outline: Outline }[] = [];
  return {
    outline(text: string, defines: readonly string[] = []): Outline {
      const given = JSON.stringify(defines);
      const known = kept.findIndex((one) => one.text === text && one.defines === given);
      const [last = { text, defines: given, outline: read(text, defines) }] = known < 0 ? [] : kept.splice(known, 1);
      kept.push(last);
      if (kept.length > KEPT_OUTLINES) kept.shift();
      return last.outline;
    },
    forget: () => void kept.splice(0),
  };
}

/** Loads the grammar; the syntax that it gives is synchronous. */
export async function createSyntax(files: SyntaxFiles): Promise<Syntax> {
  const parser = await createTreeParser(files.runtime, files.cuda);
  const trees = treeCache(parser);

  /** The tree of an item; of a structure with damage in a member function, that of the structure without its inside. */
  function readItem({ code, skeleton }: Prepared, item: Item) {
    const read = (text: string) => {
      const tree = trees.parse(text.slice(item.start, item.end) + item.closers);
      return new SourceReader(tree, parser.kindNames, text, item.start, item.end);
    };
    const source = read(code);
    const isWhole = !source.damaged && item.missingBraces === 0;
    const lost = isWhole ? [] : lostMembers(skeleton, item, source.ends("function_definition"));
    if (lost.length === 0) return { source, lost };
    return { source: read(withoutInsides(code, lost)), lost };
  }

  function read(text: string, defines: readonly string[]): Outline {
    const typed = prepare(text, defines);
    const { items, strayBraces } = splitItems(typed.skeleton, false, namespaceEnds(text, typed.comments));
    const prepared = withoutBraces(typed, strayBraces);
    const sink: Sink = emptySink();
    const file = { start: 0, end: text.length };
    for (const item of items) {
      const { source, lost } = readItem(prepared, item);
      const context = { source, sink, attributes: prepared.attributes };
      const before = sink.functions.length;
      if (source.root !== undefined) lower(context, source.root, { qualifier: item.namespace, block: file });
      const opens = prepared.skeleton.indexOf("{", item.start);
      if (source.damaged && !sink.functions.slice(before).some(({ body }) => body?.start === opens)) {
        const found = functionByBrackets(prepared.skeleton, item.start, item.end, item.namespace);
        if (found) replaceFunctions(sink, before, found);
      }
      noteMissingBraces(sink.functions, before, item, lost);
    }
    trees.endOfText();
    return {
      ...sink,
      accesses: [...sink.accesses].sort((a, b) => a.start - b.start || b.end - a.end),
      includes: prepared.includes,
      macros: prepared.macros,
      uncertainArms: prepared.uncertain,
      suppressions: suppressions(text, prepared.comments, lineIndex(text)),
      strayBraces,
      unendedLiterals: prepared.unendedLiterals,
      declarations: items.map((item) => ({ start: leadOf(prepared, item.start), end: item.end })),
    };
  }

  const last = knowingLast(read);
  return {
    outline: last.outline,
    forget() {
      trees.clear();
      last.forget();
    },
    statistics: () => ({ parsedItems: trees.parsedItems(), memoryBytes: parser.memoryBytes() }),
  };
}
