/** Whole programs on the command line: several source files, what they are given, and what a linker refuses. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { SimulateJson } from "../../engine/formats/simulation";
import { sampledIt } from "../support/sample";
import { validated, warplens } from "./cli";

const linked = ["main.cu", "kernels.cu", "host.cpp", "add.c"].map((name) => `test/cli/linked/${name}`);

/** Writes files into a fresh folder and gives it. */
function folder(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), "warplens-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

/** Runs the files of a folder, in their order, as one program. */
function program(files: Readonly<Record<string, string>>, ...words: string[]) {
  const place = folder(files);
  const sources = Object.keys(files).filter((name) => !/\.(?:h|txt)$/.test(name));
  const run = warplens("simulate", ...sources.map((name) => join(place, name)), "--program", ...words);
  return { ...run, place };
}

function result(files: Readonly<Record<string, string>>, ...words: string[]) {
  const run = program(files, "--format", "json", ...words);
  assert.ok(run.stdout, run.stderr);
  return { ...run, json: validated<SimulateJson>("simulate", run.stdout) };
}

const head = "#include <stdio.h>\n";

/** Each of these tests starts processes that load clang: a third of them runs a day. */
const it = sampledIt("cli/program", 5);

describe("a program of several files", () => {
  it("links CUDA, C++ and C: kernels and device symbols of another file, statics apart, templates merged", () => {
    const run = warplens("simulate", ...linked, "--program", "--format", "json", "--", "one");
    assert.ok(run.stdout, run.stderr);
    const json = validated<SimulateJson>("simulate", run.stdout);
    assert.equal(json.message, "");
    assert.equal(json.stdout, "2 512 256 mean 257\nadd 5 twice 8 3 counter 1 8 state 5 7\nlocal 1 2 global 42\n");
    assert.equal(json.exit_code, 2);
    assert.deepEqual(
      json.launches.map((one) => one.kernel),
      ["scale", "offset", "usePoly", "local", "local"],
    );
    const [scale, , usePoly] = json.launches;
    assert.ok(scale!.lines.every((one) => one.path?.endsWith("kernels.cu") && one.line === 9));
    assert.ok(usePoly!.lines.some((one) => one.path === undefined && one.line === 5));
  });

  it("shows eight launches of a kernel, the costliest, and sums up the others in a sentence", () => {
    const launches = program({
      "a.cu": `__global__ void step(float* a) { a[blockIdx.x * 32 + threadIdx.x] = 1; }
int main() {
  float* a;
  cudaMalloc(&a, 100 * 128);
  for (int k = 1; k <= 100; k++) step<<<k, 32>>>(a);
  cudaFree(a);
}
`,
    });
    const shown = [...launches.stdout.matchAll(/^step\(float\*\) {2}grid (\d+)/gm)].map(([, grid]) => Number(grid));
    assert.deepEqual(shown, [1, 94, 95, 96, 97, 98, 99, 100]);
    // The sum of 4 sectors a block over the grids 2 to 93.
    const others =
      /^step\(float\*\): 92 more launches with other grids, values or counts: 17,480 global sectors, ideal 17,480\./m;
    assert.match(launches.stdout, others);
  });

  it("names the earlier launch that one is like in everything, in JSON, and says each report once", () => {
    const { json, stdout } = result({
      "many.cu": `__global__ void step(float* a) { a[threadIdx.x] += 1; }
int main() {
  float* a;
  cudaMalloc(&a, 256);
  cudaMemset(a, 0, 256);
  for (int i = 0; i < 1000; i++) step<<<1, i == 700 ? 64 : 32>>>(a);
  cudaFree(a);
}`,
    });
    const same = (json.launches as readonly { readonly sameAs?: number }[]).map((one) => one.sameAs);
    assert.equal(same.length, 1000);
    assert.deepEqual([same[0], same[1], same[700], same[999]], [undefined, 0, undefined, 0]);
    assert.equal(same.filter((one) => one === undefined).length, 2);
    assert.equal(json.launches[700]!.block[0], 64);
    assert.ok(stdout.length < 1_000_000, `${stdout.length} bytes`);
  });

  it("leaves the bodies of kernels to the device, and takes main() from a header", () => {
    const { json, code } = result({
      "a.cu": '#include "kernels.h"\n__global__ void doubled(int* p) {\n  *p = twice(*p);\n}\n#include "main.h"\n',
      "kernels.h": `#pragma once
#ifdef __CUDA_ARCH__
#define SIDE __device__
#else
#define SIDE
#endif
SIDE inline int twice(int x) { return 2 * x; }
template <int N> __global__ void added(int* p) {
#ifdef __CUDA_ARCH__
  *p += N + __CUDA_ARCH__ * 0;
#endif
  *p = twice(*p);
}
`,
      "main.h": `${head}int main() {
  int* p;
  int value = 10;
  cudaMalloc(&p, sizeof(int));
  cudaMemcpy(p, &value, sizeof(int), cudaMemcpyHostToDevice);
  doubled<<<1, 1>>>(p);
  added<1><<<1, 1>>>(p);
  cudaMemcpy(&value, p, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\\n", value);
  cudaFree(p);
}
`,
    });
    assert.equal(json.stdout, "42\n");
    assert.equal(code, 0);
    assert.deepEqual(
      json.launches.flatMap((one) => one.lines.map(({ path, line }) => `${path ? basename(path) : "a.cu"}:${line}`)),
      ["a.cu:3", "a.cu:3", "kernels.h:10", "kernels.h:12"],
    );
  });

  it("names the missing function, kernel and variable, and where they are needed", () => {
    const calls = program({ "a.cu": "void there(int);\nint main() {\n  there(1);\n}\n" });
    assert.equal(calls.code, 2);
    assert.match(calls.stderr, /there\(int\) is called and no source file defines it.*\(line 3\)/);
    const launches = program({ "a.cu": "__global__ void k(int*);\nint main() {\n  k<<<1, 1>>>(nullptr);\n}\n" });
    assert.match(launches.stderr, /the kernel k\(int\*\) is launched and no source file defines it.*\(line 3\)/);
    const reads = program({ "a.cu": "extern int far;\nint main() {\n  return far;\n}\n" });
    assert.match(reads.stderr, /the variable far is used and no source file defines it.*\(line 3\)/);
  });

  it("names both files of what is defined twice", () => {
    const run = program({
      "a.cu": "int f() { return 1; }\nint main() { return f(); }\n",
      "b.cpp": "int f() { return 2; }\n",
    });
    assert.equal(run.code, 2);
    assert.match(run.stderr, /f\(\) is defined in .*a\.cu and in .*b\.cpp/);
  });

  it("keeps device symbols of a header apart that every file defines, as nvcc does without -rdc", () => {
    const shared =
      "#pragma once\n__constant__ int c;\n__device__ int twice(int x) { return 2 * x; }\nvoid other(int*);\n";
    const { json } = result({
      "shared.h": shared,
      "a.cu": `${head}#include "shared.h"
__global__ void k(int* p) { p[0] = twice(c); }
int main() {
  int one = 1, h[2];
  int* p;
  cudaMalloc(&p, 8);
  cudaMemcpyToSymbol(c, &one, 4);
  k<<<1, 1>>>(p);
  other(p + 1);
  cudaMemcpy(h, p, 8, cudaMemcpyDeviceToHost);
  printf("%d %d\\n", h[0], h[1]);
  cudaFree(p);
}
`,
      "b.cu": `#include "shared.h"
static __global__ void k(int* p) { p[0] = twice(c); }
void other(int* p) { int five = 5; cudaMemcpyToSymbol(c, &five, 4); k<<<1, 1>>>(p); }
`,
    });
    assert.equal(json.stdout, "2 10\n");
  });

  it("places what happens in another file there", () => {
    const { json, code } = result({
      "a.cu": "void crash(int*);\nint main() { crash(nullptr); }\n",
      "b.cpp": "\nvoid crash(int* p) {\n  *p = 1;\n}\n",
    });
    assert.equal(code, 1);
    assert.equal(json.outcome, "trapped");
    assert.equal(json.line, 3);
    assert.match(json.path!, /b\.cpp$/);
  });

  it("runs static constructors of every file, and passes -I and -D to all of them", () => {
    const place = folder({ "inc/n.h": "extern int seen;\n" });
    const { json } = result(
      {
        "a.cu": `${head}#include <n.h>\nint main() { printf("%d\\n", seen); }\n`,
        "b.cpp": "#include <n.h>\nint seen = 0;\nstatic struct Add { Add() { seen += N; } } add;\n",
      },
      "-I",
      join(place, "inc"),
      "-D",
      "N=41",
    );
    assert.equal(json.stdout, "41\n");
  });

  it("refuses a file that does not compile instead of leaving a part out", () => {
    const run = program({ "a.cu": "int main() {\n  return undeclared;\n}\n" });
    assert.equal(run.code, 2);
    assert.match(
      run.stderr,
      /a\.cu: the host code does not compile: use of undeclared identifier 'undeclared' \(line 2\)/,
    );
  });
});

