/** What benchmarks of the front end start from: clang in its worker, and the grammar, as the engine has them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { createSyntax } from "../analyzer/syntax";
import { createNodeClang } from "../engine/node/clang";

/** The folder of clang's module, with its headers beside it. */
const clangFolder = join(process.cwd(), "dist/clang");

/** Builds clang's worker and starts it; whoever asks ends it by `clang.dispose()`. */
export async function startFrontEnd() {
  const worker = join(process.cwd(), ".build/bench/clangWorker.mjs");
  await build({
    entryPoints: ["engine/node/clangWorker.ts"],
    outfile: worker,
    bundle: true,
    format: "esm",
    platform: "node",
  });
  const clang = createNodeClang({
    worker: pathToFileURL(worker),
    bundle: pathToFileURL(join(clangFolder, "called.js")),
    whole: pathToFileURL(join(clangFolder, "bundle.js")),
  });
  const syntax = await createSyntax({
    runtime: readFileSync("node_modules/web-tree-sitter/web-tree-sitter.wasm"),
    cuda: readFileSync("node_modules/tree-sitter-cuda/tree-sitter-cuda.wasm"),
  });
  return { clang, syntax };
}
