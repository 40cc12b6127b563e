// CUB's decoupled look-back: what tiles have published, in global memory, and the callback by which the first warp of a block
// finds what stands before its tile.
#pragma once

#include "cub_base.h"
#include "cub_warp.h"

namespace cub {

enum ScanTileStatus { SCAN_TILE_OOB, SCAN_TILE_INVALID = 99, SCAN_TILE_PARTIAL, SCAN_TILE_INCLUSIVE };

namespace __wl {

// A status and a value that are read and written at once, where they fit into a word.
template <size_t BYTES> struct TileWord { static constexpr bool fits = false; using Status = unsigned int; using Both = unsigned int; };
template <> struct TileWord<1> { static constexpr bool fits = true; using Status = unsigned char; using Both = unsigned short; };
template <> struct TileWord<2> { static constexpr bool fits = true; using Status = unsigned short; using Both = unsigned int; };
template <> struct TileWord<4> { static constexpr bool fits = true; using Status = unsigned int; using Both = unsigned long long; };

constexpr size_t rounded256(size_t bytes) { return (bytes + 255) / 256 * 256; }

}  // namespace __wl

template <typename T, bool = __wl::TileWord<sizeof(T)>::fits> struct ScanTileState {
  using StatusValueT = T;
  using StatusWord = typename __wl::TileWord<sizeof(T)>::Status;
  enum { TILE_STATUS_PADDING = 32 };
  using Both = typename __wl::TileWord<sizeof(T)>::Both;
  Both* d_tile_descriptors = nullptr;

  static __host__ __device__ cudaError_t AllocationSize(int tiles, size_t& bytes) {
    bytes = __wl::rounded256((tiles + TILE_STATUS_PADDING) * sizeof(Both)) + 256;
    return cudaSuccess;
  }
  __host__ __device__ cudaError_t Init(int tiles, void* storage, size_t bytes) {
    size_t needed = 0;
    AllocationSize(tiles, needed);
    if (!storage || bytes < needed) return cudaErrorInvalidValue;
    d_tile_descriptors = (Both*)__wl::rounded256((size_t)storage);
    return cudaSuccess;
  }
  __device__ __forceinline__ void InitializeStatus(int tiles) {
    const int tile = blockIdx.x * blockDim.x + threadIdx.x;
    if (tile < tiles) put(tile, SCAN_TILE_INVALID, T());
    if (blockIdx.x == 0 && threadIdx.x < TILE_STATUS_PADDING) put((int)threadIdx.x - TILE_STATUS_PADDING, SCAN_TILE_OOB, T());
  }
  __device__ __forceinline__ void SetInclusive(int tile, T value) { put(tile, SCAN_TILE_INCLUSIVE, value); }
  __device__ __forceinline__ void SetPartial(int tile, T value) { put(tile, SCAN_TILE_PARTIAL, value); }
  template <class DELAY = NullType>
  __device__ __forceinline__ void WaitForValid(int tile, StatusWord& status, T& value, DELAY = {}) {
    Both both;
    do {
      both = ((volatile Both*)d_tile_descriptors)[TILE_STATUS_PADDING + tile];
      status = (StatusWord)both;
    } while (__any_sync(0xffffffff, status == (StatusWord)SCAN_TILE_INVALID));
    const StatusWord bits = (StatusWord)(both >> 8 * sizeof(StatusWord));
    __builtin_memcpy(&value, &bits, sizeof(T));
  }
  __device__ __forceinline__ T LoadValid(int tile) {
    const StatusWord bits = (StatusWord)(d_tile_descriptors[TILE_STATUS_PADDING + tile] >> 8 * sizeof(StatusWord));
    T value;
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
  }

 private:
  __device__ __forceinline__ void put(int tile, StatusWord status, T value) {
    StatusWord bits;
    __builtin_memcpy(&bits, &value, sizeof(T));
    ((volatile Both*)d_tile_descriptors)[TILE_STATUS_PADDING + tile] = (Both)status | (Both)bits << 8 * sizeof(StatusWord);
  }
};

// Larger values stand in arrays of their own, of which the status says which one is there.
template <typename T> struct ScanTileState<T, false> {
  using StatusValueT = T;
  using StatusWord = unsigned int;
  enum { TILE_STATUS_PADDING = 32 };
  StatusWord* d_tile_status = nullptr;
  T* d_tile_partial = nullptr;
  T* d_tile_inclusive = nullptr;

  static __host__ __device__ cudaError_t AllocationSize(int tiles, size_t& bytes) {
    bytes = statuses(tiles) + 2 * values(tiles) + 256;
    return cudaSuccess;
  }
  __host__ __device__ cudaError_t Init(int tiles, void* storage, size_t bytes) {
    size_t needed = 0;
    AllocationSize(tiles, needed);
    if (!storage || bytes < needed) return cudaErrorInvalidValue;
    char* first = (char*)__wl::rounded256((size_t)storage);
    d_tile_status = (StatusWord*)first;
    d_tile_partial = (T*)(first + statuses(tiles));
    d_tile_inclusive = (T*)(first + statuses(tiles) + values(tiles));
    return cudaSuccess;
  }
  __device__ __forceinline__ void InitializeStatus(int tiles) {
    const int tile = blockIdx.x * blockDim.x + threadIdx.x;
    if (tile < tiles) d_tile_status[TILE_STATUS_PADDING + tile] = SCAN_TILE_INVALID;
    if (blockIdx.x == 0 && threadIdx.x < TILE_STATUS_PADDING) d_tile_status[threadIdx.x] = SCAN_TILE_OOB;
  }
  __device__ __forceinline__ void SetInclusive(int tile, T value) { put(d_tile_inclusive, tile, SCAN_TILE_INCLUSIVE, value); }
  __device__ __forceinline__ void SetPartial(int tile, T value) { put(d_tile_partial, tile, SCAN_TILE_PARTIAL, value); }
  template <class DELAY = NullType>
  __device__ __forceinline__ void WaitForValid(int tile, StatusWord& status, T& value, DELAY = {}) {
    do {
      status = ((volatile StatusWord*)d_tile_status)[TILE_STATUS_PADDING + tile];
      __threadfence();
    } while (__any_sync(0xffffffff, status == SCAN_TILE_INVALID));
    if (status != SCAN_TILE_OOB) value = (status == SCAN_TILE_PARTIAL ? d_tile_partial : d_tile_inclusive)[TILE_STATUS_PADDING + tile];
  }
  __device__ __forceinline__ T LoadValid(int tile) { return d_tile_inclusive[TILE_STATUS_PADDING + tile]; }

 private:
  static __host__ __device__ size_t statuses(int tiles) { return __wl::rounded256((tiles + TILE_STATUS_PADDING) * sizeof(StatusWord)); }
  static __host__ __device__ size_t values(int tiles) { return __wl::rounded256((tiles + TILE_STATUS_PADDING) * sizeof(T)); }
  __device__ __forceinline__ void put(T* values, int tile, StatusWord status, T value) {
    values[TILE_STATUS_PADDING + tile] = value;
    __threadfence();
    ((volatile StatusWord*)d_tile_status)[TILE_STATUS_PADDING + tile] = status;
  }
};

template <typename T, typename OP, typename STATE, typename = NullType> struct TilePrefixCallbackOp {
  struct TempStorage { T exclusive_prefix, inclusive_prefix, block_aggregate; };
  using StatusWord = typename STATE::StatusWord;
  TempStorage& temp_storage;
  STATE& tile_status;
  OP scan_op;
  int tile_idx;
  T exclusive_prefix, inclusive_prefix;

  __device__ __forceinline__ TilePrefixCallbackOp(STATE& state, TempStorage& storage, OP op, int tile)
      : temp_storage(storage), tile_status(state), scan_op(op), tile_idx(tile) {}
  __device__ __forceinline__ TilePrefixCallbackOp(STATE& state, TempStorage& storage, OP op)
      : TilePrefixCallbackOp(state, storage, op, blockIdx.x) {}

  // For the first warp: publishes what the tile adds up to, and gives lane 0 what stands before it.
  __device__ __forceinline__ T operator()(T aggregate) {
    const int lane = threadIdx.x % 32;
    if (lane == 0) {
      temp_storage.block_aggregate = aggregate;
      tile_status.SetPartial(tile_idx, aggregate);
    }
    int before = tile_idx - lane - 1;
    StatusWord status;
    window(before, status, exclusive_prefix);
    while (__all_sync(0xffffffff, status != (StatusWord)SCAN_TILE_INCLUSIVE)) {
      before -= 32;
      T further;
      window(before, status, further);
      exclusive_prefix = scan_op(further, exclusive_prefix);
    }
    if (lane == 0) {
      inclusive_prefix = scan_op(exclusive_prefix, aggregate);
      tile_status.SetInclusive(tile_idx, inclusive_prefix);
      temp_storage.exclusive_prefix = exclusive_prefix;
      temp_storage.inclusive_prefix = inclusive_prefix;
    }
    return exclusive_prefix;
  }
  __device__ __forceinline__ T GetExclusivePrefix() { return temp_storage.exclusive_prefix; }
  __device__ __forceinline__ T GetInclusivePrefix() { return temp_storage.inclusive_prefix; }
  __device__ __forceinline__ T GetBlockAggregate() { return temp_storage.block_aggregate; }
  __device__ __forceinline__ int GetTileIdx() const { return tile_idx; }

 private:
  struct Swapped {
    OP op;
    __device__ __forceinline__ T operator()(const T& a, const T& b) { return op(b, a); }
  };
  // Tiles stand in the lanes from last to first, up to one that has its inclusive value.
  __device__ __forceinline__ void window(int tile, StatusWord& status, T& aggregate) {
    T value{};
    tile_status.WaitForValid(tile, status, value);
    typename WarpReduce<T>::TempStorage storage;
    aggregate = WarpReduce<T>(storage).TailSegmentedReduce(value, (int)(status == (StatusWord)SCAN_TILE_INCLUSIVE), Swapped{scan_op});
  }
};

}  // namespace cub
