/** What a program's run says while it goes, and what is kept of it when it is cancelled. */
import assert from "node:assert/strict";
import type { ProgramProgress } from "../../engine/model";
import { nodeEngine } from "../support/engine";

const text = `#include <cstdio>
__global__ void store(int* p) { p[threadIdx.x * 2] = 1; }
__global__ void spin(volatile int* p) { while (p[0] == 0) {} }
int main(int argc, char** argv) {
    int* p;
    cudaMalloc(&p, 1024);
    cudaMemset(p, 0, 1024);
    printf("first\\n");
    store<<<1, 32>>>(p);
    printf("second\\n");
    if (argc > 1) spin<<<1, 32>>>(p);
    else store<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    return 0;
}
`;
const document = { path: "/w/progress.cu", text };

/** The launches that were begun and all that was written, in the order of the news. */
const gather = () => {
  const news: ProgramProgress[] = [];
  const text = () => news.map(({ stdout }) => stdout ?? "").join("");
  const launches = () => news.flatMap(({ launch, kernel }) => (launch === undefined ? [] : [`${launch} ${kernel}`]));
  return { take: (one: ProgramProgress) => news.push(one), text, launches };
};

describe("the progress of a program's run", () => {
  it("names each launch as it begins and gives the output, and changes nothing of the report", async () => {
    const engine = nodeEngine();
    try {
      const seen = gather();
      const report = await engine.simulateProgram(document, { arguments: [] }, undefined, seen.take);
      assert.deepEqual(seen.launches(), ["0 store", "1 store"]);
      assert.equal(seen.text(), "first\nsecond\n");
      assert.deepEqual(report, await engine.simulateProgram(document, { arguments: [] }));
    } finally {
      engine.dispose();
    }
  });

  it("leaves the launches that ended and the output when the run is cancelled", async () => {
    const engine = nodeEngine();
    try {
      const stop = new AbortController();
      const take = ({ launch }: ProgramProgress) => {
        if (launch === 1) stop.abort();
      };
      const report = await engine.simulateProgram(document, { arguments: ["x"] }, stop.signal, take);
      assert.equal(report.outcome, "cancelled");
      assert.equal(report.stdout, "first\nsecond\n");
      const [store, ...others] = report.launches;
      assert.deepEqual(others, []);
      const [line] = store!.lines;
      assert.deepEqual([store!.kernel, line!.line, line!.sectors, line!.sectorsIdeal], ["store", 2, 8, 4]);
      const after = await engine.simulateProgram(document, { arguments: [] });
      assert.equal(after.outcome, "completed", "the next run is whole");
    } finally {
      engine.dispose();
    }
  });
});
