/** Kernels that wait for a name that nothing defines: named with what they wait for, and compiled as if it were defined. */
import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { compileKernels } from "../../analyzer/compiler/incremental/incremental";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import { switchedOff } from "../../analyzer/compiler/text/conditions";
import { readModule } from "../../analyzer/ir/reader/reader";
import { sharedClang, sharedSyntax } from "./support";

const kernel = (name: string, value = "1") => `__global__ void ${name}(int* out) { *out = ${value}; }\n`;

describe("kernels behind conditions", () => {
  async function asked(text: string, defines: readonly string[] = []) {
    const outline = (await sharedSyntax()).outline(text, defines);
    return (name: string) => {
      const one = outline.functions.find((each) => each.name === name)!;
      return switchedOff(text, outline, one, defines);
    };
  }

  /** A document that is compiled again and again; `parts` are names of kernels by module, as they are found there. */
  async function document(defines: readonly string[] = []) {
    const [clang, syntax, cache] = [await sharedClang(), await sharedSyntax(), createCompileCache()];
    const options = { ...defaultOptions, defines };
    return async (text: string) => {
      const outline = syntax.outline(text, defines);
      const compiled = await compileKernels({
        clang,
        cache,
        source: { path: "home/a.cu", text },
        outline,
        files: new Map(),
        options,
      });
      const parts = compiled.parts.map(({ bitcode, kernels }) => {
        const known = readModule(bitcode).functions.filter((one) => one.blocks.length > 0);
        return kernels.filter((name) => known.some((one) => one.name.includes(name)));
      });
      return { ...compiled, parts };
    };
  }

  it("say what would have to be defined, and where that is asked", async () => {
    const off = await asked(
      `#include "own.h"\n#ifdef A_NAME // why\n${kernel("one")}#endif\n#if defined(B_NAME) && \\\n    defined C_NAME\n${kernel("two")}#endif\n` +
        `#ifndef D_NAME\n#else\n${kernel("three")}#endif\n#ifdef E_NAME\n#if F_NAME /* or not */\n${kernel("four")}#endif\n#endif\n`,
    );
    assert.deepEqual(off("one"), { names: ["A_NAME"], line: 2 });
    assert.deepEqual(off("two"), { names: ["B_NAME", "C_NAME"], line: 5 });
    assert.deepEqual(off("three"), { names: ["D_NAME"], line: 10 });
    assert.deepEqual(off("four"), { names: ["E_NAME", "F_NAME"], line: 14 });
  });

  it("wait for nothing where the text, the command line or no name decides", async () => {
    const text =
      `#ifndef GUARD_H\n#define GUARD_H\n${kernel("guarded")}#ifdef GIVEN\n${kernel("given")}#endif\n` +
      `#if COUNT > 3\n${kernel("counted")}#endif\n#ifdef __HIP__\n${kernel("other")}#endif\n#endif\n`;
    const off = await asked(text, ["GIVEN=1"]);
    for (const name of ["guarded", "given", "counted", "other"]) assert.equal(off(name), undefined, name);
  });

  it("are compiled as if the name were defined, in a module of their own", async () => {
    const compile = await document();
    const { parts, leftOut, instantiated } = await compile(
      `#ifdef FAST\n#include <missing/of_fast.h>\n${kernel("fast")}#endif\n${kernel("plain")}`,
    );
    assert.deepEqual(parts, [["plain"], ["fast"]]);
    assert.deepEqual(leftOut, []);
    assert.deepEqual([...instantiated], [["fast", "FAST taken as defined, which nothing does"]]);
  });

  it("leave the other kernels as they are without them", async () => {
    const shared = `#ifdef FAST\n#define VALUE 7\n#else\n#define VALUE 3\n#endif\n${kernel("plain", "VALUE")}`;
    const bitcode = async (text: string) => (await (await document())(text)).parts.length;
    assert.equal(await bitcode(shared), 1);
    const { parts, bitcode: both } = await (await document())(
      `${shared}#ifdef FAST\n${kernel("fast", "VALUE")}#endif\n`,
    );
    assert.deepEqual(parts, [["plain"], ["fast"]]);
    const { bitcode: alone } = await (await document())(shared);
    assert.deepEqual(both, alone);
  });

  it("follow edits in them and beside them", async () => {
    const compile = await document();
    const text = (fast: string, plain: string) =>
      `#ifdef FAST\n${kernel("fast", fast)}#endif\n${kernel("plain", plain)}`;
    await compile(text("1", "1"));
    for (const [fast, plain] of [
      ["1", "2"],
      ["2", "2"],
    ] as const) {
      const { parts, leftOut } = await compile(text(fast, plain));
      assert.deepEqual(parts.flat().sort(), ["fast", "plain"]);
      assert.deepEqual(leftOut, []);
    }
    const { leftOut } = await compile(text("nobody", "2"));
    assert.deepEqual(
      leftOut.map((one) => one.function),
      ["fast"],
    );
  });

  it("are left out with the name where definitions are given, and for other makers' devices", async () => {
    const given = await (await document(["OTHER=1"]))(`#ifdef FAST\n${kernel("fast")}#endif\n${kernel("plain")}`);
    assert.deepEqual(given.parts, [["plain"]]);
    assert.equal(given.leftOut[0]?.function, "fast");
    assert.equal(given.leftOut[0]?.line, 1);
    assert.match(given.leftOut[0]!.reason, /only where FAST is defined, which nothing does: give -DFAST,/);
    const rocm = await (await document())(`#ifdef USE_ROCM\n${kernel("wide")}#endif\n${kernel("plain")}`);
    assert.deepEqual(rocm.parts, [["plain"]]);
    assert.equal(rocm.leftOut[0]?.function, "wide");
  });
});
