// Thrust's headers bring parts of libcu++ along: tuples, pairs, operations and iterators under the names of cuda::std.
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <cub/block/block_reduce.cuh>
#include <cuda/std/iterator>
#include <cstdio>

struct Longer {
  template <typename Tuple> __host__ __device__ int operator()(const Tuple& t) const {
    return thrust::max(cuda::std::get<0>(t), cuda::std::get<1>(t)) - thrust::min(cuda::std::get<0>(t), cuda::std::get<1>(t));
  }
};

template <typename Iterator> long total(Iterator begin, Iterator end) {
  cuda::std::iter_value_t<Iterator> sum = 0;
  for (; begin != end; ++begin) sum += *begin;
  return sum;
}

#if _CCCL_HAS_NVFP16() && _CCCL_CTK_AT_LEAST(12, 0) && !_CCCL_CTK_AT_LEAST(99, 0)
_CCCL_HOST_DEVICE int known() { return 1; }
#else
int known() { return 0; }
#endif

int main() {
  thrust::host_vector<int> host(100);
  for (int i = 0; i < 100; i++) host[i] = (i * 37) % 101;
  thrust::device_vector<int> a = host, b(100, 50), c(100);
  auto begin = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
  thrust::transform(begin, begin + 100, c.begin(), Longer());
  thrust::host_vector<int> back = c;
  printf("%ld\n", total(back.begin(), back.end()));
  printf("%d\n", thrust::reduce(c.begin(), c.end(), 0, cuda::std::plus<int>()));
  printf("%d\n", thrust::reduce(c.begin(), c.end(), -1, [] __host__ __device__(int x, int y) { return x > y ? x : y; }));
  cuda::std::tuple<int, float> t(3, 2.5f);
  cuda::std::pair<int, int> p = cuda::std::make_pair(4, 5);
  printf("%d %g %d\n", cuda::std::get<0>(t), cuda::std::get<1>(t), p.first * p.second);
  int version = 0;
  printf("%d %d %d\n", cub::PtxVersion(version) == cudaSuccess, version, known());
}
