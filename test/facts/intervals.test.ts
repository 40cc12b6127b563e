/** Between which barriers accesses to shared memory lie, by line. */
import assert from "node:assert/strict";
import { factsOf } from "../rules/support";

/** Lines of the barriers before and after the accesses to shared memory in each line; 0 for the kernel's edge. */
async function intervals(body: string): Promise<ReadonlyMap<number, readonly [number[], number[]]>> {
  const [kernel] = await factsOf(`__global__ void kernel(int* out, const int* in, int n) {
__shared__ int s[256]; int t = threadIdx.x;
${body}
}
void run(int* out, const int* in, int n) { kernel<<<1, 256>>>(out, in, n); }
`);
  return new Map(
    kernel!.accesses.flatMap(({ access, interval }) => {
      if (!interval) return [];
      const lines = (one: typeof interval.after): number[] =>
        one.map((location) => location?.line ?? 0).sort((a, b) => a - b);
      return [[access.location!.line, [lines(interval.after), lines(interval.before)]] as const];
    }),
  );
}

describe("barrier intervals", () => {
  it("begin and end at barriers, and at the kernel's edges", async () => {
    const found = await intervals(`s[t] = in[t];
__syncthreads();
int v = s[255 - t];
__syncthreads();
s[t] = v + 1;
__syncthreads();
out[t] = s[255 - t];`);
    assert.deepEqual(
      [...found],
      [
        [3, [[0], [4]]],
        [5, [[4], [6]]],
        [7, [[6], [8]]],
        [9, [[8], [0]]],
      ],
    );
  });

  it("reach over the back edge of a loop", async () => {
    const found = await intervals(`int sum = 0;
#pragma unroll 1
for (int k = 0; k < n; ++k) {
s[t] = in[t] + k;
__syncthreads();
sum += s[255 - t];
}
out[t] = sum;`);
    assert.deepEqual(found.get(6), [[0, 7], [7]]);
    assert.deepEqual(found.get(8), [[7], [0, 7]]);
  });

  it("do not follow branches that the launch rules out", async () => {
    const found = await intervals(`s[t] = in[t];
if (blockDim.x > 32) __syncthreads();
out[t] = s[255 - t];`);
    assert.deepEqual(found.get(3), [[0], [4]]);
  });

  it("are not said of functions without barriers", async () => {
    assert.equal((await intervals("s[t] = in[t];\nout[t] = s[t] + s[t ^ 1];")).size, 0);
  });
});
