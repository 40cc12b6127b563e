/** The device's clock is modelled: it goes forward, further where more is done, and past what a loop waits for. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
__global__ void timed(long long* out, float* data, int rounds) {
  long long begin = clock64();
  float sum = data[threadIdx.x];
  for (int i = 0; i < rounds; ++i) sum = sum * data[i & 15] + 1.0f;
  out[threadIdx.x] = clock64() - begin;
  data[threadIdx.x] = sum;
}
__global__ void waits(int* out, int cycles) {
  unsigned begin = (unsigned)clock(), passed = 0;
  while (passed < cycles) passed = (unsigned)clock() - begin;
  out[blockIdx.x] = (int)passed;
}
`;

describe("the device's clock", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(source, "clock.cu"));
  });

  /** Cycles that the first thread counts around so many rounds. */
  function cycles(rounds: number): number {
    const [out, data] = [bench.buffer(new Int32Array(128)), bench.buffer(new Int32Array(64))];
    const { outcome } = bench.launch("5timed", 1, 64, [pointer(out), pointer(data), int(rounds)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    return bench.ints(out, 1)[0]!;
  }

  it("goes further where more is done, in a long run too", () => {
    const [none, few, many, most] = [0, 10, 1000, 300_000].map(cycles);
    assert.ok(0 < none! && none! < few! && 10 * few! < many! && 200 * many! < most!, `${[none, few, many, most]}`);
    assert.equal(cycles(1000), many, "the same each time");
  });

  it("is above what a loop waits for, in most blocks", () => {
    const out = bench.buffer(new Int32Array(8));
    const { outcome } = bench.launch("5waits", 8, 1, [pointer(out), int(19_800)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const passed = [...bench.ints(out, 8)];
    assert.ok(
      passed.every((one) => one >= 19_800 && one < 20_200),
      `${passed}`,
    );
    assert.ok(
      passed.some((one) => one > 19_800),
      `${passed}`,
    );
  });
});
