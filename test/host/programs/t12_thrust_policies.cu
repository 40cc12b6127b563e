// Execution policies: sides, streams, no waiting, an allocator of one's own, and algorithms within a kernel.
#include <cstdio>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/unique.h>
// Each thread sorts its own row, sums it up, and keeps what is new in it.
__global__ void rows(int* data, int* sums, int* found, int width) {
  const int row = threadIdx.x;
  int* first = data + row * width;
  int* last = first + width;
  thrust::sort(thrust::seq, first, last);
  sums[row] = thrust::reduce(thrust::seq, first, last, 0, thrust::plus<int>());
  found[2 * row] = thrust::unique(thrust::seq, first, last) - first;
  found[2 * row + 1] = thrust::find(thrust::device, first, last, 5) - first;
}
__global__ void single(float* keys, int* values, int n) {
  thrust::sequence(thrust::seq, values, values + n);
  thrust::stable_sort_by_key(thrust::seq, keys, keys + n, values, thrust::greater<float>());
  thrust::inclusive_scan(thrust::seq, keys, keys + n, keys);
  thrust::reverse(thrust::seq, values, values + n);
  thrust::transform(thrust::seq, values, values + n, values, [](int x) { return x * 10; });
}
// Counts what Thrust takes from it.
struct counting_allocator {
  typedef char value_type;
  int taken = 0, live = 0;
  char* allocate(std::ptrdiff_t bytes) {
    char* p = nullptr;
    cudaMalloc(&p, bytes);
    taken++, live++;
    return p;
  }
  void deallocate(char* p, size_t) {
    cudaFree(p);
    live--;
  }
};
int main() {
  const int n = 3000;
  cudaStream_t s;
  cudaStreamCreate(&s);
  thrust::device_vector<int> d(n);
  thrust::sequence(thrust::cuda::par.on(s), d.begin(), d.end());
  thrust::transform(thrust::cuda::par_nosync.on(s), d.begin(), d.end(), d.begin(), thrust::negate<int>());
  thrust::sort(thrust::cuda::par.on(s), d.begin(), d.end());
  printf("stream %d %d\n", (int)d[0], thrust::reduce(thrust::cuda::par.on(s), d.begin(), d.end()));
  int* raw;
  cudaMalloc(&raw, n * sizeof(int));
  thrust::fill(thrust::device, raw, raw + n, 3);
  thrust::sequence(thrust::device, raw, raw + 10);
  printf("raw %d\n", thrust::reduce(thrust::device, raw, raw + n));
  counting_allocator allocator;
  thrust::sort(thrust::cuda::par(allocator).on(s), d.begin(), d.end(), thrust::greater<int>());
  thrust::inclusive_scan(thrust::cuda::par(allocator), d.begin(), d.end(), d.begin());
  printf("allocator used %d, all given back %d, last %d\n", allocator.taken > 0, allocator.live == 0, (int)d[n - 1]);
  int host[] = {5, 2, 8, 1};
  thrust::sort(thrust::host, host, host + 4);
  thrust::for_each(thrust::seq, host, host + 4, [](int& x) { x *= 2; });
  printf("host %d %d %d %d\n", host[0], host[1], host[2], host[3]);

  const int width = 40;
  thrust::host_vector<int> table(32 * width);
  for (size_t i = 0; i < table.size(); i++) table[i] = (i * 37 + i / width) % 17;
  thrust::device_vector<int> t = table, sums(32), found(64);
  rows<<<1, 32>>>(thrust::raw_pointer_cast(t.data()), thrust::raw_pointer_cast(sums.data()), thrust::raw_pointer_cast(found.data()), width);
  bool isRight = true;
  for (int row = 0; row < 32; row++) {
    int sum = 0;
    bool seen[17] = {};
    for (int i = 0; i < width; i++) sum += table[row * width + i], seen[table[row * width + i]] = true;
    int different = 0, before = 0;
    for (int k = 0; k < 17; k++) different += seen[k], before += k < 5 && seen[k];
    isRight = isRight && sums[row] == sum && found[2 * row] == different && found[2 * row + 1] == (seen[5] ? before : width);
  }
  printf("rows %s\n", isRight ? "ok" : "WRONG");
  const float keys[] = {1, 4, 2, 4, 3};
  thrust::device_vector<float> k(keys, keys + 5);
  thrust::device_vector<int> v(5);
  single<<<1, 1>>>(thrust::raw_pointer_cast(k.data()), thrust::raw_pointer_cast(v.data()), 5);
  for (int i = 0; i < 5; i++) printf("%g:%d ", (float)k[i], (int)v[i]);
  printf("\n");
  cudaStreamDestroy(s);
  cudaFree(raw);
}
