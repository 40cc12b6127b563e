// How CUB's collectives move a tile of items: between arrangements through shared memory, and from and to global memory.
// Blocked: a thread has N neighbouring items; striped: items of a thread are as far apart as there are threads.
#pragma once

#include "cub_base.h"

namespace cub {

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

namespace __wl {

// Places for ITEMS items. Where a thread's run is a power of two above four, one place in 33 is left free against bank conflicts.
template <typename T, int ITEMS, int N> struct alignas(16) Places {
  enum { PADDED = N > 4 && (N & (N - 1)) == 0, COUNT = ITEMS + (PADDED ? ITEMS / 32 : 0) };
  alignas(alignof(T)) unsigned char bytes[sizeof(T) * COUNT];
  __device__ __forceinline__ T& operator[](int i) { return reinterpret_cast<T*>(bytes)[PADDED ? i + (i >> 5) : i]; }
};
// Temporary storage of a collective that is constructed without one.
template <typename STORAGE> __device__ __forceinline__ STORAGE& ownStorage() {
  __shared__ STORAGE storage;
  return storage;
}
struct BlockSync { __device__ __forceinline__ void operator()() const { __syncthreads(); } };
struct WarpSync {
  unsigned int members;
  __device__ __forceinline__ void operator()() const { __syncwarp(members); }
};
template <int LANES> __device__ __forceinline__ unsigned int membersOf() {
  return LANES == 32 ? 0xffffffffu : ((1u << (LANES % 32)) - 1) << (lane() / LANES * LANES);
}
template <int N> struct Blocked { __device__ __forceinline__ int operator()(int thread, int i) const { return thread * N + i; } };
template <int THREADS> struct Striped { __device__ __forceinline__ int operator()(int thread, int i) const { return i * THREADS + thread; } };
template <int N> struct WarpStriped {
  __device__ __forceinline__ int operator()(int thread, int i) const { return thread / 32 * 32 * N + i * 32 + thread % 32; }
};
template <typename IN, typename OUT, typename PLACES, int N, typename FROM, typename TO, typename SYNC>
__device__ __forceinline__ void exchange(PLACES& places, int thread, IN (&in)[N], OUT (&out)[N], FROM from, TO to, SYNC sync) {
#pragma unroll
  for (int i = 0; i < N; i++) places[from(thread, i)] = in[i];
  sync();
#pragma unroll
  for (int i = 0; i < N; i++) out[i] = places[to(thread, i)];
}
template <typename IT, typename T, int N, typename WHERE>
__device__ __forceinline__ void loadAs(int thread, IT from, T (&items)[N], WHERE where) {
#pragma unroll
  for (int i = 0; i < N; i++) items[i] = from[where(thread, i)];
}
template <typename IT, typename T, int N, typename WHERE>
__device__ __forceinline__ void loadAs(int thread, IT from, T (&items)[N], int valid, WHERE where) {
#pragma unroll
  for (int i = 0; i < N; i++)
    if (where(thread, i) < valid) items[i] = from[where(thread, i)];
}
template <typename IT, typename T, int N, typename WHERE>
__device__ __forceinline__ void storeAs(int thread, IT to, T (&items)[N], WHERE where) {
#pragma unroll
  for (int i = 0; i < N; i++) to[where(thread, i)] = items[i];
}
template <typename IT, typename T, int N, typename WHERE>
__device__ __forceinline__ void storeAs(int thread, IT to, T (&items)[N], int valid, WHERE where) {
#pragma unroll
  for (int i = 0; i < N; i++)
    if (where(thread, i) < valid) to[where(thread, i)] = items[i];
}
template <typename T, int N> __device__ __forceinline__ void fillWith(T (&items)[N], const T& value) {
#pragma unroll
  for (int i = 0; i < N; i++) items[i] = value;
}
// Items of a thread that one access moves: four or two where as many divide them and fit into 16 bytes.
template <typename T, int N> struct Wide {
  enum { COUNT = N % 4 == 0 && sizeof(T) * 4 <= 16 ? 4 : N % 2 == 0 && sizeof(T) * 2 <= 16 ? 2 : 1 };
  struct alignas(sizeof(T) * COUNT) Type { T items[COUNT]; };
};

}  // namespace __wl

#define __WL_TILE __device__ __forceinline__
#define __WL_DIRECT(NAME, WHERE, TEMPLATE)                                                                             \
  template <TEMPLATE typename IT, typename T, int N> __WL_TILE void LoadDirect##NAME(int thread, IT from, T (&items)[N]) { \
    __wl::loadAs(thread, from, items, WHERE());                                                                        \
  }                                                                                                                    \
  template <TEMPLATE typename IT, typename T, int N> __WL_TILE void LoadDirect##NAME(int thread, IT from, T (&items)[N], int valid) { \
    __wl::loadAs(thread, from, items, valid, WHERE());                                                                 \
  }                                                                                                                    \
  template <TEMPLATE typename IT, typename T, int N, typename D>                                                       \
  __WL_TILE void LoadDirect##NAME(int thread, IT from, T (&items)[N], int valid, D other) {                            \
    __wl::fillWith(items, T(other));                                                                                   \
    __wl::loadAs(thread, from, items, valid, WHERE());                                                                 \
  }                                                                                                                    \
  template <TEMPLATE typename IT, typename T, int N> __WL_TILE void StoreDirect##NAME(int thread, IT to, T (&items)[N]) { \
    __wl::storeAs(thread, to, items, WHERE());                                                                         \
  }                                                                                                                    \
  template <TEMPLATE typename IT, typename T, int N> __WL_TILE void StoreDirect##NAME(int thread, IT to, T (&items)[N], int valid) { \
    __wl::storeAs(thread, to, items, valid, WHERE());                                                                  \
  }
