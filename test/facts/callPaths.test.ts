/** Facts of functions that stay calls: footprints, uniformity and barriers through calls, against kernels written for it. */
import assert from "node:assert/strict";
import type { AccessFact } from "../../analyzer/facts/model";
import { factsOf } from "../rules/support";

/** Facts of the accesses of a kernel in `body`, launched with 128 threads, with the functions before it. */
async function accesses(functions: string, body: string, launch = "<<<4, 128>>>"): Promise<readonly AccessFact[]> {
  const text = `#include <cuda_runtime.h>
#define APART __noinline__ __device__
${functions}
__global__ void kernel(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  ${body}
}
void run(int* in, int* out, int n) { kernel${launch}(in, out, n); }
`;
  const [kernel] = await factsOf(text);
  return kernel!.accesses;
}

/** Footprint of the access in the function called, which is the one that is not in the kernel. */
async function inCallee(functions: string, body: string, op: "load" | "store" = "load"): Promise<AccessFact> {
  const lines = functions.split("\n").length;
  const found = (await accesses(functions, body)).filter(
    ({ access }) => access.op === op && access.location!.line <= lines + 2,
  );
  assert.equal(found.length, 1);
  return found[0]!;
}

const pick = "APART int pick(const int* data, int at) { return data[at]; }";

describe("accesses in functions that are called", () => {
  it("one call gives the function's line the kernel's lanes", async () => {
    const { footprint } = await inCallee(pick, "out[i] = pick(in, 8 * i);");
    assert.equal(footprint.certainty, "exact");
    assert.deepEqual(footprint.sectors, [32, 32]);
  });

  it("calls that agree are exact", async () => {
    const { footprint, trips } = await inCallee(pick, "out[i] = pick(in, i) + pick(in, i + 1024);");
    assert.equal(footprint.certainty, "exact");
    assert.deepEqual(footprint.sectors, [4, 4]);
    assert.equal(trips, 2);
  });

  it("calls that differ are bounded by them, with the mean of all", async () => {
    const { footprint } = await inCallee(pick, "out[i] = pick(in, i) + pick(in, 8 * i);");
    assert.equal(footprint.certainty, "bounded");
    assert.deepEqual(footprint.sectors, [4, 32]);
    assert.deepEqual(footprint.mean, [18, 4]);
    assert.equal(footprint.dependsOn, "which call it is");
  });

  it("one call that is not known leaves the function unknown", async () => {
    const { footprint } = await inCallee(pick, "out[i] = pick(in, i) + pick(in, in[i]);");
    assert.equal(footprint.certainty, "unknown");
  });

  it("a guard around the call is a guard around the access", async () => {
    const { footprint } = await inCallee(pick, "if (threadIdx.x % 8 == 0) out[i] = pick(in, i);");
    assert.equal(footprint.certainty, "exact");
    assert.deepEqual(footprint.sectors, [4, 4]);
    assert.deepEqual(footprint.mean, [4, 1]);
  });

  it("loops around the call and in the function multiply", async () => {
    const sum = `APART int sum(const int* data, int at) {
  int all = 0;
#pragma unroll 1
  for (int k = 0; k < 5; ++k) all ^= data[at + 32 * k * k];
  return all;
}`;
    const { footprint, trips, loopDepth } = await inCallee(
      sum,
      `int all = 0;
  _Pragma("unroll 1") for (int j = 0; j < 3; ++j) all += sum(in, i + j * j * 8);
  out[i] = all;`,
    );
    assert.deepEqual([footprint.certainty, footprint.sectors, trips, loopDepth], ["exact", [4, 4], 15, 2]);
  });

  it("calls within calls are followed", async () => {
    const outer = `${pick}
APART int twice(const int* data, int at) { return pick(data, 2 * at) * 3; }`;
    const { footprint } = await inCallee(outer, "out[i] = twice(in, i);");
    assert.deepEqual([footprint.certainty, footprint.sectors], ["exact", [8, 8]]);
  });

  it("what a function gives back is followed", async () => {
    const facts = await accesses("APART int turned(int at) { return at ^ 5; }", "out[turned(i)] = n;");
    const store = facts.find(({ access }) => access.op === "store")!;
    assert.deepEqual([store.footprint.certainty, store.footprint.sectors], ["exact", [4, 4]]);
  });

  it("an index made of the block's place inside the function is followed", async () => {
    const facts = await accesses(
      "APART int place() { return blockIdx.x * blockDim.x + threadIdx.x; }",
      "out[place()] = n;",
    );
    const store = facts.find(({ access }) => access.op === "store")!;
    assert.deepEqual([store.footprint.certainty, store.footprint.sectors], ["exact", [4, 4]]);
  });

  it("a value that a function loads for the whole warp is shared by it", async () => {
    const facts = await accesses(pick, "out[pick(in, blockIdx.x) * 8 + i] = n;");
    const store = facts.find(({ access }) => access.op === "store")!;
    assert.equal(store.footprint.certainty, "exact");
    assert.deepEqual(store.footprint.sectors, [4, 4]);
  });

  it("shared memory is reached through parameters", async () => {
    const functions = "APART int column(const int (*tile)[32], int c) { return tile[threadIdx.x % 32][c]; }";
    const { footprint, access } = await inCallee(
      functions,
      `__shared__ int tile[32][32];
  tile[threadIdx.x / 32][threadIdx.x % 32] = n;
  __syncthreads();
  out[i] = column(tile, threadIdx.x / 32);`,
    );
    assert.equal(access.space, "shared");
    assert.deepEqual([footprint.certainty, footprint.wavefronts], ["exact", [32, 32]]);
  });

  it("recursion keeps what it passes on and is open in the rest", async () => {
    const walk = `__device__ int walk(const int* data, const int* first, int at, int depth) {
  if (depth == 0) return first[threadIdx.x];
  return data[at] + walk(data, first, at / 2 + depth, depth - 1) * walk(data, first, at / 3, depth - 1);
}`;
    const facts = await accesses(walk, "out[i] = walk(in, in + 512, i, n);");
    const inWalk = facts.filter(({ access }) => access.op === "load");
    const byLine = (line: number) => inWalk.filter(({ access }) => access.location!.line === line);
    for (const { footprint, trips } of byLine(4)) {
      assert.equal(trips, undefined);
      assert.equal(footprint.certainty, "bounded");
      assert.deepEqual(footprint.sectors, [1, 4]);
    }
    for (const { footprint } of byLine(5)) assert.equal(footprint.certainty, "unknown");
    assert.ok(byLine(4).length >= 1 && byLine(5).length >= 1);
  });

  it("functions that call each other end", async () => {
    const pair = `__device__ int odd(const int* data, int at);
APART int even(const int* data, int at) { return at == 0 ? data[0] : odd(data, at - 1) + data[at]; }
APART int odd(const int* data, int at) { return at == 0 ? data[1] : even(data, at - 1) * data[at]; }`;
    const facts = await accesses(pair, "out[i] = even(in, n);");
    assert.ok(facts.filter(({ access }) => access.op === "load").length >= 2);
    for (const { access, footprint } of facts) if (access.op === "load") assert.notEqual(footprint.certainty, "exact");
  });

  it("many ways of calls end", async () => {
    const levels = Array.from(
      { length: 10 },
      (_, level) =>
        `APART int level${level + 1}(const int* data, int at) { return level${level}(data, at) + level${level}(data, at * 2); }`,
    );
    const facts = await accesses(
      ["APART int level0(const int* data, int at) { return data[at]; }", ...levels].join("\n"),
      "out[i] = level10(in, i);",
    );
    const load = facts.find(({ access }) => access.op === "load")!;
    assert.notEqual(load.footprint.certainty, "exact");
  });
});

