/** Parts of a launch: which launches have them, and that they add up to the whole. */
import assert from "node:assert/strict";
import { sectorsOfParts } from "../../simulator/counting/touched";
import { launchFigures } from "../../simulator/report/metrics";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
#include <cstdio>
__global__ void apart(const int* in, int* out, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[(i * 5) & 1023];
  __syncthreads();
  if (s[63 - threadIdx.x] & 1) atomicAdd(&out[i & 63], __popc(i)); else out[64 + i] = s[0] * n;
}
__global__ void inPlace(const int* in, int* out, int n) { out[threadIdx.x] = out[threadIdx.x + 1] + in[0] * n; }
__global__ void counts(const int* in, int* out, int n) { out[1 + atomicAdd(out, 1) % n] = in[0]; }
__global__ void talks(const int* in, int* out, int n) { out[threadIdx.x] = in[0] * n; printf("%d", n); }
__global__ void times(const int* in, int* out, int n) { out[threadIdx.x] = clock() * in[0] * n; }
struct Both { const int* in; int* out; };
__global__ void hidden(Both both, int* other, int n) { both.out[threadIdx.x] = both.in[0] * n; }
__global__ void chased(int* const* in, int* out, int n) { out[threadIdx.x] = *in[0] * n; }
`;

describe("parts of a launch", () => {
  let bench: Bench;
  let buffers: bigint[];
  before(async () => {
    bench = new Bench(await programOf(source, "parts.cu"));
    buffers = [bench.buffer(Int32Array.from({ length: 1024 }, (_, i) => i * 37)), bench.buffer(1 << 16)];
  });
  const run = (kernel: string, part?: { index: number; of: number }, [a, b] = buffers) =>
    bench.launch(kernel, 37, 64, [pointer(a!), pointer(b!), int(3)], part ? { part } : {});

  it("add up to the whole where blocks are independent", () => {
    const whole = run("5apart");
    for (const of of [1, 2, 5, 37]) {
      const parts = Array.from({ length: of }, (_, index) => run("5apart", { index, of }));
      for (const { outcome } of parts) assert.equal(outcome.kind, "completed", outcome.message);
      for (const [name, value] of Object.entries(whole.metrics)) {
        const figures = parts.map(({ metrics }) => metrics[name]!);
        // What a block occupies is the same in every part.
        if (launchFigures.has(name)) assert.deepEqual([...new Set(figures)], [value], name);
        else
          assert.equal(
            figures.reduce((sum, figure) => sum + figure, 0),
            value,
            name,
          );
      }
      const instructions = parts.reduce((sum, { mix }) => sum + mix!.threadInstructions, 0);
      assert.equal(instructions, whole.mix!.threadInstructions);
    }
  });

  it("touch the sectors of the whole, each once", () => {
    const run = (part?: { index: number; of: number }) => {
      // Nothing else has run in this memory.
      const own = new Bench(bench.program);
      const data = [own.buffer(Int32Array.from({ length: 1024 }, (_, i) => i * 37)), own.buffer(1 << 16)];
      const options = { mayShare: true, ...(part && { part }) };
      return own.launch("5apart", 37, 64, [...data.map(pointer), int(3)], options);
    };
    const whole = run();
    const { storedSectors } = whole.demand!;
    assert.deepEqual(sectorsOfParts([whole.touched!]).storedSectors, storedSectors);
    for (const of of [2, 5, 37]) {
      const parts = Array.from({ length: of }, (_, index) => run({ index, of }).touched!);
      assert.deepEqual(sectorsOfParts(parts), sectorsOfParts([whole.touched!]));
    }
  });

  it("are refused where a block may see what another one does", () => {
    const part = { index: 0, of: 2 };
    for (const kernel of ["7inPlace", "6counts", "5talks", "5times", "6hidden", "6chased"]) {
      const { outcome } = run(kernel, part);
      assert.equal(outcome.kind, "unsupported", kernel);
      assert.match(outcome.message, /may see what others write/, kernel);
    }
    // The same kernel, given one buffer for both.
    assert.equal(run("5apart", part, [buffers[1]!, buffers[1]!]).outcome.kind, "unsupported");
  });
});
