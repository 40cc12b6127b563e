/** A program that lacks source files: the run names the files of the folder that define what is missing. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
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

/** What names the two source files of a project in another folder than that of `main`. */
const builds: Readonly<Record<string, readonly [path: string, text: string]>> = {
  "a Makefile": ["Makefile", "OBJECTS = src/main.cu $(LIBRARY)/setup.cpp library/scale.cu\nprogram: $(OBJECTS)\n"],
  "a CMakeLists.txt": [
    "CMakeLists.txt",
    "add_executable(program src/main.cu\n  $" + "{PROJECT_SOURCE_DIR}/library/setup.cpp library/scale.cu)\n",
  ],
  "a compile database": [
    "build/compile_commands.json",
    JSON.stringify(
      ["src/main.cu", "library/setup.cpp", "library/scale.cu"].map((file) => ({
        directory: "..",
        file,
        command: `nvcc -c ${file}`,
      })),
    ),
  ],
};

describe("a program whose source files lie in another folder", () => {
  for (const [what, [path, content]] of Object.entries(builds)) {
    it(`is told of those that ${what} names, and knows the launches of its kernels`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "built-"));
      for (const name of ["src", "library", "build"]) mkdirSync(join(folder, name));
      const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
      put("src/main.cu", files["main.cu"]!);
      put("library/setup.cpp", files["setup.cpp"]!);
      put("library/scale.cu", files["scale.cu"]!);
      put(path, content.replaceAll('".."', JSON.stringify(folder)).replace("$(LIBRARY)", "library"));
      const engine = nodeEngine();
      const main = { path: join(folder, "src/main.cu"), text: files["main.cu"]! };
      const { missing_sources = [], message } = await engine.simulateProgram(main, { arguments: [] });
      const kernel = { path: join(folder, "library/scale.cu"), text: files["scale.cu"]! };
      const launches = (await engine.inspect(kernel)).kernels[0]!.launches;
      engine.dispose();
      rmSync(folder, { recursive: true });
      assert.deepEqual(
        launches.map((one) => [one.grid, one.block, one.from, one.path && basename(one.path), one.line]),
        [[[1, 1, 1], [64, 1, 1], "site", "main.cu", 7]],
      );
      assert.deepEqual(missing_sources.toSorted(), ["../library/scale.cu", "../library/setup.cpp"], message);
    });
  }
});

/** Projects that launch a header's kernel: in a source of a folder above, and in a header that only the program includes. */
const projects: readonly {
  readonly what: string;
  readonly header: string;
  readonly files: Readonly<Record<string, string>>;
  readonly launch: readonly [file: string, line: number];
}[] = [
  {
    what: "from a source two headers further, which the build names by its folder",
    header: "src/kernels/scale.cuh",
    files: {
      "CMakeLists.txt":
        "aux_source_directory($" + "{PROJECT_SOURCE_DIR}/src SRC)\nadd_executable(program main.cu $" + "{SRC})\n",
      "main.cu": "void run(float* data);\nint main() {\n  float* data;\n  cudaMalloc(&data, 4096);\n  run(data);\n}\n",
      "src/kernels.cuh": '#pragma once\n#include "kernels/scale.cuh"\n',
      "src/runner.cu": `#include "kernels.cuh"
const int STEP = 1;
void run(float* data) {
  // const int SIZE = 16;
  const int SIZE = 64;
  scale<SIZE,
        STEP * 2><<<1, SIZE>>>(data);
}
`,
      "src/kernels/scale.cuh":
        "template <int size, int step> __global__ void scale(float* data) { data[threadIdx.x * step % size] *= 2; }\n",
    },
    launch: ["runner.cu", 7],
  },
  {
    what: "from another header, which a program without a build includes",
    header: "include/scale.cuh",
    files: {
      "include/scale.cuh":
        "template <int size, int step> __global__ void scale(float* data) { data[threadIdx.x * step % size] *= 2; }\n",
      "include/launch.cuh": `#include "scale.cuh"
inline void unrelated() {}
inline void run(float* data) {
  scale<64, (2)><<<1, 64>>>(data);
}
`,
      "src/main.cu": `#include "launch.cuh"
int main() {
  float* data;
  cudaMalloc(&data, 4096);
  run(data);
}
`,
      "src/other.cu": "inline void unrelated();\nint main() { unrelated(); }\n",
    },
    launch: ["launch.cuh", 4],
  },
];

describe("a kernel in a header of another folder", () => {
  for (const { what, header, files, launch } of projects) {
    it(`has its launch ${what}, and figures for it`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "header-"));
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const engine = nodeEngine();
      const document = { path: join(folder, header), text: files[header]! };
      const [kernel] = (await engine.inspect(document)).kernels;
      const {
        files: [checked],
      } = await engine.check([document]);
      engine.dispose();
      rmSync(folder, { recursive: true });
      assert.match(kernel!.signature, /^scale<64, 2>/);
      assert.deepEqual(
        kernel!.launches.map((one) => [one.grid, one.block, one.from, one.path && basename(one.path), one.line]),
        [[[1, 1, 1], [64, 1, 1], "site", ...launch]],
      );
      const [file, line] = launch;
      const related = checked!.findings.flatMap((one) => one.related.map(({ message }) => message)).join("\n");
      assert.match(related, new RegExp(`block of 64 launched in line ${line} of ${file}`));
    });
  }
});

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

  it("is given their paths, too", async () => {
    const { missing_sources = [] } = await run();
    assert.deepEqual(missing_sources.toSorted(), ["scale.cu", "setup.cpp"]);
    assert.equal((await run("setup.cpp", "scale.cu")).missing_sources, undefined);
  });
});
