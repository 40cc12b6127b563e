/** Launches that do again what an earlier one did: they do not run, and nothing but the label shows it. */
import assert from "node:assert/strict";
import type { SimulateJson } from "../../engine/formats/simulation";
import { validated } from "../cli/cli";
import { nodeEngine } from "../support/engine";

/** A program with a body of `main`, over `n` floats `a` and `b`, integers `c` and bins `d` of the device. */
const programOf = (body: string) => ({
  path: "/w/repeats.cu",
  text: `#include <cstdio>
__global__ void sum(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 200; ++k) s += in[(i + k) % n];
  out[i] = s;
}
__global__ void bins(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 60; ++k) atomicAdd(&out[(in[i] + k) & 63], 1);
}
__global__ void step(float* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 60; ++k) x[i] = x[i] * 1.001f + 1;
}
__global__ void tell(const float* x) {
  float s = 0;
  for (int k = 0; k < 4000; ++k) s += x[k];
  if (threadIdx.x == 0) printf("%g\\n", s);
}
__constant__ float factor[2];
__global__ void scaled(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 100; ++k) s += in[(i * k) & 4095] * factor[k & 1];
  out[i] = s;
}
const int n = 1 << 12;
int main() {
  float *a, *b; int *c, *d;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMalloc(&c, n * 4); cudaMalloc(&d, 256);
  static float h[n]; static int g[n];
  for (int i = 0; i < n; ++i) { h[i] = i % 17; g[i] = i * 7; }
  cudaMemcpy(a, h, n * 4, cudaMemcpyHostToDevice); cudaMemcpy(c, g, n * 4, cudaMemcpyHostToDevice);
  ${body}
  cudaMemcpy(h, b, n * 4, cudaMemcpyDeviceToHost); cudaMemcpy(g, d, 256, cudaMemcpyDeviceToHost);
  double total = 0; long bin = 0;
  for (int i = 0; i < n; ++i) total += h[i];
  for (int i = 0; i < 64; ++i) bin = bin * 31 + g[i];
  cudaMemcpy(h, a, n * 4, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) total = total * 0.99 + h[i];
  printf("%.17g %ld\\n", total, bin);
  cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(d);
  return 0;
}
`,
});

/** Everything of a launch but its label, and how often bytes are loaded again: that is followed in the first launches only. */
const figures = ({ launches, ...rest }: SimulateJson) => ({
  ...rest,
  launches: launches.map(({ repeats: _repeats, reuse: _reuse, ...one }) => one),
});

/** A part of the program: what it does, and which launch of the part each of its launches repeats. */
interface Part {
  readonly what: string;
  readonly body: string;
  readonly repeats: readonly (number | undefined)[];
}

const no = undefined;
const alike = [no, no, 1, 1, 1];
const never = [no, no, no, no, no];
/** Each part has parameters of its own, so that none repeats what another one launched. */
const rounds = (body: string) => `for (int r = 0; r < 5; ++r) { ${body} }`;
const sum = (own: number) => `sum<<<n / 256, 256>>>(a, b, n - ${own});`;
const bins = (own: number) => `bins<<<n / 256, 256>>>(c, d, n - ${own});`;

