/** What is kept from one text to the next decides nothing: after any edits, findings are those of a fresh analysis. */
import assert from "node:assert/strict";
import type { Engine } from "../../engine/model";
import { nodeEngine } from "../support/engine";

const start = `#define PITCH 32
const int threads = 256;
__device__ float read(const float* p, int i) {
  return p[i * 8];
}
__global__ void column(float* out, const float* in) {
  out[threadIdx.x] = read(in, threadIdx.x) * 2.0;
}
__global__ void banks(float* out, int n) {
  __shared__ float tile[32][PITCH];
  int x = blockIdx.x * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.y * n + x];
  __syncthreads();
  out[x * n + threadIdx.y] = tile[threadIdx.x][threadIdx.y] * 1.0f;
}
__global__ void waits(float* out) {
  if (threadIdx.x < 16) {
    __syncthreads();
  }
  out[threadIdx.x * 4] = 1.0f;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  column<<<1, threads>>>(out, in);
  banks<<<dim3(4, 4), dim3(32, 32)>>>(out, 128);
  waits<<<4, 64>>>(out);
  cudaDeviceSynchronize();
}
`;

/** Edits of everything that a kernel's findings depend on: its body, what it calls, constants, launches, lines. */
const edits: readonly (readonly [from: RegExp, to: readonly string[]])[] = [
  [/\* \d\.0f/, ["* 2.0f", "* 3.0f"]],
  [/\[i \* \d+\]/, ["[i * 8]", "[i * 1]", "[i * 3]"]],
  [/PITCH \d+/, ["PITCH 32", "PITCH 33"]],
  [/threads = \d+/, ["threads = 256", "threads = 64"]],
  [/dim3\(32, \d+\)>>>/, ["dim3(32, 32)>>>", "dim3(32, 8)>>>", "dim3(32, 16)>>>"]],
  [/waits<<<4, \d+>>>/, ["waits<<<4, 64>>>", "waits<<<4, 16>>>"]],
  [/threadIdx\.x \* \d\]/, ["threadIdx.x * 4]", "threadIdx.x * 1]"]],
  [/cudaMalloc\(&out, \d+\)/, ["cudaMalloc(&out, 65536)", "cudaMalloc(&out, 256)"]],
  [/\n+__global__ void waits/, ["\n__global__ void waits", "\n\n\n__global__ void waits"]],
  [/(?:\/\/ tile\n {2})?__shared__/, ["__shared__", "// tile\n  __shared__"]],
  [/if \(threadIdx\.x < \d+\)/, ["if (threadIdx.x < 16)", "if (threadIdx.x < 1024)"]],
];

/** Numerical Recipes' generator. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("texts that are edited again and again", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  it("have the findings of a fresh analysis after each edit", async () => {
    const random = generator(20261125);
    const seen = new Set<string>();
    let text = start;
    for (let turn = 0; turn < 24; turn++) {
      const [from, to] = edits[random(edits.length)]!;
      assert.match(text, from);
      text = text.replace(from, to[random(to.length)]!);
      const edited = await engine.analyse({ path: "/w/edited.cu", text });
      const fresh = await engine.analyse({ path: `/w/fresh${turn}.cu`, text });
      assert.deepEqual(edited.findings, fresh.findings, text);
      assert.deepEqual(edited.leftOut, []);
      seen.add(JSON.stringify(edited.findings));
    }
    assert.ok(seen.size > 8, "the edits change what is found");
  });
});
