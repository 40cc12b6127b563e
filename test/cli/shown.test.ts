/** Control characters of sources, file names and programs are shown in reports for people and logs, and steer neither. */
import assert from "node:assert/strict";
import { project, run, strided, warplens } from "./cli";

/** Everything but line feeds, tabs and what can be seen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
const STEERING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/;

const NAME = "a\u001b[31m\n::error::b$&.cu";

describe("places in headers", () => {
  it("of a file's kernels are named by their file, whose text is not that of the file", () => {
    const cwd = project({
      "scale.cuh": "#pragma once\ntemplate <typename T> __global__ void scale(T* p) {\n  p[2 * threadIdx.x] *= 3;\n}\n",
      "a.cu": '#include "scale.cuh"\n\nint main() { scale<<<1, 32>>>((float*)nullptr); }\n',
    });
    const { stdout } = run({ cwd, env: { NO_COLOR: "1" } }, "inspect", "a.cu");
    assert.match(stdout, /^scale\.cuh:3: p\[2 \* threadIdx\.x\] \*= 3; +global load +4 B/m);
    assert.doesNotMatch(stdout, /^3:/m);
    const { stdout: simulated } = run({ cwd, env: { NO_COLOR: "1" } }, "simulate", "a.cu", "--kernel", "scale");
    assert.match(simulated, /^ +scale\.cuh:3: p\[2 \* threadIdx\.x\] \*= 3; +global load +4 B/m);
  });

  it("are those where a library's accesses differ, not the one line of its kernel that calls what has them", () => {
    const cwd = project({
      "kernel.cuh": `#pragma once
template <class Work> __global__ void kernel(typename Work::Parameters parameters) {
  Work()(parameters);
}
`,
      "work.cuh": `#pragma once
struct Work {
  struct Parameters { const float* in; float* out; };
  __device__ void operator()(const Parameters& parameters) {
    float value = parameters.in[2 * threadIdx.x];
    parameters.out[threadIdx.x] = value;
  }
};
`,
      "a.cu": '#include "kernel.cuh"\n#include "work.cuh"\n\nint main() { kernel<Work><<<1, 32>>>({}); }\n',
    });
    for (const words of [["inspect"], ["simulate", "--kernel", "kernel"]]) {
      const { stdout } = run({ cwd, env: { NO_COLOR: "1" } }, ...words, "a.cu");
      assert.match(stdout, /^ *work\.cuh:5: float value = parameters\.in\[2 \* threadIdx\.x\]; +global load +4 B/m);
      assert.match(stdout, /^ *work\.cuh:6: parameters\.out\[threadIdx\.x\] = value; +global store +4 B/m);
    }
  });

  it("are named by their file in what ends a run, too", () => {
    const cwd = project({
      "past.cuh": "#pragma once\ntemplate <typename T> __global__ void past(T* p) {\n  p[1 << 20] = threadIdx.x;\n}\n",
      "a.cu": `#include "past.cuh"

int main() {
  int* p;
  cudaMalloc(&p, 1024);
  past<<<1, 32>>>(p);
}
`,
    });
    const { stdout } = run({ cwd, env: { NO_COLOR: "1" } }, "simulate", "a.cu", "--kernel", "past");
    assert.match(stdout, /Under assumed values the run ends at line 3 of past\.cuh;/);
    assert.match(stdout, /writes global memory at line 3 of past\.cuh, .* The kernel is launched in line 6\.$/m);
  });
});

describe("instructions of one access", () => {
  it("that are alike, as those that copy a structure, are one row of inspect", () => {
    const cwd = project({
      "a.cu": `struct Item { float4 parts[9]; };
__global__ void move(Item* out, const Item* in) {
  out[threadIdx.x] = in[threadIdx.x];
}
int main() { move<<<1, 32>>>(nullptr, nullptr); }
`,
    });
    const { stdout } = run({ cwd, env: { NO_COLOR: "1" } }, "inspect", "a.cu");
    assert.match(stdout, /^3: in\[threadIdx\.x\] × 9 +global load +16 B +32 sectors +16 +exact$/m);
    assert.match(stdout, /^3: out\[threadIdx\.x\] × 9 +global store +16 B/m);
    assert.equal(stdout.match(/^3: /gm)?.length, 2);
    assert.match(stdout, /^× N: instructions that .* make of one access of the source\.$/m);
  });
});

describe("control characters", () => {
  it("of file names and sources are shown in text and in annotations, and begin no command", () => {
    const cwd = project({ [NAME]: strided("x").replace("* 32]", "* 32 /* \u001b[5m\u202e\u0007 */]") });
    for (const format of ["text", "github"]) {
      const { stdout, stderr } = run({ cwd, env: { NO_COLOR: "1" } }, "check", "--format", format, "--exit-zero", ".");
      assert.doesNotMatch(stdout + stderr, STEERING, format);
      const commands = stdout.split("\n").filter((line) => line.startsWith("::"));
      assert.ok(
        commands.every((line) => line.startsWith("::warning file=a")),
        commands.join("\n"),
      );
      assert.match(stdout, /a␛\[31m(?:␊|%E2%90%8A)(?:::|%3A%3A)error(?:::|%3A%3A)b\$&\.cu/, format);
    }
  });

  it("of file names are shown in pages, which a log may have too", () => {
    const cwd = project({ [NAME]: strided("x"), "b.cu": "int main() { return 0; }\n// \u001b[5m\n" });
    const pages = [
      run({ cwd }, "check", "--format", "html", "--exit-zero", "."),
      run({ cwd }, "simulate", NAME, "--kernel", "x", "--format", "html"),
      run({ cwd }, "simulate", "b.cu", "--program", "--format", "html"),
    ];
    for (const { stdout } of pages) {
      assert.match(stdout, /<html/);
      assert.doesNotMatch(stdout, STEERING);
      assert.doesNotMatch(stdout, /^::/m);
    }
    assert.match(pages[0]!.stdout, /a␛\[31m␊::error::b\$&amp;\.cu/);
  });

  it("of names that are wrong are shown in the sentence", () => {
    const { code, stderr } = warplens("check", "none\u001b[2J\n::error::x.cu");
    assert.equal(code, 2);
    assert.doesNotMatch(stderr, STEERING);
    assert.ok(
      stderr.split("\n").every((line) => line === "" || line.startsWith("warplens: ")),
      stderr,
    );
  });

  it("of a program's output are shown, and its lines are no commands", () => {
    const text =
      'int main() { puts("\\033[2J\\rgone"); puts("::error::own"); puts("  ##[group]x"); puts("\\ttab"); }\n';
    const cwd = project({ "a.cu": `#include <cstdio>\n${text}` });
    const { stdout } = run({ cwd, env: { NO_COLOR: "1" } }, "simulate", "a.cu", "--program");
    assert.doesNotMatch(stdout, STEERING);
    assert.match(stdout, /^␛\[2J␍gone$/m);
    assert.match(stdout, /^\| ::error::own$/m);
    assert.match(stdout, /^\| {3}##\[group\]x$/m);
    assert.match(stdout, /^\ttab$/m);
  });
});
