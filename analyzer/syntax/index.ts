/** The tolerant layer: from the text as typed to its outline. A pure function of the text, whatever was read before. */
import { splitItems } from "./items";
import { lineIndex } from "./lineIndex";
import { functionByBrackets } from "./lowering/fallback";
import { lower } from "./lowering/lower";
import { emptySink, type Sink } from "./lowering/sink";
import { Source } from "./lowering/source";
import type { Outline } from "./model";
import { type Prepared, prepare } from "./prepare";
import { suppressions } from "./suppressions";
import { createTreeParser } from "./tree";
import { treeCache } from "./treeCache";

export type { AccessHints } from "./accessSpan";
export { accessSpanAt } from "./accessSpan";
export type { Dimensions } from "./constants";
export { foldDim3, foldInteger } from "./constants";
export type { FoldedLaunch } from "./launches";
export { foldLaunches } from "./launches";
export type { ClangPosition, LineIndex, Position } from "./lineIndex";
export { lineIndex } from "./lineIndex";
export * from "./model";

export interface Syntax {
  /**
   * The outline of a text; never throws. Items that were read before, in any text, are not parsed again.
   * @param defines `NAME` or `NAME=value` from the command line of the compiler
   */
  outline(text: string, defines?: readonly string[]): Outline;
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

/** Where an item begins when the attributes in front of it, blanked for the parser, are counted in. */
function leadOf({ code, attributes }: Prepared, start: number): number {
  let from = start;
  while (from > 0 && code.charCodeAt(from - 1) <= 32) from--;
  return attributes.find((one) => one.start >= from && one.start < start)?.start ?? start;
}

/** Loads the grammar; the syntax that it gives is synchronous. */
export async function createSyntax(files: SyntaxFiles): Promise<Syntax> {
  const parser = await createTreeParser(files.runtime, files.cuda);
  const trees = treeCache(parser);
  return {
    outline(text, defines = []) {
      const prepared = prepare(text, defines);
      const items = splitItems(prepared.skeleton);
      const sink: Sink = emptySink();
      const file = { start: 0, end: text.length };
      for (const item of items) {
        const tree = trees.parse(prepared.code.slice(item.start, item.end) + item.closers);
        const source = new Source(tree, parser.kindNames, prepared.code, item.start, item.end);
        const context = { source, sink, attributes: prepared.attributes };
        const before = sink.functions.length;
        if (source.root !== undefined) lower(context, source.root, { qualifier: item.namespace, block: file });
        if (source.damaged && !sink.functions.slice(before).some((one) => one.body)) {
          const found = functionByBrackets(prepared.skeleton, item.start, item.end, item.namespace);
          if (found) sink.functions.splice(before, sink.functions.length - before, found);
        }
        const first = sink.functions[before];
        if (first?.body && item.missingBraces > 0) {
          sink.functions[before] = { ...first, missingBraceAt: item.end, missingBraces: item.missingBraces };
        }
      }
      trees.endOfText();
      return {
        ...sink,
        accesses: [...sink.accesses].sort((a, b) => a.start - b.start || b.end - a.end),
        includes: prepared.includes,
        macros: prepared.macros,
        suppressions: suppressions(text, prepared.comments, lineIndex(text)),
        declarations: items.map((item) => ({ start: leadOf(prepared, item.start), end: item.end })),
      };
    },
    statistics: () => ({ parsedItems: trees.parsedItems(), memoryBytes: parser.memoryBytes() }),
  };
}
