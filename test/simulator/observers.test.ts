/** What observers see of kernels whose patterns are known: samples, branches, traffic, warps and the trace of one warp. */
import assert from "node:assert/strict";
import type { LaunchReport } from "../../simulator/model";
import { countBranches } from "../../simulator/observers/branches";
import { spaceTraffic } from "../../simulator/observers/bytes";
import { sampleRequests } from "../../simulator/observers/samples";
import { traceWarp } from "../../simulator/observers/trace";
import { countWarps } from "../../simulator/observers/warps";
import { Bench, int, pointer, programOf } from "./support";

const source = `#include <cuda_runtime.h>
extern "C" __global__ void growing(float* out, const float* in) {
  __shared__ float tile[32 * 33];
  // Warp w of a block reads with a stride of w + 1 elements.
  int stride = threadIdx.x / 32 + 1;
  tile[threadIdx.x] = in[threadIdx.x % 32 * stride];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[(threadIdx.x % 32 * 32 + stride) % 128];
}
extern "C" __global__ void halves(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (threadIdx.x % 32 < 8) atomicAdd(&out[0], i);
  else atomicMax(&out[1], i);
  if (blockIdx.x == 1) atomicMin(&out[2], i);
}
extern "C" __global__ void kinds(int* out, const int* in) {
  switch (in[threadIdx.x]) {
    case 0: atomicAdd(&out[threadIdx.x], 5); break;
    case 1: atomicMax(&out[threadIdx.x], 6); break;
    case 7: atomicXor(&out[threadIdx.x], 7); break;
    case 9: atomicMin(&out[threadIdx.x], 7); break;
    default: atomicOr(&out[threadIdx.x], 8);
  }
}
extern "C" __global__ void own(int* out, const int* in, int n) {
  int own[32];
  for (int i = 0; i < 32; ++i) own[i] = i;
  for (int i = 0; i < n; ++i) own[in[i] & 31] += i;
  out[threadIdx.x] = own[in[threadIdx.x] & 31];
}`;

const lineOf = (text: string): number => source.split("\n").findIndex((line) => line.includes(text)) + 1;

