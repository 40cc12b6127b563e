/** Pitched memory that some work addresses by the width of its rows: findings; all that touches padding by right is silent. */
import assert from "node:assert/strict";
import { type FoundLines, linesOf, simulate } from "./support";

/** Rows of 70 floats that begin every 512 bytes. The body begins at line 16. */
const program = (body: string) => `__global__ void byWidth(float* p, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    p[y * width + x] *= 2;
}
__global__ void byPitch(float* p, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) ((float*)((char*)p + y * pitch))[x] *= 2;
}
__global__ void flat(float* p, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = 1; }
__global__ void wide(float4* p, size_t pitch) { ((float4*)((char*)p + blockIdx.x * pitch))[threadIdx.x] = float4{}; }
const int W = 70, H = 16;
float h[W * H];
int main() {
  float* d; size_t pitch; cudaMallocPitch(&d, &pitch, W * sizeof(float), H);
  ${body}
  cudaDeviceSynchronize(); cudaFree(d);
}`;

const toRows = "cudaMemcpy2D(d, pitch, h, W * 4, W * 4, H, cudaMemcpyHostToDevice);";
const fromRows = "cudaMemcpy2D(h, W * 4, d, pitch, W * 4, H, cudaMemcpyDeviceToHost);";
const grid = "<<<dim3(5), dim3(16, 16)>>>";

async function found(body: string): Promise<FoundLines[]> {
  const { findings, outcome } = await simulate(program(body));
  assert.equal(outcome.kind, "completed", outcome.message);
  return linesOf(findings);
}

describe("pitched memory", () => {
  it("is found where a kernel indexes it by its width, once for its line, whichever work comes first", async () => {
    const wrong = [["pitched-memory", 4, 15]];
    assert.deepEqual(await found(`${toRows} byWidth${grid}(d, W, H); ${fromRows}`), wrong);
    assert.deepEqual(await found(`byWidth${grid}(d, W, H); ${fromRows}`), wrong);
    assert.deepEqual(await found(`byPitch${grid}(d, pitch, W, H); byWidth${grid}(d, W, H);`), wrong);
    assert.deepEqual(await found(`flat<<<1, 64>>>(d, W * H); ${fromRows}`), [["pitched-memory", 10, 15]]);
  });

  it("is named with its width, its pitch, who uses that, and how much lies in the padding", async () => {
    const { findings } = await simulate(program(`${toRows} byWidth${grid}(d, W, H);`));
    assert.equal(
      findings[0]?.message,
      "The kernel byWidth takes the rows of pitched memory to be 280 bytes apart, as far as they are wide. They are 512 bytes apart, which is the pitch, and line 20 uses them so. So 980 of the 2,240 elements that this line accesses lie in the padding between rows, and others in another row: begin row y at (char*)p + y * pitch.",
    );
  });

  it("is information in a checked run where work leaves a row and ends in the padding", async () => {
    const past = program("byPitch<<<dim3(5), dim3(16, 16)>>>(d, pitch, W + 3, H);");
    assert.deepEqual((await simulate(past)).findings, []);
    const { findings } = await simulate(past, 1, { check: true });
    const [one] = findings.filter(({ kind }) => kind === "pitched-memory");
    assert.equal(one?.severity, "information");
    assert.equal(
      one?.message,
      "The kernel byPitch leaves the rows of pitched memory: 96 of the 2,336 elements that this line accesses lie in the padding, past the 280 bytes of a row and before the pitch of 512 bytes.",
    );
    const whole = program("byPitch<<<dim3(8), dim3(16, 16)>>>(d, pitch, 128, H);");
    const kinds = (await simulate(whole, 1, { check: true })).findings.map(({ kind }) => kind);
    assert.ok(!kinds.includes("pitched-memory"));
  });

  it("is found where a copy of all rows leaves the pitch out", async () => {
    const use = `byPitch${grid}(d, pitch, W, H);`;
    for (const copy of [
      "cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);",
      "cudaMemcpy2D(d, W * 4, h, W * 4, W * 4, H, cudaMemcpyHostToDevice);",
    ])
      assert.deepEqual(await found(`${copy} ${use}`), [["pitched-memory", 16, 15]], copy);
  });

  it("is found in the slices of cudaMalloc3D", async () => {
    const body = `cudaPitchedPtr v; cudaMalloc3D(&v, make_cudaExtent(W * 4, 4, 4));
  cudaMemcpy3DParms c = {}; c.srcPtr = make_cudaPitchedPtr(h, W * 4, W * 4, 4); c.dstPtr = v;
  c.extent = make_cudaExtent(W * 4, 4, 4); c.kind = cudaMemcpyHostToDevice; cudaMemcpy3D(&c);
  flat<<<1, 64>>>((float*)v.ptr, W * 16); cudaFree(v.ptr);`;
    assert.deepEqual(await found(body), [["pitched-memory", 10, 16]]);
  });

  it("is found where rows are filled by the pitch and their padding is read, and silent where it is only written", async () => {
    const filled = "cudaMemset2D(d, pitch, 0, W * 4, H);";
    assert.deepEqual(await found(`${filled} byWidth${grid}(d, W, H);`), [["pitched-memory", 4, 15]]);
    const out = "cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);";
    assert.deepEqual(await found(`${filled} ${out}`), [["pitched-memory", 16, 15]]);
    assert.deepEqual(await found(`${filled} flat<<<1, 64>>>(d, W * H);`), []);
  });

  it("is silent where the pitch is used, and where all work leaves it out", async () => {
    assert.deepEqual(await found(`${toRows} byPitch${grid}(d, pitch, W, H); ${fromRows}`), []);
    const plain = `cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); byWidth${grid}(d, W, H);`;
    assert.deepEqual(await found(`${plain} cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);`), []);
  });

  it("is silent about padding that is touched by right: whole pitches, the end of a vector, threads without a guard", async () => {
    for (const body of [
      `flat<<<1, 64>>>(d, pitch / 4 * H); ${fromRows}`,
      `cudaMemset(d, 0, pitch * H); cudaMemset2D(d, pitch, 0, pitch, H); ${fromRows}`,
      `cudaMemcpy2D(h, 280, d, pitch, 280, H, cudaMemcpyDeviceToHost); wide<<<H, 18>>>((float4*)d, pitch);`,
      `${toRows} byPitch<<<dim3(8), dim3(16, 16)>>>(d, pitch, 128, H); ${fromRows}`,
      `${toRows} byPitch<<<dim3(8), dim3(16, 8)>>>(d, pitch, 128, H / 2); ${fromRows}`,
      `float* e; cudaMalloc(&e, pitch * H); cudaMemcpy(e, d, pitch * H, cudaMemcpyDeviceToDevice); cudaFree(e); ${fromRows}`,
    ])
      assert.deepEqual(await found(body), [], body);
  });
});
