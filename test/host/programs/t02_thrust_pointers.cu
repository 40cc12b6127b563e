// Pointers of Thrust beside those of the runtime: each way into a kernel and out again, managed and pinned memory.
#include <cstdio>
#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_new.h>
#include <thrust/device_delete.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/universal_vector.h>
__global__ void square(int* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= p[i];
}
// A kernel may be given Thrust's pointer itself.
__global__ void negate(thrust::device_ptr<int> p, int n) {
  const int i = threadIdx.x;
  if (i < n) p[i] = -p[i];
}
int main() {
  const int n = 100;
  int* raw;
  cudaMalloc(&raw, n * sizeof(int));
  thrust::device_ptr<int> p = thrust::device_pointer_cast(raw);
  thrust::sequence(p, p + n);
  square<<<1, 128>>>(raw, n);
  printf("sum of squares %d\n", thrust::reduce(p, p + n));
  p[0] = 7;
  *(p + 1) = 8;
  printf("%d %d %d\n", (int)p[0], (int)p[1], (int)*(p + 2));
  negate<<<1, 128>>>(p, n);
  printf("first %d last %d\n", (int)p[0], (int)p[n - 1]);
  printf("same %d, distance %d\n", raw == thrust::raw_pointer_cast(p), int(&p[10] - p));
  thrust::device_ptr<int> q(raw);
  printf("equal %d less %d\n", p == q, p < q + 1);
  cudaFree(raw);

  thrust::device_ptr<float> m = thrust::device_malloc<float>(10);
  thrust::fill(m, m + 10, 2.5f);
  printf("filled %g\n", thrust::reduce(m, m + 10));
  thrust::device_free(m);
  thrust::device_ptr<int> made = thrust::device_new<int>(3);
  printf("made %d\n", (int)made[2]);
  thrust::device_delete(made, 3);

  thrust::device_vector<int> v(n, 3);
  square<<<1, 128>>>(thrust::raw_pointer_cast(v.data()), n);
  square<<<1, 128>>>(thrust::raw_pointer_cast(&v[0]), n / 2);
  printf("vector %d %d\n", (int)v[0], (int)v[n - 1]);
  cudaMemset(thrust::raw_pointer_cast(v.data()), 0, n * sizeof(int));
  printf("zeros %d\n", thrust::reduce(v.begin(), v.end(), 5));

  thrust::universal_vector<int> u(8);
  for (int i = 0; i < 8; i++) u[i] = 8 - i;
  thrust::sort(u.begin(), u.end());
  cudaDeviceSynchronize();
  for (int x : u) printf("%d ", x);
  square<<<1, 32>>>(thrust::raw_pointer_cast(u.data()), 8);
  cudaDeviceSynchronize();
  printf("%d\n", u[7]);

  thrust::universal_host_pinned_vector<int> pinned(n, 4);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, thrust::raw_pointer_cast(pinned.data()));
  v = pinned;
  printf("pinned %d %d\n", attributes.type == cudaMemoryTypeHost, thrust::reduce(v.begin(), v.end()));
  int host[4] = {1, 2, 3, 4};
  thrust::copy(host, host + 4, v.begin());
  thrust::copy(v.begin() + 1, v.begin() + 4, host);
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
}
