#include <cstdio>
template <typename T, int N, bool Fast>
__global__ void transform(T* data, T factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
  for (int k = 0; k < N; k++) data[i * N + k] = Fast ? data[i * N + k] * factor : data[i * N + k] / factor;
}
template <typename T>
__global__ void init(T* data, T value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
template <typename T, int N>
void run(T* data, int elements, bool fast) {
  const int threads = 96 * sizeof(T) / 4;
  const int blocks = elements / (threads * N);
  init<T><<<elements / threads, threads>>>(data, T(1));  // launch init<float> 64 96 0; init<double> 32 192 0
  if (fast)
    transform<T, N, true><<<blocks, threads>>>(data, T(3));  // launch transform<float,3,true> 21 96 0
  else
    transform<T, N, false><<<blocks, threads>>>(data, T(3));  // launch transform<double,2,false> 16 192 0
}
int main() {
  void* data;
  cudaMalloc(&data, 6144 * sizeof(double));
  run<float, 3>((float*)data, 6144, true);
  run<double, 2>((double*)data, 6144, false);
  cudaDeviceSynchronize();
}