#define __WL_NONE
#define __WL_THREADS int X,
__WL_DIRECT(Blocked, __wl::Blocked<N>, __WL_NONE)
__WL_DIRECT(WarpStriped, __wl::WarpStriped<N>, __WL_NONE)
__WL_DIRECT(Striped, __wl::Striped<X>, __WL_THREADS)
#undef __WL_DIRECT
#undef __WL_NONE
#undef __WL_THREADS

template <typename T, int N> __WL_TILE void LoadDirectBlockedVectorized(int thread, const T* from, T (&items)[N]) {
  typedef __wl::Wide<T, N> Wide;
  const auto* wide = reinterpret_cast<const typename Wide::Type*>(from) + thread * (N / Wide::COUNT);
#pragma unroll
  for (int i = 0; i < N / Wide::COUNT; i++) {
    const typename Wide::Type several = wide[i];
#pragma unroll
    for (int k = 0; k < Wide::COUNT; k++) items[i * Wide::COUNT + k] = several.items[k];
  }
}
template <typename T, int N> __WL_TILE void StoreDirectBlockedVectorized(int thread, T* to, T (&items)[N]) {
  typedef __wl::Wide<T, N> Wide;
  auto* wide = reinterpret_cast<typename Wide::Type*>(to) + thread * (N / Wide::COUNT);
#pragma unroll
  for (int i = 0; i < N / Wide::COUNT; i++) {
    typename Wide::Type several;
#pragma unroll
    for (int k = 0; k < Wide::COUNT; k++) several.items[k] = items[i * Wide::COUNT + k];
    wide[i] = several;
  }
}

template <typename T, int X, int N, bool TIMESLICED = false, int Y = 1, int Z = 1, int = 0>
class BlockExchange {
  enum { THREADS = X * Y * Z };
  typedef __wl::Places<T, THREADS * N, N> Places;
  typedef __wl::Blocked<N> Blocked;
  typedef __wl::Striped<THREADS> Striped;
  typedef __wl::WarpStriped<N> WarpStriped;
  Places& temp;
  int thread = __wl::rank<X, Y, Z>();
  template <typename OUT, typename FROM, typename TO, typename SYNC>
  __WL_TILE void move(T (&in)[N], OUT (&out)[N], FROM from, TO to, SYNC sync) {
    __wl::exchange(temp, thread, in, out, from, to, sync);
  }
  template <typename OUT, typename RANK, typename TO> __WL_TILE void scatter(T (&in)[N], OUT (&out)[N], RANK (&ranks)[N], TO to) {
    move(in, out, [&](int, int i) { return (int)ranks[i]; }, to, __wl::BlockSync());
  }

