// Access-policy windows and set-asides that are refused, and what is read back.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
static cudaStream_t s;
static char* d;
static void window(const char* what, size_t bytes, float ratio, int hit, int miss) {
  cudaStreamAttrValue v;
  memset(&v, 0, sizeof v);
  v.accessPolicyWindow.base_ptr = d;
  v.accessPolicyWindow.num_bytes = bytes;
  v.accessPolicyWindow.hitRatio = ratio;
  v.accessPolicyWindow.hitProp = (cudaAccessProperty)hit;
  v.accessPolicyWindow.missProp = (cudaAccessProperty)miss;
  printf("%s: %s\n", what, cudaGetErrorName(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v)));
  cudaStreamAttrValue w;
  memset(&w, 0, sizeof w);
  cudaStreamGetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &w);
  const cudaAccessPolicyWindow& a = w.accessPolicyWindow;
  printf("  %d %zu %.2f %d %d\n", a.base_ptr == d, a.num_bytes, a.hitRatio, (int)a.hitProp, (int)a.missProp);
}
int main() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  const size_t most = p.accessPolicyMaxWindowSize;
  size_t now = 9;
  SAY(cudaDeviceGetLimit(&now, cudaLimitPersistingL2CacheSize));
  printf("%zu\n", now);
  SAY(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20));
  SAY(cudaDeviceGetLimit(&now, cudaLimitPersistingL2CacheSize));
  printf("at least asked %d\n", now >= 1 << 20);
  SAY(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, (size_t)p.persistingL2CacheMaxSize + 1));
  SAY(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, p.persistingL2CacheMaxSize));
  SAY(cudaDeviceGetLimit(&now, cudaLimitPersistingL2CacheSize));
  printf("%d\n", now == (size_t)p.persistingL2CacheMaxSize);
  cudaStreamCreate(&s);
  cudaMalloc(&d, 1 << 20);
  window("persisting", 1 << 20, 0.5f, 2, 1);
  window("streaming", 1 << 20, 1.0f, 1, 0);
  window("normal", 1 << 20, 0.0f, 0, 0);
  window("ratio over one", 1 << 20, 1.01f, 2, 1);
  window("ratio below zero", 1 << 20, -0.1f, 2, 1);
  window("miss persisting", 1 << 20, 0.5f, 2, 2);
  window("no such property", 1 << 20, 0.5f, 7, 0);
  window("the largest", most, 0.5f, 2, 1);
  window("over the largest", most + 1, 0.5f, 2, 1);
  window("none", 0, 0, 0, 0);
  cudaStream_t t;
  cudaStreamCreate(&t);
  window("again", 4096, 1.0f, 2, 1);
  SAY(cudaStreamCopyAttributes(t, s));
  cudaStreamAttrValue w;
  memset(&w, 0, sizeof w);
  SAY(cudaStreamGetAttribute(t, cudaStreamAttributeAccessPolicyWindow, &w));
  printf("%zu\n", w.accessPolicyWindow.num_bytes);
  SAY(cudaCtxResetPersistingL2Cache());
  SAY(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
  SAY(cudaDeviceGetLimit(&now, cudaLimitPersistingL2CacheSize));
  printf("%zu\n", now);
  cudaStreamDestroy(t);
  cudaStreamDestroy(s);
  cudaFree(d);
}
