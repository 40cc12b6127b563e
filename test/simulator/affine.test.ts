/**
 * Values that change by fixed distances from lane to lane: observers see the address of each lane, so a launch with one computes
 * all of them, and one without has to come to the same.
 */
import assert from "node:assert/strict";
import type { Dim3 } from "../../analyzer/hardware/model";
import type { ArgumentBytes, LaunchReport } from "../../simulator/model";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
extern "C" {
__global__ void strides(const int* in, int* out, int p, int q) {
  int x = threadIdx.x, y = threadIdx.y;
  out[p * x + q * y] = in[2 * x + 3 * y] + in[600 - x * 4 - y] + in[y * p + x] + (x * p - 3 * y < q ? 7 : 9);
}
__global__ void narrow(const char* in, short* out, int p, int q) {
  int i = threadIdx.x + threadIdx.y * blockDim.x;
  out[i] = in[i + p] + in[q * 2 + 600 - i] + (i >= q ? 1 : 2) + (i == p ? 10 : 20);
}
__global__ void wide(const double* in, double* out, int p, int q) {
  unsigned i = threadIdx.x + threadIdx.y * blockDim.x;
  if (i > 5u && i <= p + 40u) out[i] = in[i] * p + in[i + q];
  else out[i] = q;
}
__global__ void loops(const int* in, int* out, int p, int q) {
  int sum = 0, i = threadIdx.x + 4 * threadIdx.y;
  for (; i < 300 + (int)threadIdx.x; i += p) sum += in[i] * (i - q);
  out[threadIdx.x + threadIdx.y * blockDim.x] = sum;
}
__global__ void barriers(const int* in, int* out, int p, int q) {
  __shared__ int tile[32][33];
  int x = threadIdx.x % 32, y = threadIdx.y % 32;
  const int* from = in + x + p * y;
  int k = x * q + y;
  tile[y][x] = from[0];
  __syncthreads();
  int other = tile[x][y] + tile[y][31 - x];
  __syncthreads();
  if (x < q) tile[y][x] = other + k;
  __syncthreads();
  out[x + 32 * y] = tile[y][x] + from[5] + k;
}
__global__ void extended(const int* in, int* out, int p, int q) {
  int i = p + (int)threadIdx.x;
  unsigned u = (unsigned)p * 2u + threadIdx.x;
  long long j = (long long)(p * (int)threadIdx.y + q);
  out[threadIdx.x] = (i < q) + 2 * (i > -5) + 4 * (u < 7u) + (int)(j >> 3) + (int)((long long)i >> 33) + (int)(u >> 4);
}
__global__ void signs(const int* in, int* out, int p, int q) {
  int i = p + (int)threadIdx.x;
  out[threadIdx.x] = in[(long long)i - q];
}
__global__ void zeros(const int* in, int* out, int p, int q) {
  unsigned i = (unsigned)p + threadIdx.x;
  out[threadIdx.x] = in[(unsigned long long)i - (unsigned)q];
}
__global__ void bins(const int* in, int* out, int p, int q) {
  __shared__ int s[1500];
  int t = threadIdx.x + threadIdx.y * blockDim.x, n = blockDim.x * blockDim.y;
  for (int i = t; i < 1500; i += n) s[i] = 0;
  __syncthreads();
  atomicAdd(&s[(in[t] * p & 63) * q % 1500], 1);
  atomicAdd(&s[in[t] & 1], 3);
  __syncthreads();
  for (int i = t; i < 1500; i += n) out[i] = s[i] + s[(in[i & 511] * 3) & 1023];
}
}
`;

const shapes: readonly Dim3[] = [
  [64, 1, 1],
  [32, 4, 1],
  [16, 16, 1],
  [8, 8, 1],
  [4, 16, 1],
  [16, 2, 3],
  [4, 3, 2],
  [48, 2, 1],
  [33, 1, 1],
  [2, 32, 1],
];

describe("values with fixed distances between lanes", () => {
  let bench: Bench;
  let input: bigint;
  before(async () => {
    bench = new Bench(await programOf(source, "affine.cu"));
    input = bench.buffer(Int32Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3)) % 30011));
  });

  interface Run extends Pick<LaunchReport, "outcome" | "metrics"> {
    readonly lines: readonly object[];
    readonly output: readonly number[];
  }

  function run(kernel: string, block: Dim3, numbers: readonly number[], isObserved: boolean): Run {
    const output = bench.buffer(new Int32Array(4096));
    const args: ArgumentBytes[] = [pointer(input), pointer(output), ...numbers.map(int)];
    const observers = isObserved ? { observers: [{ access: () => {} }] } : {};
    const { outcome, metrics, lines } = bench.launch(kernel, [2, 1, 1], block, args, observers);
    const written = [...bench.ints(output, 4096)];
    bench.memory.free(output);
    return {
      outcome,
      metrics,
      lines: lines.map(({ access, ...counts }) => ({ ...counts, id: access.id })),
      output: written,
    };
  }

  /** Runs a kernel both ways; what it did without an observer. */
  function same(kernel: string, block: Dim3, numbers: readonly number[]): Run {
    const [seen, quick] = [run(kernel, block, numbers, true), run(kernel, block, numbers, false)];
    const name = `${kernel} ${block} ${numbers}`;
    assert.deepEqual(quick.output, seen.output, name);
    assert.deepEqual(quick.metrics, seen.metrics, name);
    assert.deepEqual(quick.lines, seen.lines, name);
    // Addresses of what a launch writes differ from run to run.
    const kind = ({ outcome }: Run) => [outcome.kind, outcome.message.replace(/0x[0-9a-f]+/g, "")];
    assert.deepEqual(kind(quick), kind(seen), name);
    return quick;
  }

  for (const kernel of ["strides", "narrow", "wide", "loops", "barriers", "extended", "bins"]) {
    it(`count and compute as lanes one by one: ${kernel}`, () => {
      for (const block of shapes) {
        for (const numbers of [
          [1, 16],
          [3, 64],
          [17, 5],
          [8, 0],
        ]) {
          assert.equal(same(kernel, block, numbers).outcome.kind, "completed");
        }
      }
    });
  }

  it("write one place from all lanes of a row", () => {
    for (const block of shapes)
      for (const q of [0, 1, 64]) assert.equal(same("strides", block, [0, q]).outcome.kind, "completed");
  });

  it("leave lanes that wrap before they are extended to themselves", () => {
    const least = -(2 ** 31);
    for (const p of [2 ** 31 - 16, 2 ** 31 - 32, 2 ** 31 - 33, least, -16, 0]) {
      for (const block of [
        [32, 1, 1],
        [16, 2, 1],
        [64, 1, 1],
      ] as const) {
        same("extended", block, [p, 3]);
        const signed = same("signs", block, [p, p]);
        const unsigned = same("zeros", block, [p, p]);
        const last = p + block[0] - 1;
        assert.equal(signed.outcome.kind, last < 2 ** 31 ? "completed" : "trapped", `signs ${p} ${block}`);
        assert.equal(unsigned.outcome.kind, p < 0 && last >= 0 ? "trapped" : "completed", `zeros ${p} ${block}`);
      }
    }
  });

  it("stop where a row leaves what is allocated", () => {
    for (const numbers of [
      [1 << 20, 1],
      [1, 1 << 22],
      [-(1 << 20), 1],
    ]) {
      for (const block of [[32, 2, 1] as const, [16, 4, 1] as const]) {
        assert.equal(same("strides", block, numbers).outcome.kind, "trapped", String(numbers));
      }
    }
  });
});
