/** Sectors that come with those that a launch loads, which device memory gives in pairs: against sets of sectors in order of access. */
import assert from "node:assert/strict";
import type { Observer } from "../../simulator/model";
import { Bench, int, pointer, programOf } from "./support";

const text = `
extern "C" __global__ void scattered(const int* in, int* out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = in[i * stride % n] + in[i * i % n];
  if (i % 3 == 0) sum += out[(i * 7 + 5) % n];
  out[i * (stride + 2) % n] = sum;
  if (i % 5 == 0) sum += out[i * 11 % n];
  if (sum == 12345) out[0] = 1;
}`;

describe("sectors beside those that are loaded", () => {
  it("are those that nothing accesses", async () => {
    const bench = new Bench(await programOf(text, "scattered.cu"));
    const n = 1 << 15;
    const [input, output] = [bench.buffer(4 * n), bench.buffer(4 * n)];
    for (const stride of [1, 8, 16, 33, 100, 64, 1]) {
      const [loadedFirst, accessed] = [new Set<bigint>(), new Set<bigint>()];
      const observer: Observer = {
        access(access, mask, addresses) {
          for (let lane = 0; lane < 32; lane++) {
            if (((mask >>> lane) & 1) === 0) continue;
            const sector = addresses[lane]! / 32n;
            if (access.op === "load" && !accessed.has(sector)) loadedFirst.add(sector);
            accessed.add(sector);
          }
        },
      };
      const args = [pointer(input), pointer(output), int(n), int(stride)];
      const seen = bench.launch("scattered", 8, 128, args, { observers: [observer] });
      const quick = bench.launch("scattered", 8, 128, args);
      const beside = [...loadedFirst].filter((sector) => !accessed.has(sector ^ 1n)).length;
      assert.equal(seen.demand?.neighbourSectors, beside, `stride ${stride}`);
      assert.equal(quick.demand?.neighbourSectors, beside, `stride ${stride}, again`);
    }
  });
});
