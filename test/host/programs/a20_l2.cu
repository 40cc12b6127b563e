// Persisting lines and access-policy windows are accepted and checked.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void touch(int* p) { p[threadIdx.x] += 1; }
int main() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  printf("%d %d\n", p.persistingL2CacheMaxSize > 0, p.accessPolicyMaxWindowSize > 0);
  SAY(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, p.persistingL2CacheMaxSize));
  cudaStream_t s;
  cudaStreamCreate(&s);
  int* d;
  cudaMalloc(&d, 1 << 20);
  cudaMemset(d, 0, 1 << 20);
  cudaStreamAttrValue v;
  memset(&v, 0, sizeof v);
  v.accessPolicyWindow.base_ptr = d;
  v.accessPolicyWindow.num_bytes = 1 << 20;
  v.accessPolicyWindow.hitRatio = 0.6f;
  v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  v.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  SAY(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v));
  touch<<<1, 32, 0, s>>>(d);
  cudaStreamAttrValue w;
  memset(&w, 0, sizeof w);
  SAY(cudaStreamGetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &w));
  printf("%d %.1f\n", (int)w.accessPolicyWindow.num_bytes, w.accessPolicyWindow.hitRatio);
  v.accessPolicyWindow.hitRatio = 1.5f;
  SAY(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v));
  SAY(cudaCtxResetPersistingL2Cache());
  SAY(cudaStreamSynchronize(s));
  cudaStreamDestroy(s);
  cudaFree(d);
}
