/**
 * Warp instructions a second by the shape of the code, and launches of realistic size: `node scripts/bench.mjs shapes
 * [name …]`. All counters on, one thread. In milliseconds of the processor, so that other processes matter less.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Dim3 } from "../analyzer/hardware/model";
import { Bench, int, pointer, programOf } from "../test/simulator/support";

interface Shape {
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Bytes of the two buffers, and the number that the kernel gets. */
  readonly bytes: readonly [number, number];
  readonly n: number;
  /** What is in the first buffer; integers where absent. */
  readonly holds?: "halves" | "floats" | "doubles";
}

const MIB = 1 << 20;
const small: Pick<Shape, "grid" | "block" | "bytes"> = { grid: [64, 1, 1], block: [256, 1, 1], bytes: [MIB, MIB] };
const matrix = (n: number) => [4 * n * n, 4 * n * n] as const;

const shapes: readonly Shape[] = [
  { kernel: "divergent", ...small, n: 64 },
  { kernel: "unevenLoop", ...small, n: 64 },
  { kernel: "scatteredLoads", ...small, n: 64 },
  { kernel: "scatteredStores", ...small, n: 64 },
  { kernel: "sharedAtomics", ...small, n: 64 },
  { kernel: "globalAtomics", ...small, n: 64 },
  { kernel: "compareAndSwap", ...small, n: 16, holds: "floats" },
  { kernel: "doubles", ...small, n: 64, holds: "doubles" },
  { kernel: "integers64", ...small, n: 64 },
  { kernel: "division", ...small, n: 64 },
  { kernel: "transcendental", ...small, n: 16, holds: "floats" },
  { kernel: "halves", ...small, n: 64, holds: "halves" },
  { kernel: "localArray", ...small, n: 64 },
  { kernel: "called", ...small, n: 64 },
  { kernel: "pointers", ...small, n: 64 },
  { kernel: "shuffles", ...small, n: 64 },
  { kernel: "manyBarriers", ...small, n: 64 },
  { kernel: "structures", ...small, n: 64, holds: "floats" },
  {
    kernel: "vectorAdd",
    grid: [65536, 1, 1],
    block: [256, 1, 1],
    bytes: [64 * MIB, 64 * MIB],
    n: 4096 * 4096,
    holds: "floats",
  },
  { kernel: "bigTranspose", grid: [32, 32, 1], block: [32, 8, 1], bytes: matrix(1024), n: 1024, holds: "floats" },
  { kernel: "naiveTranspose", grid: [32, 32, 1], block: [32, 32, 1], bytes: matrix(1024), n: 1024, holds: "floats" },
  { kernel: "sgemm", grid: [32, 32, 1], block: [16, 16, 1], bytes: matrix(512), n: 512, holds: "floats" },
  { kernel: "bodies", grid: [64, 1, 1], block: [256, 1, 1], bytes: [MIB, MIB], n: 16384, holds: "floats" },
];

/** Numbers between 0 and 1009, none of them so small that processors take long over it. */
function content({ bytes: [size], holds }: Shape): ArrayBufferView {
  const at = (i: number) => Math.imul(i, 7919) % 1009;
  if (holds === "doubles") return Float64Array.from({ length: size / 8 }, (_, i) => at(i) / 1009);
  if (holds === "floats") return Float32Array.from({ length: size / 4 }, (_, i) => at(i) / 1009);
  // Halves between 1 and 2: the exponent of 1 and any fraction.
  if (holds === "halves") return Uint16Array.from({ length: size / 2 }, (_, i) => 0x3c00 | (at(i) & 1023));
  return Int32Array.from({ length: size / 4 }, (_, i) => at(i));
}

const wanted = process.argv.slice(2);
const program = await programOf(readFileSync(join(process.cwd(), "bench/simulator/shapes.cu"), "utf8"), "shapes.cu");
console.log(
  `${"kernel".padEnd(18)}${["first ms", "ms", "Mwarp-inst", "Mwarp-inst/s"].map((title) => title.padStart(14)).join("")}`,
);
for (const shape of shapes) {
  const { kernel, grid, block, bytes, n } = shape;
  if (wanted.length && !wanted.includes(kernel)) continue;
  const bench = new Bench(program);
  const input = bench.buffer(content(shape));
  const output = bench.memory.allocate(bytes[1])!;
  const times: number[] = [];
  let instructions = 0;
  const end = performance.now() + 700;
  while (times.length < 3 || (performance.now() < end && times.length < 50)) {
    const start = process.cpuUsage();
    const args = [pointer(input), pointer(output), int(n)];
    const { outcome, mix } = bench.launch(kernel, grid, block, args, { limits: { steps: 1e12, memory: 1 << 30 } });
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
    if (outcome.kind !== "completed") throw new Error(`${kernel}: ${outcome.message}`);
    instructions = mix!.warpInstructions;
  }
  const best = Math.min(...times);
  const figures = [times[0]!, best, instructions / 1e6, instructions / best / 1000];
  console.log(kernel.padEnd(18) + figures.map((value) => value.toFixed(value < 100 ? 2 : 0).padStart(14)).join(""));
}
