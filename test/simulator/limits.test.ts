/** What devices refuse: figures of each architecture, and the error of the hardware. */
import assert from "node:assert/strict";
import { architectures } from "../../analyzer/hardware/architectures";
import type { Dim3 } from "../../analyzer/hardware/model";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import { pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
extern "C" __global__ void plain(int* out) { extern __shared__ int s[]; s[threadIdx.x] = 1; out[threadIdx.x] = s[0]; }
extern "C" __global__ void __launch_bounds__(128) bounded(int* out) { out[threadIdx.x] = 1; }
extern "C" __global__ void much(int* out) { __shared__ char s[50000]; s[threadIdx.x] = 1; __syncthreads(); out[threadIdx.x] = s[9 + *out]; }
`;

const KIB = 1024;

async function launcher() {
  const program = await programOf(source, "limits.cu");
  return (kernel: string, grid: Dim3, block: Dim3, shared = 0, name = "sm_90") => {
    const memory = new DeviceMemory(1 << 20);
    const launch = { kernel, grid, block, shared, arguments: [pointer(memory.allocate(4096)!)] };
    const limits = { steps: 1e6, memory: 1 << 20 };
    return runLaunch(program, launch, memory, architectures.get(name)!, { limits }).outcome;
  };
}

describe("what a device refuses", () => {
  it("too many threads or blocks, with the error of the hardware", async () => {
    const run = await launcher();
    const cases: readonly (readonly [Dim3, Dim3, RegExp])[] = [
      [[1, 1, 1], [1025, 1, 1], /1025 threads in x; sm_90 allows 1024/],
      [[1, 1, 1], [32, 33, 1], /1056 threads; sm_90 allows 1024/],
      [[1, 1, 1], [1, 1, 65], /65 threads in z; sm_90 allows 64/],
      [[1, 65536, 1], [1, 1, 1], /65536 blocks in y; sm_90 allows 65535/],
      [[1, 1, 65536], [1, 1, 1], /65536 blocks in z; sm_90 allows 65535/],
      [[2 ** 31, 1, 1], [1, 1, 1], /2147483648 blocks in x; sm_90 allows 2147483647/],
      [[0, 1, 1], [1, 1, 1], /0 blocks in x; it must have at least 1/],
    ];
    for (const [grid, block, expected] of cases) {
      const outcome = run("plain", grid, block);
      assert.equal(outcome.kind, "limit");
      assert.match(outcome.message, expected);
      assert.match(outcome.message, /the launch fails with cudaErrorInvalidValue\.$/);
    }
  });

  it("more threads than the kernel's launch bounds", async () => {
    const run = await launcher();
    assert.equal(run("bounded", [1, 1, 1], [128, 1, 1]).kind, "completed");
    const outcome = run("bounded", [1, 1, 1], [16, 9, 1]);
    assert.equal(outcome.kind, "limit");
    assert.match(outcome.message, /144 threads; the kernel's __launch_bounds__ allows 128/);
  });

  it("more shared memory than a block of each architecture can have", async () => {
    const run = await launcher();
    const most = { sm_70: 96, sm_75: 64, sm_80: 163, sm_86: 99, sm_89: 99, sm_90: 227, sm_100: 227, sm_120: 99 };
    assert.deepEqual(Object.keys(most), [...architectures.keys()]);
    for (const [name, kib] of Object.entries(most)) {
      const at = (shared: number) => run("plain", [1, 1, 1], [32, 1, 1], shared, name);
      assert.equal(at(kib * KIB).kind, "completed", name);
      const outcome = at(kib * KIB + 4);
      assert.equal(outcome.kind, "limit", name);
      assert.match(outcome.message, new RegExp(`${kib * KIB + 4} dynamic\\); ${name} allows ${kib * KIB}`));
    }
  });

  it("static shared memory that nvcc would refuse", async () => {
    const run = await launcher();
    const outcome = run("much", [1, 1, 1], [32, 1, 1]);
    assert.equal(outcome.kind, "limit");
    assert.match(outcome.message, /50000 bytes of static shared memory; sm_90 allows 49152, and nvcc refuses it/);
  });
});
