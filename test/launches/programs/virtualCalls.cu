#include <cstdio>
#include <memory>
#include <vector>
namespace ops {
__global__ void relu(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] > 0 ? x[i] : 0;
}
template <typename T, int V>
__global__ void bias(T* x, T b, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * V;
  for (int k = 0; k < V; k++)
    if (i + k < n) x[i + k] += b;
}
}  // namespace ops
struct Layer {
  virtual ~Layer() = default;
  virtual void forward(float* x, int n) = 0;
};
struct Relu : Layer {
  static constexpr int kThreads = 256;
  void forward(float* x, int n) override { ops::relu<<<(n - 1) / kThreads + 1, kThreads>>>(x, n); }  // launch relu 40 256 0
};
struct Bias : Layer {
  explicit Bias(float b) : b(b) {}
  void forward(float* x, int n) override {
    constexpr int V = 4;
    const auto threads = 128u;
    ops::bias<float, V><<<(n / V + threads - 1) / threads, threads>>>(x, b, n);  // launch bias<float,4> 20 128 0
  }
  float b;
};
int main() {
  const int n = 10000;
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  std::vector<std::unique_ptr<Layer>> layers;
  layers.push_back(std::make_unique<Bias>(0.5f));
  layers.push_back(std::make_unique<Relu>());
  for (auto& layer : layers) layer->forward(x, n);
  cudaDeviceSynchronize();
}
