/** Reports in which launches that are alike are written once. */
import assert from "node:assert/strict";
import { type WrittenReport, wholeReport, writtenReport } from "../../engine/formats/sameLaunches";
import type { SimulateJson } from "../../engine/formats/simulation";
import { nodeEngine } from "../support/engine";

const text = `__global__ void step(float* a) { a[threadIdx.x] += 1; }
__global__ void sum(const float* in, float* out) {
  float s = 0;
  for (int k = 0; k < 256; ++k) s += in[(threadIdx.x + k) % 64];
  out[threadIdx.x] = s;
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 256); cudaMalloc(&b, 256);
  cudaMemset(a, 0, 256);
  for (int i = 0; i < 20; i++) step<<<1, i == 7 ? 64 : 32>>>(a);
  for (int i = 0; i < 20; i++) sum<<<1, 64>>>(a, b);
  cudaFree(a); cudaFree(b);
}`;

describe("launches that are alike, in a report", () => {
  let report: SimulateJson;

  before(async () => {
    const engine = nodeEngine();
    try {
      report = await engine.simulateProgram({ path: "/w/alike.cu", text }, { arguments: [] });
    } finally {
      await engine.dispose();
    }
  });

  it("are written once, and are all there when it is read", () => {
    const { launches } = writtenReport(report);
    assert.equal(launches.length, 40, report.message);
    const full = launches.flatMap((one, i) => ("sameAs" in one ? [] : [i]));
    assert.deepEqual(full, [0, 7, 20]);
    assert.ok(report.launches.some(({ repeats }) => repeats !== undefined));
    const read = wholeReport(JSON.parse(JSON.stringify(writtenReport(report))) as WrittenReport);
    assert.deepEqual(read, JSON.parse(JSON.stringify(report)));
  });

  it("are one object when it is read, unless they repeat different launches", () => {
    const { launches } = wholeReport(JSON.parse(JSON.stringify(writtenReport(report))) as WrittenReport);
    assert.equal(launches[1], launches[19]);
    assert.equal(new Set(launches.slice(0, 20)).size, 2);
  });

  it("are written by one object for one report", () => {
    assert.equal(writtenReport(report), writtenReport(report));
  });

  it("may not name a launch that is not before them", () => {
    const [launch] = report.launches;
    const { kernel, signature, grid, block, shared } = launch!;
    const launches = [launch!, { kernel, signature, grid, block, shared, sameAs: 1 }];
    assert.throws(() => wholeReport({ ...report, launches }), /^Error: Launch 1 is said to be the same as launch 1/);
  });
});
