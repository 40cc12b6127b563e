import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type AccessHints, accessSpanAt, lineIndex } from "../../analyzer/syntax";
import { annotations } from "./annotations";
import { offsetOf, syntax, textOf } from "./support";

const path = "test/syntax/accesses.cu";

describe("syntax: the span of an access", () => {
  const text = readFileSync(path, "utf8");

  for (const { line, column, op, expected } of annotations(text)) {
    it(`${line}:${column} ${op} is ${expected}`, async () => {
      const outline = (await syntax()).outline(text);
      const span = accessSpanAt(text, outline, line, column, { op: op as NonNullable<AccessHints["op"]> });
      assert.equal(textOf(text, span), expected);
    });
  }

  /** The accesses of a file that stand after words, as clang would place them. */
  async function spanIn(file: string, words: string, ahead: string, hints: AccessHints): Promise<string | undefined> {
    const content = readFileSync(file, "utf8");
    const { line, column } = lineIndex(content).clangPositionAt(offsetOf(content, words) + words.indexOf(ahead));
    return textOf(content, accessSpanAt(content, (await syntax()).outline(content), line, column, hints));
  }

  it("finds both sides of a transpose", async () => {
    const file = "examples/transpose.cu";
    const words = "out[x * n + y] = in[y * n + x]";
    assert.equal(await spanIn(file, words, "= in", { op: "store" }), "out[x * n + y]");
    assert.equal(await spanIn(file, words, "in[", { op: "load" }), "in[y * n + x]");
  });

  it("gives the whole chain of a tile", async () => {
    const file = "test/hardware/programs/shared_banks.cu";
    const words = "tile[threadIdx.x][threadIdx.y] = input[y * n + x]";
    assert.equal(await spanIn(file, words, "= input", { op: "store" }), "tile[threadIdx.x][threadIdx.y]");
    assert.equal(await spanIn(file, words, "input[", { op: "load" }), "input[y * n + x]");
  });

  it("gives members of structures in arrays", async () => {
    const file = "test/hardware/programs/coalescing.cu";
    const words = "p[i].x + p[i].y + p[i].z";
    assert.equal(await spanIn(file, words, "y +", { op: "load" }), "p[i].y");
    assert.equal(await spanIn(file, "b[i].mass *= 0.5f", "*= 0.5f", { op: "store" }), "b[i].mass");
  });

  it("gives both operands of an overloaded operator that clang inlines", async () => {
    const file = "test/hardware/algorithms/language.cu";
    assert.equal(await spanIn(file, "sum[i] = a[i] + b[i]", "+ b", { op: "load" }), "a[i] + b[i]");
  });

  it("counts columns in bytes of UTF-8, as clang does", async () => {
    const content = "__global__ void k(int* p) { /* größer → */ p[threadIdx.x] = 1; }";
    const outline = (await syntax()).outline(content);
    const before = Buffer.byteLength(content.slice(0, content.indexOf("= 1")));
    assert.equal(textOf(content, accessSpanAt(content, outline, 1, before + 1, { op: "store" })), "p[threadIdx.x]");
  });

  it("uses the name when only the line is known, and says nothing without one", async () => {
    const content = "__global__ void k(int* p, int* q) {\n  p[1] = q[2];\n}";
    const outline = (await syntax()).outline(content);
    assert.equal(textOf(content, accessSpanAt(content, outline, 2, 0, { name: "q" })), "q[2]");
    assert.equal(accessSpanAt(content, outline, 2, 0, {}), undefined);
    assert.equal(accessSpanAt(content, outline, 99, 1, { name: "q" }), undefined);
  });
});
