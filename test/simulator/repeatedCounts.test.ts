/** Launches of a kernel one after the other: what is kept of one that counted the same is what a device of its own says. */
import assert from "node:assert/strict";
import type { LaunchReport, Program } from "../../simulator/model";
import { Bench, int, pointer, programOf } from "./support";

const text = `
__constant__ int table[64];
extern "C" __global__ void walks(const int* in, int* out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < in[i % n]; k++) sum += in[(i * stride + k) % n];
  if (sum & 1) out[i] = sum;
}
extern "C" __global__ void reads(const int* in, int* out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[i * stride % 64] + in[n & i] + (int)(sinf(in[0] * 40000.0f) * 8);
}`;

describe("launches of one kernel", () => {
  let program: Program;
  before(async () => {
    program = await programOf(text, "walks.cu");
  });

  const contents = [3, 3, 5, 3, 0, 0, 3].map((most) =>
    Int32Array.from({ length: 256 }, (_, i) => (i * 7) % (most + 1)),
  );

  function launch(bench: Bench, kernel: string, content: Int32Array, stride: number, shared: number) {
    const addresses = [bench.buffer(content), bench.buffer(1024)];
    return bench.launch(kernel, 2, 128, [...addresses.map(pointer), int(256), int(stride)], { shared });
  }

  const facts = ({ metrics, lines, mix, demand, lanes, outcome, work }: LaunchReport): unknown => ({
    metrics,
    lines: lines.map(({ access, ...counts }) => ({ ...counts, id: access.id })),
    mix,
    demand,
    lanes,
    outcome,
    work,
  });

  for (const kernel of ["walks", "reads"]) {
    it(`count as on a device of their own: ${kernel}`, () => {
      const bench = new Bench(program);
      for (const [at, content] of contents.entries()) {
        for (const [stride, shared] of [
          [1, 0],
          [1, 0],
          [33, 0],
          [33, 4096],
        ] as const) {
          const alone = launch(new Bench(program), kernel, content, stride, shared);
          const after = launch(bench, kernel, content, stride, shared);
          assert.deepEqual(facts(after), facts(alone), `content ${at}, stride ${stride}, shared ${shared}`);
        }
      }
    });
  }
});