 public:
  typedef __wl::storage<Places> TempStorage;
  __WL_TILE BlockExchange() : temp(__wl::ownStorage<TempStorage>()) {}
  __WL_TILE BlockExchange(TempStorage& given) : temp(given) {}
  template <typename OUT> __WL_TILE void StripedToBlocked(T (&in)[N], OUT (&out)[N]) { move(in, out, Striped(), Blocked(), __wl::BlockSync()); }
  template <typename OUT> __WL_TILE void BlockedToStriped(T (&in)[N], OUT (&out)[N]) { move(in, out, Blocked(), Striped(), __wl::BlockSync()); }
  template <typename OUT> __WL_TILE void WarpStripedToBlocked(T (&in)[N], OUT (&out)[N]) {
    move(in, out, WarpStriped(), Blocked(), __wl::WarpSync{0xffffffffu});
  }
  template <typename OUT> __WL_TILE void BlockedToWarpStriped(T (&in)[N], OUT (&out)[N]) {
    move(in, out, Blocked(), WarpStriped(), __wl::WarpSync{0xffffffffu});
  }
  template <typename OUT, typename RANK> __WL_TILE void ScatterToBlocked(T (&in)[N], OUT (&out)[N], RANK (&ranks)[N]) {
    scatter(in, out, ranks, Blocked());
  }
  template <typename OUT, typename RANK> __WL_TILE void ScatterToStriped(T (&in)[N], OUT (&out)[N], RANK (&ranks)[N]) {
    scatter(in, out, ranks, Striped());
  }
  // Items with a negative rank go nowhere.
  template <typename OUT, typename RANK> __WL_TILE void ScatterToStripedGuarded(T (&in)[N], OUT (&out)[N], RANK (&ranks)[N]) {
#pragma unroll
    for (int i = 0; i < N; i++)
      if (ranks[i] >= 0) temp[ranks[i]] = in[i];
    gather(out);
  }
  template <typename OUT, typename RANK, typename FLAG>
  __WL_TILE void ScatterToStripedFlagged(T (&in)[N], OUT (&out)[N], RANK (&ranks)[N], FLAG (&valid)[N]) {
#pragma unroll
    for (int i = 0; i < N; i++)
      if (valid[i]) temp[ranks[i]] = in[i];
    gather(out);
  }
  __WL_TILE void StripedToBlocked(T (&items)[N]) { StripedToBlocked(items, items); }
  __WL_TILE void BlockedToStriped(T (&items)[N]) { BlockedToStriped(items, items); }
  __WL_TILE void WarpStripedToBlocked(T (&items)[N]) { WarpStripedToBlocked(items, items); }
  __WL_TILE void BlockedToWarpStriped(T (&items)[N]) { BlockedToWarpStriped(items, items); }
  template <typename RANK> __WL_TILE void ScatterToBlocked(T (&items)[N], RANK (&ranks)[N]) { ScatterToBlocked<T>(items, items, ranks); }
  template <typename RANK> __WL_TILE void ScatterToStriped(T (&items)[N], RANK (&ranks)[N]) { ScatterToStriped<T>(items, items, ranks); }

 private:
  template <typename OUT> __WL_TILE void gather(OUT (&out)[N]) {
    __syncthreads();
#pragma unroll
    for (int i = 0; i < N; i++) out[i] = temp[Striped()(thread, i)];
  }
};

template <typename T, int N, int LANES = 32, WarpExchangeAlgorithm = WARP_EXCHANGE_SMEM>
class WarpExchange {
  typedef __wl::Places<T, LANES * N, N> Places;
  Places& temp;
  int thread = __wl::lane() % LANES;
  __wl::WarpSync sync{__wl::membersOf<LANES>()};