describe("barriers in functions that are called", () => {
  async function divergent(functions: string, body: string) {
    const text = `#include <cuda_runtime.h>
#define APART __noinline__ __device__
${functions}
__global__ void kernel(int* data, int n) { ${body} }
void run(int* data, int n) { kernel<<<4, 128>>>(data, n); }
`;
    const [kernel] = await factsOf(text);
    return kernel!.barriers.filter(({ divergentOn }) => divergentOn);
  }
  const guarded = `APART void step(int* data, int at, bool on) {
  data[at] = 1;
  if (on) { __syncthreads(); data[at] += 2; __syncthreads(); }
}`;

  it("a condition that all callers share is silent", async () => {
    assert.equal((await divergent(guarded, "step(data, threadIdx.x, n > 3);")).length, 0);
    assert.equal((await divergent(guarded, "step(data, threadIdx.x, blockIdx.x > 1);")).length, 0);
  });

  it("a condition that a caller makes of the thread is found in the function", async () => {
    const found = await divergent(guarded, "step(data, threadIdx.x, threadIdx.x < 40);");
    assert.equal(found.length, 2);
    assert.ok(found.every(({ certain, because }) => certain && because === "the thread index"));
  });

  it("one bad caller is enough", async () => {
    assert.equal(
      (await divergent(guarded, "step(data, threadIdx.x, n > 3); step(data, 7, threadIdx.x > n);")).length,
      2,
    );
  });

  it("a recursion whose depth the block shares is silent, one whose depth is the thread's is found", async () => {
    const halve = `__device__ void halve(int* data, int width, int depth) {
  if (depth <= 0) return;
  if (threadIdx.x < width) data[threadIdx.x] += data[threadIdx.x + width];
  __syncthreads();
  halve(data, width / 2, depth - 1);
  data[width] = 0;
  __syncthreads();
  halve(data, width / 4, depth - 2);
}`;
    assert.deepEqual(await divergent(halve, "halve(data, 64, n);"), []);
    assert.ok((await divergent(halve, "halve(data, 64, threadIdx.x);")).length > 0);
  });
});
