// Cooperative groups: blocks, tiles, coalesced groups, grids, clusters.
#pragma once

#include "warplens/define.h"
#include "warplens/size.h"
#include "warplens/warp.h"
#include "cuda_runtime.h"

// All blocks of a cooperative launch meet here, with what one thread of each got from a counter.
extern "C" __device__ void __wl_grid_sync(unsigned int) __attribute__((convergent));

#define __WL_M __inline__ __attribute__((device, always_inline))

namespace cooperative_groups {

namespace __wl {
__WL_D unsigned int block_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
__WL_D unsigned int block_size() { return blockDim.x * blockDim.y * blockDim.z; }
__WL_D unsigned int lane() { return __nvvm_read_ptx_sreg_laneid(); }
__WL_D unsigned int lanes_below() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
enum kind { of_block, of_warp, of_grid };
// Of all tiles of several warps, whatever their size.
__WL_D ulonglong2* tile_places() {
  static __shared__ ulonglong2 places[32];
  return places;
}
// The library's barrier of the grid is an atomic addition by one thread of each block, to a counter that the launch provides, and
// loads of it until all have come: how many of those there are is chance on hardware too, and here there is none.
static __device__ unsigned int arrivals;
__WL_D void grid_sync() { __wl_grid_sync(block_rank() == 0 ? atomicAdd(&arrivals, 1u) : 0u); }
template <typename T, bool FITS> struct shuffled {
  typedef T word;
};
// Larger types are shuffled word by word.
template <typename T> struct words {
  enum { count = (sizeof(T) + 3) / 4 };
  int word[count];
};
template <typename T, typename F>
__WL_D T by_words(T value, F shuffle) {
  words<T> bits;
  __builtin_memcpy(&bits, &value, sizeof(T));
#pragma unroll
  for (int i = 0; i < words<T>::count; ++i) bits.word[i] = shuffle(bits.word[i]);
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}
}  // namespace __wl

// The common base: any group by its kind, the lanes of its warp that belong to it, its size and the caller's rank.
class thread_group {
 protected:
  __wl::kind kind;
  unsigned int mask, count, position;
  __WL_M thread_group(__wl::kind kind, unsigned int mask, unsigned int count, unsigned int position)
      : kind(kind), mask(mask), count(count), position(position) {}
  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned int size);

 public:
  __WL_M void sync() const {
    if (kind == __wl::of_warp) __syncwarp(mask);
    else if (kind == __wl::of_block) __syncthreads();
    else __wl::grid_sync();
  }
  __WL_M unsigned int size() const { return count; }
  __WL_M unsigned int num_threads() const { return count; }
  __WL_M unsigned int thread_rank() const { return position; }
  __WL_M bool is_valid() const { return true; }
};

// What a block hands over for tiles of several warps. Hardware from sm_80 on has memory for them itself, and so have ours.
template <unsigned int MAX_THREADS = 1024> struct block_tile_memory {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  alignas(16) unsigned char values[(MAX_THREADS + 31) / 32][16];
#else
  char unused;
#endif
};

class thread_block : public thread_group {
  __WL_M thread_block() : thread_group(__wl::of_block, 0xffffffffu, __wl::block_size(), __wl::block_rank()) {}
  friend __device__ thread_block this_thread_block();

 public:
  // All threads wait in `barrier_wait`; coming by itself lets nobody go on sooner.
  class arrival_token {};
  static __WL_M arrival_token barrier_arrive() { return arrival_token(); }
  static __WL_M void barrier_wait(arrival_token&&) { __syncthreads(); }
  static __WL_M void sync() { __syncthreads(); }
  static __WL_M unsigned int size() { return __wl::block_size(); }
  static __WL_M unsigned int num_threads() { return __wl::block_size(); }
  static __WL_M unsigned int thread_rank() { return __wl::block_rank(); }
  static __WL_M dim3 group_index() { return blockIdx; }
  static __WL_M dim3 thread_index() { return threadIdx; }
  static __WL_M dim3 group_dim() { return blockDim; }
  static __WL_M dim3 dim_threads() { return blockDim; }
};
__WL_M thread_block this_thread_block() { return thread_block(); }
template <unsigned int MAX_THREADS> __WL_M thread_block this_thread_block(block_tile_memory<MAX_THREADS>&) {
  return this_thread_block();
}

class grid_group : public thread_group {
  __WL_M grid_group() : thread_group(__wl::of_grid, 0xffffffffu, 0, 0) {}
  friend __device__ grid_group this_grid();

