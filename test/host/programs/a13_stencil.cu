// A stencil with its halo in shared memory equals the global one.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
#define R 2
__global__ void global(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + R, s = 0;
  for (int k = -R; k <= R; ++k) s += in[i + k];
  out[i] = s;
}
__global__ void shared(const int* in, int* out) {
  __shared__ int s[64 + 2 * R];
  int i = blockIdx.x * blockDim.x + threadIdx.x + R, t = threadIdx.x + R;
  s[t] = in[i];
  if (threadIdx.x < R) { s[t - R] = in[i - R]; s[t + 64] = in[i + 64]; }
  __syncthreads();
  int v = 0;
  for (int k = -R; k <= R; ++k) v += s[t + k];
  out[i] -= v;
}
int main() {
  int h[260], *in, *out, bad = 0;
  for (int i = 0; i < 260; ++i) h[i] = i * i % 97;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof h);
  global<<<4, 64>>>(in, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[2]);
  shared<<<4, 64>>>(in, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 260; ++i) bad += h[i] != 0;
  printf("%d\n", bad);
  cudaFree(in);
  cudaFree(out);
}
