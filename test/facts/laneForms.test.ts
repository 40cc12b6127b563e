/** Lane forms of index expressions, thread by thread, against the same expressions computed for each thread. */
import assert from "node:assert/strict";
import { scopeOf } from "../../analyzer/facts/forms/forms";
import { laneForms } from "../../analyzer/facts/forms/laneForms";
import { laneAt } from "../../analyzer/facts/forms/lanes";
import type { Dim3 } from "../../analyzer/hardware/model";
import { factsOf } from "../rules/support";

const ELEMENT_BYTES = 4;

/** The form of the index of `out[…] = 1` under a block. */
async function indexForm(expression: string, block: Dim3, before = "") {
  const text = `#include <cuda_runtime.h>
__global__ void kernel(const int* in, int* out, int n, int m) {
  ${before}
  out[${expression}] = 1;
}
`;
  const [kernel] = await factsOf(text, block);
  const { access } = kernel!.accesses.find(({ access: { op } }) => op === "store")!;
  const forms = laneForms({
    function: kernel!.kernel,
    shape: kernel!.launches[0]!,
    spaceOf: (pointer) => kernel!.lowered.get(kernel!.kernel.name)!.spaceOf(pointer),
  });
  const form = forms.use(access.pointer, access.leader.block);
  return { form, offset: access.offset };
}

type Index = (x: number, y: number, z: number) => number;

/** Expressions that are known but for what all threads share, with their value for each thread. */
const known: readonly (readonly [expression: string, block: Dim3, index: Index])[] = [
  ["threadIdx.x", [64, 1, 1], (x) => x],
  ["3 * threadIdx.x + 7", [64, 1, 1], (x) => 3 * x + 7],
  ["blockIdx.x * blockDim.x + threadIdx.x", [96, 1, 1], (x) => x],
  ["n + threadIdx.x", [64, 1, 1], (x) => x],
  ["n * 2 - threadIdx.x + 64", [64, 1, 1], (x) => 64 - x],
  ["threadIdx.x / 3", [64, 1, 1], (x) => Math.floor(x / 3)],
  ["threadIdx.x % 5", [64, 1, 1], (x) => x % 5],
  ["threadIdx.x ^ 5", [64, 1, 1], (x) => x ^ 5],
  ["threadIdx.x & 6", [64, 1, 1], (x) => x & 6],
  ["threadIdx.x | 8", [64, 1, 1], (x) => x | 8],
  ["threadIdx.x >> 2", [64, 1, 1], (x) => x >> 2],
  ["threadIdx.x << 3", [64, 1, 1], (x) => x << 3],
  [
    "__brev(threadIdx.x) >> 26",
    [64, 1, 1],
    (x) => Number.parseInt(x.toString(2).padStart(6, "0").split("").reverse().join(""), 2),
  ],
  ["__popc(threadIdx.x)", [64, 1, 1], (x) => [...x.toString(2)].filter((digit) => digit === "1").length],
  ["__clz(threadIdx.x)", [64, 1, 1], (x) => Math.clz32(x)],
  ["min(threadIdx.x, 20)", [64, 1, 1], (x) => Math.min(x, 20)],
  ["threadIdx.x < 9 ? threadIdx.x : 63 - threadIdx.x", [64, 1, 1], (x) => (x < 9 ? x : 63 - x)],
  ["threadIdx.y * blockDim.x + threadIdx.x", [8, 8, 1], (x, y) => y * 8 + x],
  ["threadIdx.x * blockDim.y + threadIdx.y", [8, 8, 1], (x, y) => x * 8 + y],
  ["(threadIdx.z * 4 + threadIdx.y) * 5 + threadIdx.x", [5, 4, 3], (x, y, z) => (z * 4 + y) * 5 + x],
  ["(threadIdx.x + blockIdx.x * 64) / 32 * 32 + threadIdx.x % 32", [64, 1, 1], (x) => x],
  ["blockIdx.x * 64 + (threadIdx.x ^ (threadIdx.x >> 3))", [64, 1, 1], (x) => x ^ (x >> 3)],
];

