/**
 * `node scripts/bench.mjs native [FILE.cu …]`: the device slice of files by clang as the engine has it, WebAssembly, and by a native
 * clang of the same version with the same words and headers (Debian's `clang-22`). Processor time of a compile after the headers
 * are precompiled, by each itself; ratios of one run.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { defaultOptions } from "../analyzer/compiler/command/commands";
import { compileKernels } from "../analyzer/compiler/incremental/incremental";
import { createCompileCache } from "../analyzer/compiler/incremental/state";
import type { Clang, FileTree } from "../analyzer/compiler/model";
import { createSyntax } from "../analyzer/syntax";
import { createNodeClang } from "../engine/node/clang";

const NATIVE = "clang-22";
const RUNS = 12;
const gen = join(process.cwd(), "node_modules/@yowasp/clang/gen");
const wanted = process.argv.slice(2);
const files = wanted.length > 0 ? wanted : ["bench/simulator/kernels.cu", "bench/simulator/shapes.cu"];

const worker = join(process.cwd(), ".build/bench/clangWorker.mjs");
await build({
  entryPoints: ["engine/node/clangWorker.ts"],
  outfile: worker,
  bundle: true,
  format: "esm",
  platform: "node",
});
const clang = createNodeClang({ worker: pathToFileURL(worker), bundle: pathToFileURL(join(gen, "bundle.js")) });
const syntax = await createSyntax({
  runtime: readFileSync("node_modules/web-tree-sitter/web-tree-sitter.wasm"),
  cuda: readFileSync("node_modules/tree-sitter-cuda/tree-sitter-cuda.wasm"),
});

interface Call {
  readonly args: readonly string[];
  readonly files: FileTree;
}

/** The command lines of clang that a file's kernels take: the last compiles, those before precompile headers. */
async function callsOf(path: string): Promise<readonly Call[]> {
  const calls: Call[] = [];
  const recording: Clang = {
    run: (args, tree, ...rest) => {
      calls.push({ args, files: tree });
      return clang.run(args, tree, ...rest);
    },
  };
  const text = readFileSync(path, "utf8");
  const source = { path: "bench/a.cu", text };
  const options = defaultOptions;
  await compileKernels({
    clang: recording,
    cache: createCompileCache(),
    source,
    outline: syntax.outline(text),
    files: new Map(),
    options,
  });
  return calls;
}

/** Writes files, but for headers that WebAssembly precompiled: the native clang reads its own. */
function writeTree(folder: string, tree: FileTree): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(tree)) {
    if (name.endsWith(".pch")) continue;
    const path = join(folder, name);
    if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(path, content);
    else writeTree(path, content);
  }
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** Milliseconds of processor time that a command of the native clang takes, and what it printed. */
function native(root: string, args: readonly string[]) {
  const words = args.slice(1).map((word) => word.replace(/^\/(usr|work)\b/, `${root}/$1`));
  const line = ["-c", 'times_() { "$@" > out; s=$?; times >&2; exit $s; }; times_ "$@"', "sh", NATIVE, ...words];
  const { status, stderr } = spawnSync("bash", line, { cwd: join(root, "work"), encoding: "utf8" });
  if (status !== 0) throw new Error(`${NATIVE}: ${stderr.split("\n").slice(0, 4).join("\n")}`);
  // The second line of `times` has the children's user and system time.
  const [, children = ""] = stderr.trim().split("\n").slice(-2);
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => 60 * Number(m) + Number(s));
  return { ms: 1000 * seconds.reduce((sum, one) => sum + one, 0), output: readFileSync(join(root, "work/out")) };
}

async function wasm({ args, files: tree }: Call): Promise<number> {
  const before = process.cpuUsage();
  await clang.run(args, tree);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const root = mkdtempSync(join(tmpdir(), "warplens-native-"));
try {
  mkdirSync(join(root, "usr"));
  spawnSync("tar", ["xf", join(gen, "llvm-resources.tar"), "-C", join(root, "usr")]);
  for (const path of files) {
    const calls = await callsOf(path);
    for (const { args, files: tree } of calls) {
      writeTree(root, tree);
      const made = args.includes("-emit-pch") ? args.find((word) => word.endsWith(".h"))?.replace(/\.h$/, ".pch") : "";
      const own = native(root, args);
      if (!made) continue;
      const at = join(root, "work", made);
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, own.output);
    }
    const compile = calls.at(-1)!;
    const both = { wasm: [] as number[], native: [] as number[] };
    for (let turn = 0; turn < RUNS; turn++) {
      both.wasm.push(await wasm(compile));
      both.native.push(native(root, compile.args).ms);
    }
    const [ours, theirs] = [median(both.wasm.slice(2)), median(both.native.slice(2))];
    console.log(
      `${path}: ${ours.toFixed(0)} ms in WebAssembly, ${theirs.toFixed(0)} ms by ${NATIVE}: ${(ours / theirs).toFixed(2)} times as long`,
    );
  }
} finally {
  clang.dispose();
  rmSync(root, { recursive: true, force: true });
}
