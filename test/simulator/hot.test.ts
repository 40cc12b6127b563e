/** What atomic operations ask of the address, and of the slice of L2, that they go to most often. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
__global__ void spread(unsigned* out, int words, int stride) {
  atomicMax(&out[threadIdx.x % words * stride], threadIdx.x);
}
__global__ void blocks(unsigned* out, int words, int stride) {
  atomicMax(&out[blockIdx.x % words * stride + threadIdx.x], threadIdx.x);
}
`;

/** Requests of the launches below: two blocks of four warps. */
const REQUESTS = 8;

describe("atomic operations that meet", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(source, "hot.cu"));
  });

  const demandOf = (kernel: string, words: number, stride: number) => {
    const out = pointer(bench.buffer(1 << 16));
    const report = bench.launch(kernel, 2, 128, [out, int(words), int(stride)]);
    assert.equal(report.outcome.kind, "completed", report.outcome.message);
    const { hotAddress, hotSlice } = report.demand!;
    return [hotAddress / REQUESTS, hotSlice / REQUESTS];
  };

  const cases: readonly (readonly [what: string, words: number, stride: number, address: number, slice: number])[] = [
    ["all lanes at one address are served one after the other", 1, 1, 32, 32],
    ["lanes at the eight words of a sector are served together, as often as they share one", 8, 1, 4, 4],
    ["sectors of 256 bytes are served one after the other", 8, 8, 4, 32],
    ["the words of two lines are those of one slice", 2, 32, 16, 32],
    ["256 bytes apart are other slices", 2, 64, 16, 16],
    ["each lane's own word of a line", 32, 1, 1, 4],
  ];
  for (const [what, words, stride, address, slice] of cases) {
    it(what, () => assert.deepEqual(demandOf("spread", words, stride), [address, slice]));
  }

  it("blocks that go elsewhere do not meet", () => {
    const [address, slice] = demandOf("blocks", 2, 1024) as [number, number];
    assert.deepEqual([address, slice], [1 / REQUESTS, 8 / REQUESTS]);
  });
});
