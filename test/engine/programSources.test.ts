/** A program that lacks source files: the run names the files of the folder that define what is missing. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeEngine } from "../support/engine";

const files: Readonly<Record<string, string>> = {
  "main.cu": `void setup(int n);
__global__ void scale(float* data);
int main() {
  float* data;
  cudaMalloc(&data, 256);
  setup(64);
  scale<<<1, 64>>>(data);
  cudaFree(data);
}
`,
  "setup.cpp": "static int size;\nvoid setup(int n) { size = n; }\n",
  "scale.cu": "__global__ void scale(float* data) { data[threadIdx.x] *= 2; }\n",
  "other.cu": "void setup(int n) {}\nint main() { setup(1); }\n",
};

describe("a program whose source files are not all named", () => {
  const engine = nodeEngine();
  const folder = mkdtempSync(join(tmpdir(), "sources-"));
  before(() => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });
  after(() => {
    engine.dispose();
    rmSync(folder, { recursive: true });
  });
  const source = (name: string) => ({ path: join(folder, name), text: files[name]! });
  const run = (...names: readonly string[]) =>
    engine.simulateProgram(source("main.cu"), { arguments: [], sources: names.map(source) });

  it("is told which files beside it define what is missing; files of other programs are not", async () => {
    const { outcome, message } = await run();
    assert.equal(outcome, "unsupported");
    assert.match(message, /^The program does not link: /);
    assert.match(
      message,
      /; (?:scale\.cu, setup\.cpp|setup\.cpp, scale\.cu) beside them define what is missing: name them, too\./,
    );
  });

  it("is told what is left, and runs with all of them", async () => {
    assert.match((await run("setup.cpp")).message, /; scale\.cu beside them defines what is missing: name it, too\./);
    assert.equal((await run("setup.cpp", "scale.cu")).outcome, "completed");
  });
});