 public:
  typedef __wl::storage<Places> TempStorage;
  WarpExchange() = delete;
  __WL_TILE WarpExchange(TempStorage& given) : temp(given) {}
  template <typename OUT> __WL_TILE void BlockedToStriped(const T (&in)[N], OUT (&out)[N]) {
    __wl::exchange(temp, thread, in, out, __wl::Blocked<N>(), __wl::Striped<LANES>(), sync);
  }
  template <typename OUT> __WL_TILE void StripedToBlocked(const T (&in)[N], OUT (&out)[N]) {
    __wl::exchange(temp, thread, in, out, __wl::Striped<LANES>(), __wl::Blocked<N>(), sync);
  }
  template <typename OUT, typename RANK> __WL_TILE void ScatterToStriped(const T (&in)[N], OUT (&out)[N], RANK (&ranks)[N]) {
    __wl::exchange(temp, thread, in, out, [&](int, int i) { return (int)ranks[i]; }, __wl::Striped<LANES>(), sync);
  }
  template <typename RANK> __WL_TILE void ScatterToStriped(T (&items)[N], RANK (&ranks)[N]) { ScatterToStriped<T>(items, items, ranks); }
};

#define __WL_LOADS(CALL)                                                                                      \
  template <typename IT> __WL_TILE void Load(IT from, T (&items)[N]) { load(from, items); }                   \
  template <typename IT> __WL_TILE void Load(IT from, T (&items)[N], int valid) { load(from, items, valid); } \
  template <typename IT, typename D> __WL_TILE void Load(IT from, T (&items)[N], int valid, D other) {        \
    __wl::fillWith(items, T(other));                                                                          \
    load(from, items, valid);                                                                                 \
  }

template <typename T, int X, int N, BlockLoadAlgorithm HOW = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockLoad {
  typedef BlockExchange<T, X, N, false, Y, Z> Exchange;
  enum { EXCHANGES = HOW == BLOCK_LOAD_TRANSPOSE || HOW >= BLOCK_LOAD_WARP_TRANSPOSE };

 public:
  typedef std::conditional_t<EXCHANGES, typename Exchange::TempStorage, NullType> TempStorage;
  __WL_TILE BlockLoad() : temp(__wl::ownStorage<TempStorage>()) {}
  __WL_TILE BlockLoad(TempStorage& given) : temp(given) {}
  __WL_LOADS()

 private:
  TempStorage& temp;
  int thread = __wl::rank<X, Y, Z>();
  template <typename IT, typename... VALID> __WL_TILE void load(IT from, T (&items)[N], VALID... valid) {
    if constexpr (HOW == BLOCK_LOAD_VECTORIZE && std::is_pointer_v<IT> && sizeof...(VALID) == 0) {
      LoadDirectBlockedVectorized(thread, static_cast<const T*>(from), items);
    } else if constexpr (HOW == BLOCK_LOAD_STRIPED) LoadDirectStriped<X * Y * Z>(thread, from, items, valid...);
    else if constexpr (HOW == BLOCK_LOAD_TRANSPOSE) {
      LoadDirectStriped<X * Y * Z>(thread, from, items, valid...);
      Exchange(temp).StripedToBlocked(items);
    } else if constexpr (EXCHANGES) {
      LoadDirectWarpStriped(thread, from, items, valid...);
      Exchange(temp).WarpStripedToBlocked(items);
    } else LoadDirectBlocked(thread, from, items, valid...);
  }
};

