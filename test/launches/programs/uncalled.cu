#include <cstddef>
#include <cuda_runtime.h>
#define WARP 32
__global__ void softmaxForward(float* out, const float* in, int n, int c) {
  extern __shared__ float shared[];
  int row = blockIdx.x;
  float sum = 0;
  for (int i = threadIdx.x; i < c; i += blockDim.x) sum += in[row * c + i];
  shared[threadIdx.x] = sum;
  __syncthreads();
  for (int i = threadIdx.x; i < c; i += blockDim.x) out[row * c + i] = in[row * c + i] / shared[0];
}
__global__ void encoder(float* out, const int* tokens, const float* table, int b, int t, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < b * t * c) out[i] = table[tokens[i / c] * c + i % c];
}
__global__ void fused(float* x, int n) {
  int i = blockIdx.x * 4 * WARP + threadIdx.y * WARP + threadIdx.x;
  if (i < n) x[i] += 1;
}
static int ceilDiv(int a, int b) { return (a + b - 1) / b; }

void softmax_forward1(float* out, const float* in, int n, int c, int block_size) {
  softmaxForward<<<n, block_size, block_size * sizeof(float)>>>(out, in, n, c);
}
void softmax_forward2(float* out, const float* in, int n, int c) {
  const int block_size = 512;
  softmaxForward<<<n, block_size, block_size * sizeof(float)>>>(out, in, n, c);  // launch softmaxForward ? 512 2048
}
void encoder_forward(float* out, const int* tokens, const float* table, int b, int t, int c, cudaStream_t stream) {
  const int block_size = 256;
  const int grid_size = ceilDiv(b * t * c, block_size);
  encoder<<<grid_size, block_size, 0, stream>>>(out, tokens, table, b, t, c);  // launch encoder ? 256 0 ?
}
void fused_forward(float* x, int n) {
  if (n <= 0) return;
  fused<<<(n + 127) / 128, dim3(WARP, 4)>>>(x, n);  // launch fused ? 32,4 0
}
