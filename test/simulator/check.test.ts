/** Checked runs of kernels with known faults and of their mended twins: what is racy is found at its lines, what is clean is silent. */
import assert from "node:assert/strict";
import { defaultOptions, deviceCommand } from "../../analyzer/compiler/command/commands";
import { rootFrame } from "../../analyzer/ir/frames";
import type { Location } from "../../analyzer/ir/model";
import { lowerModule } from "../../analyzer/lower/lower";
import { wholeReading } from "../../analyzer/readings";
import { checkLaunch } from "../../simulator/check/check";
import type { CheckFinding } from "../../simulator/check/model";
import { compileBitcode } from "../support/device";
import { Bench, int, pointer } from "./support";

/** One kernel over `int* out`, `const int* in` and `int n`; lines marked with `// R` are the two sides of its race, in any order. */
interface Case {
  readonly name: string;
  readonly grid?: number;
  readonly block?: number;
  readonly body: string;
  readonly before?: string;
}

const racy: readonly Case[] = [
  {
    name: "neighbourWithoutBarrier",
    body: `__shared__ int s[64]; int t = threadIdx.x;
s[t] = in[t]; // R
out[t] = s[63 - t]; // R`,
  },
  {
    name: "barrierMissingInLoop",
    body: `__shared__ int s[64]; int t = threadIdx.x; s[t] = in[t];
__syncthreads();
for (int d = 1; d < 64; d *= 2) {
  int v = t >= d ? s[t - d] : 0; // R
  s[t] += v; // R
  __syncthreads();
}
out[t] = s[t];`,
  },
  {
    name: "reuseWithoutBarrier",
    body: `__shared__ int s[64]; int t = threadIdx.x; int sum = 0;
for (int k = 0; k < 3; ++k) {
  s[t] = in[t] + k; // R
  __syncthreads();
  sum += s[(t + 40) % 64]; // R
}
out[t] = sum;`,
  },
  {
    name: "plainCounter",
    body: `__shared__ int count; if (threadIdx.x == 0) count = 0;
__syncthreads();
count += in[threadIdx.x]; // R
__syncthreads();
out[threadIdx.x] = count;`,
  },
  {
    name: "warpTailWithoutSync",
    block: 32,
    body: `__shared__ int s[32]; int t = threadIdx.x;
s[t] = in[t]; // R
out[t] = s[(t + 1) % 32]; // R`,
  },
  {
    name: "volatileTailWithoutSync",
    block: 32,
    body: `__shared__ volatile int s[32]; int t = threadIdx.x;
s[t] = in[t]; // R
out[t] = s[31 - t]; // R`,
  },
  {
    name: "halvesWithoutSync",
    block: 32,
    body: `__shared__ int s[32]; int t = threadIdx.x;
if (t < 16) s[t] = in[t]; // R
else out[t] = s[t - 16]; // R`,
  },
  {
    name: "syncOfTheWrongHalf",
    block: 32,
    body: `__shared__ int s[32]; int t = threadIdx.x;
s[t] = in[t]; // R
if (t < 16) __syncwarp(0xffffu);
out[t] = s[(t + 16) % 32]; // R`,
  },
  {
    name: "globalNeighbour",
    body: `int t = threadIdx.x;
out[t] = in[t]; // R
in2[t] = out[(t + 32) % 64]; // R`,
  },
  {
    name: "globalAfterWrongFence",
    body: `int t = threadIdx.x;
out[t] = in[t]; // R
__threadfence();
in2[t] = out[(t + 32) % 64]; // R`,
  },
  {
    name: "atomicAgainstPlain",
    body: `__shared__ int sum; if (threadIdx.x == 0) sum = 0;
__syncthreads();
atomicAdd(&sum, in[threadIdx.x]); // R
out[threadIdx.x] = sum; // R`,
  },
  {
    name: "bytesOverWords",
    body: `__shared__ int s[16]; int t = threadIdx.x;
((unsigned char*)s)[t] = (unsigned char)in[t]; // R
out[t] = s[(t / 4 + 9) % 16]; // R`,
  },
  {
    name: "lastWriterDiffers",
    body: `__shared__ int last;
last = threadIdx.x; // R
__syncthreads();
out[threadIdx.x] = last;`,
  },
  {
    name: "callee",
    before: `__device__ void keep(int* s, int t, int v) {
  s[t] = v; // R
}`,
    body: `__shared__ int s[64]; int t = threadIdx.x;
keep(s, t, in[t]);
out[t] = s[t ^ 32]; // R`,
  },
];