describe("kernels that launch kernels", () => {
  it("are refused with the line of the launch", () => {
    const text = `__global__ void leaf() {}\n__global__ void root() {\n  leaf<<<1, 1>>>();\n}\nint main() { root<<<1, 1>>>(); }\n`;
    const run = program({ "a.cu": text });
    assert.equal(run.code, 2);
    assert.match(
      run.stderr,
      /a\.cu: line 3 launches a kernel from a kernel, and simulated programs do not support dynamic parallelism: launch it from the host\./,
    );
  });
});

describe("what a program is given", () => {
  const echo = `${head}int main() { char l[64]; while (fgets(l, 64, stdin)) printf("> %s", l); }\n`;

  it("reads standard input from a file, from a pipe, and none by default", () => {
    const place = folder({ "in.txt": "one\ntwo\n" });
    assert.equal(result({ "a.cu": echo }, "--stdin", join(place, "in.txt")).json.stdout, "> one\n> two\n");
    assert.equal(result({ "a.cu": echo }).json.stdout, "");
    const file = join(folder({ "a.cu": echo }), "a.cu");
    const words = ["dist/cli.mjs", "simulate", file, "--program", "--format", "json", "--stdin", "-"];
    const { stdout } = spawnSync(process.execPath, words, { input: "piped\n", encoding: "utf8" });
    assert.equal((JSON.parse(stdout) as SimulateJson).stdout, "> piped\n");
  });

  it("sees the environment that it is given and no other", () => {
    const text = `${head}#include <stdlib.h>
int main() { printf("%s %d\\n", getenv("SIZE"), getenv("PATH") == nullptr); }
`;
    assert.equal(result({ "a.cu": text }, "--env", "SIZE=a=b").json.stdout, "a=b 1\n");
    assert.match(program({ "a.cu": text }, "--env", "SIZE").stderr, /--env SIZE: write NAME=VALUE/);
  });

  it("finds the files of a folder, lists what it writes, and leaves the folder as it is", () => {
    const data = folder({ "in/numbers.txt": "1 2 3\n" });
    const text = `${head}int main(int argc, char** argv) {
  FILE* f = fopen(argv[1], "r");
  int n, sum = 0;
  while (fscanf(f, "%d", &n) == 1) sum += n;
  fclose(f);
  f = fopen("in/sum.txt", "w");
  fprintf(f, "%d\\n", sum);
  fclose(f);
  remove("in/numbers.txt");
}
`;
    const { json } = result({ "a.cu": text }, "--files", data, "--", "in/numbers.txt");
    assert.deepEqual(json.written, [{ path: "in/sum.txt", bytes: 2 }]);
    assert.deepEqual(readdirSync(join(data, "in")), ["numbers.txt"]);
    assert.ok(!existsSync("in"));
    assert.match(program({ "a.cu": text }, "--files", join(data, "absent")).stderr, /there is no such folder/);
  });

  it("runs on as many devices, with the answers of the version, that the command line or the configuration says", () => {
    const text = `${head}int main() {
  int n = 0;
  cudaGetDeviceCount(&n);
  cudaLaunchConfig_t how = {};
  how.blockDim = dim3(2048);
  printf("%d %s\\n", n, cudaGetErrorName(cudaLaunchKernelExC(&how, (const void*)0, 0)));
  printf("%d\\n", cudaSetDevice(2));
}
__global__ void k() {}
`
      .replace("(const void*)0", "(const void*)k")
      .replace("int main", "__global__ void k();\nint main");
    assert.equal(result({ "a.cu": text }).json.stdout, "1 cudaErrorInvalidValue\n101\n");
    const told = result({ "a.cu": text }, "--devices", "3", "--cuda-version", "12").json;
    assert.equal(told.stdout, "3 cudaErrorInvalidConfiguration\n0\n");
    const configured = folder({
      "a.cu": text,
      ".warplens.json": '{"simulation": {"devices": 3, "cudaVersion": 12}}',
    });
    const run = warplens("simulate", join(configured, "a.cu"), "--program", "--format", "json");
    assert.equal(validated<SimulateJson>("simulate", run.stdout).stdout, told.stdout);
    const wrong = program({ "a.cu": text }, "--cuda-version", "11");
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--cuda-version 11: there is 12 and 13\./);
  });

  it("has the default stream that nvcc's flag says", () => {
    const text = `${head}__global__ void k() {}
int main() {
  k<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
`;
    const stream = (...words: string[]) =>
      result({ "a.cu": text }, ...words).json.timeline!.map((one) => [one.label.includes("kernel"), one.stream]);
    assert.deepEqual(stream(), [[true, 0]]);
    assert.deepEqual(stream("--default-stream", "per-thread"), [[true, 1]]);
  });

  it("is told where its managed memory went", () => {
    const { json } = result({
      "a.cu": `${head}__global__ void set(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
  int* p;
  cudaMallocManaged(&p, 2 * 65536);
  p[0] = 1;
  set<<<128, 256>>>(p);
  cudaDeviceSynchronize();
  return cudaFree(p);
}
`,
    });
    const [memory] = json.managed!;
    assert.deepEqual(memory, {
      bytes: 131072,
      line: 5,
      hostFaults: 1,
      deviceFaults: 2,
      toHost: 0,
      toDevice: 1,
      prefetched: 0,
      pages: "DD",
      evicted: 0,
      launches: [{ launch: 0, faults: 2, migrations: 1, evictions: 0, resident: 2 }],
    });
  });
});