describe("observers", () => {
  let bench: Bench;
  let [input, output] = [0n, 0n];
  before(async () => {
    bench = new Bench(await programOf(source, "observers.cu"));
    [input, output] = [bench.buffer(1 << 14), bench.buffer(1 << 14)];
  });

  function lineAt(report: LaunchReport, line: number, op: string) {
    const found = report.lines.filter(({ access }) => access.location?.line === line && access.op === op);
    assert.equal(found.length, 1, `${found.length} accesses ${op} at line ${line}`);
    return found[0]!;
  }

  it("keep the first costliest request of each access, with its lanes' addresses", () => {
    const samples = sampleRequests();
    const args = [pointer(output), pointer(input)];
    const report = bench.launch("growing", 2, 128, args, { observers: [samples.observer] });
    assert.equal(report.outcome.kind, "completed", report.outcome.message);
    const load = lineAt(report, lineOf("tile[threadIdx.x] = in"), "load");
    const sample = samples.of(load.access, "global")!;
    assert.deepEqual([sample.block, sample.warp, sample.mask], [[0, 0, 0], 3, -1]);
    assert.deepEqual(
      [...sample.addresses],
      Array.from({ length: 32 }, (_, lane) => input + BigInt(16 * lane)),
    );
    const read = lineAt(report, lineOf("out[blockIdx.x"), "load");
    // All lanes of a warp want one bank; four words of it are distinct, in every warp alike.
    assert.equal(samples.of(read.access, "shared")?.warp, 0);
    assert.equal(samples.of(read.access, "global"), undefined);
    const store = lineAt(report, lineOf("out[blockIdx.x"), "store");
    assert.equal(samples.of(store.access, "global")?.addresses[31], output + 124n);
  });

  it("count a branch by warps and lanes, and tell which executions diverged", () => {
    const branches = countBranches();
    bench.memory.write(output, new Uint8Array(64));
    bench.launch("halves", 2, 96, [pointer(output), int(110)], { observers: [branches.observer] });
    const found = branches
      .counts()
      .map(({ instruction, sample, ...count }) => ({ line: instruction.location!.line, ...count }));
    const at = (line: number) => found.filter((one) => one.line === line);
    const split = at(lineOf("% 32 < 8"));
    // Four warps have lanes below 110: three whole ones of block 0, one of block 1 with 14 lanes.
    assert.deepEqual(
      split.map(({ executions, divergent, lanes }) => [executions, divergent, lanes]),
      [[4, 4, 110]],
    );
    assert.ok([32, 110 - 32].includes(split[0]!.taken), `${split[0]!.taken} lanes`);
    const block = at(lineOf("blockIdx.x == 1"));
    assert.deepEqual(
      block.map(({ executions, divergent, lanes }) => [executions, divergent, lanes]),
      [[4, 0, 110]],
    );
    assert.ok([14, 96].includes(block[0]!.taken), `${block[0]!.taken} lanes`);
    const bounds = at(lineOf("i >= n"));
    assert.deepEqual(
      bounds.map(({ executions, divergent, lanes }) => [executions, divergent, lanes]),
      [[6, 1, 192]],
    );
    const { sample } = branches.counts().find((one) => one.instruction.location!.line === lineOf("i >= n"))!;
    assert.deepEqual([sample!.block, sample!.warp, sample!.mask], [[1, 0, 0], 0, -1]);
    assert.ok([0x3fff, ~0x3fff].includes(sample!.taken));
  });

  it("count a switch as one branch, divergent when lanes go to several places", () => {
    const branches = countBranches();
    const kinds = Array.from({ length: 96 }, (_, i) => (i < 32 ? i % 10 : i < 64 ? 7 : 55));
    bench.memory.write(input, new Uint8Array(Int32Array.from(kinds).buffer));
    const args = [pointer(output), pointer(input)];
    bench.launch("kinds", 1, 96, args, { observers: [branches.observer] });
    const switches = branches.counts().filter(({ instruction }) => instruction.op === "switch");
    const known = [0, 1, 7, 9];
    assert.deepEqual(
      switches.map(({ executions, divergent, lanes, taken }) => ({ executions, divergent, lanes, taken })),
      [{ executions: 3, divergent: 1, lanes: 96, taken: kinds.filter((kind) => known.includes(kind)).length }],
    );
  });

  it("hold moved against useful bytes, also of memory that every thread has for itself", () => {
    const values = Array.from({ length: 256 }, (_, i) => i);
    bench.memory.write(input, new Uint8Array(Int32Array.from(values).buffer));
    const report = bench.launch("growing", 1, 32, [pointer(output), pointer(input)]);
    assert.deepEqual(spaceTraffic(report.lines), [
      // A load and a store of 32 floats side by side.
      { space: "global", requests: 2, movedBytes: 256, usefulBytes: 256 },
      // A store of one wavefront, and a load of four words of one bank.
      { space: "shared", requests: 2, movedBytes: 128 * 5, usefulBytes: 128 + 16 },
    ]);
    const local = bench.launch("own", 1, 32, [pointer(output), pointer(input), int(8)]);
    const [mine] = spaceTraffic(local.lines).filter(({ space }) => space === "local");
    const lines = local.lines.filter(({ space }) => space === "local");
    assert.ok(lines.length > 0);
    assert.equal(
      mine?.usefulBytes,
      lines.reduce((sum, { lanes, access }) => sum + lanes * access.width, 0),
    );
  });

  it("give figures for each warp, and say how many are left out", () => {
    const warps = countWarps(6);
    const args = [pointer(output), pointer(input)];
    const report = bench.launch("growing", 2, 128, args, { observers: [warps.observer] });
    const { rows, leftOut } = warps.result();
    assert.equal(leftOut, 2);
    assert.deepEqual(
      rows.map(({ block, warp }) => [block[0], warp]),
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 0],
        [1, 1],
      ],
    );
    // Strides of 1 to 4 floats take 4, 8, 12 and 16 sectors, the store another 4.
    assert.deepEqual(
      rows.slice(0, 4).map(({ sectors }) => sectors),
      [8, 12, 16, 20],
    );
    assert.ok(rows.every(({ requests, barriers }) => requests === 4 && barriers === 1));
    const total = report.lines.reduce((sum, { sectors }) => sum + sectors, 0);
    assert.equal(total, 2 * (8 + 12 + 16 + 20));
  });

  it("follow one warp step by step and stop keeping at the limit", () => {
    const trace = traceWarp({ block: [1, 0, 0], warp: 2 }, 3);
    const args = [pointer(output), pointer(input)];
    bench.launch("growing", 2, 128, args, { observers: [trace.observer] });
    const { steps, truncated } = trace.result();
    assert.deepEqual(
      steps.map(({ op, space, location }) => [op, space, location?.line]),
      [
        ["load", "global", lineOf("tile[threadIdx.x] = in")],
        ["store", "shared", lineOf("tile[threadIdx.x] = in")],
        ["barrier", undefined, lineOf("__syncthreads")],
      ],
    );
    assert.equal(truncated, true);
    assert.equal(steps[0]!.addresses![5], input + 60n);
  });

  it("say that barriers of a followed block are left out", () => {
    const args = [pointer(output), pointer(input)];
    // A block of four warps: the followed one has no steps that could be too many.
    const results = [0, 1].map((kept) => {
      const trace = traceWarp({ block: [1, 0, 0], warp: 9 }, kept);
      bench.launch("growing", 2, 128, args, { observers: [trace.observer] });
      const { barriers, truncated } = trace.result();
      return [barriers.length, truncated];
    });
    assert.deepEqual(results, [
      [0, true],
      [1, false],
    ]);
  });

  it("leave the counts as they are without observers", () => {
    const args = [pointer(output), pointer(input)];
    const plain = bench.launch("growing", 2, 128, args);
    const [samples, branches] = [sampleRequests(), countBranches()];
    const seen = bench.launch("growing", 2, 128, args, { observers: [samples.observer, branches.observer] });
    assert.deepEqual(seen.metrics, plain.metrics);
  });
});
