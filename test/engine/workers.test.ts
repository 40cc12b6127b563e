/** Launches shared by several workers: what is said of them does not depend on how many there are. */
import assert from "node:assert/strict";
import { defaultConfiguration } from "../../engine";
import type { Engine, SimulateRequest } from "../../engine/model";
import { nodeEngine } from "../support/engine";
import { sampledIt } from "../support/sample";

const it = sampledIt("engine/workers", 3);

const text = `#include <cstdio>
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[(i * 7) % n];
}
__global__ void uneven(const int* a, const int* b, int* c, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < blockIdx.x % 5; ++k) sum += a[(i * (k + 1)) % n];
  s[threadIdx.x ^ blockIdx.x % 32] = sum;
  __syncthreads();
  if (s[255 - threadIdx.x] & 1) atomicAdd(&c[i % 61], 1);
}
__global__ void inPlace(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 300 < n && c[i + 300] >= 0) c[i] = c[(i + 300)] + c[0] + 1;
}
__global__ void overrun(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[blockIdx.x > 1500 ? 9 * n + i : i];
}
__global__ void talks(const float* a, const float* b, float* c, int n) {
  if (blockIdx.x % 512 == 0 && threadIdx.x == 0) printf("%d\\n", blockIdx.x);
  c[threadIdx.x] = a[threadIdx.x];
}
`;
const document = { path: "/w/workers.cu", text };
const COUNT = 2048 * 256;
const iota = { kind: "buffer", fill: { kind: "iota" }, count: COUNT } as const;

const request = (kernel: string): SimulateRequest => ({
  kernel,
  grid: [2048, 1, 1],
  block: [256, 1, 1],
  arguments: new Map<string, never>([
    ["a", iota as never],
    ["b", iota as never],
    ["c", { ...iota, fill: { kind: "zeros" } } as never],
    ["n", { kind: "number", text: String(COUNT) } as never],
  ]),
});

describe("several workers", () => {
  const engines = new Map<string, Engine>();
  const engine = (workers: number, steps = defaultConfiguration.limits.steps): Engine => {
    const key = `${workers} ${steps}`;
    const limits = { ...defaultConfiguration.limits, steps };
    const made = engines.get(key) ?? nodeEngine({ ...defaultConfiguration, simulation: { workers }, limits });
    engines.set(key, made);
    return made;
  };
  after(() => {
    for (const one of engines.values()) one.dispose();
  });

  for (const [kernel, outcome] of Object.entries({
    add: "completed",
    uneven: "completed",
    inPlace: "completed",
    overrun: "trapped",
    talks: "completed",
  })) {
    it(`say the same of ${kernel} as one`, async () => {
      const whole = await engine(1).simulate(document, request(kernel));
      assert.equal(whole.outcome, outcome, whole.message);
      for (const workers of [2, 3]) assert.deepEqual(await engine(workers).simulate(document, request(kernel)), whole);
    });
  }

  it("say the same of a launch that is sampled, or that comes near its limit", async () => {
    for (const steps of [200_000, 600_000, 2_000_000]) {
      const whole = await engine(1, steps).simulate(document, request("uneven"));
      assert.deepEqual(await engine(2, steps).simulate(document, request("uneven")), whole, `${steps} steps`);
    }
  });
});