/** Expressions that are not known, with who shares their value and what the unknown part is called. */
const unknown: readonly (readonly [expression: string, scope: string, words: RegExp])[] = [
  ["in[n]", "grid", /loaded/],
  ["in[blockIdx.x]", "block", /loaded/],
  ["in[threadIdx.x / 32]", "warp", /loaded/],
  ["in[threadIdx.x]", "lane", /loaded/],
  ["n * threadIdx.x", "lane", /\bn\b/],
  ["n * (threadIdx.x / 32)", "warp", /\bn\b/],
  ["__ballot_sync(~0u, in[threadIdx.x] > 0)", "warp", /vote/],
  ["__shfl_sync(~0u, in[threadIdx.x], 0)", "lane", /another lane/],
  ["atomicAdd(out + 1, 1)", "lane", /atomic/],
];

describe("lane forms", () => {
  for (const [expression, block, index] of known) {
    it(`${expression} in ${block.join("×")}`, async () => {
      const { form, offset } = await indexForm(expression, block);
      const [width, height] = block;
      const base = laneAt(form.known, 0) + offset - ELEMENT_BYTES * index(0, 0, 0);
      for (let t = 0; t < block[0] * block[1] * block[2]; t++) {
        const [x, y, z] = [t % width, Math.floor(t / width) % height, Math.floor(t / (width * height))];
        assert.equal(laneAt(form.known, t) + offset - base, ELEMENT_BYTES * index(x, y, z), `thread ${t}`);
      }
      // What is left beside it is the same for all threads.
      assert.ok(form.terms.every(({ coefficient, atom }) => typeof coefficient === "number" && atom.scope !== "lane"));
    });
  }

  for (const [expression, scope, words] of unknown) {
    it(`${expression} is shared by a ${scope}`, async () => {
      const { form } = await indexForm(expression, [64, 1, 1]);
      assert.equal(scopeOf(form), scope);
      assert.match(form.terms.map(({ atom }) => atom.description).join(", "), words);
    });
  }

  for (const [start, scope] of [
    ["threadIdx.x", "lane"],
    ["blockIdx.x", "block"],
  ])
    it(`a loop's variable that thousands of instructions compute from ${start} is shared by a ${scope}`, async () => {
      const unrolled = '_Pragma("unroll") for (int step = 0; step < 1000; ++step) sum = (sum ^ m) * 5;';
      const loop = `unsigned sum = ${start}; for (int at = 0; at < n; ++at) { ${unrolled} }`;
      const { form } = await indexForm("sum", [64, 1, 1], loop);
      assert.equal(scopeOf(form), scope);
    });
});

/** Loops around `out[k] = 1`, and how often a thread turns them on average; undefined where that is not known. */
const loops: readonly (readonly [loop: string, trips: number | undefined])[] = [
  ["for (int k = 0; k < 5; ++k)", 5],
  ["for (int k = 1; k < blockDim.x; k *= 2)", 6],
  ["for (int k = blockDim.x / 2; k > 0; k >>= 1)", 6],
  ["for (int k = threadIdx.x; k < 640; k += blockDim.x)", 10],
  ["for (int k = 0; k < (threadIdx.x & 3); ++k)", 1.5],
  ["for (int k = 0; k < 3; ++k) for (int j = 0; j < 7; ++j)", 21],
  ["for (int k = 0; k < 4 + blockIdx.x; ++k)", 5.5],
  ["for (int k = 9; k >= 0; k -= 3)", 4],
  ["for (int k = 0; k < n; ++k)", undefined],
  ["for (int k = 0; k < in[blockIdx.x]; ++k)", undefined],
];

describe("loop counters", () => {
  for (const [loop, trips] of loops) {
    it(`${loop} turns ${trips ?? "nobody knows how"} times`, async () => {
      const text = `#include <cuda_runtime.h>
__global__ void kernel(const int* in, int* out, int n) {
  _Pragma("unroll 1") ${loop.replaceAll(") for", ') _Pragma("unroll 1") for')} out[k * in[k]] = 1;
}
void run(const int* in, int* out, int n) { kernel<<<4, 64>>>(in, out, n); }
`;
      const [kernel] = await factsOf(text);
      const store = kernel!.accesses.find(({ access }) => access.op === "store")!;
      assert.ok(store.loopDepth >= 1);
      // The header of a loop that is tested first runs once more than its body.
      const seen = store.trips;
      if (trips === undefined) assert.equal(seen, undefined);
      else assert.ok(seen !== undefined && Math.abs(seen - trips) < 1e-9, `${seen}`);
    });
  }
});
