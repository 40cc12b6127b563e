/**
 * Programs in the style of public code as the editor opens them: kernels keep their IR beside host code of libraries that
 * are not there. A kernel counts by its definition, as `bench/coverage.ts` counts.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { demangle } from "../../analyzer/ir/demangle";
import { readModule } from "../../analyzer/ir/reader/reader";
import { sampled } from "../support/sample";
import { sharedClang, sharedSyntax } from "./support";

const folder = join(process.cwd(), "test/frontend");
const files = [".", "isolated", "broken"].flatMap((inside) =>
  readdirSync(join(folder, inside))
    .filter((name) => /\.cuh?$/.test(name))
    .map((name) => (inside === "." ? name : `${inside}/${name}`)),
);

/** Kernels that do not compile, with nvcc neither, or whose parameters are of types that nobody has. */
const without: Readonly<Record<string, readonly string[]>> = {
  "broken/halfTyped.cu": ["typing"],
  "broken/torchBinding.cu": ["accessor_kernel"],
  "broken/unknownTypes.cu": ["usesUnknown"],
  "broken/unterminatedMacro.cu": ["tail"],
  "broken/wrongArguments.cu": ["returnsInt"],
};

const cache = createCompileCache();

describe("programs in the style of public code", () => {
  for (const file of sampled("compiler/corpus", files, { every: 7, what: "programs" })) {
    it(`${file}: every kernel that can be understood has IR, and the others are named`, async () => {
      const text = readFileSync(join(folder, file), "utf8");
      const outline = (await sharedSyntax()).outline(text);
      const source = { path: `home/me/${file}`, text };
      const extras = { cache };
      const clang = await sharedClang();
      const compiled = await compileDevice({
        clang,
        source,
        outline,
        files: new Map(),
        options: defaultOptions,
        ...extras,
      });
      const functions = compiled.bitcode ? readModule(compiled.bitcode).functions : [];
      const found = new Set(
        functions.filter((one) => one.isKernel && one.blocks.length > 0).map((one) => demangle(one.name).name),
      );
      const defined = new Set(outline.functions.filter((one) => one.isKernel && one.body).map((one) => one.name));
      const absent = [...defined].filter((name) => !found.has(name)).sort();
      assert.deepEqual(absent, [...(without[file] ?? [])].sort(), JSON.stringify(compiled.leftOut));
      for (const name of absent) assert.ok(compiled.leftOut.some((one) => one.function.split("::").at(-1) === name));
    });
  }
});
