// Reductions by shuffle, shared memory and atomics, by template, against the host's sum.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <numeric>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
template <typename T> __device__ T warpSum(T v) { for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(~0u, v, o); return v; }
template <typename T, unsigned BLOCK> __global__ void reduce(const T* in, T* out, unsigned n) {
  __shared__ T part[BLOCK / 32];
  T v = 0;
  for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x) v += in[i];
  v = warpSum(v);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < BLOCK / 32 ? part[threadIdx.x] : T(0);
    v = warpSum(v);
    if (threadIdx.x == 0) atomicAdd(out, v);
  }
}
template <typename T, unsigned B> void run(const char* name, const std::vector<T>& h) {
  T *in, *out, r;
  CHECK(cudaMalloc(&in, h.size() * sizeof(T)));
  CHECK(cudaMalloc(&out, sizeof(T)));
  CHECK(cudaMemset(out, 0, sizeof(T)));
  CHECK(cudaMemcpy(in, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  reduce<T, B><<<8, B>>>(in, out, h.size());
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&r, out, sizeof(T), cudaMemcpyDeviceToHost));
  printf("%s block %u: %s\n", name, B, r == std::accumulate(h.begin(), h.end(), T(0)) ? "PASS" : "FAIL");
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}
int main() {
  srand(2);
  std::vector<int> i(100003);
  std::vector<double> d(5000);
  for (auto& x : i) x = rand() & 0xff;
  for (auto& x : d) x = rand() % 16;
  run<int, 128>("int", i);
  run<int, 512>("int", i);
  run<double, 256>("double", d);
}
