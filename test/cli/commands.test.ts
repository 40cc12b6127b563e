/** The command line as a process: the main job, the documented JSON, and every way to get it wrong. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CheckJson } from "../../engine/formats/findings";
import type { InspectJson } from "../../engine/formats/inspection";
import type { SimulateJson } from "../../engine/formats/simulation";
import { sampledIt } from "../support/sample";
import { emptyFolder, file, validated, warplens } from "./cli";

const example = "examples/transpose.cu";

/** Exactly one line on standard error, nothing on standard output, exit code 2. */
function refused(run: ReturnType<typeof warplens>, pattern: RegExp): void {
  assert.equal(run.code, 2, run.stderr);
  assert.equal(run.stdout, "");
  assert.match(run.stderr, pattern);
  assert.equal(run.stderr.trim().split("\n").length, 1, run.stderr);
}

/** Each of these tests starts processes that load clang: a third of them runs a day. */
const it = sampledIt("cli/commands", 5);

describe("warplens check", () => {
  it("finds the uncoalesced store and the bank conflict of the example, and offers to pad", () => {
    const run = warplens("check", "--format", "json", example);
    assert.equal(run.code, 1);
    const { files } = validated<CheckJson>("check", run.stdout);
    const [found] = files;
    assert.deepEqual(
      found!.findings.map((one) => [one.rule, one.range.start.line + 1]),
      [
        ["uncoalesced-access", 10],
        ["shared-bank-conflict", 21],
      ],
    );
    const [store, conflict] = found!.findings;
    assert.deepEqual(store!.figures!.perRequest, { sectors: [32, 32], ideal: 4 });
    assert.deepEqual(conflict!.figures!.perRequest, { wavefronts: [32, 32], ideal: 1 });
    assert.equal(conflict!.fixes.length, 1);
    assert.deepEqual(found!.left_out, []);
  });

  it("prints the line with the range underlined", () => {
    const { stdout } = warplens("check", example);
    assert.match(stdout, /transpose\.cu:10:5: warning: .*32 sectors/);
    assert.match(stdout, /\n {2,}\| {5}\^+\n/);
  });

  it("gives nothing and exits with 0 on an empty file, and on one without kernels", () => {
    for (const text of ["", "int main() { return 0; }\n", "// only a comment"]) {
      const run = warplens("check", "--format", "json", file(text));
      assert.equal(run.code, 0, run.stderr);
      assert.deepEqual(validated<CheckJson>("check", run.stdout).files[0]!.findings, []);
    }
  });

  it("says in left_out what does not parse, and still answers for the rest", () => {
    const text = `__global__ void broken(int* p) { p[threadIdx.x * 2] = = 1; }
__global__ void column(int* p, const int* q) { p[threadIdx.x] = q[threadIdx.x * 32]; }
`;
    const run = warplens("check", "--format", "json", file(text));
    assert.equal(run.code, 1, run.stderr);
    const [found] = validated<CheckJson>("check", run.stdout).files;
    assert.deepEqual(
      found!.findings.map((one) => [one.rule, one.range.start.line]),
      [["uncoalesced-access", 1]],
    );
    assert.deepEqual(
      found!.left_out.map((one) => one.function),
      ["broken"],
    );
    assert.match(found!.left_out[0]!.reason, /line 1/);
  });

  it("refuses what it cannot read in one line", () => {
    refused(warplens("check"), /name at least one file/);
    refused(warplens("check", "no/such.cu"), /no\/such\.cu: there is no such file/);
    refused(warplens("check", emptyFolder()), /there is no CUDA file/);
    refused(warplens("check", file(new Uint8Array([0, 1, 2, 0]))), /binary file/);
    refused(warplens("check", "--colour", example), /^warplens: There is no option --colour\. See --help\.$/m);
    refused(warplens("check", "--format", "xml", example), /--format xml: there is text, json, sarif, github, html/);
    refused(warplens("check", "--arch", "gfx90a", example), /gfx90a is no architecture; write one such as sm_90/);
    refused(warplens("frobnicate"), /no command “frobnicate”/);
  });
});

