/** What a footprint says where it is not known which lanes of a warp take part. */
import assert from "node:assert/strict";
import type { Footprint } from "../../analyzer/facts/model";
import { factsOf } from "../rules/support";

/** The footprint of the store `out[2 * threadIdx.x]`, 8 sectors for a full warp, below a condition. */
async function storeUnder(condition: string): Promise<Footprint> {
  const text = `#include <cuda_runtime.h>
__global__ void kernel(const int* in, int* out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  ${condition} { out[2 * threadIdx.x] = 1; }
}
void run(const int* in, int* out, int n, int m) { kernel<<<4, 64>>>(in, out, n, m); }
`;
  const [kernel] = await factsOf(text);
  return kernel!.accesses.find(({ access }) => access.op === "store")!.footprint;
}

const cases: readonly (readonly [
  condition: string,
  certainty: Footprint["certainty"],
  sectors: readonly [number, number],
  fullWarpsOnly: boolean,
])[] = [
  ["if (threadIdx.x < 64)", "exact", [8, 8], false],
  ["if (threadIdx.x % 32 < 4)", "exact", [1, 1], false],
  ["if (m > 3)", "exact", [8, 8], false],
  ["if (i < n)", "exact", [8, 8], true],
  ["if (i >= n) return; else", "exact", [8, 8], true],
  ["for (int k = i; k < n; k += 256)", "exact", [8, 8], true],
  ["if (threadIdx.x % 32 < 4 && i < n)", "exact", [1, 1], false],
  ["if (m * threadIdx.x > 11)", "bounded", [1, 8], false],
  ["if (threadIdx.x / 2 == m)", "bounded", [1, 8], false],
  ["if (i % m == 0)", "bounded", [1, 8], false],
  ["if (i < n && m > 3)", "exact", [8, 8], true],
  ["if (i >= n || m <= 3) return; else", "exact", [8, 8], true],
  ["if (in[i] > 3)", "bounded", [1, 8], false],
  ["if (m > 3 || threadIdx.x % 32 < 4)", "bounded", [1, 8], false],
];

describe("lanes that may not take part", () => {
  for (const [condition, certainty, sectors, fullWarpsOnly] of cases) {
    it(condition, async () => {
      const found = await storeUnder(condition);
      assert.deepEqual(
        { certainty: found.certainty, sectors: found.sectors, fullWarpsOnly: found.fullWarpsOnly ?? false },
        { certainty, sectors, fullWarpsOnly },
      );
    });
  }

  it("a condition of thousands of parts", async () => {
    const parts = Array.from({ length: 3000 }, (_, i) => `in[${i}] == ${i}`).join(" && ");
    const { certainty, sectors } = await storeUnder(`if (${parts})`);
    assert.deepEqual({ certainty, sectors }, { certainty: "exact", sectors: [8, 8] });
  });
});
