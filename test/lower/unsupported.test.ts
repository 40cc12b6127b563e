/** What is not lowered is said, with its place; nothing is counted for it. */
import assert from "node:assert/strict";
import { lowerModule } from "../../analyzer/lower/lower";
import { deviceModule } from "../support/device";

async function unsupportedIn(body: string): Promise<string[]> {
  const text = `#include <cuda_runtime.h>
__global__ void kernel(float* out, const float* in, int n) {
  __shared__ float4 s[64];
  ${body}
}`;
  const lowered = lowerModule(await deviceModule(text, "unsupported.cu")).get("_Z6kernelPfPKfi")!;
  for (const instruction of lowered.unsupported.keys()) {
    assert.equal(instruction.location?.line, 4);
    assert.deepEqual(lowered.issuedAt.get(instruction) ?? [], []);
  }
  return [...lowered.unsupported.values()];
}

describe("what lowering does not model", () => {
  it("names inline PTX that touches memory, and lets other inline PTX be", async () => {
    const load = 'float v; asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(in)); out[0] = v;';
    assert.deepEqual(await unsupportedIn(load), ["inline PTX ld.global.nc.f32"]);
    const guarded = 'asm volatile("{ .reg .pred p; @p red.shared.add.u32 [%0], 1; }" :: "r"(n));';
    assert.deepEqual(await unsupportedIn(guarded), ["inline PTX red.shared.add.u32"]);
    const lane = 'unsigned l; asm("mov.u32 %0, %%laneid;" : "=r"(l)); out[l] = 1;';
    assert.deepEqual(await unsupportedIn(lane), []);
    assert.deepEqual(await unsupportedIn('asm volatile("cp.async.wait_all;" ::: "memory"); out[n] = 2;'), []);
  });

  it("names copies whose size only the run knows, or that are loops on hardware", async () => {
    assert.deepEqual(await unsupportedIn("__builtin_memcpy(out, in, n);"), ["a copy whose size is not constant"]);
    assert.deepEqual(await unsupportedIn("__builtin_memcpy(out, in, 4096);"), ["a copy of 4096 bytes"]);
    assert.deepEqual(await unsupportedIn("__builtin_memcpy(out, in, 64);"), []);
  });
});