const clean: readonly Case[] = [
  {
    name: "mendedNeighbour",
    body: `__shared__ int s[64]; int t = threadIdx.x; s[t] = in[t]; __syncthreads(); out[t] = s[63 - t];`,
  },
  {
    name: "scan",
    body: `__shared__ int s[64]; int t = threadIdx.x; s[t] = in[t]; __syncthreads();
for (int d = 1; d < 64; d *= 2) { int v = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += v; __syncthreads(); }
out[t] = s[t];`,
  },
  {
    name: "doubleBuffer",
    body: `__shared__ int s[2][64]; int t = threadIdx.x; int sum = 0;
for (int k = 0; k < 4; ++k) { s[k & 1][t] = in[t] + k; __syncthreads(); sum += s[k & 1][(t + 40) % 64]; }
out[t] = sum;`,
  },
  {
    name: "onlyAtomics",
    body: `__shared__ int h[8]; if (threadIdx.x < 8) h[threadIdx.x] = 0; __syncthreads();
atomicAdd(&h[in[threadIdx.x] & 7], 1); atomicMax(&h[7], in[threadIdx.x]); __syncthreads();
if (threadIdx.x < 8) atomicAdd(&out[threadIdx.x], h[threadIdx.x]);`,
  },
  {
    name: "atomicFloats",
    body: `__shared__ float sum; __shared__ double wide; if (threadIdx.x == 0) { sum = 0; wide = 0; } __syncthreads();
atomicAdd(&sum, (float)in[threadIdx.x]); atomicAdd(&wide, 0.5); __syncthreads();
out[threadIdx.x] = (int)sum + (int)wide;`,
  },
  {
    name: "warpReduction",
    block: 32,
    body: `__shared__ int s[32]; int t = threadIdx.x; int v = in[t]; s[t] = v; __syncwarp();
for (int d = 16; d > 0; d /= 2) { if (t < d) v += s[t + d]; __syncwarp(); if (t < d) s[t] = v; __syncwarp(); }
out[t] = s[0];`,
  },
  {
    name: "lockstepReduction",
    body: `__shared__ int s[64]; int t = threadIdx.x; s[t] = in[t]; __syncthreads();
if (t < 32) { for (int d = 32; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncwarp(); } }
__syncthreads(); out[t] = s[0];`,
  },
  {
    name: "halvesWithSync",
    block: 32,
    body: `__shared__ int s[32]; int t = threadIdx.x; if (t < 16) s[t] = in[t]; __syncwarp(); if (t >= 16) out[t] = s[t - 16];`,
  },
  {
    name: "sameConstant",
    body: `__shared__ bool any; if (threadIdx.x == 0) any = false; __syncthreads();
if (in[threadIdx.x] > 3) any = true; __syncthreads(); out[threadIdx.x] = any;`,
  },
  {
    name: "volatileFlag",
    body: `__shared__ volatile int ready; __shared__ int value; if (threadIdx.x == 0) ready = 0; __syncthreads();
if (threadIdx.x == 0) { value = in[3]; __threadfence_block(); ready = 1; }
if (threadIdx.x == 32) { while (ready == 0) {} out[0] = value; }`,
  },
  {
    name: "ownPlaces",
    body: `__shared__ int s[64]; int t = threadIdx.x; s[t] = in[t]; s[t] += 2; out[t] = s[t] * s[t]; out[t] += 1; in2[t] = out[t];`,
  },
  {
    name: "earlyReturn",
    body: `__shared__ int s[64]; int t = threadIdx.x; s[t] = in[t]; __syncthreads(); if (t >= 50) return; out[t] = s[63 - t];`,
  },
  {
    name: "ticketOfTheLast",
    body: `__shared__ int tickets; __shared__ int parts[64]; int t = threadIdx.x; if (t == 0) tickets = 0; __syncthreads();
parts[t] = in[t]; __threadfence_block();
if (atomicAdd(&tickets, 1) == 63) { int sum = 0; for (int i = 0; i < 64; ++i) sum += parts[i]; out[0] = sum; }`,
  },
  {
    name: "tiles",
    grid: 3,
    body: `__shared__ int tile[8][9]; int x = threadIdx.x % 8, y = threadIdx.x / 8;
for (int k = 0; k < 3; ++k) { tile[y][x] = in[threadIdx.x + k]; __syncthreads(); out[blockIdx.x * 64 + threadIdx.x] += tile[x][y]; __syncthreads(); }`,
  },
  {
    name: "blocksApart",
    grid: 4,
    body: `__shared__ int s[64]; int t = threadIdx.x; s[t] = in[t]; __syncthreads(); atomicAdd(&out[t % 8], s[63 - t]);`,
  },
  {
    name: "barrierThatCounts",
    body: `__shared__ int s[64]; int t = threadIdx.x; s[t] = in[t]; int many = __syncthreads_count(in[t] > 2); out[t] = s[63 - t] + many;`,
  },
];

