/**
 * How fast kernels run on the simulated device with all counters on, against Oclgrind and the same loops in plain C:
 * `node scripts/bench.mjs simulator [kernel …]`. One thread; ratios of times measured in one run.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Dim3 } from "../analyzer/hardware/model";
import { allowFusedVectors } from "../engine/node/fusedVectors";
import { Bench, int, pointer, programOf } from "../test/simulator/support";
import { processorTime } from "./processorTime";

const folder = join(process.cwd(), "bench/simulator");
const build = join(process.cwd(), ".build/bench");
const LENGTH = 1 << 18;
const TURNS = 3;

interface Workload {
  readonly name: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Buffers by their content, and integers. */
  readonly arguments: readonly ("floats" | "ints" | "zeros" | number)[];
}

const square: Pick<Workload, "grid" | "block"> = { grid: [8, 8, 1], block: [16, 16, 1] };
const line: Pick<Workload, "grid" | "block"> = { grid: [LENGTH / 256, 1, 1], block: [256, 1, 1] };

const workloads: readonly Workload[] = [
  { name: "matrixProduct", ...square, arguments: ["floats", "floats", "zeros", 128] },
  { name: "tiledProduct", ...square, arguments: ["floats", "floats", "zeros", 128] },
  { name: "copy", ...line, arguments: ["floats", "zeros", LENGTH] },
  { name: "stridedCopy", ...line, arguments: ["floats", "zeros", LENGTH, 33] },
  { name: "transpose", grid: [32, 32, 1], block: [16, 16, 1], arguments: ["floats", "zeros", 512] },
  { name: "reduction", grid: [64, 1, 1], block: [256, 1, 1], arguments: ["floats", "zeros", LENGTH] },
  { name: "histogram", grid: [64, 1, 1], block: [256, 1, 1], arguments: ["ints", "zeros", LENGTH] },
  { name: "stencil", ...line, arguments: ["floats", "zeros", LENGTH] },
  { name: "nbody", grid: [4, 1, 1], block: [256, 1, 1], arguments: ["floats", "floats", "floats", "zeros", 1024] },
  { name: "mandelbrot", ...square, arguments: ["zeros", 128, 256] },
];

/** Milliseconds of the quickest of several launches, and how many IR instructions its warps executed. */
function simulate(bench: Bench, { name, grid, block, arguments: words }: Workload) {
  const content = {
    floats: Float32Array.from({ length: LENGTH }, (_, i) => i % 13),
    ints: Int32Array.from({ length: LENGTH }, (_, i) => (i * 7919) % 1009),
    zeros: new Float32Array(LENGTH),
  };
  const addresses = words.flatMap((word) => (typeof word === "string" ? [bench.buffer(content[word])] : []));
  let next = 0;
  const args = words.map((word) => (typeof word === "number" ? int(word) : pointer(addresses[next++]!)));
  const times: number[] = [];
  let instructions = 0;
  // V8 optimises in the background: the quickest launch of all is one that runs optimised code.
  const end = performance.now() + 600;
  while (times.length < 12 || performance.now() < end) {
    instructions = 0;
    const start = performance.now();
    const { outcome, mix } = bench.launch(name, grid, block, args, { limits: { steps: 1e12, memory: 1 << 30 } });
    times.push(performance.now() - start);
    instructions = mix?.warpInstructions ?? 0;
    if (outcome.kind !== "completed") throw new Error(`${name}: ${outcome.message}`);
  }
  for (const address of addresses) bench.memory.free(address);
  return { first: times[0]!, best: Math.min(...times), instructions };
}

function compileLoops(): string | undefined {
  const output = join(build, "loops");
  const { status } = spawnSync("gcc", ["-O2", "-o", output, join(folder, "loops.c"), "-lm"]);
  return status === 0 ? output : undefined;
}

/** Milliseconds of processor time in Oclgrind's one thread, start-up included; `undefined` when it is not installed or fails. */
function oclgrind({ name, grid, block, arguments: words }: Workload): number | undefined {
  const size = 4 * LENGTH;
  const lines = words.map((word) => {
    if (typeof word === "number") return `<size=4 int>\n${word}`;
    if (word === "ints") return `<size=${size} range=0:1:${LENGTH - 1} int>`;
    return `<size=${size} fill=${word === "floats" ? 1.5 : 0} float>`;
  });
  const file = join(build, `${name}.sim`);
  const sizes = grid.map((blocks, axis) => blocks * block[axis]!);
  writeFileSync(file, [join(folder, "kernels.cl"), name, sizes.join(" "), block.join(" "), ...lines, ""].join("\n"));
  const run = processorTime("oclgrind-kernel", ["--num-threads", "1", file]);
  if (run.status === 0) return run.ms;
  console.log(`oclgrind-kernel ${name}: ${run.errors}`);
  return undefined;
}

mkdirSync(build, { recursive: true });
allowFusedVectors();
const wanted = process.argv.slice(2);
const bench = new Bench(await programOf(readFileSync(join(folder, "kernels.cu"), "utf8"), "kernels.cu"));
const loops = compileLoops();
const hasOclgrind = process.env.WITHOUT_OCLGRIND === undefined && !spawnSync("oclgrind-kernel", ["--version"]).error;
if (!loops) console.log("No gcc: install it for the comparison with plain C.");
if (!hasOclgrind)
  console.log("No Oclgrind: install the package `oclgrind` (Debian, 21.10) for the comparison with it.");
const cell = (value: string | number | undefined, width: number) =>
  (typeof value === "number" ? value.toFixed(value < 100 ? 2 : 0) : (value ?? "–")).padStart(width);
console.log(
  `${"kernel".padEnd(16)}${["first ms", "ms", "Mwarp-inst/s", "oclgrind ms", "times", "C ms", "C ratio"].map((title) => title.padStart(14)).join("")}`,
);
const [ratios, cRatios]: [number[], number[]] = [[], []];
for (const workload of workloads) {
  if (wanted.length && !wanted.includes(workload.name)) continue;
  // In turns, as a processor that others share is slower for seconds: each has its quickest of several of them.
  const turns = Array.from({ length: TURNS }, () => {
    const loop = loops ? Number(spawnSync(loops, [workload.name], { encoding: "utf8" }).stdout) : undefined;
    return { ...simulate(bench, workload), loop };
  });
  const [{ first, instructions }] = turns as [(typeof turns)[number]];
  const best = Math.min(...turns.map((turn) => turn.best));
  const plain = loops ? Math.min(...turns.map((turn) => turn.loop!)) : undefined;
  const other = hasOclgrind ? oclgrind(workload) : undefined;
  if (other) ratios.push(other / best);
  if (plain) cRatios.push(best / plain);
  console.log(
    workload.name.padEnd(16) +
      [first, best, instructions / best / 1000, other, other && other / best, plain, plain && best / plain]
        .map((value) => cell(value, 14))
        .join(""),
  );
}
const meanOf = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
if (ratios.length) console.log(`Geometric mean against Oclgrind: ${meanOf(ratios).toFixed(0)} times as fast.`);
if (cRatios.length) {
  const worst = Math.max(...cRatios).toFixed(1);
  console.log(`Geometric mean against C: ${meanOf(cRatios).toFixed(2)} times as long, at most ${worst} times.`);
}
