/** Checked runs of programs: device memory that a kernel reads and nothing has written, and what is no such read. */
import assert from "node:assert/strict";
import type { HostFinding } from "../../simulator/host/model/findings";
import { HEAD_LINES, simulate } from "./support";

const kernels = `
struct Padded { char tag; double value; };
__global__ void add(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}
__global__ void count(const int* in, int* bins) { atomicAdd(&bins[in[threadIdx.x] & 3], 1); }
__global__ void swapIn(int* p) { p[threadIdx.x + 32] = atomicExch(&p[threadIdx.x], 7) != 7; }
__global__ void members(Padded* p) { p[threadIdx.x].tag = 1; p[threadIdx.x].value = 2; }
__global__ void whole(const Padded* p, Padded* q) { q[threadIdx.x] = p[threadIdx.x]; }
__global__ void rows(const float* p, size_t pitch, float* q) {
  q[threadIdx.y * 8 + threadIdx.x] = ((const float*)((const char*)p + threadIdx.y * pitch))[threadIdx.x];
}
__device__ int variable[32];
__global__ void fromVariable(int* out) { out[threadIdx.x] = variable[threadIdx.x]; }
`;

const program = (body: string): string => `${kernels}int main() {\n${body}\n}`;
const lineOf = (body: string, text: string): number =>
  HEAD_LINES + program(body).slice(0, program(body).indexOf(text)).split("\n").length;

async function run(body: string, check = true): Promise<readonly HostFinding[]> {
  const { findings, outcome } = await simulate(program(body), 1, { check });
  assert.equal(outcome.kind, "completed", outcome.message);
  return findings.filter(({ kind }) => kind !== "leak");
}

const found: Readonly<Record<string, { readonly body: string; readonly at: string; readonly made: string }>> = {
  "memory that nobody wrote": {
    body: `  int *in, *out;
  cudaMalloc(&in, 256); // made
  cudaMalloc(&out, 256);
  add<<<2, 32>>>(in, out, 64);
  cudaDeviceSynchronize();`,
    at: "out[i] = in[i] + 1;",
    made: "// made",
  },
  "the end of a copy that is too short": {
    body: `  int host[64] = {1}, *in, *out;
  cudaMalloc(&in, 256); // made
  cudaMalloc(&out, 256);
  cudaMemcpy(in, host, 64, cudaMemcpyHostToDevice);
  add<<<2, 32>>>(in, out, 64);
  cudaDeviceSynchronize();`,
    at: "out[i] = in[i] + 1;",
    made: "// made",
  },
  "a copy of memory that nobody wrote": {
    body: `  int host[64], *in;
  cudaMalloc(&in, 256); // made
  cudaMemcpy(host, in, 128, cudaMemcpyDeviceToHost);`,
    at: "cudaMemcpy(",
    made: "// made",
  },
  "counters that begin with nothing": {
    body: `  int host[32] = {1}, *in, *bins;
  cudaMalloc(&in, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMalloc(&bins, 16); // made
  count<<<1, 32>>>(in, bins);
  cudaDeviceSynchronize();`,
    at: "atomicAdd(",
    made: "// made",
  },
  "memory that was used before, as somebody else's": {
    body: `  int *in, *out;
  cudaMalloc(&out, 256);
  cudaMalloc(&in, 256);
  cudaMemset(in, 0, 256);
  cudaFree(in);
  cudaMalloc(&in, 256); // made
  add<<<2, 32>>>(in, out, 64);
  cudaDeviceSynchronize();`,
    at: "out[i] = in[i] + 1;",
    made: "// made",
  },
};

const silent: Readonly<Record<string, string>> = {
  "what copies and fills wrote, zeros too": `  int host[64] = {}, *a, *b, *c, *out;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  cudaMalloc(&c, 256);
  cudaMalloc(&out, 256);
  cudaMemset(a, 0, 256);
  cudaMemcpy(b, host, 256, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(c, b, 256, cudaMemcpyDeviceToDevice);
  add<<<2, 32>>>(a, out, 64);
  add<<<2, 32>>>(b, out, 64);
  add<<<2, 32>>>(c, out, 64);
  add<<<2, 32>>>(out, c, 64);
  cudaDeviceSynchronize();`,
  "managed and pinned memory, and variables": `  int *managed, *pinned, *out;
  cudaMallocManaged(&managed, 256);
  cudaMallocHost(&pinned, 256);
  cudaMalloc(&out, 256);
  add<<<2, 32>>>(managed, out, 64);
  add<<<2, 32>>>(pinned, out, 64);
  fromVariable<<<1, 32>>>(out);
  cudaDeviceSynchronize();`,
  "the gaps of a structure that is copied whole": `  Padded *p, *q;
  cudaMalloc(&p, 32 * sizeof *p);
  cudaMalloc(&q, 32 * sizeof *q);
  members<<<1, 32>>>(p);
  whole<<<1, 32>>>(p, q);
  cudaDeviceSynchronize();`,
  "rows of pitched memory": `  float host[64] = {}, *p, *q;
  size_t pitch;
  cudaMallocPitch(&p, &pitch, 32, 8);
  cudaMalloc(&q, sizeof host);
  cudaMemcpy2D(p, pitch, host, 32, 32, 8, cudaMemcpyHostToDevice);
  rows<<<1, dim3(8, 8)>>>(p, pitch, q);
  cudaDeviceSynchronize();`,
  "places that are written over by an exchange": `  int* p;
  cudaMalloc(&p, 256);
  swapIn<<<1, 32>>>(p);
  cudaDeviceSynchronize();`,
  "memory of a stream's own": `  int *in, *out;
  cudaMallocAsync(&in, 256, 0);
  cudaMallocAsync(&out, 256, 0);
  cudaMemsetAsync(in, 0, 256, 0);
  add<<<2, 32>>>(in, out, 64);
  cudaFreeAsync(in, 0);
  cudaFreeAsync(out, 0);
  cudaDeviceSynchronize();`,
};

describe("device memory that a kernel reads", () => {
  for (const [name, { body, at, made }] of Object.entries(found)) {
    it(`is found where it is ${name}, with both lines`, async () => {
      const findings = await run(body);
      assert.deepEqual(
        findings.map(({ kind, place, other }) => [kind, place?.line, other?.place?.line]),
        [["uninitialised-read", lineOf(body, at), lineOf(body, made)]],
      );
      assert.deepEqual(await run(body, false), []);
    });
  }
  for (const [name, body] of Object.entries(silent)) {
    it(`is silent about ${name}`, async () => {
      assert.deepEqual(await run(body), []);
    });
  }

  it("is told with thread, line and allocation", async () => {
    const { body, at, made } = found["the end of a copy that is too short"]!;
    const [finding] = await run(body);
    assert.equal(
      finding?.message,
      `Thread (16,0,0) of block (0,0,0) of add reads byte 64 of 256 bytes of device memory at line ${lineOf(body, at)}, which nothing has written since cudaMalloc allocated them at line ${lineOf(body, made)}.`,
    );
  });
});
