/** The engine as server and command line use it: headers, flags, edits, cancellation, and what one run tells of another. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../../engine/model";
import { nodeEngine } from "../support/engine";

const example = `__global__ void column(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x * 32];
}
__global__ void copy(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x];
}
`;

describe("the engine", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const rulesOf = async (path: string, text: string) =>
    (await engine.analyse({ path, text })).findings.map((one) => one.rule);

  it("finds the same after an edit of another kernel, which compiles alone, as from scratch", async () => {
    const first = await engine.analyse({ path: "/w/edit.cu", text: example });
    const edited = example.replace("in[threadIdx.x];", "in[threadIdx.x + 64];");
    const second = await engine.analyse({ path: "/w/edit.cu", text: edited });
    const fresh = await engine.analyse({ path: "/w/fresh.cu", text: edited });
    assert.deepEqual(second.findings, fresh.findings);
    assert.deepEqual(
      second.kernels.map((one) => one.kernel.name).sort(),
      fresh.kernels.map((one) => one.kernel.name).sort(),
    );
    const column = (some: typeof first) => some.compiled.find((one) => one.kernel.name.includes("column"))!.bitcode;
    assert.equal(column(first), column(second), "the kernel that was not edited was compiled again");
  });

  it("keeps findings while another function is half typed", async () => {
    const broken = example.replace("in[threadIdx.x];", "in[threadIdx.");
    assert.deepEqual(await rulesOf("/w/edit.cu", broken), ["uncoalesced-access"]);
  });

  it("reads headers beside the file and in the folders of a compile database, and its flags", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-"));
    mkdirSync(join(folder, "src"));
    mkdirSync(join(folder, "build"));
    mkdirSync(join(folder, "include"));
    writeFileSync(join(folder, "src", "near.cuh"), "#define STRIDE 32\n");
    writeFileSync(
      join(folder, "include", "far.h"),
      "inline __device__ int scale(int i) { return i * STRIDE * WIDE; }\n",
    );
    const path = join(folder, "src", "a.cu");
    const text = `#include "near.cuh"
#include <far.h>
__global__ void f(int* out, const int* in) { out[threadIdx.x] = in[scale(threadIdx.x)]; }
`;
    assert.deepEqual(await rulesOf(path, text), [], "far.h is not known yet, so f is left out");
    const arguments_ = ["nvcc", "-I../include", "-DWIDE=1", "--some-unknown-flag", "-arch=sm_80", "-c", "a.cu"];
    const database = [{ directory: join(folder, "src"), file: "a.cu", arguments: arguments_ }];
    writeFileSync(join(folder, "build", "compile_commands.json"), JSON.stringify(database));
    assert.deepEqual(await rulesOf(path, `${text}// changed\n`), ["uncoalesced-access"]);
  });

  it("takes the arguments of compile_flags.txt, one a line, where it is nearer than a compile database", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-"));
    for (const name of ["a/src", "a/headers"]) mkdirSync(join(folder, name), { recursive: true });
    const path = join(folder, "a/src/a.cu");
    const entry = { directory: folder, file: path, arguments: ["nvcc", "-DSTRIDE=1", "-c", path] };
    writeFileSync(join(folder, "compile_commands.json"), JSON.stringify([entry]));
    writeFileSync(join(folder, "a/headers/width.h"), "#define WIDTH 32\n");
    writeFileSync(join(folder, "a/compile_flags.txt"), "-xcuda\r\n# folders\n-I\nheaders\n\n -DSTRIDE=(1 * WIDTH)\n");
    const text = `#include "width.h"
__global__ void f(int* out, const int* in) { out[threadIdx.x] = in[threadIdx.x * STRIDE]; }
`;
    assert.deepEqual(await rulesOf(path, text), ["uncoalesced-access"]);
  });

  it("finds headers in the customary folders of a project, and what CMake writes into option files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-"));
    for (const name of ["src", "include/deep", "build/flags", "config"])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "include", "deep", "scale.h"), '#include "deep/wide.h"\n');
    writeFileSync(join(folder, "include", "deep", "wide.h"), "#define SCALE(i) ((i) * 32)\n");
    const text = (index: string) => `__global__ void f(int* out, const int* in) { out[threadIdx.x] = in[${index}]; }\n`;
    const guessed = `#include "deep/scale.h"\n${text("SCALE(threadIdx.x)")}`;
    assert.deepEqual(await rulesOf(join(folder, "src", "a.cu"), guessed), ["uncoalesced-access"]);

    writeFileSync(join(folder, "config", "forced.h"), "#define FORCED 32\n");
    writeFileSync(join(folder, "build", "flags", "options.rsp"), "-DTHREAD=threadIdx.x -I../config\n");
    const command = `nvcc --options-file flags/options.rsp -include ${join(folder, "config", "forced.h")} -c ../src/b.cu`;
    const entry = { directory: join(folder, "build"), file: "../src/b.cu", command };
    writeFileSync(join(folder, "build", "compile_commands.json"), JSON.stringify([entry]));
    const forced = text("THREAD * FORCED");
    assert.deepEqual(await rulesOf(join(folder, "src", "b.cu"), forced), ["uncoalesced-access"]);
    assert.deepEqual(
      await rulesOf(join(folder, "src", "b.cuh"), `#include "forced.h"\n${forced}`),
      ["uncoalesced-access"],
      "a header is compiled as the source beside it",
    );
  });

  it("takes include folders and macros from a Makefile, as far as it is simple", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-"));
    for (const name of ["prog", "shared"]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, "shared", "shape.h"), "#define COLUMNS (ROWS * 2)\n");
    writeFileSync(
      join(folder, "prog", "Makefile"),
      `CC = nvcc
DEBUG = no
N = 16
CFLAGS := $(EXTRA_CFLAGS) -std=c++14 -DROWS=$(N) \\
  -I../shared -DUNKNOWN=$(MISSING) # -DCOMMENT=1
ifeq ($(DEBUG),yes)
  CFLAGS += -DROWS=0
else
  CFLAGS += -D WIDE=1
endif
main: main.cu
\t$(CC) $(CFLAGS) main.cu -o $@
`,
    );
    const text = `#include "shape.h"
#if !defined(WIDE) || defined(UNKNOWN) || defined(COMMENT)
#error not as the Makefile says
#endif
__global__ void f(int* out, const int* in) { out[threadIdx.x] = in[threadIdx.x * COLUMNS]; }
`;
    const analysis = await engine.analyse({ path: join(folder, "prog", "main.cu"), text });
    assert.deepEqual(analysis.leftOut, []);
    assert.deepEqual(
      analysis.findings.map((one) => one.rule),
      ["uncoalesced-access"],
    );
  });

  it("takes folders with a slash at their end, and the switch that CUDA files are built under", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-"));
    for (const name of ["include", "src", "more"]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, "include", "shape.h"), "#ifdef GPU\n#define COLUMNS 32\n#endif\n");
    writeFileSync(join(folder, "more", "rows.h"), "#define ROWS 4\n");
    writeFileSync(
      join(folder, "Makefile"),
      `GPU=0
DEBUG=0
COMMON= -Iinclude/ -I${folder}/src/../more
ifeq ($(DEBUG), 1)
COMMON+= -DGPU=wrong
endif
ifeq ($(GPU), 1)
COMMON+= -DGPU -I/usr/local/cuda/include/
endif
`,
    );
    const text = `#include "shape.h"
#include <rows.h>
__global__ void f(int* out, const int* in) { out[threadIdx.x] = in[threadIdx.x * COLUMNS + ROWS]; }
`;
    const analysis = await engine.analyse({ path: join(folder, "src", "main.cu"), text });
    assert.deepEqual(analysis.leftOut, []);
    assert.deepEqual(
      analysis.findings.map((one) => one.rule),
      ["uncoalesced-access"],
    );
  });

  it("asks the files beside a header what its templates are launched with, and what stands before it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-"));
    const main = `#define STRIDE 32
typedef double real;
__global__ void early(real* p) { p[threadIdx.x] = 0; }
#include "kernels.cuh"
int main() { scaled<real, 4><<<1, 64>>>(nullptr, nullptr); }
`;
    const kernels = `template <typename T, int N>
__global__ void scaled(T* out, const T* in) { out[threadIdx.x] = in[threadIdx.x * N]; }
__global__ void strided(real* out, const real* in) { out[threadIdx.x] = in[threadIdx.x * STRIDE]; }
`;
    writeFileSync(join(folder, "main.cu"), main);
    const path = join(folder, "kernels.cuh");
    const analysis = await engine.analyse({ path, text: kernels });
    assert.deepEqual(analysis.leftOut, []);
    assert.deepEqual([...analysis.instantiated], [["scaled<real, 4>", "the arguments of a launch in another file"]]);
    const found = analysis.findings.map((one) => [one.rule, kernels.slice(0, one.span.start).split("\n").length]);
    assert.deepEqual(found, [
      ["uncoalesced-access", 2],
      ["uncoalesced-access", 3],
    ]);
    const [first] = analysis.findings;
    assert.match(first!.related.at(-1)!.message, /scaled<real, 4>, which WarpLens instantiated/);
    const { kernels: inspected } = await engine.inspect({ path, text: kernels });
    const told = inspected.find((one) => one.kernel === "scaled")!;
    assert.match(told.instantiated ?? "", /a launch in another file/);
    assert.equal(inspected.find((one) => one.kernel === "strided")!.instantiated, undefined);
  });

  it("finds the program around a piece in a folder above, by an include that names the piece's own folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-"));
    const pieces = join(folder, "sort", "kernels");
    mkdirSync(pieces, { recursive: true });
    const piece =
      "__global__ void strided(real* out, const real* in) { out[threadIdx.x] = in[threadIdx.x * STRIDE]; }\n";
    writeFileSync(join(folder, "other.cu"), 'typedef int real;\n#define STRIDE 1\n#include "elsewhere/strided.cu"\n');
    writeFileSync(join(folder, "sort", "host.h"), "typedef double real;\n");
    const main = '#include "sort/host.h"\n#define STRIDE 32\n#include "sort/kernels/strided.cu"\nint main() {}\n';
    writeFileSync(join(folder, "program.cu"), main);
    const path = join(pieces, "strided.cu");
    const { leftOut, findings } = await engine.analyse({ path, text: piece });
    assert.deepEqual(leftOut, []);
    const notes = findings.flatMap((one) => one.related.map(({ message }) => message));
    assert.match(notes.join("\n"), /8-byte accesses/);
  });

  it("answers a cancelled simulation at once, and the next one as if nothing had been", async () => {
    const text = "__global__ void spin(volatile int* p) { while (p[0] == 0) p[0] = 0; }\n";
    const document = { path: "/w/spin.cu", text };
    const zeros = { kind: "buffer", fill: { kind: "zeros" }, count: 4 } as const;
    const request = { kernel: "spin", grid: [1, 1, 1], block: [32, 1, 1], arguments: new Map([["p", zeros]]) } as const;
    const stop = new AbortController();
    const running = engine.simulate(document, request, stop.signal);
    setTimeout(() => stop.abort(), 1500);
    assert.equal((await running).outcome, "cancelled");
    const ones = {
      ...request,
      arguments: new Map([["p", { ...zeros, fill: { kind: "const", value: "1" } } as const]]),
    };
    assert.equal((await engine.simulate(document, ones)).outcome, "completed");
  });

  it("gives structures by value member by member", async () => {
    const text = `struct Matrix { int width, height; float* data; };
__global__ void fill(Matrix a, float v) { if (threadIdx.x < a.width) a.data[threadIdx.x] = v * a.height; }
`;
    const number = (word: string) => ({ kind: "number", text: word }) as const;
    const result = await engine.simulate(
      { path: "/w/matrix.cu", text },
      {
        kernel: "fill",
        grid: [1, 1, 1],
        block: [64, 1, 1],
        arguments: new Map([
          ["a.width", number("40")],
          ["a.height", number("2")],
          ["v", number("1.5")],
        ]),
      },
    );
    assert.equal(result.outcome, "completed");
    const [launch] = result.launches;
    assert.deepEqual(
      launch!.arguments.map((one) => one.name),
      ["a.width", "a.height", "a.data", "v"],
    );
    assert.equal(launch!.metrics.smsp__sass_data_bytes_mem_global_op_st, 40 * 4);
  });

  it("runs main and its kernels, and gives what it prints", async () => {
    const text = `#include <cstdio>
__global__ void twice(int* p) { p[threadIdx.x] *= 2; }
int main(int argc, char** argv) {
  int h[32], *d;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %d\\n", argv[1], h[31]);
  return argc;
}
`;
    const result = await engine.simulateProgram({ path: "/w/main.cu", text }, { arguments: ["last"] });
    assert.equal(result.outcome, "completed", result.message);
    assert.equal(result.stdout, "last 62\n");
    assert.equal(result.exit_code, 2);
    assert.equal(result.launches.length, 1);
  });

  it("puts what nvcc would make of a source file into the folder of a program that loads modules, and of no other", async () => {
    const program = (load: string) => `#include <cuda.h>
#include <dirent.h>
#include <cstdio>
extern "C" __global__ void nothing() {}
int main() {
  CUcontext context;
  CUmodule module;
  CUfunction function;
  cuInit(0);
  cuCtxCreate(&context, 0, 0);
  ${load}
  int found = 0;
  DIR* folder = opendir(".");
  while (dirent* entry = readdir(folder)) found += entry->d_name[0] != '.';
  printf("%d files\\n", found);
}
`;
    const load =
      'printf("%d %d, ", cuModuleLoad(&module, "main.cubin"), cuModuleGetFunction(&function, module, "nothing"));';
    const printed: (string | undefined)[] = [];
    for (const text of [program(load), program("")]) {
      const result = await engine.simulateProgram({ path: "/w/main.cu", text }, { arguments: [] });
      assert.equal(result.outcome, "completed", result.message);
      printed.push(result.stdout);
    }
    // Arguments are evaluated from right to left, so that the first question is one too early.
    assert.deepEqual(printed, ["0 400, 6 files\n", "0 files\n"]);
  });

  it("shows a kernel of a header at its own lines, with the header's path", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-header-"));
    const header = join(folder, "count.cuh");
    const path = join(folder, "main.cu");
    try {
      writeFileSync(header, "\n__global__ void count(int* p) {\n  atomicAdd(p, 2);\n  p[threadIdx.x + 1] = 7;\n}\n");
      const text = '#include "count.cuh"\nint main() {\n  int* d;\n  cudaMalloc(&d, 132);\n  count<<<1, 32>>>(d);\n}\n';
      const result = await engine.simulateProgram({ path, text }, { arguments: [] });
      assert.equal(result.outcome, "completed", result.message);
      assert.deepEqual(
        result.launches[0]!.lines.map((line) => [line.line, line.path, line.function]),
        [
          [3, header, "count"],
          [4, header, "count"],
        ],
      );
      assert.deepEqual(
        result.findings!.map((one) => [one.rule, one.line, one.path]),
        [["leak", 4, undefined]],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
