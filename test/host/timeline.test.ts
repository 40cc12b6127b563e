/** The modelled timeline: overlap of pinned copies and kernels in two streams, none of pageable ones, waits, and queries. */
import assert from "node:assert/strict";
import type { ProgramResult } from "../../simulator/host/program";
import { printed, simulate } from "./support";

/** Copies and kernels in chunks over some streams. */
function chunked(streams: number, pinned: boolean): string {
  return `__global__ void work(const float* a, float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i] * 2;
}
int main() {
  const int n = 1 << 19, parts = 8, part = n / parts;
  float *a, *b, *d[2], *e[2];
  ${pinned ? "cudaMallocHost(&a, n * 4); cudaMallocHost(&b, n * 4);" : "a = (float*)malloc(n * 4); b = (float*)malloc(n * 4);"}
  cudaStream_t s[2];
  for (int i = 0; i < ${streams}; ++i) { cudaStreamCreate(&s[i]); cudaMalloc(&d[i], part * 4); cudaMalloc(&e[i], part * 4); }
  for (int c = 0; c < parts; ++c) {
    int k = c % ${streams};
    cudaMemcpyAsync(d[k], a + c * part, part * 4, cudaMemcpyHostToDevice, s[k]);
    work<<<part / 256, 256, 0, s[k]>>>(d[k], e[k], part);
    cudaMemcpyAsync(b + c * part, e[k], part * 4, cudaMemcpyDeviceToHost, s[k]);
  }
  cudaDeviceSynchronize();
}`;
}

function span({ timeline }: ProgramResult): number {
  const start = timeline.reduce((least, one) => (one.start < least ? one.start : least), timeline[0]!.start);
  const end = timeline.reduce((most, one) => (one.end > most ? one.end : most), 0n);
  return Number(end - start);
}

describe("the modelled timeline", () => {
  it("shows between 1.3 and 2 times over one stream with two and pinned memory", async () => {
    const [one, two] = [span(await simulate(chunked(1, true))), span(await simulate(chunked(2, true)))];
    assert.ok(one / two >= 1.3 && one / two <= 2, `${one / two}`);
  });

  it("shows no overlap with pageable memory, and says why", async () => {
    const result = await simulate(chunked(2, false));
    assert.ok(result.findings.some((one) => one.kind === "pageable-async-copy"));
    const bars = [...result.timeline].sort((a, b) => Number(a.start - b.start));
    for (const [i, bar] of bars.entries()) if (i > 0) assert.ok(bar.start >= bars[i - 1]!.end);
    const one = span(await simulate(chunked(1, false)));
    assert.ok(Math.abs(one / span(result) - 1) < 0.05);
  });

  it("runs work of one stream in its order, and the default stream between the others", async () => {
    const { timeline } = await simulate(`__global__ void k(int* p) { *p += 1; }
int main() {
  cudaStream_t a, b; int* d; cudaStreamCreate(&a); cudaStreamCreate(&b); cudaMalloc(&d, 4);
  k<<<1, 1, 0, a>>>(d); k<<<1, 1>>>(d); k<<<1, 1, 0, b>>>(d);
  cudaDeviceSynchronize();
}`);
    assert.equal(timeline.length, 3);
    assert.ok(timeline[1]!.start >= timeline[0]!.end && timeline[2]!.start >= timeline[1]!.end);
    assert.deepEqual(
      timeline.map((one) => one.stream),
      [2, 0, 3],
    );
    assert.ok(timeline.every((one) => one.modelled));
  });

  it("runs small kernels of non-blocking streams side by side", async () => {
    const { timeline } = await simulate(`__global__ void k(int* p) { for (int i = 0; i < 2000; ++i) atomicAdd(p, i); }
int main() {
  cudaStream_t s[2]; int* d; cudaMalloc(&d, 8);
  for (int i = 0; i < 2; ++i) { cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking); k<<<1, 32, 0, s[i]>>>(d + i); }
  cudaDeviceSynchronize();
}`);
    assert.ok(timeline[1]!.start < timeline[0]!.end);
  });

  it("ends a loop that waits by asking", async () => {
    const result = await simulate(`__global__ void k(int* p) { for (int i = 0; i < 5000; ++i) atomicAdd(p, i); }
int main() {
  int *d, n = 0; cudaMalloc(&d, 4); k<<<1, 32>>>(d);
  while (cudaStreamQuery(0) == cudaErrorNotReady) ++n;
  printf("%d\\n", n > 0);
}`);
    assert.equal(printed(result), "1\n");
  });
});
