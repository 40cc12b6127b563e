#include <cstdio>
#include <utility>
template <typename T>
__global__ void square(T* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= data[i];
}
template <typename F>
__global__ void forEach(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
__global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
struct Doubler {
  float* data;
  __device__ void operator()(int i) const { data[i] *= 2; }
};

template <typename K, typename... A>
void launch(K kernel, int n, int threads, A&&... arguments) {
  kernel<<<(n + threads - 1) / threads, threads>>>(std::forward<A>(arguments)...);  // launch square<float> 32 128 0; square<double> 16 256 0; copy 8 512 0
}
template <int Threads, typename F>
void parallelFor(int n, F f) {
  forEach<<<(n + Threads - 1) / Threads, Threads>>>(n, f);  // launch forEach<Doubler> 64 64 0
}

int main() {
  const int n = 4096;
  float *a, *b;
  double* c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(double));
  launch(square<float>, n, 128, a, n);
  launch(square<double>, n, 256, c, n);
  launch(copy, n, 512, a, b, n);
  parallelFor<64>(n, Doubler{a});
  auto run = [&](int threads) {
    copy<<<n / threads, threads>>>(a, b, n);  // launch copy 128 32 0; copy 64 64 0
  };
  run(32);
  run(64);
  cudaDeviceSynchronize();
}
