// Directions choose the face of a cubemap.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void look(cudaTextureObject_t t, const float3* d, float* out) { float3 v = d[threadIdx.x]; out[threadIdx.x] = texCubemap<float>(t, v.x, v.y, v.z); }
int main() {
  float h[24], o[8];
  for (int i = 0; i < 24; ++i) h[i] = i;
  cudaArray_t a;
  cudaChannelFormatDesc c = cudaCreateChannelDesc<float>();
  SAY(cudaMalloc3DArray(&a, &c, make_cudaExtent(2, 2, 6), cudaArrayCubemap));
  cudaMemcpy3DParms p = {0};
  p.srcPtr = make_cudaPitchedPtr(h, 8, 2, 2);
  p.dstArray = a;
  p.extent = make_cudaExtent(2, 2, 6);
  p.kind = cudaMemcpyHostToDevice;
  SAY(cudaMemcpy3D(&p));
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d;
  memset(&d, 0, sizeof d);
  d.normalizedCoords = 1;
  cudaTextureObject_t t;
  SAY(cudaCreateTextureObject(&t, &r, &d, nullptr));
  float3 v[8] = {{1, .4f, .3f}, {-1, .4f, .3f}, {.2f, 1, .3f}, {.2f, -1, -.3f}, {.2f, .3f, 1}, {.2f, -.3f, -1}, {2, -1, -1}, {-.5f, .25f, -1}};
  float3* dv;
  float* out;
  cudaMalloc(&dv, sizeof v);
  cudaMalloc(&out, 32);
  cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
  look<<<1, 8>>>(t, dv, out);
  cudaMemcpy(o, out, 32, cudaMemcpyDeviceToHost);
  for (float f : o) printf("%g ", f);
  printf("\n");
  cudaDestroyTextureObject(t);
  cudaFreeArray(a);
  cudaFree(dv);
  cudaFree(out);
}
