/** What a figure would be under other blocks: said of kernels without a launch, in files of some hundred kernels at most. */
import assert from "node:assert/strict";
import { blockWords } from "../../analyzer/rules/text/usualBlocks";
import { contextOf } from "./support";

describe("the words about usual blocks", () => {
  const text = `__global__ void strided(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i * 32] = i;
}
`;

  it("stand in files of up to 500 kernels", async () => {
    const context = await contextOf(text);
    const [facts] = context.kernels;
    const [fact] = facts!.accesses;
    const wordsAmong = (kernels: number) =>
      blockWords(facts!, fact!, { ...context, kernels: Array.from({ length: kernels }, () => facts!) });
    const tried = "no block is known; the same for all usual blocks from 64 to 1024";
    assert.deepEqual([wordsAmong(1), wordsAmong(500)], [tried, tried]);
    assert.match(wordsAmong(501), /^an assumed block of \d+$/);
  });
});
