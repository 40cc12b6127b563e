// A heat equation that reads its state from a file and writes it back, double buffered.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
__global__ void heat(const double* in, double* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1) out[y * n + x] = 0.25 * (in[(y - 1) * n + x] + in[(y + 1) * n + x] + in[y * n + x - 1] + in[y * n + x + 1]);
}
int main() {
  const int n = 48;
  {
    std::ofstream f("state.txt");
    for (int y = 0; y < n; ++y) for (int x = 0; x < n; ++x) f << (y == 0 ? 100.0 : x == 0 ? 50.5 : 0.0) << (x == n - 1 ? '\n' : ' ');
  }
  std::vector<double> h;
  std::ifstream f("state.txt");
  for (std::string line; std::getline(f, line);) {
    std::istringstream row(line);
    for (double v; row >> v;) h.push_back(v);
  }
  std::cout << h.size() << ' ' << h[0] << ' ' << h[n] << '\n';
  double *a, *b;
  cudaMalloc(&a, n * n * sizeof(double));
  cudaMalloc(&b, n * n * sizeof(double));
  cudaMemcpy(a, h.data(), n * n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(b, a, n * n * sizeof(double), cudaMemcpyDeviceToDevice);
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  for (int step = 0; step < 50; ++step) { heat<<<grid, block>>>(a, b, n); std::swap(a, b); }
  std::vector<double> r(n * n), c(h), d(h);
  cudaMemcpy(r.data(), a, n * n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int step = 0; step < 50; ++step) {
    for (int y = 1; y < n - 1; ++y) for (int x = 1; x < n - 1; ++x) d[y * n + x] = 0.25 * (c[(y - 1) * n + x] + c[(y + 1) * n + x] + c[y * n + x - 1] + c[y * n + x + 1]);
    std::swap(c, d);
  }
  double worst = 0;
  for (int i = 0; i < n * n; ++i) worst = std::fmax(worst, std::fabs(r[i] - c[i]));
  printf("%s %.6f %.6f\n", worst < 1e-12 ? "PASS" : "FAIL", r[n + 1], r[10 * n + 10]);
  remove("state.txt");
  cudaFree(a);
  cudaFree(b);
}