 public:
  static __WL_M bool is_valid() { return true; }
  static __WL_M void sync() { __wl::grid_sync(); }
  static __WL_M unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  static __WL_M unsigned long long block_rank() { return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
  static __WL_M unsigned long long size() { return num_blocks() * __wl::block_size(); }
  static __WL_M unsigned long long num_threads() { return size(); }
  static __WL_M unsigned long long thread_rank() { return block_rank() * __wl::block_size() + __wl::block_rank(); }
  static __WL_M dim3 group_dim() { return gridDim; }
  static __WL_M dim3 dim_blocks() { return gridDim; }
  static __WL_M dim3 block_index() { return blockIdx; }
  static __WL_M dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  static __WL_M dim3 cluster_index() { return __clusterIdx(); }
  static __WL_M unsigned long long num_clusters() {
    dim3 clusters = dim_clusters();
    return (unsigned long long)clusters.x * clusters.y * clusters.z;
  }
  static __WL_M unsigned long long cluster_rank() {
    dim3 clusters = dim_clusters(), at = cluster_index();
    return ((unsigned long long)at.z * clusters.y + at.y) * clusters.x + at.x;
  }
};
__WL_M grid_group this_grid() { return grid_group(); }

class cluster_group {
  __WL_M cluster_group() {}
  friend __device__ cluster_group this_cluster();

 public:
  static __WL_M void sync() {
    __nvvm_barrier_cluster_arrive();
    __nvvm_barrier_cluster_wait();
  }
  struct arrival_token {};
  static __WL_M arrival_token barrier_arrive() {
    __nvvm_barrier_cluster_arrive();
    return arrival_token();
  }
  static __WL_M void barrier_wait() { __nvvm_barrier_cluster_wait(); }
  static __WL_M void barrier_wait(arrival_token&&) { __nvvm_barrier_cluster_wait(); }
  static __WL_M unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  static __WL_M unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  static __WL_M unsigned int thread_rank() { return block_rank() * __wl::block_size() + __wl::block_rank(); }
  static __WL_M unsigned int num_threads() { return num_blocks() * __wl::block_size(); }
  static __WL_M unsigned int size() { return num_threads(); }
  static __WL_M dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static __WL_M dim3 dim_blocks() { return __clusterDim(); }
  static __WL_M dim3 dim_threads() {
    dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  static __WL_M dim3 thread_index() {
    dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y, block.z * blockDim.z + threadIdx.z);
  }
  template <typename T>
  static __WL_M T* map_shared_rank(T* p, int rank) {
    return (T*)__cluster_map_shared_rank((const void*)p, rank);
  }
  static __WL_M unsigned int query_shared_rank(const void* p) { return __cluster_query_shared_rank(p); }
};
__WL_M cluster_group this_cluster() { return cluster_group(); }

// Tiles: SIZE consecutive threads of the block, a power of two up to the warp.
template <unsigned int SIZE>
class __wl_tile : public thread_group {
 protected:
  __WL_M __wl_tile()
      : thread_group(__wl::of_warp, SIZE == 32 ? 0xffffffffu : ((1u << (SIZE & 31)) - 1) << (__wl::lane() & ~(SIZE - 1)), SIZE,
                     __wl::block_rank() & (SIZE - 1)) {}

 public:
  static constexpr __WL_M unsigned int size() { return SIZE; }
  static constexpr __WL_M unsigned int num_threads() { return SIZE; }
  static __WL_M unsigned int thread_rank() { return __wl::block_rank() & (SIZE - 1); }
  __WL_M void sync() const { __syncwarp(mask); }
  static __WL_M unsigned int meta_group_rank() { return __wl::block_rank() / SIZE; }
  static __WL_M unsigned int meta_group_size() { return (__wl::block_size() + SIZE - 1) / SIZE; }
  template <typename T>
  __WL_M T shfl(T value, int rank) const {
    if constexpr (sizeof(T) <= 8 && requires_native<T>()) return __shfl_sync(mask, value, rank, SIZE);
    else return __wl::by_words(value, [&](int w) { return __shfl_sync(mask, w, rank, SIZE); });
  }
  template <typename T>
  __WL_M T shfl_down(T value, unsigned int delta) const {
    if constexpr (requires_native<T>()) return __shfl_down_sync(mask, value, delta, SIZE);
    else return __wl::by_words(value, [&](int w) { return __shfl_down_sync(mask, w, delta, SIZE); });
  }
  template <typename T>
  __WL_M T shfl_up(T value, unsigned int delta) const {
    if constexpr (requires_native<T>()) return __shfl_up_sync(mask, value, delta, SIZE);
    else return __wl::by_words(value, [&](int w) { return __shfl_up_sync(mask, w, delta, SIZE); });
  }
  template <typename T>
  __WL_M T shfl_xor(T value, unsigned int lanes) const {
    if constexpr (requires_native<T>()) return __shfl_xor_sync(mask, value, lanes, SIZE);
    else return __wl::by_words(value, [&](int w) { return __shfl_xor_sync(mask, w, lanes, SIZE); });
  }
  __WL_M int any(int predicate) const { return (__ballot_sync(mask, predicate) & mask) != 0; }
  __WL_M int all(int predicate) const { return (__ballot_sync(mask, predicate) & mask) == mask; }
  __WL_M unsigned int ballot(int predicate) const { return (__ballot_sync(mask, predicate) & mask) >> (__wl::lane() & ~(SIZE - 1)); }
  template <typename T>
  __WL_M unsigned int match_any(T value) const { return (__match_any_sync(mask, value) & mask) >> (__wl::lane() & ~(SIZE - 1)); }
  template <typename T>
  __WL_M unsigned int match_all(T value, int& predicate) const { return __match_all_sync(mask, value, &predicate) >> (__wl::lane() & ~(SIZE - 1)); }
  __WL_M unsigned int __wl_mask() const { return mask; }

