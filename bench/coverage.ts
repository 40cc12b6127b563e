/**
 * `node scripts/bench.mjs coverage FOLDER …`: how many of the kernels that the CUDA files of some folders define give IR,
 * as the editor would open them one by one. A kernel counts when its definition has an IR function; a template counts
 * once; how many there are is what the outlines say. Prints every kernel that gives none, with the reason.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { createCompileCache } from "../analyzer/compiler/cache";
import { defaultOptions } from "../analyzer/compiler/commands";
import { compileDevice } from "../analyzer/compiler/device";
import { demangle } from "../analyzer/facts/demangle";
import { readModule } from "../analyzer/ir/reader";
import { refineOptions } from "../engine/compileDatabase";
import type { Platform } from "../engine/platform";
import { compileInput } from "../engine/sources";
import { sharedClang, sharedSyntax } from "../test/compiler/support";

function cudaFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => (statSync(join(path, name)).isDirectory() ? cudaFiles(join(path, name)) : [join(path, name)]))
    .filter((name) => /\.cuh?$/.test(name));
}

const clang = await sharedClang();
const syntax = await sharedSyntax();
const cache = createCompileCache();
const platform = {
  readText: async (path: string) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return undefined;
    }
  },
} as Platform;

let kernels = 0;
let compiled = 0;
let files = 0;
const times: number[] = [];
for (const path of process.argv.slice(2).flatMap(cudaFiles)) {
  const text = readFileSync(path, "utf8");
  const started = performance.now();
  const compile = await refineOptions(platform, path, defaultOptions);
  const outline = syntax.outline(text, compile.defines);
  const defined = [
    ...new Set(outline.functions.filter((one) => one.isKernel && one.body).map((one) => one.qualifiedName)),
  ];
  const { source, files: headers, options } = await compileInput(platform, { path, text }, compile);
  const result = await compileDevice(clang, source, outline, headers, options, undefined, { cache });
  const functions = result.bitcode ? readModule(result.bitcode).functions : [];
  const found = new Set(
    functions.filter((one) => one.isKernel && one.blocks.length > 0).map((one) => demangle(one.name).qualifiedName),
  );
  times.push(performance.now() - started);
  files++;
  kernels += defined.length;
  for (const name of defined) {
    const plain = name.split("::").at(-1)!;
    if (found.has(name) || [...found].some((one) => one.split("::").at(-1) === plain)) compiled++;
    else {
      const why = result.leftOut.filter((one) => one.function === name);
      const reasons =
        why.length > 0
          ? why
          : [{ reason: result.errors[0]?.message ?? "no reason given", line: result.errors[0]?.line }];
      console.log(
        `${basename(path)}: ${name}: ${reasons.map(({ reason, line }) => `${line ?? "?"}: ${reason}`).join("; ")}`,
      );
    }
  }
}
times.sort((a, b) => a - b);
console.log(
  `${compiled} of ${kernels} kernels in ${files} files (${((100 * compiled) / kernels).toFixed(1)} %); ` +
    `a file takes ${times[times.length >> 1]?.toFixed(0)} ms at the median, ${times.at(-1)?.toFixed(0)} ms at most`,
);
process.exit(0);
