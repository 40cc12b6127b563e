/** Headers of the user's that are long to parse: precompiled once, in steps, with the same code and the same messages. */
import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import type { Clang, ClangResult } from "../../analyzer/compiler/model";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { frames } from "../../analyzer/ir/frames";
import { printFunction } from "../../analyzer/ir/print";
import { readModule } from "../../analyzer/ir/reader/reader";
import { sharedClang, sharedSyntax } from "./support";

/** A header of a certain length, of comments for the most part, as those of libraries are. */
const header = (name: string, characters: number, more = ""): string =>
  `#pragma once\n__device__ inline float ${name}(float x) { return x * FACTOR; }\n${more}\n` +
  `// ${"What it does is said at length. ".repeat(30)}\n`.repeat(characters / 960);

const first = "home/me/library/include/library/first.h";
const second = "home/me/library/include/library/second.h";

const text = (body: string, after = "") => `/* A kernel of a user's. */
#define FACTOR 3.0f
#include <library/first.h>
// And what is built on it.
#if defined(FACTOR)
#include <library/second.h>
#endif

__global__ void scaled(float* p) { ${body} }
${after}
int main() { scaled<<<1, 32>>>(nullptr); }
`;

/** Compiles versions of one file on one cache: what was precompiled, what each compile started from, and the results. */
async function session(
  files: ReadonlyMap<string, string>,
  ended: (args: readonly string[]) => ClangResult | undefined = () => undefined,
) {
  const precompiled: string[] = [];
  const starts: string[] = [];
  const clang: Clang = {
    async run(args, tree, signal) {
      const at = args.indexOf("-include-pch");
      const made = args.indexOf("-emit-pch");
      if (made >= 0) precompiled.push(args[made + 1]!);
      else starts.push(at < 0 ? "" : args[at + 1]!);
      return ended(args) ?? (await sharedClang()).run(args, tree, signal);
    },
  };
  const cache = createCompileCache();
  const syntax = await sharedSyntax();
  const options = { ...defaultOptions, includeFolders: ["home/me/library/include"] };
  const compile = async (version: string, kept = true) => {
    const source = { path: "home/me/a.cu", text: version };
    const outline = syntax.outline(version);
    const request = { clang, source, outline, files, options };
    const compiled = await compileDevice(kept ? { ...request, cache } : request);
    const functions = compiled.bitcode ? readModule(compiled.bitcode).functions : [];
    const defined = functions.filter(({ blocks }) => blocks.length > 0);
    const locations = defined.flatMap(({ blocks }) =>
      blocks.flatMap((one) => one.instructions.map((at) => at.location)),
    );
    const sources = [...new Set(locations.flatMap((one) => frames(one).map(({ file }) => file)))].sort();
    return { ...compiled, code: defined.map(printFunction).join("\n"), sources };
  };
  return { compile, precompiled, starts };
}

const heavyOnes = (names: readonly string[]) => names.filter((name) => name.includes("warplens-heavy"));

