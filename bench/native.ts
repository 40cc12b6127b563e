/**
 * `node scripts/bench.mjs native [FILE.cu …]`: the device slice of files by clang as the engine has it, WebAssembly, and by a native
 * clang of the same version with the same words and headers (Debian's `clang-22`). Processor time and elapsed time of a compile
 * after the headers are precompiled, by each itself; ratios of one run.
 *
 * In WebAssembly a compile takes less the more came before it: V8 optimises clang's functions in other threads while they run,
 * which counts as processor time and is not waited for. So there are four figures: the first compile of a file, those that
 * follow it, and those of someone who types for a minute and for several. The native clang is a process each time; what such a
 * process takes to start is printed, as the WebAssembly is in a worker that runs.
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
/** The compiles of each file whose medians are printed, first and last of each row. */
const ROWS: readonly (readonly [from: number, to: number])[] = [
  [1, 1],
  [2, 12],
  [31, 50],
  [131, 150],
];
const RUNS = Math.max(...ROWS.map(([, to]) => to));
const wanted = process.argv.slice(2);
const files = wanted.length > 0 ? wanted : ["bench/simulator/kernels.cu", "bench/simulator/shapes.cu"];

const { clang, syntax } = await startFrontEnd();

/** Milliseconds. */
interface Cost {
  readonly processor: number;
  readonly elapsed: number;
}

interface Call {
  readonly args: readonly string[];
  readonly files: FileTree;
  /** What it took the first time. */
  readonly first: Cost;
}

/** The command lines of clang that a file's kernels take: the last compiles, those before precompile headers. */
async function callsOf(path: string): Promise<readonly Call[]> {
  const calls: Call[] = [];
  const recording: Clang = {
    run: async (args, tree, ...rest) => {
      const cost = stopwatch();
      const result = await clang.run(args, tree, ...rest);
      calls.push({ args, files: tree, first: cost() });
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
function native(root: string, args: readonly string[]): Cost & { readonly output: Uint8Array } {
  const words = args.slice(1).map((word) => word.replace(/^\/(usr|work)\b/, `${root}/$1`));
  const start = performance.now();
  const run = processorTime(NATIVE, words, join(root, "work"));
  const elapsed = performance.now() - start;
  if (run.status !== 0) throw new Error(`${NATIVE}: ${run.errors.split("\n").slice(0, 4).join("\n")}`);
  return { processor: run.ms, elapsed, output: run.output };
}

/** What passes until it is asked; the processor time is that of this process, of which clang's worker is a part. */
function stopwatch(): () => Cost {
  const [before, start] = [process.cpuUsage(), performance.now()];
  return () => {
    const elapsed = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    return { processor: (user + system) / 1000, elapsed };
  };
}

async function wasm({ args, files: tree }: Omit<Call, "first">): Promise<Cost> {
  const cost = stopwatch();
  await clang.run(args, tree);
  return cost();
}

interface Costs {
  readonly wasm: readonly Cost[];
  readonly native: readonly Cost[];
}

async function measure(root: string, compile: Call): Promise<Costs> {
  const [ours, theirs]: [Cost[], Cost[]] = [[compile.first], [native(root, compile.args)]];
  for (let turn = 1; turn < RUNS; turn++) {
    ours.push(await wasm(compile));
    theirs.push(native(root, compile.args));
  }
  return { wasm: ours, native: theirs };
}

function compare(path: string, root: string, costs: Costs): void {
  const column = (ours: readonly Cost[], what: keyof Cost) => {
    const ms = median(ours.map((cost) => cost[what]));
    const ratio = ms / median(costs.native.map((cost) => cost[what]));
    return `${ms.toFixed(0).padStart(5)} ms${ratio.toFixed(2).padStart(6)} ×`;
  };
  const starts = costs.native.map(() => native(root, ["clang", "--version"]).processor);
  const theirs = median(costs.native.map(({ processor }) => processor));
  const start = median(starts);
  console.log(`${path}: ${NATIVE} ${theirs.toFixed(0)} ms, of which it takes ${start.toFixed(0)} ms to start`);
  console.log(`  ${"compiles".padEnd(16)}${"processor time".padStart(16)}${"elapsed".padStart(18)}`);
  for (const [from, to] of ROWS) {
    const ours = costs.wasm.slice(from - 1, to);
    const name = from === to ? `${from}` : `${from} to ${to}`;
    console.log(`  ${name.padEnd(16)}${column(ours, "processor").padStart(16)}${column(ours, "elapsed").padStart(18)}`);
  }
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
