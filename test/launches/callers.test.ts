/** Launches whose numbers come from other source files of the folder. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeEngine } from "../support/engine";

const files: Readonly<Record<string, string>> = {
  "scale.h":
    "#pragma once\nstruct Sizes { int n, threads; };\nextern int factors[2];\nvoid scale(float* data, Sizes sizes);\n",
  "scale.cu": `#include "scale.h"
static int factor = 2;
__global__ void scaled(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}
void scale(float* data, Sizes sizes) {
  scaled<<<(factors[1] + sizes.threads - 1) / sizes.threads, sizes.threads * factor>>>(data, sizes.n);
}
`,
  "sum.cuh": `template <typename T>
__global__ void sum(const T* data, T* out) {
  atomicAdd(out, data[blockIdx.x * blockDim.x + threadIdx.x]);
}
`,
  "middle.cpp":
    '#include "scale.h"\nstatic int factor = 64;\nint factors[2] = {0, 4000};\nvoid middle(float* data, int n) { scale(data, {n, factor}); }\n',
  "main.cu": `#include "scale.h"
#include "sum.cuh"
void middle(float* data, int n);
int main() {
  float* data;
  cudaMalloc(&data, 4096 * sizeof(float));
  middle(data, 4000);
  sum<float><<<4000 / 333, 96>>>(data, data);
  cudaFree(data);
}
`,
};

describe("launches from other source files", () => {
  const engine = nodeEngine();
  const folder = mkdtempSync(join(tmpdir(), "callers-"));
  before(() => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });
  after(() => {
    engine.dispose();
    rmSync(folder, { recursive: true });
  });
  const first = async (name: string) => {
    const { kernels } = await engine.inspect({ path: join(folder, name), text: files[name]! });
    const { grid, block, from, line, path } = kernels[0]!.launches[0]!;
    return { grid, block, from, line, path };
  };

  it("take the numbers of the callers, up to main, each file with its own statics", async () => {
    const expected = { grid: [63, 1, 1], block: [128, 1, 1], from: "site", line: 8, path: undefined };
    assert.deepEqual(await first("scale.cu"), expected);
  });

  it("are those of a header's kernels, with the file that launches them", async () => {
    const path = join(folder, "main.cu");
    assert.deepEqual(await first("sum.cuh"), { grid: [12, 1, 1], block: [96, 1, 1], from: "site", line: 8, path });
  });

  it("are not guessed when several programs call a function", async () => {
    writeFileSync(join(folder, "other.cpp"), '#include "scale.h"\nint main() { scale(nullptr, {100, 32}); }\n');
    const fresh = nodeEngine();
    const { kernels } = await fresh.inspect({ path: join(folder, "scale.cu"), text: files["scale.cu"]! });
    fresh.dispose();
    rmSync(join(folder, "other.cpp"));
    assert.equal(kernels[0]!.launches[0]!.grid, null);
  });

  it("take what other files define on the way from main", async () => {
    const path = join(folder, "sizes.cu");
    const text = `struct Net { int inputs; };
void setup(int inputs);
__global__ void forward(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
void train(Net* net, float* data) { forward<<<net->inputs / 16, 48>>>(data); }
int main() { setup(640); }
`;
    writeFileSync(path, text);
    writeFileSync(
      join(folder, "setup.cpp"),
      `struct Net { int inputs; };
void train(Net*, float*);
void setup(int inputs) { Net net{inputs * 2}; train(&net, nullptr); }
`,
    );
    const fresh = nodeEngine();
    const { kernels } = await fresh.inspect({ path, text });
    fresh.dispose();
    assert.deepEqual(kernels[0]!.launches[0]!.grid, [80, 1, 1]);
    assert.equal(kernels[0]!.launches[0]!.route, undefined);
  });
});
