/**
 * `node scripts/bench.mjs native [FILE.cu …]`: the device slice of files by clang as the engine has it, WebAssembly, and by a native
 * clang of the same version with the same words and headers (Debian's `clang-22`). Processor time of a compile after the headers
 * are precompiled, by each itself; ratios of one run.
 *
 * In WebAssembly a compile takes less the more came before it: V8 optimises clang's functions in other threads while they run,
 * which counts here. So there are three figures: the first compile of a file, those that follow it, and those that someone who
 * types for a minute waits for. The native clang is a process each time; what such a process takes to start is printed, as the
 * WebAssembly is in a worker that runs.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defaultOptions } from "../analyzer/compiler/command/commands";
import { compileKernels } from "../analyzer/compiler/incremental/incremental";
import { createCompileCache } from "../analyzer/compiler/incremental/state";
import type { Clang, FileTree } from "../analyzer/compiler/model";
import { startFrontEnd } from "./clang";
import { processorTime } from "./processorTime";

const NATIVE = "clang-22";
/** The headers as the package has them; the build makes one file of them, which only WebAssembly's clang reads. */
const ARCHIVE = "node_modules/@yowasp/clang/gen/llvm-resources.tar";
/** Compiles of each file, and how many of them are early and how many late ones. */
const RUNS = 50;
const EARLY = 12;
const LATE = 20;
const wanted = process.argv.slice(2);
const files = wanted.length > 0 ? wanted : ["bench/simulator/kernels.cu", "bench/simulator/shapes.cu"];

const { clang, syntax } = await startFrontEnd();

interface Call {
  readonly args: readonly string[];
  readonly files: FileTree;
  /** Milliseconds of processor time that it took the first time. */
  readonly first: number;
}

/** The command lines of clang that a file's kernels take: the last compiles, those before precompile headers. */
async function callsOf(path: string): Promise<readonly Call[]> {
  const calls: Call[] = [];
  const recording: Clang = {
    run: async (args, tree, ...rest) => {
      const before = process.cpuUsage();
      const result = await clang.run(args, tree, ...rest);
      calls.push({ args, files: tree, first: since(before) });
      return result;
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

/** Runs a command of the native clang on the files below `root`. */
function native(root: string, args: readonly string[]) {
  const words = args.slice(1).map((word) => word.replace(/^\/(usr|work)\b/, `${root}/$1`));
  const run = processorTime(NATIVE, words, join(root, "work"));
  if (run.status !== 0) throw new Error(`${NATIVE}: ${run.errors.split("\n").slice(0, 4).join("\n")}`);
  return run;
}

/** Milliseconds of processor time of this process, of which clang's worker is a part. */
function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function wasm({ args, files: tree }: Omit<Call, "first">): Promise<number> {
  const before = process.cpuUsage();
  await clang.run(args, tree);
  return since(before);
}

interface Times {
  readonly wasm: readonly number[];
  readonly native: readonly number[];
}

async function measure(root: string, compile: Call): Promise<Times> {
  const [ours, theirs]: [number[], number[]] = [[compile.first], [native(root, compile.args).ms]];
  for (let turn = 1; turn < RUNS; turn++) {
    ours.push(await wasm(compile));
    theirs.push(native(root, compile.args).ms);
  }
  return { wasm: ours, native: theirs };
}

function compare(path: string, root: string, times: Times): void {
  const theirs = median(times.native);
  const row = (name: string, ours: number) =>
    console.log(
      `  ${name.padEnd(24)}${ours.toFixed(0).padStart(5)} ms${(ours / theirs).toFixed(2).padStart(8)} times as long`,
    );
  const starts = times.native.map(() => native(root, ["clang", "--version"]).ms);
  console.log(
    `${path}: ${NATIVE} ${theirs.toFixed(0)} ms, of which it takes ${median(starts).toFixed(0)} ms to start; WebAssembly`,
  );
  row("first compile", times.wasm[0]!);
  row(`compiles 2 to ${EARLY}`, median(times.wasm.slice(1, EARLY)));
  row(`compiles ${RUNS - LATE + 1} to ${RUNS}`, median(times.wasm.slice(-LATE)));
}

const root = mkdtempSync(join(tmpdir(), "warplens-native-"));
try {
  mkdirSync(join(root, "usr"));
  spawnSync("tar", ["xf", ARCHIVE, "-C", join(root, "usr")]);
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
    compare(path, root, await measure(root, calls.at(-1)!));
  }
} finally {
  clang.dispose();
  rmSync(root, { recursive: true, force: true });
}