template <typename T, int X, int N, BlockStoreAlgorithm HOW = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockStore {
  typedef BlockExchange<T, X, N, false, Y, Z> Exchange;
  enum { EXCHANGES = HOW == BLOCK_STORE_TRANSPOSE || HOW >= BLOCK_STORE_WARP_TRANSPOSE };

 public:
  typedef std::conditional_t<EXCHANGES, typename Exchange::TempStorage, NullType> TempStorage;
  __WL_TILE BlockStore() : temp(__wl::ownStorage<TempStorage>()) {}
  __WL_TILE BlockStore(TempStorage& given) : temp(given) {}
  template <typename IT> __WL_TILE void Store(IT to, T (&items)[N]) { store(to, items); }
  template <typename IT> __WL_TILE void Store(IT to, T (&items)[N], int valid) { store(to, items, valid); }

 private:
  TempStorage& temp;
  int thread = __wl::rank<X, Y, Z>();
  template <typename IT, typename... VALID> __WL_TILE void store(IT to, T (&items)[N], VALID... valid) {
    if constexpr (HOW == BLOCK_STORE_VECTORIZE && std::is_pointer_v<IT> && sizeof...(VALID) == 0) {
      StoreDirectBlockedVectorized(thread, to, items);
    } else if constexpr (HOW == BLOCK_STORE_STRIPED) StoreDirectStriped<X * Y * Z>(thread, to, items, valid...);
    else if constexpr (HOW == BLOCK_STORE_TRANSPOSE) {
      Exchange(temp).BlockedToStriped(items);
      StoreDirectStriped<X * Y * Z>(thread, to, items, valid...);
    } else if constexpr (EXCHANGES) {
      Exchange(temp).BlockedToWarpStriped(items);
      StoreDirectWarpStriped(thread, to, items, valid...);
    } else StoreDirectBlocked(thread, to, items, valid...);
  }
};

template <typename T, int N, WarpLoadAlgorithm HOW = WARP_LOAD_DIRECT, int LANES = 32, int = 0>
class WarpLoad {
  typedef WarpExchange<T, N, LANES> Exchange;

 public:
  typedef std::conditional_t<HOW == WARP_LOAD_TRANSPOSE, typename Exchange::TempStorage, NullType> TempStorage;
  __WL_TILE WarpLoad() : temp(__wl::ownStorage<TempStorage>()) {}
  __WL_TILE WarpLoad(TempStorage& given) : temp(given) {}
  __WL_LOADS()

 private:
  TempStorage& temp;
  int thread = __wl::lane() % LANES;
  template <typename IT, typename... VALID> __WL_TILE void load(IT from, T (&items)[N], VALID... valid) {
    if constexpr (HOW == WARP_LOAD_VECTORIZE && std::is_pointer_v<IT> && sizeof...(VALID) == 0) {
      LoadDirectBlockedVectorized(thread, static_cast<const T*>(from), items);
    } else if constexpr (HOW == WARP_LOAD_STRIPED) LoadDirectStriped<LANES>(thread, from, items, valid...);
    else if constexpr (HOW == WARP_LOAD_TRANSPOSE) {
      LoadDirectStriped<LANES>(thread, from, items, valid...);
      Exchange(temp).StripedToBlocked(items, items);
    } else LoadDirectBlocked(thread, from, items, valid...);
  }
};

template <typename T, int N, WarpStoreAlgorithm HOW = WARP_STORE_DIRECT, int LANES = 32, int = 0>
class WarpStore {
  typedef WarpExchange<T, N, LANES> Exchange;

 public:
  typedef std::conditional_t<HOW == WARP_STORE_TRANSPOSE, typename Exchange::TempStorage, NullType> TempStorage;
  __WL_TILE WarpStore() : temp(__wl::ownStorage<TempStorage>()) {}
  __WL_TILE WarpStore(TempStorage& given) : temp(given) {}
  template <typename IT> __WL_TILE void Store(IT to, T (&items)[N]) { store(to, items); }
  template <typename IT> __WL_TILE void Store(IT to, T (&items)[N], int valid) { store(to, items, valid); }

 private:
  TempStorage& temp;
  int thread = __wl::lane() % LANES;
  template <typename IT, typename... VALID> __WL_TILE void store(IT to, T (&items)[N], VALID... valid) {
    if constexpr (HOW == WARP_STORE_VECTORIZE && std::is_pointer_v<IT> && sizeof...(VALID) == 0) {
      StoreDirectBlockedVectorized(thread, to, items);
    } else if constexpr (HOW == WARP_STORE_STRIPED) StoreDirectStriped<LANES>(thread, to, items, valid...);
    else if constexpr (HOW == WARP_STORE_TRANSPOSE) {
      Exchange(temp).BlockedToStriped(items, items);
      StoreDirectStriped<LANES>(thread, to, items, valid...);
    } else StoreDirectBlocked(thread, to, items, valid...);
  }
};
#undef __WL_LOADS

}  // namespace cub
