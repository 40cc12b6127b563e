/** Overruns of memory that only the evaluated program knows: of classes, of structures, and from within an allocation. */
import assert from "node:assert/strict";
import type { Engine } from "../../engine/model";
import { nodeEngine } from "../support/engine";

const program = `struct Buffer {
  float* p; int n;
  explicit Buffer(int count) : n(count) { cudaMalloc(&p, count * sizeof(float)); }
  ~Buffer() { cudaFree(p); }
  float* data() { return p; }
};
struct View { float* p; int n; };
__global__ void around(const float* in, float* out) { int i = threadIdx.x; out[i] = in[i - 4] + in[i + 4]; }
__global__ void within(const float* in, float* out) { int i = threadIdx.x; out[i] = in[i - 4] + in[i + 4]; }
__global__ void unguarded(View v) { int i = blockIdx.x * blockDim.x + threadIdx.x; v.p[i] = 1; }
__global__ void guarded(View v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < v.n) v.p[i] = 1; }
int main() {
  Buffer a(264), b(256);
  around<<<1, 256>>>(a.data(), b.data());
  within<<<1, 256>>>(a.data() + 4, b.data());
  View v;
  v.n = 1000;
  cudaMalloc(&v.p, v.n * sizeof(float));
  unguarded<<<4, 256>>>(v);
  guarded<<<4, 256>>>(v);
  cudaDeviceSynchronize();
  cudaFree(v.p);
  return 0;
}
`;

describe("memory that the evaluated program hands over", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  it("is reached past its ends where the allocation says so, and nowhere else", async () => {
    const { findings } = await engine.settled({ path: "/w/reached.cu", text: program });
    const found = findings.filter(({ rule }) => rule === "threads-past-end");
    assert.deepEqual(
      found.map(({ message }) => message),
      [
        "The launch in line 14 reads up to 16 bytes before the beginning of in, which has 1056 bytes.",
        "The launch in line 19 writes up to 96 bytes past the end of v.p, which has 4000 bytes.",
      ],
    );
    assert.deepEqual(
      found.map(({ span }) => program.slice(span.start, span.end)),
      ["in[i - 4]", "v.p[i]"],
    );
  });
});
