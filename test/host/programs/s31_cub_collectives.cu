// Reductions and scans of cub over warps and blocks, held against plain loops of the host.
#include <cstdio>
#include <cub/cub.cuh>
struct Larger {
  template <class T> __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
// Composition of functions x -> a * x + b: associative, and not commutative.
struct Line {
  int a, b;
};
struct After {
  __host__ __device__ Line operator()(const Line& f, const Line& g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
template <class T, int N> __global__ void reductions(const T* in, T* out, int valid) {
  using Reduce = cub::BlockReduce<T, N>;
  __shared__ typename Reduce::TempStorage temp;
  const T x = in[threadIdx.x];
  const T sum = Reduce(temp).Sum(x);
  __syncthreads();
  const T part = Reduce(temp).Sum(x, valid);
  __syncthreads();
  const T largest = Reduce(temp).Reduce(x, Larger());
  __syncthreads();
  T two[2] = {x, T(x + x)};
  const T both = Reduce(temp).Sum(two);
  if (threadIdx.x == 0) out[0] = sum, out[1] = part, out[2] = largest, out[3] = both;
}
template <class T, int N, cub::BlockScanAlgorithm HOW> __global__ void scans(const T* in, T* out) {
  using Scan = cub::BlockScan<T, N, HOW>;
  __shared__ typename Scan::TempStorage temp;
  T up, before, total, three[3], sums[3];
  Scan(temp).InclusiveSum(in[threadIdx.x], up);
  __syncthreads();
  Scan(temp).ExclusiveScan(in[threadIdx.x], before, T(5), Larger(), total);
  __syncthreads();
  for (T& x : three) x = in[threadIdx.x];
  Scan(temp).ExclusiveSum(three, sums);
  out[threadIdx.x] = up;
  out[N + threadIdx.x] = before;
  out[2 * N + threadIdx.x] = total;
  out[3 * N + threadIdx.x] = sums[2];
}
template <class T, int LANES> __global__ void warps(const T* in, T* out) {
  using Reduce = cub::WarpReduce<T, LANES>;
  using Scan = cub::WarpScan<T, LANES>;
  __shared__ typename Reduce::TempStorage reduce[64 / LANES];
  __shared__ typename Scan::TempStorage scan[64 / LANES];
  const int warp = threadIdx.x / LANES;
  const T x = in[threadIdx.x];
  const T run = Reduce(reduce[warp]).HeadSegmentedSum(x, threadIdx.x % 3 == 0);
  const T sum = Reduce(reduce[warp]).Sum(x);
  T up, before;
  Scan(scan[warp]).InclusiveSum(x, up);
  Scan(scan[warp]).ExclusiveSum(x, before);
  out[threadIdx.x] = threadIdx.x % 3 == 0 || threadIdx.x % LANES == 0 ? run : T(0);
  out[64 + threadIdx.x] = threadIdx.x % LANES == 0 ? sum : T(0);
  out[128 + threadIdx.x] = up;
  out[192 + threadIdx.x] = before;
}
__global__ void lines(Line* out) {
  using Scan = cub::BlockScan<Line, 96>;
  __shared__ typename Scan::TempStorage temp;
  Line mine = {1 + (int)threadIdx.x % 2, (int)threadIdx.x}, result;
  Scan(temp).InclusiveScan(mine, result, After());
  out[threadIdx.x] = result;
}
template <class T> struct Case {
  T *in, *out;
  Case() {
    cudaMallocManaged(&in, 1024 * sizeof(T));
    cudaMallocManaged(&out, 2048 * sizeof(T));
    for (int i = 0; i < 1024; i++) in[i] = (i * 37 % 101) / (T)4;
  }
  ~Case() { cudaFree(in), cudaFree(out); }
  template <int N> void reduce() {
    const int valid = N * 2 / 3;
    reductions<T, N><<<1, N>>>(in, out, valid);
    cudaDeviceSynchronize();
    T sum = 0, part = 0, largest = 0;
    for (int i = 0; i < N; i++) {
      sum += in[i];
      if (i < valid) part += in[i];
      largest = Larger()(largest, in[i]);
    }
    printf(" %d", sum == out[0] && part == out[1] && largest == out[2] && sum * 3 == out[3]);
  }
  template <int N, cub::BlockScanAlgorithm HOW> void scan() {
    scans<T, N, HOW><<<1, N>>>(in, out);
    cudaDeviceSynchronize();
    bool right = true;
    T sum = 0, largest = 5, total = 0;
    for (int i = 0; i < N; i++) total = Larger()(total, in[i]);
    for (int i = 0; i < N; i++) {
      right &= out[N + i] == largest && out[2 * N + i] == total && out[3 * N + i] == sum * 3 + in[i] * 2;
      sum += in[i];
      largest = Larger()(largest, in[i]);
      right &= out[i] == sum;
    }
    printf(" %d", right);
  }
  template <int LANES> void warp() {
    warps<T, LANES><<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    bool right = true;
    for (int first = 0; first < 64; first += LANES) {
      T sum = 0, run = 0;
      for (int i = first; i < first + LANES; i++) {
        right &= out[192 + i] == sum;
        sum += in[i];
        right &= out[128 + i] == sum;
      }
      right &= out[64 + first] == sum;
      for (int i = first + LANES - 1; i >= first; i--) {
        run += in[i];
        if (i % 3 != 0 && i != first) continue;
        right &= out[i] == run;
        run = 0;
      }
    }
    printf(" %d", right);
  }
  void all(const char* name) {
    printf("%s", name);
    reduce<256>(), reduce<100>(), reduce<32>(), reduce<16>();
    scan<128, cub::BLOCK_SCAN_RAKING>(), scan<96, cub::BLOCK_SCAN_RAKING>(), scan<32, cub::BLOCK_SCAN_RAKING>();
    scan<256, cub::BLOCK_SCAN_WARP_SCANS>();
    warp<32>(), warp<8>();
    printf("\n");
  }
};
int main() {
  Case<int>().all("int");
  Case<unsigned>().all("unsigned");
  Case<short>().all("short");
  Case<long long>().all("long long");
  Case<float>().all("float");
  Case<double>().all("double");
  Line* out;
  cudaMallocManaged(&out, 96 * sizeof(Line));
  lines<<<1, 96>>>(out);
  cudaDeviceSynchronize();
  Line all = {1, 0};
  bool right = true;
  for (int i = 0; i < 96; i++) {
    all = After()(all, {1 + i % 2, i});
    right &= out[i].a == all.a && out[i].b == all.b;
  }
  printf("lines %d\n", right);
  cudaFree(out);
}
