// Loads, stores, exchanges, sorts, flags, shifts, histograms and runs of cub, held against plain loops of the host.
#include <cub/cub.cuh>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

template <class T> struct Device {
  T* data;
  explicit Device(const std::vector<T>& from) {
    cudaMalloc(&data, from.size() * sizeof(T));
    cudaMemcpy(data, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  std::vector<T> get(size_t n) {
    std::vector<T> all(n);
    cudaMemcpy(all.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost);
    return all;
  }
  ~Device() { cudaFree(data); }
};
static unsigned state = 1;
static unsigned next() { return state = state * 1664525u + 1013904223u, state >> 8; }
static int checks = 0, wrong = 0;
static void expect(const char* what, bool holds) {
  checks++;
  if (!holds) wrong++, printf("wrong: %s\n", what);
}

template <class T, int X, int N, cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S>
__global__ void copy(const T* in, T* out, int valid) {
  using Load = cub::BlockLoad<T, X, N, L>;
  using Store = cub::BlockStore<T, X, N, S>;
  __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; } temp;
  T items[N];
  if (valid == X * N) Load(temp.load).Load(in, items);
  else Load(temp.load).Load(in, items, valid, T(-7));
  __syncthreads();
  for (int i = 0; i < N; i++) items[i] = items[i] * 2 + (L == cub::BLOCK_LOAD_STRIPED ? 0 : threadIdx.x * N + i);
  if (valid == X * N) Store(temp.store).Store(out, items);
  else Store(temp.store).Store(out, items, valid);
}
template <class T, int X, int N, cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S> void copies(const char* what) {
  std::vector<T> in(X * N);
  for (T& x : in) x = T(next() % 1000);
  for (int valid : {X * N, X * N - 5}) {
    Device<T> from(in), to(std::vector<T>(X * N, T(9)));
    copy<T, X, N, L, S><<<1, X>>>(from.data, to.data, valid);
    auto got = to.get(X * N);
    bool same = true;
    for (int i = 0; i < X * N; i++) same &= got[i] == (i < valid ? T(in[i] * 2 + (L == cub::BLOCK_LOAD_STRIPED ? 0 : i)) : T(9));
    expect(what, same);
  }
}

template <class T, int N, int LANES, cub::WarpLoadAlgorithm L, cub::WarpStoreAlgorithm S> __global__ void warpCopy(const T* in, T* out) {
  using Load = cub::WarpLoad<T, N, L, LANES>;
  using Store = cub::WarpStore<T, N, S, LANES>;
  __shared__ typename Load::TempStorage load[64 / LANES];
  __shared__ typename Store::TempStorage store[64 / LANES];
  const int warp = threadIdx.x / LANES, first = warp * LANES * N;
  T items[N];
  Load(load[warp]).Load(in + first, items);
  for (int i = 0; i < N; i++) items[i] += L == cub::WARP_LOAD_STRIPED ? 0 : threadIdx.x % LANES * N + i;
  Store(store[warp]).Store(out + first, items);
}
template <class T, int N, int LANES, cub::WarpLoadAlgorithm L, cub::WarpStoreAlgorithm S> void warpCopies(const char* what) {
  std::vector<T> in(64 * N);
  for (T& x : in) x = T(next() % 1000);
  Device<T> from(in), to(in);
  warpCopy<T, N, LANES, L, S><<<1, 64>>>(from.data, to.data);
  auto got = to.get(64 * N);
  bool same = true;
  for (int i = 0; i < 64 * N; i++) same &= got[i] == T(in[i] + (L == cub::WARP_LOAD_STRIPED ? 0 : i % (LANES * N)));
  expect(what, same);
}

// Every item is its own index in the arrangement before.
template <int X, int N> __global__ void exchanges(int* out) {
  using Exchange = cub::BlockExchange<int, X, N>;
  __shared__ typename Exchange::TempStorage temp;
  int items[N], ranks[N];
  auto begin = [&] { for (int i = 0; i < N; i++) items[i] = threadIdx.x * N + i; };
  int part = 0;
  auto end = [&] {
    for (int i = 0; i < N; i++) out[part * X * N + threadIdx.x * N + i] = items[i];
    part++;
    __syncthreads();
  };
  begin(); Exchange(temp).StripedToBlocked(items); end();
  begin(); Exchange(temp).BlockedToStriped(items); end();
  begin(); Exchange(temp).WarpStripedToBlocked(items); end();
  begin(); Exchange(temp).BlockedToWarpStriped(items); end();
  for (int i = 0; i < N; i++) ranks[i] = X * N - 1 - (threadIdx.x * N + i);
  begin(); Exchange(temp).ScatterToBlocked(items, ranks); end();
  begin(); Exchange(temp).ScatterToStriped(items, ranks); end();
  for (int i = 0; i < N; i++) if (i % 2) ranks[i] = -1;
  begin(); Exchange(temp).ScatterToStripedGuarded(items, items, ranks); end();
}
template <int X, int N> void exchanged() {
  Device<int> to(std::vector<int>(7 * X * N));
  exchanges<X, N><<<1, X>>>(to.data);
  auto got = to.get(7 * X * N);
  const char* names[] = {"StripedToBlocked", "BlockedToStriped", "WarpStripedToBlocked", "BlockedToWarpStriped", "ScatterToBlocked", "ScatterToStriped", "ScatterToStripedGuarded"};
  for (int part = 0; part < 7; part++) {
    bool same = true;
    for (int t = 0; t < X; t++)
      for (int i = 0; i < N; i++) {
        const int blocked = t * N + i, striped = i * X + t, warp = t / 32 * 32 * N + i * 32 + t % 32;
        const int fromStriped = blocked % X * N + blocked / X;
        const int inWarp = blocked % (32 * N), fromWarp = blocked / (32 * N) * 32 * N + inWarp % 32 * N + inWarp / 32;
        const int wanted[] = {fromStriped, striped, fromWarp, warp, X * N - 1 - blocked, X * N - 1 - striped, X * N - 1 - striped};
        // Of the guarded scatter, only even items were written; what was there before is not said.
        if (part == 6 && wanted[6] % N % 2) continue;
        same &= got[part * X * N + blocked] == wanted[part];
      }
    expect(names[part], same);
  }
}
template <int N, int LANES> __global__ void warpExchanges(int* out) {
  using Exchange = cub::WarpExchange<int, N, LANES>;
  __shared__ typename Exchange::TempStorage temp[64 / LANES];
  const int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  int items[N], ranks[N];
  for (int part = 0; part < 3; part++) {
    for (int i = 0; i < N; i++) items[i] = lane * N + i, ranks[i] = LANES * N - 1 - items[i];
    if (part == 0) Exchange(temp[warp]).StripedToBlocked(items, items);
    if (part == 1) Exchange(temp[warp]).BlockedToStriped(items, items);
    if (part == 2) Exchange(temp[warp]).ScatterToStriped(items, ranks);
    for (int i = 0; i < N; i++) out[(part * 64 + threadIdx.x) * N + i] = items[i];
    __syncwarp();
  }
}
template <int N, int LANES> void warpExchanged(const char* what) {
  Device<int> to(std::vector<int>(3 * 64 * N));
  warpExchanges<N, LANES><<<1, 64>>>(to.data);
  auto got = to.get(3 * 64 * N);
  bool same = true;
  for (int t = 0; t < 64; t++)
    for (int i = 0; i < N; i++) {
      const int lane = t % LANES, blocked = lane * N + i, striped = i * LANES + lane;
      same &= got[t * N + i] == blocked % LANES * N + blocked / LANES;
      same &= got[(64 + t) * N + i] == striped;
      same &= got[(128 + t) * N + i] == LANES * N - 1 - striped;
    }
  expect(what, same);
}

template <class K, int X, int N, bool DOWN, bool STRIPED> __global__ void radix(K* keys, int* values, int begin, int end) {
  using Sort = cub::BlockRadixSort<K, X, N, int>;
  __shared__ typename Sort::TempStorage temp;
  K own[N];
  int own2[N];
  for (int i = 0; i < N; i++) own[i] = keys[threadIdx.x * N + i], own2[i] = threadIdx.x * N + i;
  if (DOWN && STRIPED) Sort(temp).SortDescendingBlockedToStriped(own, own2, begin, end);
  else if (DOWN) Sort(temp).SortDescending(own, own2, begin, end);
  else if (STRIPED) Sort(temp).SortBlockedToStriped(own, own2, begin, end);
  else Sort(temp).Sort(own, own2, begin, end);
  for (int i = 0; i < N; i++) {
    const int at = STRIPED ? i * X + threadIdx.x : threadIdx.x * N + i;
    keys[at] = own[i], values[at] = own2[i];
  }
}
template <class K, int X, int N, bool DOWN, bool STRIPED> void sorted(const char* what, int begin = 0, int end = 8 * sizeof(K)) {
  std::vector<K> in(X * N);
  for (K& k : in) k = begin ? K(next() % 4000) : K(int(next() % 2000) - 1000) / K(2);
  if (K(0.5) != 0) in[3] = K(-0.0), in[5] = K(0);
  std::vector<int> order(X * N);
  for (int i = 0; i < X * N; i++) order[i] = i;
  auto digits = [&](K k) { return begin ? K((long long)k >> begin & ((1LL << (end - begin)) - 1)) : k; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return DOWN ? digits(in[b]) < digits(in[a]) : digits(in[a]) < digits(in[b]); });
  Device<K> keys(in);
  Device<int> values(order);
  radix<K, X, N, DOWN, STRIPED><<<1, X>>>(keys.data, values.data, begin, end);
  auto got = keys.get(X * N);
  expect(what, values.get(X * N) == order);
  bool same = true;
  for (int i = 0; i < X * N; i++) same &= got[i] == in[order[i]];
  expect(what, same);
}
struct Less { __device__ __host__ bool operator()(int a, int b) const { return a < b; } };
struct ByTens { __device__ __host__ bool operator()(int a, int b) const { return a / 10 < b / 10; } };
template <int X, int N> __global__ void merges(int* keys, int* values, int valid) {
  using Sort = cub::BlockMergeSort<int, X, N, int>;
  __shared__ typename Sort::TempStorage temp;
  int own[N], own2[N];
  for (int i = 0; i < N; i++) own[i] = keys[threadIdx.x * N + i], own2[i] = threadIdx.x * N + i;
  if (valid == X * N) Sort(temp).StableSort(own, own2, ByTens());
  else Sort(temp).Sort(own, own2, ByTens(), valid, 1 << 30);
  for (int i = 0; i < N; i++) keys[threadIdx.x * N + i] = own[i], values[threadIdx.x * N + i] = own2[i];
}
template <int N, int LANES> __global__ void warpMerges(int* keys) {
  using Sort = cub::WarpMergeSort<int, N, LANES>;
  __shared__ typename Sort::TempStorage temp[64 / LANES];
  int own[N];
  for (int i = 0; i < N; i++) own[i] = keys[threadIdx.x * N + i];
  Sort(temp[threadIdx.x / LANES]).Sort(own, Less());
  for (int i = 0; i < N; i++) keys[threadIdx.x * N + i] = own[i];
}
template <int X, int N> void merged(int valid) {
  std::vector<int> in(X * N), order(valid);
  for (int& k : in) k = next() % 500;
  for (int i = 0; i < valid; i++) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return ByTens()(in[a], in[b]); });
  Device<int> keys(in), values(in);
  merges<X, N><<<1, X>>>(keys.data, values.data, valid);
  expect("BlockMergeSort", values.get(valid) == order);
  bool same = true;
  auto got = keys.get(valid);
  for (int i = 0; i < valid; i++) same &= got[i] == in[order[i]];
  expect("BlockMergeSort, keys", same);
}
template <int N, int LANES> void warpMerged() {
  std::vector<int> in(64 * N);
  for (int& k : in) k = next() % 500;
  Device<int> keys(in);
  warpMerges<N, LANES><<<1, 64>>>(keys.data);
  for (int first = 0; first < 64 * N; first += LANES * N) std::sort(in.begin() + first, in.begin() + first + LANES * N);
  expect("WarpMergeSort", keys.get(64 * N) == in);
}

