/** The real clang in its worker, as the product has it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { createSyntax, type Syntax } from "../../analyzer/syntax";
import type { DisposableClang } from "../../engine/clang/queue";
import { createNodeClang } from "../../engine/node/clang";
import { keeping } from "../support/clang";

const root = process.cwd();
/** As the build has changed it: what runs an instance again asks for what it exports. */
export const clangFolder = join(root, "dist/clang");

/** Bundles one worker entry for its platform and gives the path of the bundle. */
export async function bundleWorker(entry: string, platform: "node" | "browser"): Promise<string> {
  const outfile = join(root, ".build/workers", `${platform}-clangWorker.mjs`);
  await build({ entryPoints: [join(root, entry)], outfile, bundle: true, format: "esm", platform, target: "node20" });
  return outfile;
}

let worker: Promise<string> | undefined;
let shared: Promise<DisposableClang> | undefined;

/** A clang of one's own, for tests that break it. */
export async function ownClang(bundle = pathToFileURL(join(clangFolder, "bundle.js")).href): Promise<DisposableClang> {
  worker ??= bundleWorker("engine/node/clangWorker.ts", "node");
  return createNodeClang({ worker: pathToFileURL(await worker), bundle: new URL(bundle) });
}

/**
 * The clang that the tests of this room share: loading it takes seconds. It does not keep the process alive. What it
 * answers is kept as the rest of the tests keep it (`test/support/clang.ts`).
 */
export function sharedClang(): Promise<DisposableClang> {
  shared ??= ownClang().then(keeping);
  return shared;
}

let syntax: Promise<Syntax> | undefined;

export function sharedSyntax(): Promise<Syntax> {
  syntax ??= createSyntax({
    runtime: readFileSync(join(root, "node_modules/web-tree-sitter/web-tree-sitter.wasm")),
    cuda: readFileSync(join(root, "node_modules/tree-sitter-cuda/tree-sitter-cuda.wasm")),
  });
  return syntax;
}
