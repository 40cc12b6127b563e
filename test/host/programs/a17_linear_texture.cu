// Fetches by index from linear memory, of several texel types.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void fetch(cudaTextureObject_t f, cudaTextureObject_t u, cudaTextureObject_t v, float* out) {
  int i = threadIdx.x;
  uchar4 c = tex1Dfetch<uchar4>(u, i);
  out[i] = tex1Dfetch<float>(f, i) + c.x + c.w * 1000 + tex1Dfetch<float>(v, i);
}
template <typename T> cudaTextureObject_t make(void* p, size_t bytes, cudaTextureReadMode mode) {
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = p;
  r.res.linear.desc = cudaCreateChannelDesc<T>();
  r.res.linear.sizeInBytes = bytes;
  cudaTextureDesc t;
  memset(&t, 0, sizeof t);
  t.readMode = mode;
  cudaTextureObject_t o = 0;
  SAY(cudaCreateTextureObject(&o, &r, &t, nullptr));
  return o;
}
int main() {
  unsigned char h[512];
  float f[32], *df, *out;
  unsigned char* du;
  for (int i = 0; i < 512; ++i) h[i] = i;
  for (int i = 0; i < 32; ++i) f[i] = i * 0.25f;
  cudaMalloc(&df, 128);
  cudaMalloc(&du, 512);
  cudaMalloc(&out, 128);
  cudaMemcpy(df, f, 128, cudaMemcpyHostToDevice);
  cudaMemcpy(du, h, 512, cudaMemcpyHostToDevice);
  cudaTextureObject_t a = make<float>(df, 128, cudaReadModeElementType);
  cudaTextureObject_t b = make<uchar4>(du, 512, cudaReadModeElementType);
  cudaTextureObject_t c = make<unsigned char>(du, 512, cudaReadModeNormalizedFloat);
  fetch<<<1, 32>>>(a, b, c, out);
  cudaMemcpy(f, out, 128, cudaMemcpyDeviceToHost);
  printf("%.6f %.6f\n", f[0], f[31]);
  SAY(cudaDestroyTextureObject(a));
  SAY(cudaDestroyTextureObject(b));
  SAY(cudaDestroyTextureObject(c));
  cudaFree(df);
  cudaFree(du);
  cudaFree(out);
}
