import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { accessSpanAt, createSyntax, foldLaunches, type Outline, type Span } from "../../analyzer/syntax";
import { isFull, sweep } from "../support/sample";
import { kernelsOf, syntax } from "./support";

/** Every CUDA file that the tests of the project bring. */
const folders = ["test/frontend", "test/frontend/broken", "test/frontend/isolated"];
const files = ["examples", "test/hardware/programs", ...folders, "test/syntax"]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => /\.cuh?$/.test(path));

/** Between two prefixes, in letters: 37 shares no factor with the length of a line, so that every kind of place is cut. */
const STEP = 37 / sweep("syntax/robustness, prefixes", 1, 37, "of every 37 prefixes");
const seed = Number(process.env.WARPLENS_SEED ?? 20_261_121);

/** Everything that is read from a text; what it says about the text is checked as far as any text allows. */
function readAll(read: { outline(text: string): Outline }, text: string): Outline {
  const outline = read.outline(text);
  foldLaunches(text, outline);
  for (const access of outline.accesses ?? []) assert.ok(access.start < access.end);
  const spans: Span[] = [
    ...outline.functions.flatMap((one) => [one, one.nameSpan, ...(one.body ? [one.body] : []), ...one.statements]),
    ...outline.launches.flatMap((one) => [one, ...one.configuration, ...one.arguments]),
    ...outline.calls.flatMap((one) => [one, ...one.arguments]),
    ...outline.arrays.flatMap((one) => [one, ...one.dimensions]),
    ...outline.declarations,
  ];
  for (const { start, end } of spans) assert.ok(0 <= start && start <= end && end <= text.length, `${start} to ${end}`);
  for (const { within } of [...outline.launches, ...outline.calls, ...outline.arrays])
    assert.ok(within === undefined || outline.functions[within]);
  return outline;
}

/** Kernels of a whole file with the end of their bodies. */
const completeBefore = (outline: Outline, end: number) =>
  outline.functions.filter((one) => one.isKernel && one.body && one.body.end <= end).map((one) => one.name);

/** A reader with a grammar of its own, which has read nothing yet. */
const freshSyntax = () =>
  createSyntax({
    runtime: readFileSync("node_modules/web-tree-sitter/web-tree-sitter.wasm"),
    cuda: readFileSync("node_modules/tree-sitter-cuda/tree-sitter-cuda.wasm"),
  });

