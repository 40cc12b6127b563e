/** Launches of a program that is started with arguments: those of its Makefile, or those that are given. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultConfiguration } from "../../engine/model/configuration";
import { nodeEngine } from "../support/engine";

const PROGRAM = `#include <stdlib.h>
__global__ void scale(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}
int main(int argc, char** argv) {
  if (argc != 3) return 1;
  int n = atoi(argv[1]), repeat = atoi(argv[2]);
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  for (int i = 0; i < repeat; i++) scale<<<(n + 63) / 64, 64>>>(data, n);
  cudaFree(data);
}
`;

/** Makefiles, and the arguments that they start the program with. */
const makefiles: Readonly<Record<string, readonly [makefile: string, startedWith: string | undefined]>> = {
  "a recipe": ["program = main\nrun: $(program)\n\t$(LAUNCHER) ./$(program) 6400 3\n", "6400 3"],
  "a recipe with variables and a log": ["N := 128\nrun:\n\t@./main $(N) 2 > log.txt 2>&1\n", "128 2"],
  "a recipe of the program's own name among others": ["run:\n\t./other 1 2\n\t./main 192 1\n", "192 1"],
  "programs of which none is meant": ["run:\n\t./one 640 1\n\t./two 128 1\n", undefined],
  "a recipe that asks the shell": ["run:\n\t./main `cat size` 1\n", undefined],
  "no run": ["main: main.cu\n\tnvcc -o main main.cu\n", undefined],
};

describe("launches with the program's arguments", () => {
  const folder = mkdtempSync(join(tmpdir(), "arguments-"));
  after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "main.cu");

  async function launch(makefile: string, programArguments?: readonly string[]) {
    writeFileSync(join(folder, "Makefile"), makefile);
    const engine = nodeEngine({ ...defaultConfiguration, ...(programArguments && { programArguments }) });
    const { kernels } = await engine.inspect({ path, text: PROGRAM });
    engine.dispose();
    return kernels[0]!.launches[0]!;
  }

  for (const [name, [makefile, startedWith]] of Object.entries(makefiles)) {
    it(`are read in the Makefile: ${name}`, async () => {
      const { grid, block, route, started_with, times } = await launch(makefile);
      const [n, repeat] = (startedWith ?? "").split(" ").map(Number);
      assert.deepEqual(block, [64, 1, 1]);
      assert.equal(started_with, startedWith);
      assert.deepEqual(grid, startedWith === undefined ? null : [n! / 64, 1, 1]);
      assert.equal(route, startedWith === undefined ? "possible" : undefined);
      if (startedWith !== undefined) assert.equal(times, repeat);
    });
  }

  it("may be given, and count more than the Makefile's", async () => {
    const { grid, started_with } = await launch("run:\n\t./main 6400 3\n", ["1280", "1"]);
    assert.deepEqual([grid, started_with], [[20, 1, 1], "1280 1"]);
  });

  it("have no number where a loop is left before its end", async () => {
    const { grid, times } = await launch("run:\n\t./main 640 5000\n");
    assert.deepEqual([grid, times], [[10, 1, 1], undefined]);
  });

  /** What the options below make of some words: blocks of `-b` or `--block` threads, `-n` or `--count` in all, and a word. */
  const options: readonly (readonly [words: string, grid: number, block: number])[] = [
    ["", 8, 128],
    ["-b 64", 16, 64],
    ["-b64 -n 4096", 64, 64],
    ["-vb 256", 4, 256],
    ["--block=32 --count 2048", 64, 32],
    ["file -n 512 --blo 64 -- -b 32", 8, 64],
    ["--double", 16, 128],
    ["-z -n 256", 2, 128],
  ];
  for (const [words, grid, block] of options) {
    it(`are read by getopt: ${words || "none"}`, async () => {
      const text = `#include <getopt.h>
#include <stdlib.h>
__global__ void scale(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
int main(int argc, char** argv) {
  int block = 128, n = 1024, twice = 1, verbose = 0;
  static const struct option names[] = {{"block", required_argument, nullptr, 'b'}, {"count", 1, nullptr, 'n'},
                                        {"double", no_argument, nullptr, 'd'}, {nullptr, 0, nullptr, 0}};
  for (int c; (c = getopt_long(argc, argv, "b:n:vd", names, nullptr)) != -1;) switch (c) {
    case 'b': block = atoi(optarg); break;
    case 'n': n = atoi(optarg); break;
    case 'd': twice = 2; break;
    case 'v': verbose = 1; break;
    default: break;
  }
  float* data;
  cudaMalloc(&data, n * twice * sizeof(float));
  scale<<<n * twice / block, block>>>(data);
  cudaFree(data);
  return verbose;
}
`;
      const engine = nodeEngine({ ...defaultConfiguration, programArguments: words.split(" ").filter(Boolean) });
      const { kernels } = await engine.inspect({ path: join(folder, "options.cu"), text });
      engine.dispose();
      const known = kernels[0]!.launches.filter((one) => one.route === undefined);
      assert.deepEqual(
        known.map((one) => [one.grid, one.block]),
        [
          [
            [grid, 1, 1],
            [block, 1, 1],
          ],
        ],
      );
    });
  }
});
