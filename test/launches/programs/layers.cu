#include <cstdio>
#include <memory>
#include <vector>
template <typename scalar_t, int kVec>
__global__ void vectorized(scalar_t* out, const scalar_t* in, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * kVec;
#pragma unroll
  for (int k = 0; k < kVec; k++)
    if (i + k < n) out[i + k] = in[i + k] * scalar_t(2);
}
template <int kThreads>
__global__ __launch_bounds__(kThreads) void normalize(float* x, int columns) {
  __shared__ float sums[kThreads];
  sums[threadIdx.x] = 0;
  for (int c = threadIdx.x; c < columns; c += kThreads) sums[threadIdx.x] += x[blockIdx.x * columns + c];
  __syncthreads();
  for (int c = threadIdx.x; c < columns; c += kThreads) x[blockIdx.x * columns + c] -= sums[0];
}
__global__ void gather(float* out, const float* table, const int* index, int width) {
  for (int c = threadIdx.x; c < width; c += blockDim.x) out[blockIdx.x * width + c] = table[index[blockIdx.x] * width + c];
}
#define CUDA_KERNEL_LOOP_THREADS 224
inline int getBlocks(int n) { return (n + CUDA_KERNEL_LOOP_THREADS - 1) / CUDA_KERNEL_LOOP_THREADS; }
template <typename T>
void launchVectorized(T* out, const T* in, int n) {
  constexpr int kVec = 16 / sizeof(T);
  const int block = 256;
  const int grid = (n + block * kVec - 1) / (block * kVec);
  vectorized<T, kVec><<<grid, block>>>(out, in, n);  // launch vectorized<float,4> 16 256 0; vectorized<double,2> 32 256 0
}
void launchNormalize(float* x, int rows, int columns) {
  if (columns <= 64)
    normalize<64><<<rows, 64>>>(x, columns);  // launch normalize<64> 30 64 0
  else if (columns <= 256)
    normalize<256><<<rows, 256>>>(x, columns);  // launch normalize<256> 10 256 0
  else
    normalize<512><<<rows, 512>>>(x, columns);  // launch normalize<512> 4 512 0
}
struct Embedding {
  Embedding(int rows, int width) : rows(rows), width(width) {
    cudaMalloc(&table, rows * width * sizeof(float));
    cudaMalloc(&index, rows * sizeof(int));
    cudaMemset(index, 0, rows * sizeof(int));
  }
  void forward(float* out, int batch) const {
    const int threads = width < 128 ? ((width + 31) / 32) * 32 : 128;
    gather<<<batch, threads>>>(out, table, index, width);  // launch gather 12 96 0; gather 6 128 0
  }
  int rows, width;
  float* table = nullptr;
  int* index = nullptr;
};
int main() {
  void *a, *b;
  cudaMalloc(&a, 1 << 18);
  cudaMalloc(&b, 1 << 18);
  launchVectorized((float*)a, (const float*)b, 16384);
  launchVectorized((double*)a, (const double*)b, 16384);
  launchNormalize((float*)a, 30, 50);
  launchNormalize((float*)a, 10, 200);
  launchNormalize((float*)a, 4, 1000);
  std::vector<std::shared_ptr<Embedding>> tables{std::make_shared<Embedding>(64, 80), std::make_shared<Embedding>(32, 300)};
  int batch = 12;
  for (const auto& one : tables) {
    one->forward((float*)a, batch);
    batch /= 2;
  }
  vectorized<int, 1><<<getBlocks(5000), CUDA_KERNEL_LOOP_THREADS>>>((int*)a, (const int*)b, 5000);  // launch vectorized<int,1> 23 224 0
  cudaDeviceSynchronize();
}