describe("syntax: any text at all", () => {
  for (const file of files) {
    it(`prefixes of ${file} keep every kernel that they hold`, async () => {
      const read = await syntax();
      const text = readFileSync(file, "utf8");
      const whole = readAll(read, text);
      let count = 0;
      for (let end = seed % STEP; end < text.length; end += STEP) {
        const prefix = text.slice(0, end);
        const found = kernelsOf(readAll(read, prefix));
        for (const name of completeBefore(whole, end)) assert.ok(found.includes(name), `${name} before ${end}`);
        count++;
      }
      if (isFull) console.log(`      ${count} prefixes`);
    });
  }

  it("takes bounded memory of the grammar, whatever nests", async () => {
    const read = await freshSyntax();
    // The memory of the runtime is the process's, and never shrinks: what texts of other tests took is not counted.
    const before = read.statistics().memoryBytes;
    const kernel = "\n__global__ void k(int* p) { p[threadIdx.x] = 1; }\n";
    const opens = ["A<", "f(A<", "[&] {", "{ int a = {", "A<B(", "if (a < b) { c<"];
    for (const open of opens) {
      const { functions } = read.outline(`int x = 1;${kernel}int f() { return ${open.repeat(100_000)}; }\n`);
      assert.ok(
        functions.some(({ name }) => name === "k"),
        open,
      );
    }
    // A parse that is given up leaves nothing behind: the next text is read from its own beginning.
    const long = `int a[] = {${"1 < 2, ".repeat(400_000)}};${kernel}`;
    assert.ok(read.outline(long).functions.some(({ name }) => name === "k"));
    assert.deepEqual(read.outline(kernel).functions, (await syntax()).outline(kernel).functions);
    const taken = read.statistics().memoryBytes - before;
    assert.ok(taken < 224 << 20, `${taken >> 20} MiB`);
  });

  it("survives any edit, and reads the same as without having read anything before", async () => {
    const read = await syntax();
    const runs = sweep("syntax/robustness, edits", 80, 3000, "sequences");
    const fresh = await freshSyntax();
    const texts = files.map((file) => readFileSync(file, "utf8"));
    const pieces = [
      "",
      "{",
      "}",
      "(",
      ")",
      ";",
      '"',
      "'",
      "/*",
      "*/",
      "//",
      "#if 0\n",
      "#endif\n",
      "<<<",
      ">>>",
      "\\\n",
      "x",
      'R"(',
      "\0",
      "é",
    ];
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(40),
      put: fc.constantFrom(...pieces),
    });
    const property = fc.property(
      fc.nat(texts.length - 1),
      fc.array(edit, { minLength: 1, maxLength: 5 }),
      (which, edits) => {
        let text = texts[which]!;
        for (const { at, cut, put } of edits) {
          const offset = Math.floor(at * text.length);
          text = text.slice(0, offset) + put + text.slice(offset + cut);
          readAll(read, text);
        }
        assert.deepEqual(readAll(read, text), readAll(fresh, text));
      },
    );
    fc.assert(property, { numRuns: runs, seed });
    if (isFull) console.log(`      ${runs} runs, seed ${seed}`);
  });

  it("survives texts that are no CUDA", async () => {
    const read = await syntax();
    const words = fc.constantFrom(
      "{",
      "}",
      "(",
      ")",
      "[",
      "]",
      "<",
      ">",
      ";",
      "\n",
      "#if",
      "#else",
      "#endif",
      "__global__",
      "void",
      "k",
      "=",
      "namespace",
      "template",
      "struct",
      '"',
      "'",
      "<<<",
      ",",
      "*",
      "1",
      " ",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
        const text = parts.join(" ");
        const outline = readAll(read, text);
        accessSpanAt(text, outline, 1, 3, { op: "load" });
      }),
      { numRuns: sweep("syntax/robustness, texts", 400, 20_000, "texts"), seed },
    );
  });

  it("survives nesting beyond reason", async () => {
    const read = await syntax();
    for (const [open, close] of ["()", "{}", "[]"].map((pair) => [pair[0]!, pair[1]!])) {
      const text = `__global__ void first() {}\nint x = ${open!.repeat(5000)}1${close!.repeat(5000)};\n`;
      assert.deepEqual(kernelsOf(readAll(read, text)), ["first"]);
    }
    const sum = `int x = ${"1 + ".repeat(5000)}1;`;
    readAll(read, sum);
    readAll(read, `#define A ${"(".repeat(3000)}\n#if ${"!".repeat(3000)}1\nint x;\n#endif`);
  });

  it("frees every tree: the grammar's memory does not grow over 2,000 edits", async () => {
    const read = await syntax();
    const text = files
      .map((file) => readFileSync(file, "utf8"))
      .join("\n")
      .slice(0, 9_000);
    const edited = (turn: number) => {
      const at = (turn * 7919) % text.length;
      return `${text.slice(0, at)} v${turn} ${text.slice(at)}`;
    };
    for (let turn = 0; turn < 200; turn++) read.outline(edited(turn));
    const before = read.statistics();
    const turns = sweep("syntax/robustness, incremental", 1_000, 20_000, "edits");
    for (let turn = 200; turn < 200 + turns; turn++) read.outline(edited(turn));
    const after = read.statistics();
    assert.ok(after.parsedItems - before.parsedItems > turns / 2);
    assert.equal(after.memoryBytes, before.memoryBytes);
  });
});
