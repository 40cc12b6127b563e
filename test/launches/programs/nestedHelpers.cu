#include <cstdio>
#include <cstdlib>
#include <cmath>
namespace detail {
inline unsigned int nextPow2(unsigned int x) {
  --x;
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return ++x;
}
inline void blocksAndThreads(int n, int maxBlocks, int maxThreads, int& blocks, int& threads) {
  threads = n < maxThreads * 2 ? nextPow2((n + 1) / 2) : maxThreads;
  blocks = (n + threads * 2 - 1) / (threads * 2);
  if (blocks > maxBlocks) blocks = maxBlocks;
}
}  // namespace detail
__global__ void partial(const float* in, float* out, int n) {
  extern __shared__ float s[];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x * 2 + threadIdx.x; i < n; i += gridDim.x * blockDim.x * 2) sum += in[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void pairs(float* data, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) data[y * n + x] = x * y;
}
void grid2d(int n, dim3* grid, dim3* block) {
  block->x = 24;
  block->y = 8;
  grid->x = (unsigned)std::ceil((double)n / block->x);
  grid->y = (unsigned)std::ceil((double)n / block->y);
}
float total(const float* in, float* out, int n, int maxThreads) {
  int threads = 0, blocks = 0;
  detail::blocksAndThreads(n, 64, maxThreads, blocks, threads);
  partial<<<blocks, threads, threads * sizeof(float)>>>(in, out, n);  // launch partial 64 256 1024; partial 1 32 128
  while (blocks > 1) {
    int left = blocks;
    detail::blocksAndThreads(left, 64, maxThreads, blocks, threads);
    partial<<<blocks, threads, threads * sizeof(float)>>>(out, out, left);
  }
  float sum;
  cudaMemcpy(&sum, out, sizeof(float), cudaMemcpyDeviceToHost);
  return sum;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  printf("%f\n", total(in, out, 1 << 18, 256));
  dim3 grid, block;
  grid2d(600, &grid, &block);
  pairs<<<grid, block>>>(out, 600);  // launch pairs 25,75 24,8 0
  cudaDeviceSynchronize();
}