 private:
  template <typename T>
  static constexpr __WL_M bool requires_native() { return __wl_kind<T>::value != 0; }
};
template <unsigned int SIZE, typename PARENT = void> class thread_block_tile;
// Threads of what a tile was made from; 0: the block.
template <typename PARENT> struct __wl_parent { enum { size = 0 }; };
template <unsigned int SIZE, typename PARENT> struct __wl_parent<thread_block_tile<SIZE, PARENT>> { enum { size = SIZE }; };
// Tiles of several warps: they meet at a barrier of their own, the last ones first, and hand values over in shared memory.
template <unsigned int SIZE>
class __wl_wide_tile {
  static_assert((SIZE & (SIZE - 1)) == 0 && SIZE <= 1024, "a tile has a power of two of threads, at most 1024");
  enum { warps = SIZE / 32 };
  // A place for each warp, of 16 bytes whatever it holds.
  template <typename T> static __WL_M T& place(unsigned int warp) {
    return *reinterpret_cast<T*>(__wl::tile_places() + (__wl::block_rank() / SIZE * warps + warp));
  }
  static __WL_M void meet() {
    asm volatile("bar.sync %0, %1;" : : "r"(15 - __wl::block_rank() / SIZE), "n"(SIZE) : "memory");
  }

 public:
  static constexpr __WL_M unsigned int size() { return SIZE; }
  static constexpr __WL_M unsigned int num_threads() { return SIZE; }
  static __WL_M unsigned int thread_rank() { return __wl::block_rank() & (SIZE - 1); }
  static __WL_M bool is_valid() { return true; }
  static __WL_M void sync() { meet(); }
  template <typename T>
  __WL_M T shfl(T value, unsigned int rank) const {
    static_assert(sizeof(T) <= 16, "a tile of several warps shuffles values of up to 16 bytes");
    if (thread_rank() == rank) place<T>(0) = value;
    meet();
    value = place<T>(0);
    meet();
    return value;
  }
  // A value of each warp, combined in the order of warps, for all threads.
  template <typename T, typename OP>
  __WL_M T __wl_combine(T value, OP op) const {
    static_assert(sizeof(T) <= 16, "a tile of several warps reduces values of up to 16 bytes");
    if (__wl::lane() == 0) place<T>(thread_rank() / 32) = value;
    meet();
    T total = place<T>(0);
    for (unsigned int warp = 1; warp < warps; ++warp) total = op(total, place<T>(warp));
    meet();
    return total;
  }
  __WL_M int any(int predicate) const {
    return __wl_combine(__any_sync(0xffffffffu, predicate), [](int a, int b) { return a | b; });
  }
  __WL_M int all(int predicate) const {
    return __wl_combine(__all_sync(0xffffffffu, predicate), [](int a, int b) { return a & b; });
  }
};
template <bool WIDE, unsigned int SIZE> struct __wl_tile_base { typedef __wl_tile<SIZE> type; };
template <unsigned int SIZE> struct __wl_tile_base<true, SIZE> { typedef __wl_wide_tile<SIZE> type; };
template <unsigned int SIZE, typename PARENT>
class thread_block_tile : public __wl_tile_base<(SIZE > 32), SIZE>::type {
  enum { parent = __wl_parent<PARENT>::size };

