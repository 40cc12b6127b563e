/** How aligned the pointers in a structure are that a launch is given. */
import assert from "node:assert/strict";
import { factsOf } from "../rules/support";

/** Sectors of a warp's loads through a structure that is initialised so. */
async function sectors(initializer: string): Promise<readonly [number, number] | undefined> {
  const [kernel] = await factsOf(`#include <cuda_runtime.h>
struct Given { float* in; float* out; int count; };
__global__ void add(Given given) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  given.out[i] = given.in[i] + 1.0f;
}
struct Owner { float* data; };
void run(float* in, Owner* owner, int n) {
  float* out;
  cudaMalloc(&out, n * sizeof(float));
  Given given = ${initializer};
  add<<<64, 256>>>(given);
}`);
  return kernel!.accesses.find(({ access }) => access.op === "load" && access.space === "global")!.footprint.sectors;
}

describe("alignment of pointers in structures", () => {
  it("is that of what they are initialised with", async () => {
    assert.deepEqual(await sectors("{ in, out, n }"), [4, 4]);
    assert.deepEqual(await sectors("{ in, out + 8, n + 1 }"), [4, 4]);
    assert.deepEqual(await sectors("{ owner->data, out + 8, n }"), [4, 4]);
    assert.deepEqual(await sectors("{ in, out + 1, n }"), [4, 5]);
  });

  it("is not known of a pointer that is added to a number", async () => {
    assert.deepEqual(await sectors("{ in, 1 + out, n }"), [4, 5]);
    assert.deepEqual(await sectors("{ n + in, out, n }"), [4, 5]);
  });
});
