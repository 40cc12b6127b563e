/**
 * The only place that touches tree-sitter: parses one item, copies its tree into flat arrays in one walk, and frees it.
 * Crossing into the grammar's memory costs about as much as everything that we do with a node, so it is done once.
 */
import { Language, Parser, type Tree } from "web-tree-sitter";
import { nestsTooDeeply } from "./nesting";

/** Named nodes in the order in which they begin, parents before children. Offsets are relative to the parsed text. */
export interface FlatTree {
  readonly count: number;
  readonly kinds: Uint16Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Index of the first node after a node's descendants. */
  readonly subtreeEnd: Int32Array;
  /** Some part could not be parsed. */
  readonly damaged: boolean;
}

/** The parser of the C++ and CUDA grammar. */
export interface TreeParser {
  /** Names of the node kinds, by the number in `FlatTree.kinds`. */
  readonly kindNames: readonly string[];
  /** The tree of a text; a damaged one without nodes where the text takes too much memory. */
  parse(text: string): FlatTree;
  /** Bytes of the grammar's memory, for the tests of leaks. */
  memoryBytes(): number;
}

/** Node kinds that have no named children worth a step down. */
const leaves = new Set([
  "identifier",
  "number_literal",
  "type_identifier",
  "primitive_type",
  "field_identifier",
  "namespace_identifier",
  "statement_identifier",
  "string_literal",
  "raw_string_literal",
  "char_literal",
  "comment",
  "type_qualifier",
  "storage_class_specifier",
  "placeholder_type_specifier",
  "gnu_asm_expression",
  "this",
  "true",
  "false",
]);

/** Deeper nests than any person writes are cut off: walking them could exhaust the stack of those who read the tree. */
const DEPTH_LIMIT = 400;

class Columns {
  private capacity = 1024;
  count = 0;
  kinds = new Uint16Array(this.capacity);
  starts = new Int32Array(this.capacity);
  ends = new Int32Array(this.capacity);
  subtreeEnd = new Int32Array(this.capacity);

  add(kind: number, start: number, end: number): number {
    if (this.count === this.capacity) this.grow();
    this.kinds[this.count] = kind;
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    return this.count++;
  }

  private grow(): void {
    this.capacity *= 2;
    const kinds = new Uint16Array(this.capacity);
    kinds.set(this.kinds);
    this.kinds = kinds;
    for (const column of ["starts", "ends", "subtreeEnd"] as const) {
      const larger = new Int32Array(this.capacity);
      larger.set(this[column]);
      this[column] = larger;
    }
  }

  flat(damaged: boolean): FlatTree {
    const { count } = this;
    return {
      count,
      kinds: this.kinds.slice(0, count),
      starts: this.starts.slice(0, count),
      ends: this.ends.slice(0, count),
      subtreeEnd: this.subtreeEnd.slice(0, count),
      damaged,
    };
  }
}

/** The runtime exists once in a process, and so does its memory. */
let memory: WebAssembly.Memory | undefined;

/**
 * The memory of the runtime never shrinks, so that what one text may take of it is bounded: 100,000 times `A<` took 560 MB,
 * and an initialiser of some megabytes takes as much. Both bounds are of the text alone, whatever was read before.
 * Reports of progress: one in some hundred bytes of usual code, one in 25 of an initialiser, of 3 KB of memory each.
 */
const MOST_REPORTS = 10_000;

/** Loads the grammar. @param runtime `web-tree-sitter.wasm` @param cuda `tree-sitter-cuda.wasm` */
export async function createTreeParser(runtime: Uint8Array, cuda: Uint8Array): Promise<TreeParser> {
  memory ??= new WebAssembly.Memory({ initial: 512, maximum: 32_768 });
  await Parser.init({ wasmBinary: runtime, wasmMemory: memory });
  const language = await Language.load(cuda);
  const parser = new Parser().setLanguage(language);
  const kindNames: string[] = [];
  for (let kind = 0; kind < language.nodeTypeCount; kind++) kindNames.push(language.nodeTypeForId(kind) ?? "");
  const ERROR = 65535;
  const named = kindNames.map((_, kind) => language.nodeTypeIsNamed(kind));
  const isLeaf = kindNames.map((name, kind) => !named[kind] || leaves.has(name));

  const copy = (tree: Tree): FlatTree => {
    const columns = new Columns();
    const cursor = tree.walk();
    const visit = (depth: number): void => {
      do {
        const kind = cursor.nodeTypeId;
        if (kind !== ERROR && !named[kind]) continue;
        const node = columns.add(kind, cursor.startIndex, cursor.endIndex);
        if ((kind === ERROR || !isLeaf[kind]) && depth < DEPTH_LIMIT && cursor.gotoFirstChild()) {
          visit(depth + 1);
          cursor.gotoParent();
        }
        columns.subtreeEnd[node] = columns.count;
      } while (cursor.gotoNextSibling());
    };
    try {
      visit(0);
      return columns.flat(tree.rootNode.hasError);
    } finally {
      cursor.delete();
    }
  };

  return {
    kindNames,
    parse(text) {
      if (nestsTooDeeply(text)) return new Columns().flat(true);
      let reports = 0;
      const tree = parser.parse(text, null, { progressCallback: () => ++reports > MOST_REPORTS });
      if (!tree) {
        // Else the next text would go on where this one was given up.
        parser.reset();
        return new Columns().flat(true);
      }
      try {
        return copy(tree);
      } finally {
        tree.delete();
      }
    },
    memoryBytes: () => memory!.buffer.byteLength,
  };
}
