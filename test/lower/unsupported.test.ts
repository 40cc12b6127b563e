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

describe("inline PTX that touches memory", () => {
  it("is lowered as the load, store, atomic or copy that it is", async () => {
    const text = `#include <cuda_runtime.h>
__global__ void kernel(float4* out, const float4* in, unsigned* count, int n) {
  __shared__ float4 s[64];
  unsigned place = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
  float4 v;
  asm volatile("ld.global.nc.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(in + threadIdx.x));
  asm volatile("st.shared.v2.f32 [%0+8], {%1, %2};" ::"r"(place), "f"(v.x), "f"(v.w) : "memory");
  asm volatile("red.global.add.u32 [%0], 1;" ::"l"(count + threadIdx.x) : "memory");
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(in + n) : "memory");
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 3; @p st.global.f32 [%0], %2; }" ::"l"(out), "r"(n), "f"(v.y) : "memory");
  unsigned a, b;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(place));
  count[a] = b;
}`;
    const { accesses, unsupported } = lowerModule(await deviceModule(text, "ptx.cu")).get("_Z6kernelP6float4PKS_Pji")!;
    assert.equal(unsupported.size, 0);
    assert.deepEqual(
      accesses.map(({ op, space, width, matrices, location }) => [location?.line, op, space, width, matrices ?? 0]),
      [
        [6, "load", "global", 16, 0],
        [7, "store", "shared", 8, 0],
        [8, "reduction", "global", 4, 0],
        [9, "copy", "global", 16, 0],
        [10, "store", "global", 4, 0],
        [12, "load", "shared", 16, 2],
        [13, "store", "global", 4, 0],
      ],
    );
  });
});

describe("what lowering does not model", () => {
  it("names inline PTX that touches memory, and lets other inline PTX be", async () => {
    const load = 'float v; asm volatile("ld.mmio.relaxed.sys.global.f32 %0, [%1];" : "=f"(v) : "l"(out)); out[0] = v;';
    assert.deepEqual(await unsupportedIn(load), ["inline PTX ld.mmio.relaxed.sys.global.f32"]);
    const guarded = 'asm volatile("{ .reg .pred p; @p red.shared.add.u32 [%0], 1; }" :: "r"(n));';
    assert.deepEqual(await unsupportedIn(guarded), ["inline PTX red.shared.add.u32"]);
    const lane = 'unsigned l; asm("mov.u32 %0, %%laneid;" : "=r"(l)); out[l] = 1;';
    assert.deepEqual(await unsupportedIn(lane), []);
    assert.deepEqual(await unsupportedIn('asm volatile("cp.async.wait_all;" ::: "memory"); out[n] = 2;'), []);
  });

  it("names copies that are loops on hardware, and lets those be whose size only the run knows", async () => {
    assert.deepEqual(await unsupportedIn("__builtin_memcpy(out, in, n);"), []);
    assert.deepEqual(await unsupportedIn("__builtin_memcpy(out, in, 4096);"), ["a copy of 4096 bytes"]);
    assert.deepEqual(await unsupportedIn("__builtin_memcpy(out, in, 64);"), []);
  });
});

describe("a vector of tens of thousands of elements", () => {
  it("is not told apart into its elements, and hides what is in memory before it", async () => {
    const text = `typedef float V __attribute__((ext_vector_type(65536)));
__global__ void kernel(V* p, float* out) {
  out[0] = 1;
  p[0] = p[1] * p[2];
  out[1] = out[0];
}`;
    const lowered = lowerModule(await deviceModule(text, "vector.cu")).get("_Z6kernelPDv65536_fPf")!;
    assert.deepEqual([...new Set(lowered.unsupported.values())].sort(), [
      "a load of 262144 bytes at once",
      "a store of 262144 bytes at once",
    ]);
    assert.deepEqual(
      lowered.accesses.map(({ op, location }) => [op, location?.line]),
      [
        ["store", 3],
        ["load", 5],
        ["store", 5],
      ],
    );
  });
});
