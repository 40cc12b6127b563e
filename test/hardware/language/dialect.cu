// What nvcc takes as CUDA C++ and other compilers refuse: each is a warning to it, or nothing.
#include <cinttypes>
#include <cstdio>

template <int N>
struct Sums {
  template <int T>
  static __device__ void dispatch(float *s, float x, int t) { s[t] = x * T * N; }
  template <int T>
  __device__ float scaled(float x) { return x * N * T; }
  template <typename U>
  __device__ float deduced(U x) { return x * N; }
  __device__ float plain(float x) { return x + N; }
};

// `dispatch` and `scaled` are templates of a class that depends on N.
template <int N>
__global__ void members(float *s) {
  Sums<N>::dispatch<32>(s, 1.0f, threadIdx.x);
  Sums<N> sums;
  s[threadIdx.x + 32] = sums.scaled<2>(s[threadIdx.x]) + sums.template plain(2.0f);
  s[threadIdx.x + 64] = sums.template deduced(s[threadIdx.x]);
}

struct Total {
  float sum;
  __device__ Total() { sum = 0; }
  __device__ ~Total() {}
  __device__ void add(float x) { sum += x; }
};

// Constructors of shared variables are not called.
template <typename T>
__global__ void totals(float *p) {
  __shared__ T columns[32 * 32];
  __shared__ __align__(16) T last;
  columns[threadIdx.x * 32] = T();
  if (threadIdx.x == 0) last = T();
  __syncthreads();
  columns[threadIdx.x * 32].add(p[threadIdx.x]);
  if (threadIdx.x == 31) last.add(p[0]);
  __syncthreads();
  p[threadIdx.x] = columns[threadIdx.x * 32].sum + last.sum;
}

// A label jumps over values.
__global__ void labels(int *a, int n) {
  switch (n) {
    case 0:
      const int first = 3;
      a[0] = first;
      break;
    case 1:
      float y = a[4], w = max(a[3], 2), v;
      float *q = nullptr;
      v = w;
      a[1] = y + v + (q == nullptr ? 2 : 1);
      break;
    default:
      a[2] = 1;
  }
}

struct Value {
  float x;
  __host__ __device__ Value(float x) : x(x) {}
};

__device__ float take(const Value *value) { return value->x; }

__global__ void words(int *p) {
  register int sum = p[0];
  for (register int i = 0; i < 3; i++) sum += p[i];
  bool flag = p[1] > 100;
  flag++;
  typeof(p[2]) twice = 2 * p[2];
  p[3] = sum + flag + twice + (int)take(&Value(p[4]));
  char narrow = {sum + twice};
  const char *format = "%"PRId64" of %d";
  p[6] = narrow + format[p[0] & 1];
}

int main() {
  float *s, h[96];
  cudaMalloc(&s, sizeof h);
  members<4><<<1, 32>>>(s);
  cudaMemcpy(h, s, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", h[0], h[40], h[95]);
  totals<Total><<<1, 32>>>(s);
  cudaMemcpy(h, s, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[31]);
  int *a, b[7] = {1, 2, 3, 4, 5, 6, 0};
  cudaMalloc(&a, sizeof b);
  cudaMemcpy(a, b, sizeof b, cudaMemcpyHostToDevice);
  for (register int n = 0; n < 3; n++) labels<<<1, 32>>>(a, n);
  words<<<1, 1>>>(a);
  cudaMemcpy(b, a, sizeof b, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", b[0], b[1], b[2], b[3]);
  printf("%"PRIu64"\n", (uint64_t)b[6]);
  cudaFree(s);
  cudaFree(a);
  return 0;
}
