// Copies in batches, plain and in three dimensions; prefetches and questions in batches; parameters and pools by location.
#include <cstdio>

__global__ void kernel(char a, double b, int c) {}

int main() {
  const int n = 1 << 15;
  int *d, *e, *h, *back;
  cudaMalloc(&d, n * 4);
  cudaMalloc(&e, n * 4);
  cudaMallocHost(&h, n * 4);
  cudaMallocHost(&back, n * 4);
  for (int i = 0; i < n; ++i) h[i] = i, back[i] = 0;
  cudaStream_t s;
  cudaStreamCreate(&s);
  const void* from[] = {h, h + n / 2, h};
  void* to[] = {d, d + n / 2, e};
  size_t sizes[] = {(size_t)n * 2, (size_t)n * 2, (size_t)n * 4}, first[] = {0};
  cudaMemcpyAttributes attributes = {cudaMemcpySrcAccessOrderStream};
  printf("%s\n", cudaGetErrorName(cudaMemcpyBatchAsync(to, from, sizes, 3, &attributes, first, 1, s)));
  printf("%s\n", cudaGetErrorName(cudaMemcpyBatchAsync(to, from, sizes, 3, &attributes, first, 1, (cudaStream_t)0)));
  size_t wrong[] = {1};
  printf("%s\n", cudaGetErrorName(cudaMemcpyBatchAsync(to, from, sizes, 3, &attributes, wrong, 1, s)));
  // A box of 8 by 4 bytes out of rows of 64 bytes.
  cudaMemcpy3DBatchOp box = {};
  box.src.type = box.dst.type = cudaMemcpyOperandTypePointer;
  box.src.op.ptr.ptr = d;
  box.src.op.ptr.rowLength = 64;
  box.dst.op.ptr.ptr = back;
  box.extent = make_cudaExtent(8, 4, 1);
  box.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  printf("%s\n", cudaGetErrorName(cudaMemcpy3DBatchAsync(1, &box, 0, s)));
  cudaStreamSynchronize(s);
  printf("%d %d %d %d %d\n", back[0], back[1], back[2], back[7], back[8]);
  cudaMemcpy(back, d, n * 4, cudaMemcpyDeviceToHost);
  printf("%d\n", back[n - 1]);
  int* m;
  cudaMallocManaged(&m, n * 4);
  for (int i = 0; i < n; ++i) m[i] = i;
  void* pages[] = {m, m + n / 2};
  cudaMemLocation places[] = {{cudaMemLocationTypeDevice, 0}, {cudaMemLocationTypeHost, 0}};
  size_t firsts[] = {0, 1};
  printf("%s\n", cudaGetErrorName(cudaMemPrefetchBatchAsync(pages, sizes, 2, places, firsts, 2, 0, s)));
  int type = -1, id = -1;
  void* answers[] = {&type, &id};
  size_t lengths[] = {4, 4};
  cudaMemRangeAttribute questions[] = {cudaMemRangeAttributeLastPrefetchLocationType, cudaMemRangeAttributeLastPrefetchLocationId};
  printf("%s %d %d\n", cudaGetErrorName(cudaMemRangeGetAttributes(answers, lengths, questions, 2, m, n * 2)), type, id);
  cudaMemRangeGetAttributes(answers, lengths, questions, 2, m + n / 2, n * 2);
  printf("%d\n", type);
  size_t offset, size;
  for (size_t i = 0; cudaFuncGetParamInfo((const void*)kernel, i, &offset, &size) == cudaSuccess; ++i) printf("%zu+%zu ", offset, size);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaMemPool_t pool, same;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  printf("%s %d\n", cudaGetErrorName(cudaMemGetDefaultMemPool(&same, &places[0], cudaMemAllocationTypePinned)), pool == same);
  cudaMemAccessFlags access;
  cudaMemPoolGetAccess(&access, pool, &places[0]);
  printf("%d\n", access == cudaMemAccessFlagsProtReadWrite);
  cudaKernel_t handle;
  printf("%s\n", cudaGetErrorName(cudaGetKernel(&handle, (const void*)kernel)));
  cudaStreamDestroy(s);
  cudaFree(m);
  cudaFree(d);
  cudaFree(e);
  cudaFreeHost(h);
  cudaFreeHost(back);
}
