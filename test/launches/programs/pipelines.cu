#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>
__global__ void scale(float* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= a;
}
__global__ void offset(float* x, float b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += b;
}
__global__ void pad2d(float* out, const float* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * (w + 2) + x + 1] = in[y * w + x];
}
template <int N>
struct Policy {
  static constexpr int threads = N;
  static constexpr int items = 4;
  static int blocks(int n) { return (n + threads * items - 1) / (threads * items); }
};
using Default = Policy<160>;
template <typename P>
__global__ void blocked(float* x, int n) {
  for (int k = 0; k < P::items; k++) {
    int i = (blockIdx.x * P::items + k) * P::threads + threadIdx.x;
    if (i < n) x[i] = k;
  }
}
std::tuple<dim3, dim3> geometry(int w, int h, int tile = 16) {
  return {dim3((w + tile - 1) / tile, (h + tile - 1) / tile), dim3(tile, tile)};
}
struct Buffers {
  float *a, *b;
};
static void stage(const std::string& name, const Buffers& buffers, int n) {
  if (name == "scale") scale<<<(n + 255) / 256, 256>>>(buffers.a, 2, n);  // launch scale 40 256 0
  else if (name == "offset") offset<<<(n + 127) / 128, 128>>>(buffers.a, 1, n);  // launch offset 79 128 0
}
int main() {
  const int n = 10000, w = 200, h = 50;
  Buffers buffers;
  cudaMalloc(&buffers.a, (w + 2) * h * sizeof(float));
  cudaMalloc(&buffers.b, (w + 2) * h * sizeof(float));
  for (const char* name : {"scale", "offset"}) stage(name, buffers, n);
  auto [grid, block] = geometry(w, h);
  pad2d<<<grid, block>>>(buffers.b, buffers.a, w, h);  // launch pad2d 13,4 16,16 0
  blocked<Default><<<Default::blocks(n), Default::threads>>>(buffers.a, n);  // launch blocked<Policy<160>> 16 160 0
  std::array<int, 3> sizes{32, 64, 128};
  for (size_t i = 0; i < sizes.size(); i++) scale<<<2, sizes[i]>>>(buffers.a, 1, sizes[i]);  // launch scale 2 32 0; scale 2 64 0; scale 2 128 0
  std::function<void(int)> later = [&](int threads) { offset<<<5, threads>>>(buffers.a, 1, n); };  // launch offset 5 96 0
  later(96);
  cudaDeviceSynchronize();
}