template <int X, int N> __global__ void flags(const int* in, int* out) {
  using Flags = cub::BlockDiscontinuity<int, X>;
  __shared__ typename Flags::TempStorage temp;
  int items[N], head[N], tail[N];
  for (int i = 0; i < N; i++) items[i] = in[threadIdx.x * N + i];
  Flags(temp).FlagHeads(head, items, cub::Inequality());
  __syncthreads();
  Flags(temp).FlagTails(tail, items, cub::Inequality(), 3);
  __syncthreads();
  int head2[N], tail2[N];
  Flags(temp).FlagHeadsAndTails(head2, 5, tail2, 3, items, cub::Inequality());
  for (int i = 0; i < N; i++) out[threadIdx.x * N + i] = head[i] + 2 * tail[i] + 4 * head2[i] + 8 * tail2[i];
}
template <int X, int N> __global__ void shifts(const int* in, int* out) {
  using Shuffle = cub::BlockShuffle<int, X>;
  __shared__ typename Shuffle::TempStorage temp;
  int items[N], up[N] = {-1}, down[N] = {}, last, first, off = -1, turned;
  down[N - 1] = -1;
  for (int i = 0; i < N; i++) items[i] = in[threadIdx.x * N + i];
  Shuffle(temp).Up(items, up, last);
  __syncthreads();
  Shuffle(temp).Down(items, down, first);
  __syncthreads();
  Shuffle(temp).Offset(threadIdx.x, off, -2);
  __syncthreads();
  Shuffle(temp).Rotate(threadIdx.x, turned, 3);
  for (int i = 0; i < N; i++) out[threadIdx.x * N + i] = up[i], out[X * N + threadIdx.x * N + i] = down[i];
  out[2 * X * N + threadIdx.x] = off, out[2 * X * N + X + threadIdx.x] = turned;
  if (threadIdx.x == 0) out[2 * X * N + 2 * X] = last, out[2 * X * N + 2 * X + 1] = first;
}
template <int X, int N, cub::BlockHistogramAlgorithm HOW> __global__ void histogram(const unsigned char* in, unsigned* out) {
  using Histogram = cub::BlockHistogram<unsigned char, X, N, 256, HOW>;
  __shared__ typename Histogram::TempStorage temp;
  __shared__ unsigned bins[256];
  unsigned char items[N];
  for (int part = 0; part < 2; part++) {
    for (int i = 0; i < N; i++) items[i] = in[(part * X + threadIdx.x) * N + i];
    if (part == 0) Histogram(temp).Histogram(items, bins);
    else Histogram(temp).Composite(items, bins);
    __syncthreads();
  }
  for (int bin = threadIdx.x; bin < 256; bin += X) out[bin] = bins[bin];
}
template <int X, int RUNS, int D> __global__ void decode(const int* values, const unsigned* lengths, int* out, unsigned* size) {
  using Decode = cub::BlockRunLengthDecode<int, X, RUNS, D>;
  __shared__ typename Decode::TempStorage temp;
  int own[RUNS];
  unsigned length[RUNS], total;
  for (int i = 0; i < RUNS; i++) own[i] = values[threadIdx.x * RUNS + i], length[i] = lengths[threadIdx.x * RUNS + i];
  Decode runs(temp, own, length, total);
  for (unsigned from = 0; from < total; from += X * D) {
    int items[D];
    unsigned within[D];
    runs.RunLengthDecode(items, within, from);
    for (int i = 0; i < D; i++)
      if (from + threadIdx.x * D + i < total) out[from + threadIdx.x * D + i] = items[i] * 100 + within[i];
  }
  if (threadIdx.x == 0) *size = total;
}
template <int X, int N> void neighbours() {
  std::vector<int> in(X * N), wanted(X * N);
  for (int& x : in) x = next() % 3 + 3;
  for (int i = 0; i < X * N; i++) {
    const bool head = i == 0 || in[i] != in[i - 1], tail = in[i] != (i == X * N - 1 ? 3 : in[i + 1]);
    wanted[i] = head + 2 * tail + 4 * (i == 0 ? in[0] != 5 : head) + 8 * tail;
  }
  Device<int> from(in), to(in), shifted(std::vector<int>(2 * X * N + 2 * X + 2));
  flags<X, N><<<1, X>>>(from.data, to.data);
  expect("BlockDiscontinuity", to.get(X * N) == wanted);
  shifts<X, N><<<1, X>>>(from.data, shifted.data);
  auto got = shifted.get(2 * X * N + 2 * X + 2);
  bool same = got[2 * X * N + 2 * X] == in[X * N - 1] && got[2 * X * N + 2 * X + 1] == in[0];
  for (int i = 0; i < X * N; i++) same &= got[i] == (i ? in[i - 1] : -1) && got[X * N + i] == (i < X * N - 1 ? in[i + 1] : -1);
  for (int t = 0; t < X; t++) same &= got[2 * X * N + t] == (t < 2 ? -1 : t - 2) && got[2 * X * N + X + t] == (t + 3) % X;
  expect("BlockShuffle", same);
}
template <cub::BlockHistogramAlgorithm HOW> void counted(const char* what) {
  std::vector<unsigned char> in(2 * 96 * 5);
  std::vector<unsigned> wanted(256);
  for (auto& x : in) x = next() % 40 * next() % 256, wanted[x]++;
  Device<unsigned char> from(in);
  Device<unsigned> to(std::vector<unsigned>(256));
  histogram<96, 5, HOW><<<1, 96>>>(from.data, to.data);
  expect(what, to.get(256) == wanted);
}
void decoded() {
  std::vector<int> values(64 * 2), wanted;
  std::vector<unsigned> lengths(64 * 2);
  for (int i = 0; i < 128; i++) {
    values[i] = next() % 1000, lengths[i] = next() % 7 + (i == 0);
    for (unsigned k = 0; k < lengths[i]; k++) wanted.push_back(values[i] * 100 + k);
  }
  Device<int> from(values), to(std::vector<int>(128 * 8));
  Device<unsigned> runs(lengths), size(std::vector<unsigned>(1));
  decode<64, 2, 3><<<1, 64>>>(from.data, runs.data, to.data, size.data);
  expect("BlockRunLengthDecode, size", size.get(1)[0] == wanted.size());
  expect("BlockRunLengthDecode", to.get(wanted.size()) == wanted);
}
int main() {
  copies<int, 64, 4, cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>("direct");
  copies<float, 64, 8, cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>("vectorised");
  copies<int, 96, 3, cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>("striped");
  copies<double, 64, 8, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>("transposed");
  copies<int, 64, 5, cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>("transposed by warps");
  warpCopies<int, 4, 32, cub::WARP_LOAD_TRANSPOSE, cub::WARP_STORE_TRANSPOSE>("a warp's transposed");
  warpCopies<int, 3, 8, cub::WARP_LOAD_TRANSPOSE, cub::WARP_STORE_DIRECT>("eight lanes' transposed");
  warpCopies<short, 4, 16, cub::WARP_LOAD_VECTORIZE, cub::WARP_STORE_VECTORIZE>("a warp's vectorised");
  warpCopies<int, 4, 32, cub::WARP_LOAD_STRIPED, cub::WARP_STORE_STRIPED>("a warp's striped");
  exchanged<64, 8>();
  exchanged<96, 3>();
  warpExchanged<8, 32>("WarpExchange");
  warpExchanged<3, 16>("WarpExchange of 16 lanes");
  sorted<int, 64, 4, false, false>("BlockRadixSort");
  sorted<unsigned, 96, 3, true, false>("BlockRadixSort, descending");
  sorted<float, 64, 4, false, true>("BlockRadixSort, floats, striped");
  sorted<double, 32, 2, true, true>("BlockRadixSort, doubles, descending and striped");
  sorted<unsigned, 64, 4, false, false>("BlockRadixSort, bits 3 to 9", 3, 9);
  merged<64, 4>(256);
  merged<32, 3>(70);
  warpMerged<4, 32>();
  warpMerged<3, 8>();
  neighbours<64, 3>();
  counted<cub::BLOCK_HISTO_ATOMIC>("BlockHistogram, atomic");
  counted<cub::BLOCK_HISTO_SORT>("BlockHistogram, sorted");
  decoded();
  printf("%d checks, %d wrong\n", checks, wrong);
}