const uninitialised: readonly Case[] = [
  {
    name: "halfWritten",
    body: `__shared__ int s[64]; int t = threadIdx.x; if (t < 32) s[t] = in[t];
__syncthreads();
out[t] = s[t]; // R`,
  },
  {
    name: "atomicOnNothing",
    body: `__shared__ int h[8];
atomicAdd(&h[in[threadIdx.x] & 7], 1); // R
__syncthreads(); if (threadIdx.x < 8) out[threadIdx.x] = 1;`,
  },
  {
    name: "secondByte",
    body: `__shared__ unsigned short s[64]; int t = threadIdx.x; ((unsigned char*)s)[2 * t] = (unsigned char)in[t];
__syncthreads();
out[t] = s[63 - t]; // R`,
  },
];

const cases = [...racy, ...clean, ...uninitialised];
const head = "#include <cuda_runtime.h>\n";
const textOf = ({ name, body, before = "" }: Case) =>
  `${before}\nextern "C" __global__ void ${name}(int* out, int* in, int* in2, int n) {\n${body}\n}\n`;
const source = head + cases.map(textOf).join("");
const lines = source.split("\n");

/** Lines of a kernel that are marked, one-based. */
function marked({ name }: Case): number[] {
  const own = source.indexOf(textOf(cases.find((one) => one.name === name)!));
  const first = source.slice(0, own).split("\n").length;
  const count = textOf(cases.find((one) => one.name === name)!).split("\n").length;
  return lines.flatMap((line, i) => (i + 1 >= first && i + 1 < first + count && line.endsWith("// R") ? [i + 1] : []));
}

describe("a checked run", () => {
  let bench: Bench;
  before(async () => {
    const command = deviceCommand("check.cu", defaultOptions, "complete");
    const module = wholeReading(await compileBitcode(command, source, "check.cu"));
    bench = new Bench({ module, lowered: lowerModule(module) });
  });

  function check({ name, grid = 1, block = 64 }: Case): readonly CheckFinding[] {
    const check = checkLaunch();
    const input = bench.buffer(Int32Array.from({ length: 128 }, (_, i) => (i * 7) % 11));
    const args = [bench.buffer(1024), input, bench.buffer(1024)].map(pointer);
    const { outcome } = bench.launch(name, grid, block, [...args, int(64)], { observers: [check.observer] });
    assert.equal(outcome.kind, "completed", outcome.message);
    return check.findings();
  }
  const lineOf = (location: Location | undefined) => location && rootFrame(location).line;
  const sides = ({ location, other }: CheckFinding) =>
    [lineOf(location), ...(other ? [lineOf(other.location)] : [])].sort((a, b) => a! - b!);

  for (const one of racy) {
    it(`finds the race of ${one.name}, with both lines`, () => {
      const found = check(one);
      assert.ok(found.length > 0, "nothing was found");
      assert.ok(found.every(({ rule }) => rule === "data-race"));
      const wanted = marked(one);
      for (const finding of found) {
        assert.ok(
          sides(finding).every((line) => wanted.includes(line!)),
          finding.message,
        );
        assert.notDeepEqual(finding.thread, finding.other?.thread);
      }
      const seen = new Set(found.flatMap(sides));
      assert.deepEqual(
        [...seen].sort((a, b) => a! - b!),
        wanted,
      );
    });
  }
  for (const one of clean) {
    it(`is silent about ${one.name}`, () => {
      assert.deepEqual(
        check(one).map(({ message }) => message),
        [],
      );
    });
  }
  for (const one of uninitialised) {
    it(`finds what nobody wrote in ${one.name}`, () => {
      const found = check(one);
      assert.deepEqual(
        found.map(({ rule, location }) => [rule, lineOf(location)]),
        [["uninitialised-read", marked(one)[0]]],
      );
    });
  }

  it("names threads, block, place and lines in a sentence", () => {
    const [finding] = check(racy[0]!);
    const [write, read] = marked(racy[0]!);
    assert.equal(
      finding?.message,
      `Thread (32,0,0) of block (0,0,0) writes byte 128 of shared memory at line ${write} that thread (31,0,0) reads at line ${read}, with no barrier between them.`,
    );
    // Each warp reads what the other one writes.
    assert.equal(finding?.times, 64);
  });
});
