/** What reports estimate of the machine code: branches, predicates, loads of parameters, executed instructions. */
import assert from "node:assert/strict";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { countTraffic } from "../../simulator/counting/traffic";
import type { LineCount } from "../../simulator/model";
import { touchedSectors } from "../../simulator/textures/footprint";
import { Bench, int, pointer, programOf } from "./support";

const source = `#include <cuda_runtime.h>
extern "C" __global__ void bounded(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
extern "C" __global__ void shortArm(int* out, const int* in, int n) {
  int i = threadIdx.x;
  int x = in[i];
  if (x < n) out[i + 64] = x;
  out[i] = x + 1;
}
extern "C" __global__ void longArm(int* out, const int* in, int n) {
  int i = threadIdx.x;
  int x = in[i];
  if (x < n) {
    for (int k = 0; k < 8; ++k) out[i + 64 * k] = in[(x * 17 + k * k * 5) & 63] ^ k;
  }
  out[i + 640] = x + 1;
}
extern "C" __global__ void loop(int* out, const int* in, int n) {
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < in[threadIdx.x]; ++k) sum += out[k] * n;
  out[threadIdx.x + 64] = sum;
}
extern "C" __global__ void both(int* out, const int* in, int n) {
  int x = in[threadIdx.x];
  switch (x) {
    case 0: atomicAdd(&out[threadIdx.x], 5); break;
    case 1: atomicMax(&out[threadIdx.x], 6); break;
    case 7: atomicXor(&out[threadIdx.x], 7); break;
    default: atomicOr(&out[threadIdx.x], 8);
  }
}
extern "C" __global__ void divides(float* out, const float* in, int n) { out[threadIdx.x] = in[threadIdx.x] / in[n]; }
__noinline__ __device__ int called(int x) { return x * x; }
extern "C" __global__ void calls(int* out, const int* in, int n) { out[threadIdx.x] = called(in[threadIdx.x]); }
extern "C" __global__ void bytes(char* out, const char* in, int n) { out[threadIdx.x] = in[threadIdx.x]; }
extern "C" __global__ void masked(int* out, const int* in, int n) { out[threadIdx.x & 63] = in[threadIdx.x & 31]; }
extern "C" __global__ void compared(int* out, const int* in, int n) { out[threadIdx.x] = n > 3 ? in[threadIdx.x] : 0; }
extern "C" __global__ void arms(int* out, const int* in, int n) {
  if (in[threadIdx.x] & 1) for (int k = 0; k < 9; ++k) atomicAdd(&out[k * 64 + threadIdx.x], in[(k * 7 + n) & 63]);
  else for (int k = 0; k < 9; ++k) atomicMax(&out[k * 64 + threadIdx.x], in[(k * 9 + n) & 63]);
}
__constant__ int table[64];
extern "C" __global__ void constants(int* out, const int* in, int n) { out[threadIdx.x] = table[in[threadIdx.x]]; }
`;

const names = {
  targets: "smsp__sass_branch_targets",
  uniform: "smsp__sass_branch_targets_threads_uniform",
  divergent: "smsp__sass_branch_targets_threads_divergent",
  branches: "smsp__inst_executed_op_branch",
  loads: "smsp__inst_executed_op_ldc",
  requests: "idc__requests",
  instructions: "smsp__inst_executed",
  threads: "smsp__thread_inst_executed",
  on: "smsp__thread_inst_executed_pred_on",
} as const;

