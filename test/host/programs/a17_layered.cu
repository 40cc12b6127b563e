// Layered arrays, a volume and a cubemap.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void layers(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex2DLayered<float>(t, threadIdx.x % 4 + 0.5f, threadIdx.x / 4 % 4 + 0.5f, threadIdx.x / 16); }
__global__ void volume(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex3D<float>(t, threadIdx.x % 4 + 0.5f, threadIdx.x / 4 % 4 + 0.5f, threadIdx.x / 16 + 0.5f); }
static float h[64], o[64];
static cudaArray_t fill(cudaExtent e, unsigned flags) {
  cudaArray_t a = 0;
  cudaChannelFormatDesc c = cudaCreateChannelDesc<float>();
  SAY(cudaMalloc3DArray(&a, &c, e, flags));
  cudaMemcpy3DParms p = {0};
  p.srcPtr = make_cudaPitchedPtr(h, e.width * 4, e.width, e.height);
  p.dstArray = a;
  p.extent = e;
  p.kind = cudaMemcpyHostToDevice;
  SAY(cudaMemcpy3D(&p));
  return a;
}
static cudaTextureObject_t object(cudaArray_t a) {
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d;
  memset(&d, 0, sizeof d);
  d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = cudaAddressModeClamp;
  cudaTextureObject_t t = 0;
  SAY(cudaCreateTextureObject(&t, &r, &d, nullptr));
  return t;
}
int main() {
  for (int i = 0; i < 64; ++i) h[i] = i;
  float* out;
  cudaMalloc(&out, 256);
  cudaArray_t l = fill(make_cudaExtent(4, 4, 4), cudaArrayLayered), v = fill(make_cudaExtent(4, 4, 4), 0);
  cudaTextureObject_t tl = object(l), tv = object(v);
  layers<<<1, 64>>>(tl, out);
  cudaMemcpy(o, out, 256, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", o[5], o[17], o[63]);
  volume<<<1, 64>>>(tv, out);
  cudaMemcpy(o, out, 256, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", o[5], o[17], o[63]);
  cudaDestroyTextureObject(tl);
  cudaDestroyTextureObject(tv);
  cudaFreeArray(l);
  cudaFreeArray(v);
  cudaFree(out);
}
