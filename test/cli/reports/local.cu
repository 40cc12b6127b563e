#include <cuda_runtime.h>

__global__ void byData(const int* in, int* out) {
  int bins[16] = {};
  for (int i = 0; i < 32; i++) bins[in[i * 256 + threadIdx.x] & 15]++;
  for (int i = 0; i < 16; i++) out[i * 256 + threadIdx.x] = bins[i];
}

__global__ void byCounter(const int* in, int* out) {
  int bins[16] = {};
  for (int i = 0; i < 32; i++) {
    int key = in[i * 256 + threadIdx.x] & 15;
#pragma unroll
    for (int k = 0; k < 16; k++) bins[k] += k == key;
  }
  for (int i = 0; i < 16; i++) out[i * 256 + threadIdx.x] = bins[i];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 32 * 256 * sizeof(int));
  cudaMalloc(&out, 16 * 256 * sizeof(int));
  cudaMemset(in, 7, 32 * 256 * sizeof(int));
  byData<<<1, 256>>>(in, out);
  byCounter<<<1, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
