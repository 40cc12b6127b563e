import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Outline } from "../../analyzer/syntax";
import { kernelsOf, syntax, textOf } from "./support";

const read = (path: string) => readFileSync(path, "utf8");
const outlineOf = async (text: string): Promise<Outline> => (await syntax()).outline(text);
const texts = (text: string, spans: readonly { start: number; end: number }[]) =>
  spans.map((span) => textOf(text, span));

describe("syntax: the outline", () => {
  it("knows the kernels, launches, arrays, includes and macros of the example", async () => {
    const text = read("examples/transpose.cu");
    const outline = await outlineOf(text);
    assert.deepEqual(kernelsOf(outline), ["transposeNaive", "transposeTile", "transposePadded"]);
    assert.deepEqual(
      outline.launches.map((one) => [one.kernel, ...texts(text, one.configuration), ...texts(text, one.arguments)]),
      ["transposeNaive", "transposeTile", "transposePadded"].map((name) => [name, "grid", "block", "in", "out", "n"]),
    );
    assert.deepEqual(
      outline.arrays.map((one) => [one.name, one.type, one.isShared, ...texts(text, one.dimensions)]),
      [
        ["tile", "float", true, "TILE", "TILE"],
        ["tile", "float", true, "TILE", "TILE + 1"],
      ],
    );
    assert.deepEqual(
      outline.includes.map((one) => [one.path, one.system]),
      [
        ["cstdio", true],
        ["cuda_runtime.h", true],
      ],
    );
    assert.deepEqual(
      outline.macros.map((one) => [one.name, one.body]),
      [["TILE", "32"]],
    );
    const main = outline.functions.findIndex((one) => one.name === "main");
    assert.ok(outline.calls.filter((one) => one.callee === "cudaMalloc").every((one) => one.within === main));
    assert.deepEqual(
      outline.functions[1]!.statements.map((one) => text.slice(one.start, one.end).slice(0, 12)),
      [
        "__shared__ f",
        "int x = bloc",
        "int y = bloc",
        "tile[threadI",
        "__syncthread",
        "x = blockIdx",
        "y = blockIdx",
        "out[y * n + ",
      ],
    );
  });

  it("keeps template arguments and parameters apart from names", async () => {
    const text = read("test/hardware/programs/shared_banks.cu");
    const outline = await outlineOf(text);
    assert.equal(kernelsOf(outline).length, 13);
    const strides = outline.launches.filter((one) => one.kernel === "stride");
    assert.deepEqual(
      strides.map((one) => one.templateArguments),
      ["int", "double", "short", "char"],
    );
    assert.equal(outline.functions.find((one) => one.name === "columnOfTile")?.template, "int PAD");
    assert.deepEqual(outline.structures?.[0]?.members, [
      { name: "a", type: "float" },
      { name: "b", type: "float" },
      { name: "c", type: "float" },
    ]);
    const dynamic = outline.arrays.filter((one) => one.isExtern);
    assert.deepEqual(
      dynamic.map((one) => [one.name, ...texts(text, one.dimensions)]),
      [
        ["s", ""],
        ["s", ""],
      ],
    );
  });

  it("reads every launch of a file with loops and macros around them", async () => {
    const text = read("test/hardware/programs/coalescing.cu");
    const outline = await outlineOf(text);
    assert.equal(kernelsOf(outline).length, (text.match(/__global__/g) ?? []).length);
    assert.equal(outline.launches.length, (text.match(/<<</g) ?? []).length);
  });
});