describe("estimates of the machine code", () => {
  let bench: Bench;
  let [input, output] = [0n, 0n];
  before(async () => {
    bench = new Bench(await programOf(source, "issue.cu"));
    [input, output] = [bench.buffer(1 << 14), bench.buffer(1 << 14)];
  });

  /** Two blocks of two warps, with these numbers as input. */
  function run(kernel: string, numbers: readonly number[], n: number) {
    bench.memory.write(input, new Uint8Array(Int32Array.from(numbers).buffer));
    const { outcome, metrics } = bench.launch(kernel, 2, 64, [pointer(output), pointer(input), int(n)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const figures = Object.entries(names).map(([short, name]) => [short, metrics[name]!] as const);
    const found = Object.fromEntries(figures) as Record<keyof typeof names, number>;
    assert.equal(found.uniform + found.divergent, found.targets);
    return found;
  }
  const ascending = Array.from({ length: 1024 }, (_, i) => i % 64);

  it("have no branch where one leads to the kernel's end, but an exit each", () => {
    const { targets, branches } = run("bounded", ascending, 40);
    assert.equal(targets, 0);
    // All four warps come to the bound; two have lanes below it, which come to the end.
    assert.equal(branches, 4 + 2);
  });

  it("have no branch around a short arm, which all warps execute under a predicate", () => {
    const some = run("shortArm", ascending, 8);
    const none = run("shortArm", ascending, 0);
    assert.deepEqual([some.targets, none.targets], [0, 0]);
    assert.equal(some.instructions, none.instructions);
    assert.equal(some.threads, none.threads);
    // The arm's instructions are on in eight lanes of each block, and off in all others.
    assert.ok(some.on > none.on && some.on < some.threads, `${none.on} ${some.on} ${some.threads}`);
    assert.equal((some.on - none.on) % (2 * 8), 0);
  });

  it("branch over a long arm, divergently where lanes of a warp differ", () => {
    // Of each block the first warp has lanes on both sides.
    const some = run("longArm", ascending, 8);
    assert.deepEqual([some.targets, some.divergent], [4, 2]);
    const none = run("longArm", ascending, 0);
    assert.deepEqual([none.targets, none.divergent], [4, 0]);
    assert.ok(some.instructions > none.instructions);
    // Lanes that may part wait for each other, and each warp ends.
    assert.equal(none.branches, 4 + 4 + 4);
  });

  it("branch back in every round of a loop, divergently in those in which some leave", () => {
    // A guard, and a branch after each round of the lane that goes round most often.
    const even = run("loop", Array(64).fill(5), 1);
    assert.deepEqual([even.targets, even.divergent], [4 * (1 + 5), 0]);
    const uneven = run(
      "loop",
      ascending.map((i) => (i % 32 < 16 ? 3 : 5)),
      1,
    );
    assert.deepEqual([uneven.targets, uneven.divergent], [4 * (1 + 5), 4]);
    // Some lanes do not go round at all.
    const guarded = run(
      "loop",
      ascending.map((i) => (i % 32 < 16 ? 0 : 2)),
      1,
    );
    assert.deepEqual([guarded.targets, guarded.divergent], [4 * (1 + 2), 4]);
  });

  it("compare with the cases of a switch one after the other", () => {
    const kinds = (of: (lane: number) => number) =>
      run(
        "both",
        ascending.map((i) => of(i % 32)),
        0,
      );
    assert.deepEqual(Object.values(kinds(() => 0)).slice(0, 3), [12, 12, 0]);
    // Of each warp some go to the first case; then some of the rest to the second; then the rest agrees.
    const three = kinds((lane) => (lane < 8 ? 0 : lane < 20 ? 1 : 5));
    assert.deepEqual([three.targets, three.divergent], [12, 4 * 2]);
    const four = kinds((lane) => [0, 1, 7, 9][lane % 4]!);
    assert.deepEqual([four.targets, four.divergent], [12, 4 * 3]);
  });

  it("branch at a division over the code for unusual operands, and there and back at a call", () => {
    const { targets, divergent } = run("divides", ascending, 5);
    assert.deepEqual([targets, divergent], [4, 0]);
    assert.equal(run("calls", ascending, 0).targets, 4 * 2);
  });

  it("part lanes at a branch with two long arms once", () => {
    const odd = run("arms", ascending, 1);
    assert.deepEqual([odd.targets, odd.divergent], [4, 4]);
    assert.equal(run("arms", Array(64).fill(2), 1).divergent, 0);
  });

  it("load the stack pointer, pointers that are indexed, and numbers that are compared with constants", () => {
    const perWarp = (kernel: string) => run(kernel, ascending, 5).loads / 4;
    assert.equal(perWarp("calls"), 1 + 2);
    assert.equal(perWarp("bytes"), 1);
    assert.equal(perWarp("masked"), 1);
    assert.equal(perWarp("compared"), 1 + 2 + 1);
    // The pointers are loaded by the warps with lanes below the bound, the block's size by all.
    assert.equal(run("bounded", ascending, 40).loads, 4 * 2 + 2 * 2);
  });

  it("ask the constant cache once for each address", () => {
    const { loads, requests } = run("constants", ascending, 0);
    // A load of the table in each warp beside the stack pointer and two pointers.
    assert.equal(loads, 4 * (3 + 1));
    assert.equal(requests, 4 * (3 + 32));
  });

  it("count a kernel's instructions by warps and by threads", () => {
    const { instructions, threads, on } = run("bytes", ascending, 0);
    assert.deepEqual([threads, on], [32 * instructions, 32 * instructions]);
    // The launch of a warp less.
    const { metrics } = bench.launch("bytes", 1, 96, [pointer(output), pointer(input), int(0)]);
    assert.equal(metrics[names.instructions], (instructions / 4) * 3);
  });
});

describe("texture fetches", () => {
  const NINE = 0x0000_01ff;
  /** Requests to the texture unit and bytes of sectors when nine lanes fetch; `sectors` of each lane. */
  function fetch(name: string, sectors: (lane: number) => readonly number[] | undefined) {
    const leader = { op: "call", callee: { kind: "function", name } };
    const access = { id: 0, leader, op: "load", width: 4, space: "texture" } as unknown as MemoryAccess;
    const { observer, lines } = countTraffic();
    const context = { block: [0, 0, 0], warp: 0, blockDim: [32, 1, 1] } as const;
    observer.access(access, NINE, new BigUint64Array(32), context);
    for (let lane = 0; lane < 9; lane++) observer.fetched(sectors(lane));
    const [{ requests, tags, bytes, isPartial }] = lines as [LineCount];
    return [requests, tags, bytes, !!isPartial];
  }

  it("are served by quads of lanes, or eight lanes of linear memory, with the sectors of each counted once", () => {
    // Three quads and two of them whole; two groups of eight.
    assert.deepEqual(
      fetch("__wl_tex_2d_f", () => [7]),
      [1, 3, 3 * 32, false],
    );
    assert.deepEqual(
      fetch("__wl_tex_1dfetch_f", () => [7]),
      [1, 2, 2 * 32, false],
    );
    assert.deepEqual(
      fetch("__wl_tex_2d_f", (lane) => [lane, lane + 1]),
      [1, 3, (5 + 5 + 2) * 32, false],
    );
    assert.deepEqual(
      fetch("__wl_tex_1dfetch_f", () => []),
      [1, 2, 0, false],
    );
  });

  it("of which it is not known how texels lie in memory make the bytes partial", () => {
    assert.deepEqual(fetch("__wl_tex_3d_f", (lane) => (lane === 3 ? undefined : [1])).at(-1), true);
  });

  it("touch tiles of four by two texels, filtered ones up to four, and a border as the edge", () => {
    const texels = { start: 0, format: { bits: [32, 0, 0, 0], kind: 2 }, width: 64, height: 32, depth: 0 } as const;
    const block = { ...texels, pitch: 256, slice: 8192 };
    const sampler = (linear: boolean, mode: number) => {
      const address = [mode, mode, mode] as const;
      const normalized = { normalizedFloat: false, normalizedCoordinates: false };
      return { address, linear, ...normalized, border: [0, 0, 0, 0] } as const;
    };
    const at = (x: number, y: number, linear = false, mode = 1) =>
      touchedSectors("2d", { texels: block, sampler: sampler(linear, mode) }, [x, y])!;
    assert.deepEqual(at(4.5, 2.5), at(7.9, 3.9));
    assert.notDeepEqual(at(4.5, 2.5), at(8.1, 2.5));
    assert.notDeepEqual(at(4.5, 2.5), at(4.5, 4.1));
    // Between four tiles; on a texel's middle there is one alone.
    assert.equal(new Set(at(4, 2, true)).size, 4);
    assert.deepEqual(at(4.5, 2.5, true), at(4.5, 2.5));
    assert.deepEqual(at(-9, 99, false, 3), at(0, 31));
    const linear = { ...block, linear: true, start: 64 } as const;
    const first = (x: number) => touchedSectors("1dfetch", { texels: linear, sampler: sampler(false, 1) }, [x]);
    assert.deepEqual([first(0), first(7), first(8), first(64)], [[2], [2], [3], []]);
    assert.equal(
      touchedSectors("2d", { texels: { ...block, inRows: true }, sampler: sampler(false, 1) }, [1, 1]),
      undefined,
    );
    assert.equal(touchedSectors("3d", { texels: block, sampler: sampler(false, 1) }, [1, 1, 1]), undefined);
  });
});
