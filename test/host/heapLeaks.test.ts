/** Memory of the device's heap that kernels take and never give back. */
import assert from "node:assert/strict";
import { severityOf } from "../../simulator/host/model/findings";
import { sampledIt } from "../support/sample.js";
import { HEAD_LINES, simulate } from "./support";

const it = sampledIt("host/heapLeaks", 2);

const KERNELS = `__global__ void take(int** p) { p[threadIdx.x] = (int*)malloc(32); }
__global__ void create(int** p) { p[threadIdx.x] = new int[4]; }
__global__ void giveBack(int** p) { if (threadIdx.x) free(p[threadIdx.x]); }
__global__ void within() { int* p = new int[8]; p[threadIdx.x % 8] = 1; delete[] p; free(malloc(8)); }
int main() { int** p; cudaMalloc(&p, 512);
`;

async function leaks(statements: string): Promise<readonly string[]> {
  const { findings } = await simulate(`${KERNELS}${statements}}`);
  for (const one of findings) assert.equal(severityOf(one), "information", one.message);
  return findings.map(({ message, place }) => `${place && place.line - HEAD_LINES}: ${message}`);
}

describe("leaks of the device's heap", () => {
  it("are told at the end, by the line that takes the memory", async () => {
    assert.deepEqual(await leaks("take<<<1, 32>>>(p); create<<<2, 16>>>(p + 32); cudaFree(p);"), [
      "1: A kernel allocates 32 blocks of the device's heap (1,024 bytes) that are never freed.",
      "2: A kernel allocates 32 blocks of the device's heap (512 bytes) that are never freed.",
    ]);
  });

  it("are what another kernel leaves", async () => {
    assert.deepEqual(await leaks("take<<<1, 32>>>(p); giveBack<<<1, 32>>>(p); cudaFree(p);"), [
      "1: A kernel allocates a block of the device's heap (32 bytes) that is never freed.",
    ]);
  });

  it("are told of a reset of the device", async () => {
    assert.deepEqual(await leaks("take<<<1, 2>>>(p); cudaFree(p);\ncudaDeviceReset();"), [
      `1: A kernel allocates 2 blocks of the device's heap (64 bytes) that only cudaDeviceReset at line ${6 + 1 + HEAD_LINES} frees.`,
    ]);
  });

  it("are none where all is given back, by the same kernel", async () => {
    assert.deepEqual(await leaks("within<<<2, 64>>>(); cudaDeviceSynchronize(); cudaFree(p);"), []);
  });

  it("are none of a program that gives up", async () => {
    assert.deepEqual(await leaks("take<<<1, 32>>>(p); cudaDeviceSynchronize(); exit(3);"), []);
  });
});
