// What managed memory answers about the hints that it was given.
#include <cstdio>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
static void show(const char* when, const void* p, size_t bytes) {
  int readMostly = -9, preferred = -9, last = -9, by[4] = {-9, -9, -9, -9};
  cudaMemRangeGetAttribute(&readMostly, sizeof(int), cudaMemRangeAttributeReadMostly, p, bytes);
  cudaMemRangeGetAttribute(&preferred, sizeof(int), cudaMemRangeAttributePreferredLocation, p, bytes);
  cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, p, bytes);
  cudaMemRangeGetAttribute(&last, sizeof(int), cudaMemRangeAttributeLastPrefetchLocation, p, bytes);
  printf("%s: read mostly %d, preferred %d, accessed by %d %d %d %d, last prefetch %d\n", when, readMostly, preferred, by[0], by[1], by[2], by[3], last);
}
int main() {
  const size_t bytes = 1 << 22, half = bytes / 2;
  char* p;
  SAY(cudaMallocManaged(&p, bytes));
  cudaMemLocation device = {}, host = {}, nowhere = {};
  device.type = cudaMemLocationTypeDevice;
  device.id = 0;
  host.type = cudaMemLocationTypeHost;
  nowhere.type = cudaMemLocationTypeDevice;
  nowhere.id = 77;
  show("new", p, bytes);
  SAY(cudaMemAdvise(p, half, cudaMemAdviseSetReadMostly, device));
  show("first half", p, half);
  show("all", p, bytes);
  SAY(cudaMemAdvise(p + half, half, cudaMemAdviseSetReadMostly, device));
  show("both halves", p, bytes);
  SAY(cudaMemAdvise(p, bytes, cudaMemAdviseUnsetReadMostly, device));
  SAY(cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, device));
  show("prefers the device", p, bytes);
  SAY(cudaMemAdvise(p, half, cudaMemAdviseSetPreferredLocation, host));
  show("first half prefers the host", p, half);
  show("mixed", p, bytes);
  SAY(cudaMemAdvise(p, bytes, cudaMemAdviseUnsetPreferredLocation, device));
  SAY(cudaMemAdvise(p, bytes, cudaMemAdviseSetAccessedBy, device));
  SAY(cudaMemAdvise(p, bytes, cudaMemAdviseSetAccessedBy, host));
  show("accessed by both", p, bytes);
  SAY(cudaMemAdvise(p, bytes, cudaMemAdviseUnsetAccessedBy, device));
  show("accessed by the host", p, bytes);
  SAY(cudaMemPrefetchAsync(p, bytes, device, 0, 0));
  SAY(cudaDeviceSynchronize());
  show("prefetched", p, bytes);
  SAY(cudaMemPrefetchAsync(p, half, host, 0, 0));
  SAY(cudaDeviceSynchronize());
  show("half back", p, bytes);
  show("that half", p, half);
  SAY(cudaMemAdvise(p, bytes, (cudaMemoryAdvise)99, device));
  SAY(cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, nowhere));
  SAY(cudaMemAdvise(p, 2 * bytes, cudaMemAdviseSetReadMostly, device));
  SAY(cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, device));
  SAY(cudaMemPrefetchAsync(p, 2 * bytes, device, 0, 0));
  SAY(cudaMemPrefetchAsync(p, bytes, nowhere, 0, 0));
  int n;
  SAY(cudaMemRangeGetAttribute(&n, 3, cudaMemRangeAttributeReadMostly, p, bytes));
  SAY(cudaMemRangeGetAttribute(&n, 4, (cudaMemRangeAttribute)99, p, bytes));
  void* plain;
  cudaMalloc(&plain, 64);
  SAY(cudaMemAdvise(plain, 64, cudaMemAdviseSetReadMostly, device));
  SAY(cudaMemPrefetchAsync(plain, 64, device, 0, 0));
  SAY(cudaMemRangeGetAttribute(&n, 4, cudaMemRangeAttributeReadMostly, plain, 64));
  cudaFree(plain);
  SAY(cudaFree(p));
}