describe("warplens inspect", () => {
  it("gives the footprint of every access, finding or not", () => {
    const run = warplens("inspect", "--format", "json", example);
    assert.equal(run.code, 0, run.stderr);
    const { kernels } = validated<InspectJson>("inspect", run.stdout);
    assert.deepEqual(
      kernels.map((one) => one.kernel),
      ["transposeNaive", "transposeTile", "transposePadded"],
    );
    const padded = kernels[2]!.accesses.filter((one) => one.space === "shared");
    assert.deepEqual(
      padded.map((one) => [one.op, one.footprint.certainty, one.footprint.wavefronts]),
      [
        ["store", "exact", [1, 1]],
        ["load", "exact", [1, 1]],
      ],
    );
    assert.ok(kernels.every((kernel) => kernel.accesses.every((one) => one.launch.from === "site")));
  });

  it("says in words where the launches of kernels come from", () => {
    const path = file(`#include <cstdlib>
__global__ void repeated(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }
__global__ void __launch_bounds__(128) bounded(float* a) { a[threadIdx.x] = 1; }
__global__ void assumed(float* a) { a[threadIdx.x] = 1; }
__global__ void called(float* a) { a[threadIdx.x] = 1; }
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  float* a;
  cudaMalloc(&a, n * 4);
  for (int j = 0; j < 3; j++) repeated<<<n / 256, 256>>>(a, n);
}
void run(float* a, int n) { called<<<n, 64>>>(a); }
int chosen();
__global__ void hidden(float* out) { out[threadIdx.x] = 1; }
void hide(float* a) { hidden<<<1, chosen()>>>(a); }
`);
    const { code, stdout } = warplens("inspect", path);
    assert.equal(code, 0);
    assert.match(stdout, /^repeated\(float\*, int\) {2}grid unknown, block 256 \(launched in line 10, 3 times\)$/m);
    assert.match(stdout, /^bounded\(float\*\).*block 128 \(block by __launch_bounds__, no launch is known\)$/m);
    const line =
      "hidden\\(float\\*\\).*block 256 \\(block assumed, the launch in line \\d+ has one that is not known\\)";
    assert.match(stdout, new RegExp(`^${line}$`, "m"));
    assert.match(stdout, /^assumed\(float\*\).*\(block assumed, no launch is known\)$/m);
    assert.match(stdout, /^called\(float\*\).*\(launched in line 12, in a function whose caller is not known\)$/m);
  });
});

