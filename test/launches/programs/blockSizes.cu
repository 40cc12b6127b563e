#include <cstdio>
#include <vector>
__global__ void strided(float* data, int stride) { data[(blockIdx.x * blockDim.x + threadIdx.x) * stride] += 1; }
__global__ void sized(float* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = n;
}
__global__ void shaped(float* data) { data[threadIdx.y * blockDim.x + threadIdx.x] = 1; }
int main() {
  float* data;
  cudaMalloc(&data, 1 << 24);
  for (int threads = 64; threads <= 512; threads *= 2)
    strided<<<1024 / threads, threads>>>(data, 2);  // launch strided 16 64 0; strided 8 128 0; strided 4 256 0; strided 2 512 0
  std::vector<int> sizes = {32, 96, 224};
  for (int size : sizes) {
    sized<<<7, size>>>(data, 1000);  // launch sized 7 32 0; sized 7 96 0; sized 7 224 0
  }
  const dim3 shapes[] = {dim3(8, 8), dim3(32, 2), dim3(4, 64)};
  for (const dim3& shape : shapes) shaped<<<3, shape>>>(data);  // launch shaped 3 8,8 0; shaped 3 32,2 0; shaped 3 4,64 0
  cudaDeviceSynchronize();
}
