/** Accesses at the ends of allocations: those that an allocation holds go on, all others trap, whatever lies beside it. */
import assert from "node:assert/strict";
import { defaultArchitecture } from "../../analyzer/hardware/architectures";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import { pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
extern "C" __global__ void bytes(char* p, long long from, long long stride) { p[from + threadIdx.x * stride] = 1; }
extern "C" __global__ void words(int* p, long long from, long long stride) { p[from + threadIdx.x * stride] = 1; }
extern "C" __global__ void vectors(int4* p, long long from, long long stride) { p[from + threadIdx.x * stride] = int4{1, 2, 3, 4}; }
extern "C" __global__ void rows(int* p, long long from, long long stride) {
  p[from + threadIdx.x % 8 + threadIdx.x / 8 * stride] = 1;
}
extern "C" __global__ void odd(char* p, long long from, long long stride) {
  long long i = threadIdx.x * 7 % 32;
  p[from + i * stride] = 1;
}
`;

const plain = (lane: number, stride: number) => lane * stride;

/** Bytes of an element, and how far from the first one a lane's is, of each kernel. */
const KERNELS = {
  bytes: { width: 1, indexOf: plain },
  words: { width: 4, indexOf: plain },
  vectors: { width: 16, indexOf: plain },
  rows: { width: 4, indexOf: (lane: number, stride: number) => (lane % 8) + Math.floor(lane / 8) * stride },
  odd: { width: 1, indexOf: (lane: number, stride: number) => ((lane * 7) % 32) * stride },
} as const;

/** Sizes in bytes, of allocations that follow one another. */
const SIZES = [100, 256, 1, 300, 4, 255, 257, 4096, 1000, 254, 2560];

const long = (value: number) => new Uint8Array(new BigInt64Array([BigInt(value)]).buffer);

describe("the ends of allocations", () => {
  for (const [kernel, { width, indexOf }] of Object.entries(KERNELS)) {
    it(`are exact for ${kernel}`, async () => {
      const program = await programOf(source, "granules.cu");
      const memory = new DeviceMemory(1 << 20);
      const addresses = SIZES.map((size) => memory.allocate(size)!);
      const starts = addresses.map((address) => Number(BigInt.asUintN(32, address)));
      let [completed, trapped] = [0, 0];
      const check = (from: number, stride: number, threads: number) => {
        const lanes = Array.from({ length: threads }, (_one, lane) => from + indexOf(lane, stride));
        const isHeld = lanes.every((index) => memory.holds(starts[0]! + index * width, width));
        const { outcome } = runLaunch(
          program,
          {
            ...{ kernel, grid: [1, 1, 1], block: [threads, 1, 1], shared: 0 },
            arguments: [pointer(addresses[0]!), long(from), long(stride)],
          },
          memory,
          defaultArchitecture,
          { limits: { steps: 1e6, memory: 1 << 20 } },
        );
        const what = `${threads} lanes from ${from} by ${stride}`;
        assert.equal(outcome.kind, isHeld ? "completed" : "trapped", `${what}: ${outcome.message}`);
        if (isHeld) completed++;
        else trapped++;
      };
      for (const [i, start] of starts.entries()) {
        const begin = (start - starts[0]!) / width;
        const end = Math.floor(begin + SIZES[i]! / width);
        for (const threads of [1, 20, 32]) {
          for (const stride of [0, 1, 2, 3, 17, 64]) {
            for (const off of [-1, 0, 1]) {
              check(begin + off, stride, threads);
              check(end + off - 1 - (threads - 1) * stride, stride, threads);
            }
          }
        }
      }
      assert.ok(completed > 100 && trapped > 100, `${completed} completed, ${trapped} trapped`);
    });
  }
});