describe("warplens simulate", () => {
  it("says which instance of a template it ran, and why that one", () => {
    const path = file("template <typename T, int N>\n__global__ void scale(T* out) { out[threadIdx.x] *= N; }\n");
    const result = validated<SimulateJson>(
      "simulate",
      warplens("simulate", path, "--kernel", "scale", "--format", "json").stdout,
    );
    assert.equal(result.launches[0]!.signature, "scale<float, 32>(float*)");
    assert.equal(result.launches[0]!.instantiated, "no launch of it is in sight");
    const text = warplens("simulate", path, "--kernel", "scale").stdout;
    assert.match(text, /^scale<float, 32>\(float\*\).*\n {2}Instantiated by WarpLens: no launch of it is in sight\.\n/);
  });

  it("counts what the launch in the file would move", () => {
    const run = warplens("simulate", example, "--kernel", "transposeNaive", "--format", "json");
    assert.equal(run.code, 0, run.stderr);
    const result = validated<SimulateJson>("simulate", run.stdout);
    assert.equal(result.outcome, "completed");
    const [launch] = result.launches;
    assert.deepEqual(
      [launch!.grid, launch!.block],
      [
        [8, 8, 1],
        [32, 32, 1],
      ],
    );
    assert.equal(launch!.metrics.smsp__sass_inst_executed_op_global_ld, 2048);
    assert.equal(launch!.metrics.smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld, 2048 * 4);
    assert.equal(launch!.metrics.smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st, 2048 * 32);
    assert.equal(launch!.arguments.find((one) => one.name === "n")!.spec, "256");
  });

  it("says the same with any number of workers, and takes no number that is none", () => {
    // Large, and nothing is both read and written: what several workers share.
    const copies =
      "__global__ void copies(const int* in, int* out) { out[blockIdx.x * 256 + threadIdx.x] = in[threadIdx.x]; }\n";
    const buffers = ["--arg", "in=iota:256", "--arg", "out=zeros:262144"];
    const shape = ["--kernel", "copies", "--grid", "1024", "--block", "256", ...buffers];
    const words = ["simulate", file(copies), ...shape, "--format", "json", "--workers"];
    const alone = warplens(...words, "1");
    assert.equal(alone.code, 0, alone.stderr);
    assert.equal(warplens(...words, "3").stdout, alone.stdout);
    refused(warplens(...words, "none"), /--workers none/);
    refused(warplens("simulate", example, "--program", "--workers", "2"), /--workers N requires --kernel/);
  });

  it("says of a file without kernels that it has none, and which headers are not found", () => {
    const folder = mkdtempSync(join(tmpdir(), "none-"));
    const put = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const library = put("library.cu", "int main() { return 0; }\n");
    const parts = put("parts.cu", '#include "first.cuh"\n#include "second.cuh"\nvoid f() {}\n');
    const host = put("host.cu", "void f() {}\n");
    const broken = put("broken.cu", "__global__ void k() { absent(); }\n");
    const both = put("both.cu", "__global__ void k() { absent(); }\n__global__ void l() { absent(); }\n");
    try {
      assert.equal(warplens("inspect", library).stdout, "No kernels in this file.\n");
      assert.equal(
        warplens("inspect", parts).stdout,
        'left out #include "first.cuh": “first.cuh” of line 1 and “second.cuh” of line 2 are not found, and no kernel is found without them.\n',
      );
      refused(warplens("simulate", library), /library\.cu: it has no kernel; run main\(\) with --program\./);
      refused(warplens("simulate", parts), /parts\.cu: #include "first\.cuh" is left out: “first\.cuh” of line 1 and/);
      refused(warplens("simulate", host), /host\.cu: it has no kernel\.$/m);
      refused(warplens("simulate", broken), /broken\.cu: k is left out: Use of undeclared identifier 'absent'/);
      refused(warplens("simulate", both), /both\.cu: no kernel of it compiles; warplens inspect \S+ says why\./);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("refuses a kernel that does not exist, an ambiguous one, and a grid of zero", () => {
    refused(
      warplens("simulate", example, "--kernel", "transpose"),
      /There is no kernel transpose; the file has transposeNaive/,
    );
    refused(
      warplens("simulate", example, "--kernel", "transposeNaive", "--grid", "0"),
      /--grid 0,1,1: every dimension must be at least 1/,
    );
    refused(
      warplens("simulate", example),
      /name the kernel with --kernel NAME \(it has transposeNaive; .*, run main\(\)/,
    );
    refused(
      warplens("simulate", example, "--kernel", "transposeNaive", "--arg", "m=1"),
      /no such parameter; it has in, out, n/,
    );
    refused(warplens("simulate", example, "--kernel", "transposeNaive", "--arg", "in=4"), /in is a pointer/);
    refused(
      warplens("simulate", example, "--kernel", "transposeNaive", "--device", "sm_42"),
      /--device sm_42: choose one of sm_70/,
    );
    refused(warplens("simulate", file(""), "--kernel", "f"), /nothing in this file could be compiled/);
    const twice =
      "template <typename T> __global__ void f(T* p) { *p = 1; }\nvoid g(int* a, float* b) { f<int><<<1, 1>>>(a); f<float><<<1, 1>>>(b); }\n";
    refused(warplens("simulate", file(twice), "--kernel", "f"), /--kernel f is ambiguous: .*f<int>.*f<float>/);
    assert.equal(warplens("simulate", file(twice), "--kernel", "f<float>").code, 0);
    refused(warplens("simulate", file(twice), "--kernel", "f<T>"), /--kernel f<T> is ambiguous: .*f<int>.*f<float>/);
    refused(
      warplens("simulate", file(twice), "--kernel", "f<double>"),
      /There is no kernel f<double>; the file has f<int>/,
    );
    const once = twice.replace("f<int><<<1, 1>>>(a);", "");
    assert.equal(warplens("simulate", file(once), "--kernel", "f<T>").code, 0);
    refused(warplens("simulate", file(once), "--kernel", "f<int>"), /There is no kernel f<int>; the file has f<float>/);
  });

  it("lists templates once where there are many instances, those that are like the name first", () => {
    const launches = Array.from({ length: 12 }, (_, i) => `scaled<${i}><<<1, 32>>>(p);`).join(" ");
    const many = file(
      `template <int N> __global__ void scaled(float* p) { p[threadIdx.x] *= N; }\n__global__ void other(float* p) { *p = 1; }\nint main() { float* p; cudaMalloc(&p, 128); ${launches} other<<<1, 1>>>(p); }\n`,
    );
    const expected = /There is no kernel oth; the file has other; scaled<…> \(12 instances\)\.$/m;
    refused(warplens("simulate", many, "--kernel", "oth"), expected);
    refused(
      warplens("simulate", many, "--kernel", "scaled"),
      /scaled<0>; .*scaled<7>; and 4 more, which warplens inspect lists/,
    );
  });

  it("runs the only kernel of a file that no option names", () => {
    const only = file("__global__ void only(float* p) { p[threadIdx.x] = 1; }\n");
    const run = warplens("simulate", only);
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, /^only\(float\*\)/);
  });

  it("calls what a kernel needs that is not simulated by its name in the source", () => {
    const nested = file(
      "__global__ void child() {}\n__global__ void parent() { child<<<1, 1>>>(); }\nint main() { parent<<<1, 1>>>(); }\n",
    );
    const run = warplens("simulate", nested, "--kernel", "parent");
    assert.equal(run.code, 2);
    assert.match(run.stderr, /does not support a launch in device code \(dynamic parallelism\)/);
  });

  it("says which thread trapped where, and exits with 1", () => {
    const path = file("__global__ void far(int* p) {\n  p[threadIdx.x * 1000] = 1;\n}\n");
    const run = warplens(
      "simulate",
      path,
      "--kernel",
      "far",
      "--grid",
      "1",
      "--block",
      "64",
      "--arg",
      "p=zeros:1000",
      "--format",
      "json",
    );
    assert.equal(run.code, 1);
    const result = validated<SimulateJson>("simulate", run.stdout);
    assert.equal(result.outcome, "trapped");
    assert.equal(result.launches[0]!.findings[0]!.line, 2);
    assert.deepEqual(result.launches[0]!.findings[0]!.thread, [1, 0, 0]);
  });
});

describe("warplens", () => {
  it("has help and a version", () => {
    assert.equal(warplens("--version").stdout, "0.1.0\n");
    assert.match(warplens("--help").stdout, /warplens check PATH/);
    for (const command of ["check", "inspect", "simulate", "explain", "devices"]) {
      const { code, stdout } = warplens(command, "--help");
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^warplens ${command}`));
      assert.match(stdout, new RegExp(`^Examples:\n  .*warplens ${command}`, "m"));
    }
  });

  it("explains its rules and lists its devices", () => {
    assert.match(warplens("explain", "shared-bank-conflict").stdout, /bank/);
    refused(warplens("explain", "no-such-rule"), /there are .*uncoalesced-access/);
    assert.match(warplens("devices").stdout, /sm_90 +\S+/);
  });
});
