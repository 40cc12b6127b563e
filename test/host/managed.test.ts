/** Pages of managed memory: where they lie, who faults, what moves. A page is 64 KiB in the model. */
import assert from "node:assert/strict";
import { printed, simulate } from "./support";

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

  const PAGE = 65536;
  /** A kernel that touches the first word of each of a range's pages, in order. */
  const touching = (body: string) => `__global__ void touch(int* p, int pages) {
  for (int i = 0; i < pages; ++i) p[i * ${PAGE / 4}] += 1;
}
int main() {
  int *a, *b, sum = 0;
  cudaMallocManaged(&a, 6 * ${PAGE});
  cudaMallocManaged(&b, 4 * ${PAGE});
  ${body}
  cudaDeviceSynchronize();
  for (int i = 0; i < 6; ++i) sum += a[i * ${PAGE / 4}];
  printf("%d\\n", sum);
  cudaFree(a);
  cudaFree(b);
}`;

  it("sends the pages back that came first when there is more of it than the device has memory", async () => {
    const text = touching("touch<<<1, 1>>>(a, 6);\n  touch<<<1, 1>>>(b, 4);\n  touch<<<1, 1>>>(a, 2);");
    const result = await simulate(text, 1, { deviceMemory: 8 * PAGE });
    assert.equal(printed(result), "8\n");
    // Six pages of one, then four of the other push out two of the first; these come back and push out the next two.
    assert.deepEqual(
      result.managedUses.map(({ launch, faults, migrations, evictions, resident }) => [
        launch,
        faults,
        migrations,
        evictions,
        resident,
      ]),
      [
        [0, 6, 0, 0, 6],
        [1, 0, 0, 2, 4],
        [1, 4, 0, 0, 4],
        [2, 2, 2, 2, 4],
      ],
    );
    assert.deepEqual(
      result.managed.map(({ evicted }) => evicted),
      [4, 0],
    );
    const roomy = await simulate(text);
    assert.equal(printed(roomy), "8\n");
    assert.ok(roomy.managed.every(({ evicted }) => evicted === 0));
  });

  it("leaves it the room that the device's own memory does not take, and says how much is free", async () => {
    const text = touching(`size_t before, after, total;
  cudaMemGetInfo(&before, &total);
  void *d, *h, *none;
  cudaMalloc(&d, 5 * ${PAGE});
  cudaMallocHost(&h, 9 * ${PAGE});
  cudaMemGetInfo(&after, &total);
  printf("%d %d %d\\n", (int)(total / ${PAGE}), (int)((before - after) / ${PAGE}), cudaMalloc(&none, 4 * ${PAGE}));
  cudaMemPrefetchAsync(a, 6 * ${PAGE}, 0, 0);
  cudaMemGetInfo(&after, &total);
  printf("%d\\n", (int)(after / ${PAGE}));
  cudaFree(d);
  cudaFreeHost(h);`);
    const result = await simulate(text, 1, { deviceMemory: 8 * PAGE });
    assert.equal(printed(result), "8 5 2\n0\n0\n");
    assert.deepEqual([result.managed[0]!.prefetched, result.managed[0]!.evicted], [6, 3]);
  });
});
