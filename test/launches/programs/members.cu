#include <cstdio>
#include <vector>
__global__ void step(const float* in, float* out, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x + 1 < nx && y + 1 < ny) out[y * nx + x] = 0.25f * (in[y * nx + x - 1] + in[y * nx + x + 1]);
}
__global__ void residual(const float* a, float* r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) r[i] = a[i];
}
struct Config {
  int nx = 1024, ny = 512;
  int threads = 320;
};
class Solver {
 public:
  explicit Solver(const Config& config) : config_(config), block_(64, 2) {
    grid_ = dim3((config.nx + block_.x - 1) / block_.x, (config.ny + block_.y - 1) / block_.y);
    cudaMalloc(&a_, bytes());
    cudaMalloc(&b_, bytes());
  }
  ~Solver() {
    cudaFree(a_);
    cudaFree(b_);
  }
  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      step<<<grid_, block_>>>(a_, b_, config_.nx, config_.ny);  // launch step 16,256 64,2 0
      std::swap(a_, b_);
    }
    residual<<<blocksFor(config_.nx * config_.ny), config_.threads, 0, stream_>>>(a_, b_, config_.nx * config_.ny);  // launch residual 1639 320 0
  }

 private:
  size_t bytes() const { return size_t(config_.nx) * config_.ny * sizeof(float); }
  int blocksFor(int n) const { return (n + config_.threads - 1) / config_.threads; }
  Config config_;
  dim3 block_, grid_;
  float *a_ = nullptr, *b_ = nullptr;
  cudaStream_t stream_ = 0;
};
int main() {
  Config config;
  Solver solver(config);
  solver.run(10);
  cudaDeviceSynchronize();
}
