// Pools of stream-ordered memory: their attributes, access and life.
#include <cstdio>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
__global__ void put(int* p) { p[threadIdx.x] = threadIdx.x * 3; }
static void used(cudaMemPool_t pool) {
  unsigned long long now = 0, high = 0;
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &now);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high);
  printf("used %llu, at most %llu\n", now, high);
}
int main() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMemPool_t standard, current, own;
  SAY(cudaDeviceGetDefaultMemPool(&standard, 0));
  SAY(cudaDeviceGetMemPool(&current, 0));
  printf("same %d\n", standard == current);
  unsigned long long threshold = 1, keep = 1 << 20;
  SAY(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &threshold));
  printf("threshold %llu\n", threshold);
  SAY(cudaMemPoolSetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &keep));
  SAY(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &threshold));
  printf("threshold %llu\n", threshold);
  int follow = -1;
  SAY(cudaMemPoolGetAttribute(standard, cudaMemPoolReuseFollowEventDependencies, &follow));
  printf("follow %d\n", follow);
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  SAY(cudaMemPoolCreate(&own, &properties));
  SAY(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold));
  printf("threshold %llu\n", threshold);
  int *a = 0, *b = 0, h[32];
  SAY(cudaMallocFromPoolAsync((void**)&a, 128, own, s));
  SAY(cudaMallocAsync((void**)&b, 1000, own, s));
  SAY(cudaStreamSynchronize(s));
  used(own);
  put<<<1, 32, 0, s>>>(a);
  SAY(cudaMemcpyAsync(h, a, 128, cudaMemcpyDeviceToHost, s));
  SAY(cudaFreeAsync(b, s));
  SAY(cudaStreamSynchronize(s));
  used(own);
  printf("%d\n", h[31]);
  SAY(cudaFreeAsync(a, s));
  SAY(cudaStreamSynchronize(s));
  used(own);
  unsigned long long zero = 0, one = 1;
  SAY(cudaMemPoolSetAttribute(own, cudaMemPoolAttrUsedMemHigh, &zero));
  SAY(cudaMemPoolSetAttribute(own, cudaMemPoolAttrUsedMemHigh, &one));
  SAY(cudaMemPoolSetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &zero));
  used(own);
  SAY(cudaMemPoolTrimTo(own, 0));
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = 0;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  SAY(cudaMemPoolSetAccess(own, &access, 1));
  SAY(cudaDeviceSetMemPool(0, own));
  SAY(cudaDeviceGetMemPool(&current, 0));
  printf("own is current %d\n", own == current);
  SAY(cudaMallocAsync(&a, 64, s));
  used(own);
  SAY(cudaFreeAsync(a, s));
  SAY(cudaMemPoolDestroy(own));
  SAY(cudaDeviceGetMemPool(&current, 0));
  printf("standard again %d\n", standard == current);
  SAY(cudaMemPoolDestroy(standard));
  SAY(cudaGetLastError());
  SAY(cudaFreeAsync(0, s));
  SAY(cudaMallocAsync(&a, 0, s));
  cudaStreamDestroy(s);
}