 public:
  __WL_M thread_block_tile() {}
  static __WL_M unsigned int meta_group_rank() { return (parent ? __wl::block_rank() % (parent ? parent : 1) : __wl::block_rank()) / SIZE; }
  static __WL_M unsigned int meta_group_size() { return parent ? parent / SIZE : (__wl::block_size() + SIZE - 1) / SIZE; }
  template <typename OTHER>
  __WL_M thread_block_tile(const thread_block_tile<SIZE, OTHER>&) {}
};
template <unsigned int SIZE, typename PARENT>
__WL_M thread_block_tile<SIZE, PARENT> tiled_partition(const PARENT&) {
  return thread_block_tile<SIZE, PARENT>();
}
__WL_M thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  unsigned int first = __wl::lane() & ~(size - 1);
  unsigned int mask = size >= 32 ? 0xffffffffu : ((1u << size) - 1) << first;
  return thread_group(__wl::of_warp, mask, size, parent.thread_rank() & (size - 1));
}
template <unsigned int SIZE, typename PARENT> using tile = thread_block_tile<SIZE, PARENT>;

// The threads of a warp that are together at this place.
class coalesced_group : public thread_group {
 public:
  explicit __WL_M coalesced_group(unsigned int lanes, unsigned int rank = 0, unsigned int groups = 1)
      : thread_group(__wl::of_warp, lanes, __popc(lanes), __popc(lanes & __wl::lanes_below())), rank(rank), groups(groups) {}
  __WL_M unsigned int __wl_mask() const { return mask; }
  template <typename T>
  __WL_M T shfl(T value, int rank) const { return __shfl_sync(mask, value, __fns(mask, 0, rank + 1)); }
  template <typename T>
  __WL_M T shfl_down(T value, unsigned int delta) const {
    unsigned int target = position + delta < count ? __fns(mask, __wl::lane(), delta + 1) : __wl::lane();
    return __shfl_sync(mask, value, target);
  }
  template <typename T>
  __WL_M T shfl_up(T value, unsigned int delta) const {
    unsigned int target = position >= delta ? __fns(mask, __wl::lane(), -(int)(delta + 1)) : __wl::lane();
    return __shfl_sync(mask, value, target);
  }
  __WL_M int any(int predicate) const { return __ballot_sync(mask, predicate) != 0; }
  __WL_M int all(int predicate) const { return __ballot_sync(mask, predicate) == mask; }
  __WL_M unsigned int ballot(int predicate) const { return packed(__ballot_sync(mask, predicate)); }
  template <typename T>
  __WL_M unsigned int match_any(T value) const { return packed(__match_any_sync(mask, value)); }
  __WL_M unsigned int meta_group_rank() const { return rank; }
  __WL_M unsigned int meta_group_size() const { return groups; }

 private:
  unsigned int rank, groups;
  // Bits of the members' lanes, moved together in the order of their ranks.
  __WL_M unsigned int packed(unsigned int lanes) const {
    unsigned int bits = 0, rank = 0;
    for (unsigned int rest = mask; rest; rest &= rest - 1, ++rank) {
      if (lanes & rest & -rest) bits |= 1u << rank;
    }
    return bits;
  }
};
__WL_M coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }
// The threads for which the predicate holds come second.
template <typename GROUP>
__WL_M coalesced_group binary_partition(const GROUP& group, bool predicate) {
  unsigned int lanes = __ballot_sync(group.__wl_mask(), predicate);
  return coalesced_group(predicate ? lanes : group.__wl_mask() & ~lanes, predicate, 2);
}
// Groups are numbered by their lowest lanes.
template <typename GROUP, typename T>
__WL_M coalesced_group labeled_partition(const GROUP& group, T label) {
  unsigned int lanes = __match_any_sync(group.__wl_mask(), label);
  unsigned int first = __ffs(lanes) - 1, leaders = __ballot_sync(group.__wl_mask(), first == __wl::lane());
  return coalesced_group(lanes, __popc(leaders & ((1u << first) - 1)), __popc(leaders));
}
__WL_M thread_block_tile<1> this_thread() { return thread_block_tile<1>(); }

template <typename GROUP> __WL_M void sync(const GROUP& group) { group.sync(); }
template <typename GROUP> __WL_M auto thread_rank(const GROUP& group) -> decltype(group.thread_rank()) { return group.thread_rank(); }
template <typename GROUP> __WL_M auto group_size(const GROUP& group) -> decltype(group.size()) { return group.size(); }
template <typename GROUP, typename F, typename... A>
__WL_M void invoke_one(const GROUP& group, F&& function, A&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<A&&>(arguments)...);
}

template <typename GROUP, typename F, typename... A>
__WL_M auto invoke_one_broadcast(const GROUP& group, F&& function, A&&... arguments) {
  // Other lanes pass something defined, too: what they give is not looked at.
  decltype(function(static_cast<A&&>(arguments)...)) result = {};
  if (group.thread_rank() == 0) result = function(static_cast<A&&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

#undef __WL_M
