// A sparse matrix from coordinate lines, rows built on the host, product on the device, sorted output.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>
__global__ void spmv(const int* row, const int* col, const float* val, const float* x, float* y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float s = 0;
  for (int i = row[r]; i < row[r + 1]; ++i) s += val[i] * x[col[i]];
  y[r] = s;
}
int main() {
  std::ostringstream made;
  unsigned seed = 9;
  for (int i = 0; i < 500; ++i) made << rand_r(&seed) % 100 << ',' << rand_r(&seed) % 100 << ',' << rand_r(&seed) % 8 << '\n';
  std::istringstream in(made.str());
  std::vector<std::tuple<int, int, float>> entries;
  for (std::string line; std::getline(in, line);) {
    int r, c;
    float v;
    if (sscanf(line.c_str(), "%d,%d,%f", &r, &c, &v) == 3) entries.emplace_back(r, c, v);
  }
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return std::get<0>(a) < std::get<0>(b); });
  const int n = 100;
  std::vector<int> row(n + 1), col;
  std::vector<float> val, x(n, 0.5f), y(n), want(n);
  for (const auto& [r, c, v] : entries) { ++row[r + 1]; col.push_back(c); val.push_back(v); want[r] += v * 0.5f; }
  for (int i = 0; i < n; ++i) row[i + 1] += row[i];
  int *dr, *dc;
  float *dv, *dx, *dy;
  cudaMalloc(&dr, row.size() * 4); cudaMalloc(&dc, col.size() * 4); cudaMalloc(&dv, val.size() * 4); cudaMalloc(&dx, n * 4); cudaMalloc(&dy, n * 4);
  cudaMemcpy(dr, row.data(), row.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, col.data(), col.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dv, val.data(), val.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x.data(), n * 4, cudaMemcpyHostToDevice);
  spmv<<<1, 128>>>(dr, dc, dv, dx, dy, n);
  cudaMemcpy(y.data(), dy, n * 4, cudaMemcpyDeviceToHost);
  std::partial_sort(y.begin(), y.begin() + 3, y.end(), std::greater<float>());
  std::sort(want.begin(), want.end(), std::greater<float>());
  printf("%zu %g %g %g %s\n", entries.size(), y[0], y[1], y[2], y[0] == want[0] && y[2] == want[2] ? "PASS" : "FAIL");
  cudaFree(dr); cudaFree(dc); cudaFree(dv); cudaFree(dx); cudaFree(dy);
}
