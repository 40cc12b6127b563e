// Linear filtering weighs in steps of 1/256.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void line(cudaTextureObject_t t, float* out, float from, float step) { out[threadIdx.x] = tex1D<float>(t, from + threadIdx.x * step); }
int main() {
  float h[8] = {0, 256, 1024, 0, -512, 64, 3, 7}, o[64], *out;
  cudaArray_t a;
  cudaChannelFormatDesc c = cudaCreateChannelDesc<float>();
  SAY(cudaMallocArray(&a, &c, 8));
  SAY(cudaMemcpy2DToArray(a, 0, 0, h, 32, 32, 1, cudaMemcpyHostToDevice));
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d;
  memset(&d, 0, sizeof d);
  d.addressMode[0] = cudaAddressModeClamp;
  d.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t t;
  SAY(cudaCreateTextureObject(&t, &r, &d, nullptr));
  cudaMalloc(&out, 256);
  line<<<1, 64>>>(t, out, 0.5f, 1.0f / 1024);
  cudaMemcpy(o, out, 256, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 12; ++i) printf("%g ", o[i]);
  line<<<1, 64>>>(t, out, -1.0f, 0.171875f);
  cudaMemcpy(o, out, 256, cudaMemcpyDeviceToHost);
  printf("\n");
  for (int i = 0; i < 64; i += 4) printf("%g ", o[i]);
  printf("\n");
  cudaDestroyTextureObject(t);
  cudaFreeArray(a);
  cudaFree(out);
}