const parts: readonly Part[] = [
  { what: "does not run where nothing changes", body: rounds(`${sum(1)} cudaDeviceSynchronize();`), repeats: alike },
  {
    what: "writes what the earlier one wrote, where that was overwritten",
    body: rounds(`cudaMemset(d, 0, 256); ${bins(1)}`),
    repeats: alike,
  },
  {
    what: "does not run where a copy brings the bytes that were there, and copies to the host change nothing",
    body: rounds(
      `cudaMemcpy(a, h, n * 4, cudaMemcpyHostToDevice); ${sum(2)} cudaMemcpy(g, d, 256, cudaMemcpyDeviceToHost);`,
    ),
    repeats: alike,
  },
  { what: "runs where it goes on from what it wrote", body: rounds(bins(2)), repeats: never },
  { what: "runs where it changes what it reads", body: rounds("step<<<n / 256, 256>>>(a);"), repeats: never },
  {
    what: "runs where a copy has changed what it reads",
    body: rounds(`h[3] += 1; cudaMemcpy(a, h, n * 4, cudaMemcpyHostToDevice); ${sum(3)}`),
    repeats: never,
  },
  { what: "runs where a fill has", body: rounds(`cudaMemset(a + r, 0, 4); ${sum(4)}`), repeats: never },
  {
    what: "runs where a copy within the device has",
    body: rounds(`cudaMemcpy(a + r, a + 100, 4, cudaMemcpyDeviceToDevice); ${sum(5)}`),
    repeats: never,
  },
  {
    what: "runs where another kernel has",
    body: rounds(`step<<<1, 32>>>(a); ${sum(6)}`),
    repeats: [...never, ...never],
  },
  {
    what: "runs where a constant has changed",
    body: rounds("float f[2] = {1.0f + r, 2}; cudaMemcpyToSymbol(factor, f, 8); scaled<<<n / 256, 256>>>(a, b);"),
    repeats: never,
  },
  { what: "runs where it prints", body: rounds("tell<<<1, 32>>>(a);"), repeats: never },
  {
    what: "runs where the host has written what it reads",
    body: `float* p; cudaMallocHost(&p, n * 4);
      ${rounds("p[r] = 1; sum<<<n / 256, 256>>>(p, b, n); cudaDeviceSynchronize();")} cudaFreeHost(p);`,
    repeats: never,
  },
  {
    what: "runs in a graph where a node before it writes what it reads",
    body: `cudaGraph_t graph; cudaGraphExec_t whole; cudaStream_t s; cudaStreamCreate(&s);
      cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
      step<<<n / 256, 256, 0, s>>>(a); cudaMemsetAsync(a, 0, 4, s); sum<<<n / 256, 256, 0, s>>>(a, b, n - 7);
      cudaStreamEndCapture(s, &graph); cudaGraphInstantiate(&whole, graph, 0);
      ${rounds("cudaGraphLaunch(whole, s);")} cudaStreamSynchronize(s);
      cudaGraphExecDestroy(whole); cudaGraphDestroy(graph); cudaStreamDestroy(s);`,
    repeats: [...never, ...never],
  },
];

describe("a launch that repeats an earlier one", () => {
  let some: SimulateJson;
  let all: SimulateJson;

  before(async () => {
    const engine = nodeEngine();
    try {
      const program = programOf(parts.map(({ body }) => `{ ${body} }`).join("\n"));
      some = await engine.simulateProgram(program, { arguments: [] });
      all = await engine.simulateProgram(program, { arguments: [], countAll: true });
    } finally {
      engine.dispose();
    }
  });

  it("has the figures and results that it would have if it ran", () => {
    validated("simulate", JSON.stringify(some));
    assert.equal(some.outcome, "completed", some.message);
    assert.ok(all.launches.every((one) => one.repeats === undefined));
    assert.deepEqual(figures(some), figures(all));
  });

  let first = 0;
  for (const { what, body, repeats } of parts) {
    const from = first;
    first += repeats.length;
    it(what, () => {
      const found = some.launches.slice(from, from + repeats.length).map((one) => one.repeats);
      assert.deepEqual(
        found.map((one) => one && one - from),
        repeats,
        body,
      );
    });
  }

  it("shares what launches counted alike, whether they ran or not", async () => {
    const engine = nodeEngine();
    const body = rounds(bins(3)) + rounds(sum(9));
    const { launches } = await engine.simulateProgram(programOf(body), { arguments: [] });
    await engine.dispose();
    const [counted, repeated] = [
      launches.filter(({ kernel }) => kernel === "bins"),
      launches.filter(({ kernel }) => kernel === "sum"),
    ];
    assert.deepEqual([counted.length, repeated.length], [5, 5]);
    assert.ok(repeated.at(-1)!.repeats !== undefined && counted.every(({ repeats }) => repeats === undefined));
    for (const { lines, metrics } of counted)
      assert.deepEqual({ lines, metrics }, { lines: counted[0]!.lines, metrics: counted[0]!.metrics });
    // Of launches that repeat one, the first is made apart: its label stands among its parts.
    const shares = [counted, repeated].map((some) => new Set(some.map(({ lines }) => lines)).size);
    assert.deepEqual(shares, [1, 2]);
  });
});
