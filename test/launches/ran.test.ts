/** What a run of the program launched is the launch of its kernels, with its place, until the host code changes. */
import assert from "node:assert/strict";
import { nodeEngine } from "../support/engine";

const PATH = "/launched/ran.cu";

/** The evaluation does not follow what `qsort` calls back, nor know how large the argument is. */
const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
__global__ void fill(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}
__global__ void clear(int* out) { out[threadIdx.x] = 0; }

static int* memory;
int compare(const void* a, const void* b) {
  clear<<<1, 16 * *(const int*)b>>>(memory);
  return *(const int*)a - *(const int*)b;
}
int main(int argc, char** argv) {
  if (argc < 2) return 1;
  int n = atoi(argv[1]), pair[2] = {1, 4};
  cudaMalloc(&memory, n * sizeof(int));
  for (int round = 0; round < 3; round++)
    fill<<<(n + 95) / 96, 96>>>(memory, n);
  qsort(pair, 2, sizeof(int), compare);
  cudaFree(memory);
}
`;

describe("launches of a run", () => {
  const engine = nodeEngine();
  after(() => engine.dispose());
  const launchesOf = async (text: string, kernel: string) => {
    const { kernels } = await engine.inspect({ path: PATH, text });
    // What the launches cost at least is compared elsewhere.
    return kernels.find((one) => one.kernel === kernel)!.launches.map(({ bounds: _, ...launch }) => launch);
  };
  const ran = {
    grid: [11, 1, 1],
    block: [96, 1, 1],
    from: "site",
    shared: 0,
    stream: "default",
    line: 19,
    route: "run",
    times: 3,
  };

  it("replace what is evaluated, those included that the evaluation does not come to", async () => {
    const [before] = await launchesOf(PROGRAM, "fill");
    assert.deepEqual([before!.grid, before!.block, before!.route], [null, [96, 1, 1], "possible"]);
    const result = await engine.simulateProgram({ path: PATH, text: PROGRAM }, { arguments: ["1000"] });
    assert.equal(result.outcome, "completed");
    assert.deepEqual(await launchesOf(PROGRAM, "fill"), [ran]);
    const [cleared] = await launchesOf(PROGRAM, "clear");
    assert.deepEqual([cleared!.route, cleared!.line, cleared!.block], ["run", 11, [64, 1, 1]]);
  });

  it("stay while kernels change, on the lines where the host code is now", async () => {
    const edited = PROGRAM.replace("out[i] = i;", "out[i] = i + 1;").replace("static int", "\nstatic int");
    assert.deepEqual(await launchesOf(edited, "fill"), [{ ...ran, line: 20 }]);
  });

  it("are dropped when the host code changes", async () => {
    const [after] = await launchesOf(PROGRAM.replace("n + 95", "n + 94"), "fill");
    assert.deepEqual([after!.grid, after!.route], [null, "possible"]);
    assert.equal((await launchesOf(PROGRAM, "fill"))[0]!.route, "possible");
  });
});