describe("heavy headers", () => {
  it("are precompiled in steps, once for all versions of a file, and give the same code", async () => {
    const files = new Map([
      [first, header("first", 1_250_000)],
      [second, header("second", 400_000, "#include <library/first.h>")],
    ]);
    const { compile, precompiled, starts } = await session(files);
    const plain = await compile(text("*p = first(second(*p));"), false);
    const kept = await compile(text("*p = first(second(*p));"));
    assert.deepEqual(kept.errors, []);
    assert.equal(kept.code, plain.code);
    assert.match(kept.code, /; 9:/);
    assert.deepEqual(kept.sources, [first, second, "home/me/a.cu"].sort());
    assert.deepEqual(heavyOnes(precompiled), ["home/me/warplens-heavy0.h", "home/me/warplens-heavy1.h"]);
    assert.equal(starts.at(-1), "warplens-heavy1.pch");
    const edited = await compile(text("*p = first(*p) + 1;").replace("A kernel of a user's.", "Another comment."));
    assert.notEqual(edited.code, kept.code);
    assert.equal(heavyOnes(precompiled).length, 2);
  });

  it("are precompiled no further when other directives have been typed", async () => {
    const files = new Map([
      [first, header("first", 1_250_000)],
      [second, header("second", 400_000, "#include <library/first.h>")],
    ]);
    let later: (() => Promise<unknown>) | undefined;
    const { compile, precompiled } = await session(files, (args) => {
      // The first step of the first text is under way.
      if (args.includes("-emit-pch") && args.join().includes("warplens-heavy0.h")) {
        const type = later;
        later = undefined;
        type?.();
      }
      return undefined;
    });
    let typed: Promise<unknown> | undefined;
    later = () => {
      typed = compile(text("*p = first(*p);").replace("3.0f", "4.0f"));
      return typed;
    };
    const before = await compile(text("*p = first(*p);"));
    await typed;
    assert.deepEqual(before.errors, []);
    assert.deepEqual(
      heavyOnes(precompiled),
      [0, 0, 1].map((step) => `home/me/warplens-heavy${step}.h`),
    );
  });

  it("are parsed with each compile where they are light", async () => {
    const files = new Map([
      [first, header("first", 9600)],
      [second, header("second", 9600)],
    ]);
    const { compile, precompiled } = await session(files);
    assert.deepEqual((await compile(text("*p = first(second(*p));"))).errors, []);
    assert.deepEqual(heavyOnes(precompiled), []);
  });

  it("tell of their errors and of those of the file, and what compiles has code", async () => {
    const broken = "__device__ inline int broken() { return nothing_like_this; }";
    const files = new Map([
      [first, header("first", 480_000, broken)],
      [second, header("second", 9600)],
    ]);
    const { compile } = await session(files);
    const other = "__global__ void other(float* p) { *p = missing_as_well; }";
    const { errors, leftOut, code } = await compile(text("*p = first(*p);", other));
    const said = errors.map(({ file, line, message }) => `${file}:${line}: ${message}`);
    assert.deepEqual(said, [
      `${first}:3: use of undeclared identifier 'nothing_like_this'`,
      "home/me/a.cu:10: use of undeclared identifier 'missing_as_well'",
    ]);
    assert.deepEqual(leftOut.map((one) => one.function).sort(), ["broken", "other"]);
    assert.match(code, /scaled/);
  });

  it("end the compile where clang ends in them, and it is not begun again", async () => {
    const files = new Map([
      [first, header("first", 480_000)],
      [second, header("second", 9600)],
    ]);
    const runs: string[] = [];
    const { compile, precompiled, starts } = await session(files, (args) => {
      if (!args.some((word) => word.includes("warplens-heavy"))) return undefined;
      runs.push("heavy");
      return { exitCode: 134, stdout: new Uint8Array(), stderr: "it takes more than 8 s to compile" };
    });
    const { errors, bitcode } = await compile(text("*p = first(*p);"));
    assert.deepEqual(
      errors.map(({ message }) => message),
      ["it takes more than 8 s to compile"],
    );
    assert.equal(bitcode, undefined);
    assert.deepEqual([runs.length, heavyOnes(precompiled).length, starts.length], [1, 1, 0]);
  });

  it("tell of an error in the directives where it is in the file", async () => {
    const files = new Map([
      [first, header("first", 480_000)],
      [second, header("second", 9600)],
    ]);
    const { compile, precompiled } = await session(files);
    const wrong = text("*p = first(*p);").replace("#if defined(FACTOR)", "#if FACTOR +\n#endif\n#if defined(FACTOR)");
    const { errors } = await compile(wrong);
    assert.ok(heavyOnes(precompiled).length > 0);
    assert.ok(errors.some(({ file, line }) => file === "home/me/a.cu" && line === 5));
    assert.deepEqual(errors, (await compile(wrong, false)).errors);
  });
});
