// Tiles of several warps, which meet through memory that the block gives them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;
template <class T, int SIZE> __global__ void tiles(T* out, int* flags) {
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ T before[256];
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<SIZE>(block);
  const int t = block.thread_rank();
  out[t] = cg::reduce(tile, T(t + 1), cg::plus<T>());
  out[256 + t] = cg::reduce(tile, T((t * 7) % 256), cg::greater<T>());
  // Only this tile's warps come here as often as its number says.
  for (unsigned times = 0; times <= tile.meta_group_rank(); times++) {
    before[t] = T(t + times);
    tile.sync();
    out[512 + t] = before[t ^ (SIZE - 1)];
    tile.sync();
  }
  out[768 + t] = tile.shfl(T(t), 33);
  flags[t] = tile.any(t == 70) + 2 * tile.all(t < 200) + 4 * (tile.meta_group_size() == 256 / SIZE) +
             8 * (tile.num_threads() == SIZE) + 16 * (tile.thread_rank() == t % SIZE);
}
template <class T, int SIZE> void check(const char* what) {
  T* out;
  int* flags;
  cudaMallocManaged(&out, 1024 * sizeof(T));
  cudaMallocManaged(&flags, 256 * sizeof(int));
  tiles<T, SIZE><<<1, 256>>>(out, flags);
  printf("%s: %s", what, cudaGetErrorString(cudaDeviceSynchronize()));
  int wrong = 0;
  for (int t = 0; t < 256; t++) {
    const int first = t / SIZE * SIZE, rank = t / SIZE;
    T sum = 0, most = 0;
    bool any = false, all = true;
    for (int i = first; i < first + SIZE; i++) {
      sum += T(i + 1), most = most < T(i * 7 % 256) ? T(i * 7 % 256) : most;
      any |= i == 70, all &= i < 200;
    }
    wrong += out[t] != sum;
    wrong += out[256 + t] != most;
    wrong += out[512 + t] != T((t ^ (SIZE - 1)) + rank);
    wrong += out[768 + t] != T(first + 33);
    wrong += flags[t] != any + 2 * all + 28;
  }
  printf(", %d wrong\n", wrong);
  cudaFree(out);
  cudaFree(flags);
}
int main() {
  check<int, 64>("64 threads");
  check<double, 128>("128 threads");
  check<float, 256>("256 threads");
}
