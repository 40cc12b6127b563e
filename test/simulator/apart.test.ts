/** Accesses whose lanes are far apart count against the budget of a launch as what they take, and move no clock. */
import assert from "node:assert/strict";
import { architectures } from "../../analyzer/hardware/architectures";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import { pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
extern "C" __global__ void reads(int* a, unsigned long long apart, long long* ticks) {
  long long began = clock64();
  int sum = 0;
  for (int i = 0; i < 200000; i++) sum += *(volatile int*)&a[(threadIdx.x ^ 5) * apart + (i & 7)];
  a[0] = sum;
  ticks[0] = clock64() - began;
}
extern "C" __global__ void columns(int* a, unsigned long long apart, long long* ticks) {
  int sum = 0;
  for (int i = 0; i < 200000; i++) sum += *(volatile int*)&a[threadIdx.x * apart + (i & 7)];
  a[0] = sum;
}
`;

const MEBIBYTE = 1 << 20;

describe("the budget of a launch", () => {
  it("has accesses cost more whose lanes are further apart than caches reach", async () => {
    const program = await programOf(source, "apart.cu");
    const run = (apart: number, steps: number, kernel = "reads") => {
      const memory = new DeviceMemory(512 * MEBIBYTE);
      const [a, ticks] = [memory.allocate(300 * MEBIBYTE)!, memory.allocate(8)!];
      const words = new Uint8Array(8);
      new DataView(words.buffer).setBigUint64(0, BigInt(apart), true);
      const launch = {
        kernel,
        ...({ grid: [1, 1, 1], block: [32, 1, 1], shared: 0 } as const),
        arguments: [pointer(a), words, pointer(ticks)],
      };
      const { outcome } = runLaunch(program, launch, memory, architectures.get("sm_90")!, {
        limits: { steps, memory: 512 * MEBIBYTE },
      });
      return { kind: outcome.kind, ticks: memory.view().getBigInt64(Number(ticks & 0xffff_ffffn), true) };
    };
    const [near, far] = [MEBIBYTE / 4, 2 * MEBIBYTE];
    assert.equal(run(near, 4e6).kind, "completed");
    assert.equal(run(far, 4e6).kind, "limit");
    assert.equal(run(near, 4e6, "columns").kind, "completed");
    assert.equal(run(far, 4e6, "columns").kind, "limit");
    const whole = run(far, 2e7);
    assert.equal(whole.kind, "completed");
    assert.equal(whole.ticks, run(near, 2e7).ticks, "the clock says the same");
  });
});
