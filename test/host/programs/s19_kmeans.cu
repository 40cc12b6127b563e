// K-means over points from a seeded generator: assignment on the device, means on the host, until nothing changes.
#include <cfloat>
#include <cstdio>
#include <random>
#include <vector>
__global__ void assign(const float2* p, const float2* c, int* label, int n, int k, int* changed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = FLT_MAX;
  int at = -1;
  for (int j = 0; j < k; ++j) {
    float dx = __fsub_rn(p[i].x, c[j].x), dy = __fsub_rn(p[i].y, c[j].y), d = __fadd_rn(__fmul_rn(dx, dx), __fmul_rn(dy, dy));
    if (d < best) { best = d; at = j; }
  }
  if (label[i] != at) { label[i] = at; atomicAdd(changed, 1); }
}
int main() {
  const int n = 3000, k = 5;
  std::mt19937 g(11);
  std::normal_distribution<float> spread(0, 0.15f);
  std::uniform_int_distribution<int> which(0, k - 1);
  std::vector<float2> p(n), c(k);
  for (auto& one : p) {
    int w = which(g);
    one.x = w % 3 + spread(g);
    one.y = w / 3 + spread(g);
  }
  for (int j = 0; j < k; ++j) c[j] = p[j * 37];
  float2 *dp, *dc;
  int *label, *changed, moved = 1, rounds = 0;
  cudaMalloc(&dp, n * sizeof(float2)); cudaMalloc(&dc, k * sizeof(float2));
  cudaMalloc(&label, n * 4); cudaMalloc(&changed, 4);
  cudaMemset(label, 255, n * 4);
  cudaMemcpy(dp, p.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
  std::vector<int> h(n);
  for (; moved > 0 && rounds < 100; ++rounds) {
    cudaMemset(changed, 0, 4);
    cudaMemcpy(dc, c.data(), k * sizeof(float2), cudaMemcpyHostToDevice);
    assign<<<(n + 255) / 256, 256>>>(dp, dc, label, n, k, changed);
    cudaMemcpy(&moved, changed, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(h.data(), label, n * 4, cudaMemcpyDeviceToHost);
    std::vector<double> x(k), y(k), m(k);
    for (int i = 0; i < n; ++i) { x[h[i]] += p[i].x; y[h[i]] += p[i].y; m[h[i]] += 1; }
    for (int j = 0; j < k; ++j) if (m[j] > 0) { c[j].x = x[j] / m[j]; c[j].y = y[j] / m[j]; }
  }
  printf("rounds %d\n", rounds);
  for (const auto& one : c) printf("%.5f %.5f\n", one.x, one.y);
  cudaFree(dp); cudaFree(dc); cudaFree(label); cudaFree(changed);
}
