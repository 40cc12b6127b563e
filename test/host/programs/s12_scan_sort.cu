// Prefix sums and a bitonic sort in shared memory, checked with std::partial_sum and std::sort.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <vector>
const int N = 1024;
__global__ void scan(const int* in, int* out) {
  __shared__ int t[2][N];
  int i = threadIdx.x, from = 0;
  t[0][i] = in[i];
  __syncthreads();
  for (int o = 1; o < N; o *= 2, from ^= 1) {
    t[from ^ 1][i] = i >= o ? t[from][i] + t[from][i - o] : t[from][i];
    __syncthreads();
  }
  out[i] = t[from][i];
}
__global__ void bitonic(unsigned* key, unsigned* value) {
  __shared__ unsigned k[N], v[N];
  for (int i = threadIdx.x; i < N; i += blockDim.x) { k[i] = key[i]; v[i] = value[i]; }
  for (int size = 2; size <= N; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      bool up = (threadIdx.x & (size / 2)) == 0;
      if ((k[at] > k[at + stride]) == up) {
        unsigned a = k[at], b = v[at];
        k[at] = k[at + stride]; v[at] = v[at + stride];
        k[at + stride] = a; v[at + stride] = b;
      }
    }
  __syncthreads();
  for (int i = threadIdx.x; i < N; i += blockDim.x) { key[i] = k[i]; value[i] = v[i]; }
}
int main() {
  std::vector<int> h(N), r(N), s(N);
  std::vector<unsigned> k(N), v(N), kr(N), vr(N);
  srand(1);
  for (int i = 0; i < N; ++i) { h[i] = rand() % 100; k[i] = rand(); v[i] = i; }
  int *di, *dr;
  unsigned *dk, *dv;
  cudaMalloc(&di, N * 4); cudaMalloc(&dr, N * 4); cudaMalloc(&dk, N * 4); cudaMalloc(&dv, N * 4);
  cudaMemcpy(di, h.data(), N * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dk, k.data(), N * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dv, v.data(), N * 4, cudaMemcpyHostToDevice);
  scan<<<1, N>>>(di, dr);
  bitonic<<<1, N / 2>>>(dk, dv);
  cudaMemcpy(r.data(), dr, N * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(kr.data(), dk, N * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(vr.data(), dv, N * 4, cudaMemcpyDeviceToHost);
  std::partial_sum(h.begin(), h.end(), s.begin());
  bool values = true;
  for (int i = 0; i < N; ++i) values = values && k[vr[i]] == kr[i];
  printf("scan %s sort %s values %s last %d\n", r == s ? "ok" : "wrong", std::is_sorted(kr.begin(), kr.end()) ? "ok" : "wrong", values ? "ok" : "wrong", r.back());
  cudaFree(di); cudaFree(dr); cudaFree(dk); cudaFree(dv);
}
