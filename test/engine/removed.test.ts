/** Accesses that the compiler removed, and stores to constant memory: a run says what its tables cannot show. */
import assert from "node:assert/strict";
import type { LaunchReportJson } from "../../engine/formats/launch";
import type { Engine } from "../../engine/model";
import { removedSentence } from "../../pictures/removed";
import { launchVerdict } from "../../pictures/verdict";
import { validated } from "../cli/cli";
import { nodeEngine } from "../support/engine";

const program = `#include <cuda_runtime.h>
__constant__ float factor[32];
__device__ float helper(const float* p, int i) { float unused = p[i + 64]; return p[i]; }
__global__ void part(const float* in, float* out, int n) {
  int i = threadIdx.x;
  float a = in[i], b = in[i + n];
  float c = b * 2;
  out[i] = a;
}
__global__ void nothing(const float* in, int n) {
  float sum = 0;
  for (int j = 0; j < n; j++) sum += in[j];
}
__global__ void unread(float* out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = 2;
}
__global__ void calls(const float* in, float* out) { out[threadIdx.x] = helper(in, threadIdx.x); }
__global__ void whole(const float* in, float* out, int n) {
  __shared__ float tile[64];
  float acc[4] = {};
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < 4; k++) acc[k] += tile[(threadIdx.x + k) % 32];
  if (n > 1000) out[threadIdx.x] = in[threadIdx.x + 32];
  else out[threadIdx.x] = acc[0] + acc[1] + acc[2] + acc[3] + in[threadIdx.x] + in[threadIdx.x];
}
__global__ void writesThrough() { ((float*)factor)[threadIdx.x + 1] = 2; }
__constant__ int total;
__device__ void put(float* to, int i) { to[i] = 2; }
__global__ void writesByHelper(const int* in) { if (in[0] == 0) put(factor, threadIdx.x); }
__global__ void writesByPointer(const int* in) { int* p = &total; if (in[1] == 0) *p = 5; }
int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  part<<<1, 32>>>(in, out, 32);
  nothing<<<1, 32>>>(in, 32);
  unread<<<1, 32>>>(out);
  calls<<<1, 32>>>(in, out);
  whole<<<1, 32>>>(in, out, 32);
  writesThrough<<<1, 16>>>();
  writesByHelper<<<1, 16>>>((const int*)in);
  writesByPointer<<<1, 16>>>((const int*)in);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
`;

describe("what a run lacks of its source", () => {
  let engine: Engine;
  let launches: readonly LaunchReportJson[];
  const document = { path: "/w/removed.cu", text: program };
  const lines = document.text.split("\n");
  before(async () => {
    engine = nodeEngine();
    const report = await engine.simulateProgram(document, { arguments: [] });
    validated("simulate", JSON.stringify(report));
    launches = report.launches;
  });
  after(() => engine.dispose());

  const launchOf = (name: string) => launches.find(({ kernel }) => kernel === name)!;
  const removedOf = (name: string) =>
    (launchOf(name).removed ?? []).map(({ line, column, endColumn, op, space }) => [
      lines[line - 1]!.slice(column, endColumn),
      op,
      space,
    ]);

  it("is each access that no result depends on, of the kernel and of what it calls", () => {
    assert.deepEqual(removedOf("part"), [["in[i + n]", "load", "global"]]);
    assert.deepEqual(removedOf("nothing"), [["in[j]", "load", "global"]]);
    assert.deepEqual(removedOf("unread"), [["tile[threadIdx.x]", "store", "shared"]]);
    assert.deepEqual(
      removedOf("calls").map(([text]) => text),
      ["p[i + 64]"],
    );
  });

  it("is nothing that is executed under another condition, kept in registers, or loaded once for two", () => {
    assert.deepEqual(removedOf("whole"), []);
  });

  it("is said in a sentence, and a kernel without any access says no more than that", () => {
    const line = lines.findIndex((text) => text.includes("sum += in[j]")) + 1;
    assert.equal(
      removedSentence(launchOf("nothing")),
      `The compiler removed the load at line ${line}: no result of the kernel depends on it.`,
    );
    assert.equal(launchVerdict(launchOf("nothing")), "No memory access was executed.");
  });

  it("has the stores to constant memory, which are errors", () => {
    const [found, ...more] = launchOf("writesThrough").findings;
    assert.equal(more.length, 0);
    assert.deepEqual([found!.rule, found!.severity], ["constant-write", "error"]);
    assert.match(found!.message, /^The kernel writes factor, which is constant memory: .* cudaMemcpyToSymbol/);
    assert.equal(found!.line, lines.findIndex((text) => text.includes("void writesThrough")) + 1);
  });

  it("has those in functions that a kernel calls, and through pointers to constant variables", () => {
    const found = (name: string) => launchOf(name).findings.map(({ rule, line }) => [rule, lines[line! - 1]]);
    const lineOf = (part: string) => lines.find((text) => text.includes(part));
    assert.deepEqual(found("writesByHelper"), [["constant-write", lineOf("void put")]]);
    assert.deepEqual(found("writesByPointer"), [["constant-write", lineOf("void writesByPointer")]]);
  });

  it("is known of a kernel that is simulated by itself", async () => {
    const report = await engine.simulate(document, { kernel: "nothing", arguments: new Map() });
    assert.equal(report.launches[0]!.removed?.length, 1);
  });
});
