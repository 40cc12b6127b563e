/** How many files an engine keeps what it knows of: those that were asked for last, and nothing of others is stale. */
import { deepEqual, equal } from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createEngine } from "../../engine/index";
import type { Analysis } from "../../engine/model";
import { defaultConfiguration } from "../../engine/model/configuration";
import { nodePlatform } from "../../engine/node/platform";

const PROGRAM = `#include "threads.h"
__global__ void column(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x * 32]; }
int main() {
  float* data;
  cudaMalloc(&data, 1 << 20);
  column<<<1, THREADS>>>(data, data + 4096);
}
`;

/** An engine, and the runs of its clang so far. */
function engineOf(keptFiles: number) {
  const platform = nodePlatform(pathToFileURL(`${process.cwd()}/dist/`), { isBrief: true });
  let runs = 0;
  const run: typeof platform.clang.run = (...words) => {
    runs++;
    return platform.clang.run(...words);
  };
  const engine = createEngine({ ...platform, clang: { run } }, defaultConfiguration, { keptFiles });
  return { engine, runs: () => runs };
}

const blocksOf = ({ kernels }: Analysis) => kernels.flatMap((one) => one.launches.map(({ block }) => block));

describe("an engine that keeps few files", () => {
  const folder = mkdtempSync(join(tmpdir(), "warplens-files-"));
  after(() => rmSync(folder, { recursive: true }));
  const [first, second, header] = ["a.cu", "b.cu", "threads.h"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const threads = (count: number) => writeFileSync(header, `#define THREADS ${count}\n`);

  it("compiles again what it has dropped, and finds the same", async () => {
    threads(64);
    const { engine, runs } = engineOf(1);
    const before = await engine.settled({ path: first, text: PROGRAM });
    const compiled = runs();
    await engine.settled({ path: first, text: PROGRAM });
    equal(runs(), compiled, "what is kept is not compiled again");
    await engine.settled({ path: second, text: PROGRAM.replaceAll("column", "other") });
    const others = runs();
    const again = await engine.settled({ path: first, text: PROGRAM });
    equal(runs() > others, true, "what was dropped is compiled again");
    deepEqual(again.findings, before.findings);
    engine.dispose();
  });

  it("evaluates the launches of a file that it has dropped when a header has changed meanwhile", async () => {
    threads(64);
    const { engine } = engineOf(1);
    deepEqual(blocksOf(await engine.settled({ path: first, text: PROGRAM })), [[64, 1, 1]]);
    await engine.settled({ path: second, text: PROGRAM.replaceAll("column", "other") });
    threads(128);
    engine.sourceChanged(header);
    deepEqual(blocksOf(await engine.settled({ path: first, text: PROGRAM })), [[128, 1, 1]]);
    engine.dispose();
  });
});
