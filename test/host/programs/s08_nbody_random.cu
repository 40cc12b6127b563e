// Bodies from std::mt19937 and libstdc++'s distributions, float4 in shared memory, energy on the host.
#include <cmath>
#include <iomanip>
#include <iostream>
#include <random>
#include <vector>
__global__ void forces(const float4* p, float4* a, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = p[i];
  float x = 0, y = 0, z = 0;
  for (int t = 0; t < n; t += blockDim.x) {
    tile[threadIdx.x] = p[t + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; ++j) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float d = __fadd_rn(__fadd_rn(__fmul_rn(dx, dx), __fmul_rn(dy, dy)), __fadd_rn(__fmul_rn(dz, dz), 0.01f));
      float f = __fdiv_rn(tile[j].w, d);
      x = __fadd_rn(x, __fmul_rn(dx, f));
      y = __fadd_rn(y, __fmul_rn(dy, f));
      z = __fadd_rn(z, __fmul_rn(dz, f));
    }
    __syncthreads();
  }
  a[i] = make_float4(x, y, z, 0);
}
int main() {
  const int n = 512;
  std::mt19937 g(7);
  std::uniform_real_distribution<float> place(-1, 1);
  std::normal_distribution<float> mass(1, 0.1f);
  std::vector<float4> p(n), a(n);
  for (auto& b : p) { b.x = place(g); b.y = place(g); b.z = place(g); b.w = mass(g); }
  float4 *dp, *da;
  cudaMalloc(&dp, n * sizeof(float4));
  cudaMalloc(&da, n * sizeof(float4));
  cudaMemcpy(dp, p.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  forces<<<n / 128, 128, 128 * sizeof(float4)>>>(dp, da, n);
  cudaMemcpy(a.data(), da, n * sizeof(float4), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (const auto& v : a) sum += std::sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
  std::cout << std::fixed << std::setprecision(6) << p[0].x << ' ' << p[0].w << ' ' << a[0].x << ' ' << a[511].z << ' ' << sum << std::endl;
  cudaFree(dp);
  cudaFree(da);
}
