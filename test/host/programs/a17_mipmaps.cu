// Mipmapped arrays: levels, their sizes, and what is fetched from and between them.
#include <cstdio>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
__global__ void fetch(cudaTextureObject_t t, float* out) {
  int i = threadIdx.x;
  out[i] = tex2DLod<float>(t, 0.1f + 0.05f * i, 0.3f, 0.25f * i);
}
__global__ void grad(cudaTextureObject_t t, float* out) {
  int i = threadIdx.x;
  float d = (1 << (i % 4)) / 16.0f;
  out[i] = tex2DGrad<float>(t, 0.4f, 0.6f, make_float2(d, 0), make_float2(0, d));
}
__global__ void plain(cudaTextureObject_t t, float* out) {
  int i = threadIdx.x;
  out[i] = tex2D<float>(t, 0.06f * i, 0.5f);
}
static void show(const char* what, const float* d, int n) {
  float h[16];
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%s", what);
  for (int i = 0; i < n; i++) printf(" %.9g", h[i]);
  printf("\n");
}
int main() {
  cudaMipmappedArray_t mips;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  SAY(cudaMallocMipmappedArray(&mips, &format, make_cudaExtent(16, 16, 0), 4));
  for (int level = 0; level < 4; level++) {
    cudaArray_t one;
    SAY(cudaGetMipmappedArrayLevel(&one, mips, level));
    cudaChannelFormatDesc channels;
    cudaExtent extent;
    unsigned flags;
    SAY(cudaArrayGetInfo(&channels, &extent, &flags, one));
    printf("%zu %zu %zu\n", extent.width, extent.height, extent.depth);
    float h[256];
    int side = 16 >> level;
    for (int i = 0; i < side * side; i++) h[i] = 100.0f * level + i % side + 0.5f * (i / side);
    SAY(cudaMemcpy2DToArray(one, 0, 0, h, side * 4, side * 4, side, cudaMemcpyHostToDevice));
  }
  cudaArray_t none;
  SAY(cudaGetMipmappedArrayLevel(&none, mips, 4));
  SAY(cudaGetLastError());
  float* out;
  cudaMalloc(&out, 16 * sizeof(float));
  for (int linear = 0; linear < 2; linear++)
    for (int between = 0; between < 2 - linear; between++) {
      cudaResourceDesc resource = {};
      resource.resType = cudaResourceTypeMipmappedArray;
      resource.res.mipmap.mipmap = mips;
      cudaTextureDesc how = {};
      how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
      how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
      how.mipmapFilterMode = between ? cudaFilterModeLinear : cudaFilterModePoint;
      how.normalizedCoords = 1;
      how.minMipmapLevelClamp = 0;
      how.maxMipmapLevelClamp = 3;
      how.mipmapLevelBias = between ? 0.5f : 0.0f;
      cudaTextureObject_t texture;
      SAY(cudaCreateTextureObject(&texture, &resource, &how, 0));
      fetch<<<1, 16>>>(texture, out);
      show("lod", out, 16);
      grad<<<1, 8>>>(texture, out);
      show("grad", out, 8);
      plain<<<1, 16>>>(texture, out);
      show("plain", out, 16);
      SAY(cudaDestroyTextureObject(texture));
    }
  SAY(cudaFreeMipmappedArray(mips));
  cudaFree(out);
}
