// Block reductions of a library whose algorithms are declared and unknown.
#include <cub/block/block_reduce.cuh>
#include <cub/device/device_scan.cuh>
template <int N> __global__ void sum(const float *in, float *out) {
  using Reduce = cub::BlockReduce<float, N>;
  __shared__ typename Reduce::TempStorage temp;
  float total = Reduce(temp).Sum(in[blockIdx.x * N + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}
int main() { size_t n = 0; float *p = nullptr; cub::DeviceScan::InclusiveSum(nullptr, n, p, p, 100); sum<128><<<1, 128>>>(p, p); }