describe("what kernels of a program do", () => {
  const text = `${head}__global__ void kernel(const int* in, int* out, int n) {
  int bins[64];
  for (int i = 0; i < 64; i++) bins[i] = i;
  for (int i = 0; i < n; i++) bins[in[i] & 63] += 1;
  if (threadIdx.x >= 40) return;
  __syncthreads();
  out[threadIdx.x] = bins[in[threadIdx.x] & 63];
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 256); cudaMalloc(&out, 256); cudaMemset(in, 0, 256);
  for (int i = 0; i < 2; i++) kernel<<<1, 64>>>(in, out, 8);
  cudaDeviceSynchronize();
  cudaFree(in); cudaFree(out);
}
`;

  it("has arrays in local memory with the index that is why, and barriers that threads do not reach", () => {
    const { json, code } = result({ "local.cu": text });
    const [launch] = json.launches;
    const [array, ...more] = launch!.localArrays ?? [];
    assert.deepEqual([array?.name, array?.bytes, more], ["bins", 256, []]);
    assert.ok(array!.requests > 0 && array!.sectors > 0);
    assert.match(array!.indexed!.index, /^in\[.*\] & 63$/);
    const [barrier, ...others] = launch!.findings;
    assert.deepEqual(
      [barrier?.rule, barrier?.severity, barrier?.line, others],
      ["divergent-barrier", "warning", 7, []],
    );
    assert.equal(code, 1);
  });

  it("stands in the text before the tables, and is counted in the first sentence", () => {
    const { stdout } = program({ "local.cu": text });
    assert.match(stdout, /^The program completed with 2 launches; the run has 1 finding\.$/m);
    const [fault, local, table] = [
      /line 7: Thread \(40,0,0\)/,
      /bins lies in local memory: 256 bytes/,
      /warp requests/,
    ].map((one) => stdout.search(one));
    assert.ok(0 < fault! && fault! < local! && local! < table!, stdout);
  });
});
