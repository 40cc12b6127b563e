// Names that the libraries of CUDA 12 had and those of CUDA 13 no longer have.
#include <cstdio>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/optional.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/system/cuda/experimental/pinned_allocator.h>
#include <thrust/tuple.h>
struct square {
  __host__ __device__ long long operator()(int x) const { return (long long)x * x; }
};
template <class In> static long long sum(In from, int n) {
  thrust::device_vector<long long> result(1);
  size_t bytes = 0;
  cub::DeviceReduce::Reduce(nullptr, bytes, from, result.begin(), n, cub::Sum(), 0LL);
  thrust::device_vector<char> storage(bytes);
  cub::DeviceReduce::Reduce(thrust::raw_pointer_cast(storage.data()), bytes, from, result.begin(), n, cub::Sum(), 0LL);
  return result[0];
}
int main() {
  const int n = 1000;
  thrust::host_vector<int, thrust::cuda::experimental::pinned_allocator<int>> pinned(n, 4);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, pinned.data());
  thrust::device_vector<int> d = pinned;
  printf("pinned %d %d\n", attributes.type == cudaMemoryTypeHost, thrust::reduce(d.begin(), d.end()));
  thrust::sequence(d.begin(), d.end());
  cub::TransformInputIterator<long long, square, int*> squares(thrust::raw_pointer_cast(d.data()), square());
  cub::CountingInputIterator<int> numbers(0);
  printf("%lld %lld\n", sum(squares, n), sum(numbers, n));
  thrust::optional<int> nothing = thrust::nullopt, something = 5;
  printf("%d %d\n", nothing.value_or(-1), *something);
  const thrust::tuple<int, float, char> parts(3, 2.5f, 'x');
  int first;
  char last;
  thrust::tie(first, thrust::ignore, last) = parts;
  printf("%d %g %c\n", first, parts.get<1>(), last);
}
