/** Pages of managed memory: where they lie, who faults, what moves. A page is 64 KiB in the model. */
import assert from "node:assert/strict";
import { simulate } from "./support";

const program = (between: string) => `__global__ void add(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += 1;
}
int main() {
  int *p, n = 4 * 65536 / 4;
  cudaMallocManaged(&p, n * 4);
  for (int i = 0; i < n; ++i) p[i] = i;
  ${between}
  add<<<n / 256, 256>>>(p, n);
  cudaDeviceSynchronize();
  int sum = p[0] + p[n - 1];
  cudaFree(p);
  return sum == 0;
}`;

describe("managed memory", () => {
  it("moves every page that the host touched first when a kernel touches it, and those that the host reads back", async () => {
    const { managed, managedUses } = await simulate(program(""));
    assert.deepEqual(
      managed.map(({ hostFaults, deviceFaults, toDevice, toHost }) => [hostFaults, deviceFaults, toDevice, toHost]),
      [[6, 4, 4, 2]],
    );
    assert.deepEqual(
      managedUses.map(({ launch, faults, migrations }) => [launch, faults, migrations]),
      [[0, 4, 4]],
    );
  });

  it("spares the kernel its faults after a prefetch", async () => {
    const { managed, managedUses } = await simulate(program("cudaMemPrefetchAsync(p, n * 4, 0);"));
    assert.equal(managed[0]!.deviceFaults, 0);
    assert.equal(managed[0]!.prefetched, 4);
    assert.deepEqual(managedUses, []);
  });

  it("leaves pages where they are for a side that was advised to map them", async () => {
    const { managed } = await simulate(program("cudaMemAdvise(p, n * 4, cudaMemAdviseSetAccessedBy, 0);"));
    assert.deepEqual([managed[0]!.deviceFaults, managed[0]!.toDevice], [0, 0]);
  });

  it("copies pages that are mostly read, until somebody writes them", async () => {
    const text = `__global__ void sum(const int* p, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, p[i]);
}
int main() {
  int *p, *out, n = 4 * 65536 / 4;
  cudaMallocManaged(&p, n * 4);
  cudaMalloc(&out, 4);
  cudaMemset(out, 0, 4);
  for (int i = 0; i < n; ++i) p[i] = i;
  cudaMemAdvise(p, n * 4, cudaMemAdviseSetReadMostly, 0);
  sum<<<n / 256, 256>>>(p, out, n);
  cudaDeviceSynchronize();
  volatile int* q = p;
  int first = q[0] + q[n - 1];
  sum<<<n / 256, 256>>>(p, out, n);
  cudaDeviceSynchronize();
  q[0] = first;
  sum<<<n / 256, 256>>>(p, out, n);
  cudaDeviceSynchronize();
  cudaFree(p);
  cudaFree(out);
}`;
    const { managedUses } = await simulate(text);
    // The first launch copies four pages; the second finds its copies; the third misses the one that was written.
    assert.deepEqual(
      managedUses.map(({ launch, faults }) => [launch, faults]),
      [
        [0, 4],
        [2, 1],
      ],
    );
  });
});
