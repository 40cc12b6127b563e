// Reductions of cub by raking and scans behind a running prefix, held against plain loops of the host.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <nv/target>
#include <cstdio>

struct Line {
  int a, b;
};
// Composition of functions x -> a * x + b: associative, and not commutative.
struct After {
  __host__ __device__ Line operator()(const Line& f, const Line& g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
static __host__ __device__ Line lineOf(int i) { return {i % 3 == 0 ? -1 : 1, i % 7 - 3}; }

template <int THREADS, cub::BlockReduceAlgorithm HOW> __global__ void reduced(int valid, int* out, Line* line) {
  using Sums = cub::BlockReduce<int, THREADS, HOW>;
  using Lines = cub::BlockReduce<Line, THREADS, cub::BLOCK_REDUCE_RAKING>;
  __shared__ typename Sums::TempStorage sums;
  __shared__ typename Lines::TempStorage lines;
  const int i = threadIdx.x;
  const int all = Sums(sums).Sum(i * i);
  __syncthreads();
  const int some = Sums(sums).Sum(i * i, valid);
  __syncthreads();
  const int largest = Sums(sums).Reduce((i * 37) % 101, cuda::maximum<>{});
  const Line composed = Lines(lines).Reduce(lineOf(i), After());
  if (i == 0) out[0] = all, out[1] = some, out[2] = largest, *line = composed;
}

struct Running {
  int total;
  __device__ int operator()(int blockTotal) {
    const int before = total;
    total += blockTotal;
    return before;
  }
};
template <int THREADS, int N, cub::BlockScanAlgorithm HOW> __global__ void scanned(const int* in, int* up, int* before, int tiles) {
  using Scan = cub::BlockScan<int, THREADS, HOW>;
  __shared__ typename Scan::TempStorage temp;
  Running first{100}, second{100};
  for (int tile = 0; tile < tiles; tile++) {
    const int base = (tile * THREADS + threadIdx.x) * N;
    int items[N], sums[N];
    for (int i = 0; i < N; i++) items[i] = in[base + i];
    if constexpr (N == 1) Scan(temp).InclusiveSum(items[0], sums[0], first);
    else Scan(temp).InclusiveSum(items, sums, first);
    for (int i = 0; i < N; i++) up[base + i] = sums[i];
    __syncthreads();
    if constexpr (N == 1) Scan(temp).ExclusiveScan(items[0], sums[0], cub::Sum(), second);
    else Scan(temp).ExclusiveSum(items, sums, second);
    for (int i = 0; i < N; i++) before[base + i] = sums[i];
    __syncthreads();
  }
}
static int checks = 0, wrong = 0;
static void expect(const char* what, int threads, bool holds) {
  checks++;
  if (!holds) wrong++, printf("wrong: %s of %d\n", what, threads);
}
template <int THREADS, cub::BlockReduceAlgorithm HOW> void reductions(const char* name) {
  int *out;
  Line* line;
  cudaMallocManaged(&out, 12);
  cudaMallocManaged(&line, sizeof(Line));
  const int valid = THREADS - THREADS / 3;
  reduced<THREADS, HOW><<<1, THREADS>>>(valid, out, line);
  cudaDeviceSynchronize();
  int all = 0, some = 0, largest = 0;
  Line composed = lineOf(0);
  for (int i = 0; i < THREADS; i++) {
    all += i * i;
    if (i < valid) some += i * i;
    if ((i * 37) % 101 > largest) largest = (i * 37) % 101;
    if (i > 0) composed = After()(composed, lineOf(i));
  }
  expect(name, THREADS, out[0] == all && out[1] == some && out[2] == largest);
  expect("order", THREADS, line->a == composed.a && line->b == composed.b);
}
template <int THREADS, int N, cub::BlockScanAlgorithm HOW> void scans() {
  const int tiles = 3, count = THREADS * N * tiles;
  int *in, *up, *before;
  cudaMallocManaged(&in, 4 * count);
  cudaMallocManaged(&up, 4 * count);
  cudaMallocManaged(&before, 4 * count);
  for (int i = 0; i < count; i++) in[i] = i * 31 % 17;
  scanned<THREADS, N, HOW><<<1, THREADS>>>(in, up, before, tiles);
  cudaDeviceSynchronize();
  bool same = true;
  for (int i = 0, sum = 100; i < count; i++) {
    same &= before[i] == sum;
    sum += in[i];
    same &= up[i] == sum;
  }
  expect("scan", THREADS, same);
}
static __host__ __device__ int side() {
  NV_IF_TARGET(NV_IS_DEVICE, (return 1;), (return 2;))
}
__global__ void sides(int* out) {
  out[0] = side();
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_120, (out[1] = 120;), NV_PROVIDES_SM_80, (out[1] = 80; out[2] = 3;), NV_ANY_TARGET, (out[1] = 0;))
  NV_IF_TARGET(NV_IS_HOST, (out[1] = -1;))
}
int main() {
  reductions<32, cub::BLOCK_REDUCE_RAKING>("raking");
  reductions<64, cub::BLOCK_REDUCE_RAKING>("raking");
  reductions<96, cub::BLOCK_REDUCE_RAKING>("raking");
  reductions<100, cub::BLOCK_REDUCE_RAKING>("raking");
  reductions<256, cub::BLOCK_REDUCE_RAKING>("raking");
  reductions<32, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>("keeping");
  reductions<100, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>("keeping");
  reductions<256, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>("keeping");
  reductions<256, cub::BLOCK_REDUCE_WARP_REDUCTIONS>("warps");
  scans<128, 1, cub::BLOCK_SCAN_RAKING>();
  scans<128, 4, cub::BLOCK_SCAN_RAKING>();
  scans<100, 3, cub::BLOCK_SCAN_RAKING_MEMOIZE>();
  scans<32, 2, cub::BLOCK_SCAN_RAKING>();
  scans<128, 1, cub::BLOCK_SCAN_WARP_SCANS>();
  scans<64, 4, cub::BLOCK_SCAN_WARP_SCANS>();
  int* out;
  cudaMallocManaged(&out, 12);
  sides<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  expect("sides", 1, out[0] == 1 && side() == 2 && out[1] == 80 && out[2] == 3);
  printf("%d checks, %d wrong\n", checks, wrong);
  return wrong;
}
