// Two-dimensional fetches from pitched memory with normalised coordinates.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void look(cudaTextureObject_t t, float* out) {
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 8 + x] = tex2D<float>(t, (x + 0.5f) / 4, (y + 0.5f) / 2);
}
int main() {
  float h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, o[64], *out;
  char* p;
  size_t pitch;
  cudaMallocPitch(&p, &pitch, 16, 2);
  cudaMemcpy2D(p, pitch, h, 16, 16, 2, cudaMemcpyHostToDevice);
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = p;
  r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  r.res.pitch2D.width = 4;
  r.res.pitch2D.height = 2;
  r.res.pitch2D.pitchInBytes = pitch;
  cudaMalloc(&out, 256);
  cudaTextureAddressMode modes[] = {cudaAddressModeWrap, cudaAddressModeMirror, cudaAddressModeClamp, cudaAddressModeBorder};
  for (int m = 0; m < 4; ++m) {
    cudaTextureDesc d;
    memset(&d, 0, sizeof d);
    d.addressMode[0] = d.addressMode[1] = modes[m];
    d.normalizedCoords = 1;
    cudaTextureObject_t t;
    SAY(cudaCreateTextureObject(&t, &r, &d, nullptr));
    look<<<1, dim3(8, 4)>>>(t, out);
    cudaMemcpy(o, out, 128, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i += 3) printf("%g ", o[i]);
    printf("\n");
    cudaDestroyTextureObject(t);
  }
  cudaFree(p);
  cudaFree(out);
}
