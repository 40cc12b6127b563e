// Twenty-five pairs of kernels that do alike, before and after a change that is often advised: NAME_before and NAME_after.
// In some the change pays, in others (useless_…) something else than what it mends takes the time.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(status));         \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

// Padding: columns of a tile, read many times.
template <int PITCH>
__device__ void tileColumns(float* out) {
  __shared__ float tile[32 * PITCH];
  for (int row = threadIdx.y; row < 32; row += blockDim.y) tile[row * PITCH + threadIdx.x] = row + threadIdx.x;
  __syncthreads();
  float sum = 0;
#pragma unroll 4
  for (int i = 0; i < 64; i++) sum += tile[threadIdx.x * PITCH + ((i + threadIdx.y) & 31)];
  out[(blockIdx.x * blockDim.y + threadIdx.y) * 32 + threadIdx.x] = sum;
}
__global__ void padding_before(float* out) { tileColumns<32>(out); }
__global__ void padding_after(float* out) { tileColumns<33>(out); }

// Padding: a transpose through a tile of doubles, whose rows fill all banks.
template <int PITCH>
__device__ void transposeTile(const float* in, float* out, int width) {
  __shared__ float tile[32 * PITCH];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) tile[(threadIdx.y + i) * PITCH + threadIdx.x] = in[(y + i) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) out[(y + i) * width + x] = tile[threadIdx.x * PITCH + threadIdx.y + i];
}
__global__ void transposePadding_before(const float* in, float* out, int width) { transposeTile<32>(in, out, width); }
__global__ void transposePadding_after(const float* in, float* out, int width) { transposeTile<33>(in, out, width); }

// Useless padding: a two-way conflict once per thread, in a kernel that waits for device memory.
template <int PITCH>
__device__ void rareConflict(const float* in, float* out) {
  __shared__ float tile[16 * PITCH + 16];
  int i = blockIdx.x * 256 + threadIdx.x;
  int slot = (threadIdx.x & 15) * PITCH + (threadIdx.x >> 4);
  tile[slot] = in[i];
  __syncthreads();
  out[i] = tile[slot] + 1;
}
__global__ void useless_padding_before(const float* in, float* out) { rareConflict<17>(in, out); }
__global__ void useless_padding_after(const float* in, float* out) { rareConflict<18>(in, out); }

// Coalescing: each thread reads a run of its own, or the threads of a warp read side by side.
__global__ void runs_before(const float* in, float* out, int run) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < run; i++) sum += in[thread * run + i];
  out[thread] = sum;
}
__global__ void runs_after(const float* in, float* out, int run) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  float sum = 0;
  for (int i = 0; i < run; i++) sum += in[i * threads + thread];
  out[thread] = sum;
}

// Coalescing: one member of structures, or an array of that member.
struct Particle { float x, y, z, w, vx, vy, vz, mass; };
__global__ void structures_before(const Particle* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x * 2;
}
__global__ void structures_after(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * 2;
}

// Coalescing: stores with a stride.
__global__ void strideStore_before(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int rows = n / 1024;
  out[(i % 1024) * rows + i / 1024] = in[i];
}
__global__ void strideStore_after(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Useless alignment: rows that begin one element off cost five sectors for four, which caches deliver.
__global__ void useless_alignment_before(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1] * 2;
}
__global__ void useless_alignment_after(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * 2;
}

// Atomics: few bins of all blocks, or bins of each block first.
__global__ void histogram_before(const unsigned char* in, unsigned* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i] & 15], 1u);
}
__global__ void histogram_after(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned own[16];
  if (threadIdx.x < 16) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i] & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// Atomics: every thread adds to one float, or every block does.
__global__ void total_before(const float* in, float* total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(total, in[i]);
}
__global__ void total_after(const float* in, float* total) {
  __shared__ float sums[8];
  float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = 16; offset; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 8) {
    sum = sums[threadIdx.x];
    for (int offset = 4; offset; offset /= 2) sum += __shfl_down_sync(0xff, sum, offset);
    if (threadIdx.x == 0) atomicAdd(total, sum);
  }
}

// Atomics: a list that every thread appends to by itself, or a block at a time.
__global__ void append_before(const int* in, int* out, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  // Each lane takes a turn of its own, as divergent code does.
  for (int turn = 0; turn < 32; turn++)
    if (lane == turn && in[i] > 0) out[atomicAdd(count, 1)] = i;
}
__global__ void append_after(const int* in, int* out, int* count) {
  __shared__ int own, base;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) own = 0;
  __syncthreads();
  int at = in[i] > 0 ? atomicAdd(&own, 1) : -1;
  __syncthreads();
  if (threadIdx.x == 0) base = atomicAdd(count, own);
  __syncthreads();
  if (at >= 0) out[base + at] = i;
}

// Atomics: one per warp, or one per block.
template <int BLOCK>
__device__ void totalOfMany(const float* in, float* total, int n) {
  __shared__ float sums[8];
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += in[i];
  for (int offset = 16; offset; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (BLOCK) {
      for (int i = 1; i < 8; i++) sum += sums[i];
      atomicAdd(total, sum);
    } else {
      for (int i = 0; i < 8; i++) atomicAdd(total, sums[i]);
    }
  }
}
__global__ void warpAtomics_before(const float* in, float* total, int n) { totalOfMany<0>(in, total, n); }
__global__ void warpAtomics_after(const float* in, float* total, int n) { totalOfMany<1>(in, total, n); }

// Useless atomics to shared: the same with few blocks, which read much.
__global__ void useless_atomics_before(const float* in, float* total, int n) { totalOfMany<0>(in, total, n); }
__global__ void useless_atomics_after(const float* in, float* total, int n) { totalOfMany<1>(in, total, n); }

// Unrolling: one chain of additions per thread, or four.
__global__ void chains_before(float* out, float step) {
  float sum = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 1024; i++) {
#pragma unroll
    for (int k = 0; k < 64; k++) sum = sum * step + 1.0f;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void chains_after(float* out, float step) {
  float a = threadIdx.x, b = a + 1, c = a + 2, d = a + 3;
#pragma unroll 1
  for (int i = 0; i < 1024; i++) {
#pragma unroll
    for (int k = 0; k < 16; k++) {
      a = a * step + 1.0f;
      b = b * step + 1.0f;
      c = c * step + 1.0f;
      d = d * step + 1.0f;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

// Unrolling: a search that waits for one load after the other, or for four at a time.
__global__ void gather_before(const int* next, float* out, int steps) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < steps; i++) at = next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
__global__ void gather_after(const int* next, float* out, int steps) {
  int base = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 4
  for (int i = 0; i < steps; i++) sum += next[(base + i * 4096) & 0xfffff];
  out[base] = sum;
}

// Useless unrolling: the loop waits for device memory, with warps enough.
__global__ void useless_unrolling_before(const float4* in, float4* out, int n) {
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}
__global__ void useless_unrolling_after(const float4* in, float4* out, int n) {
#pragma unroll 4
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}

// Occupancy: so much shared memory that one block of two warps has a multiprocessor to itself, or room for many.
__global__ void occupancy_before(const int* next, int* out, int steps) {
  extern __shared__ int unused[];
  int at = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < steps; i++) at = next[at];
  if (at < 0) unused[0] = at;
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
__global__ void occupancy_after(const int* next, int* out, int steps) {
  extern __shared__ int unused[];
  int at = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < steps; i++) at = next[at];
  if (at < 0) unused[0] = at;
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// Useless occupancy: half the warps keep the arithmetic as busy.
template <int SHARED>
__device__ void busy(float* out, float step) {
  __shared__ float some[SHARED];
  float a[8];
  for (int k = 0; k < 8; k++) a[k] = threadIdx.x + k;
#pragma unroll 1
  for (int i = 0; i < 1024; i++)
#pragma unroll
    for (int k = 0; k < 8; k++) a[k] = a[k] * step + 1.0f;
  float sum = 0;
  for (int k = 0; k < 8; k++) sum += a[k];
  if (sum == 1234567) some[threadIdx.x] = sum;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void useless_occupancy_before(float* out, float step) { busy<10240>(out, step); }
__global__ void useless_occupancy_after(float* out, float step) { busy<256>(out, step); }

// Precision: a literal that makes the arithmetic double.
__global__ void literal_before(float* out) {
  float x = threadIdx.x;
#pragma unroll 4
  for (int i = 0; i < 512; i++) x = x * 0.999 + 0.5;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void literal_after(float* out) {
  float x = threadIdx.x;
#pragma unroll 4
  for (int i = 0; i < 512; i++) x = x * 0.999f + 0.5f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// Useless padding: conflicts in a kernel that double precision keeps busy.
template <int PITCH>
__device__ void doubles(double* out, double step) {
  __shared__ float tile[32 * PITCH];
  for (int row = threadIdx.y; row < 32; row += blockDim.y) tile[row * PITCH + threadIdx.x] = row;
  __syncthreads();
  double x[4] = {tile[(threadIdx.x & 1) * PITCH + threadIdx.y], 1, 2, 3};
#pragma unroll 1
  for (int i = 0; i < 512; i++)
    for (int k = 0; k < 4; k++) x[k] = x[k] * step + 1.0;
  out[(blockIdx.x * blockDim.y + threadIdx.y) * 32 + threadIdx.x] = x[0] + x[1] + x[2] + x[3];
}
__global__ void useless_doubles_before(double* out, double step) { doubles<32>(out, step); }
__global__ void useless_doubles_after(double* out, double step) { doubles<33>(out, step); }

// Reuse: a product of matrices from global memory, or through tiles.
__global__ void product_before(const float* a, const float* b, float* c, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[k * n + y] * b[x * n + k];
  c[y * n + x] = sum;
}
__global__ void product_after(const float* a, const float* b, float* c, int n) {
  __shared__ float left[16][17], right[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    left[threadIdx.y][threadIdx.x] = a[(t + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(blockIdx.x * 16 + threadIdx.y) * n + t + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 16; k++) sum += left[k][threadIdx.y] * right[threadIdx.x][k];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

// Blocks: a warp each, or eight warps each.
__global__ void blocks_before(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i & 0xffff] + 1;
}
__global__ void blocks_after(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i & 0xffff] + 1;
}

// Division: an index that divides by a number that the compiler does not know, or by a shift.
__global__ void division_before(unsigned* out, unsigned by) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 4
  for (unsigned k = 0; k < 64; k++) sum += (i + k * 77) / by + (i + k * 77) % by;
  out[i] = sum;
}
__global__ void division_after(unsigned* out, unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 4
  for (unsigned k = 0; k < 64; k++) sum += ((i + k * 77) >> shift) + ((i + k * 77) & ((1u << shift) - 1));
  out[i] = sum;
}

// Width: bytes one by one, or four at a time.
__global__ void bytes_before(const unsigned char* in, unsigned char* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; k++) out[i + k * gridDim.x * blockDim.x] = in[i + k * gridDim.x * blockDim.x] ^ 1;
}
__global__ void bytes_after(const uchar4* in, uchar4* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uchar4 v = in[i];
  out[i] = make_uchar4(v.x ^ 1, v.y ^ 1, v.z ^ 1, v.w ^ 1);
}

// Width: floats one by one, by many blocks that do little, or four at a time.
__global__ void floats_before(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * 3;
}
__global__ void floats_after(const float4* in, float4* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  out[i] = make_float4(v.x * 3, v.y * 3, v.z * 3, v.w * 3);
}

// Useless width: a loop over floats, or over four at a time, which waits for double precision.
__global__ void useless_width_before(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double x = in[i];
#pragma unroll
    for (int k = 0; k < 32; k++) x = x * 0.5 + 1.0;
    out[i] = x;
  }
}
__global__ void useless_width_after(const float4* in, float4* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
    float4 v = in[i];
    double x = v.x, y = v.y, z = v.z, w = v.w;
#pragma unroll
    for (int k = 0; k < 32; k++) {
      x = x * 0.5 + 1.0;
      y = y * 0.5 + 1.0;
      z = z * 0.5 + 1.0;
      w = w * 0.5 + 1.0;
    }
    out[i] = make_float4(x, y, z, w);
  }
}

int main() {
  const int n = 1 << 24;
  float *in, *out;
  int* next;
  CHECK(cudaMalloc(&in, (n + 32) * sizeof(float) * 2));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMalloc(&next, (1 << 20) * sizeof(int)));
  CHECK(cudaMemset(in, 0, (n + 32) * sizeof(float) * 2));
  int* host = (int*)malloc((1 << 20) * sizeof(int));
  for (int i = 0; i < 1 << 20; i++) host[i] = (i * 40961u + 12345u) & 0xfffff;
  CHECK(cudaMemcpy(next, host, (1 << 20) * sizeof(int), cudaMemcpyHostToDevice));
  double* doublesOut = (double*)in;
  unsigned* bins = (unsigned*)out;

  padding_before<<<4096, dim3(32, 8)>>>(out);
  padding_after<<<4096, dim3(32, 8)>>>(out);
  transposePadding_before<<<dim3(64, 64), dim3(32, 8)>>>(in, out, 2048);
  transposePadding_after<<<dim3(64, 64), dim3(32, 8)>>>(in, out, 2048);
  useless_padding_before<<<n / 256, 256>>>(in, out);
  useless_padding_after<<<n / 256, 256>>>(in, out);
  runs_before<<<n / 64 / 128, 128>>>(in, out, 64);
  runs_after<<<n / 64 / 128, 128>>>(in, out, 64);
  structures_before<<<n / 8 / 256, 256>>>((const Particle*)in, out);
  structures_after<<<n / 8 / 256, 256>>>(in, out);
  strideStore_before<<<n / 256, 256>>>(in, out, n);
  strideStore_after<<<n / 256, 256>>>(in, out, n);
  useless_alignment_before<<<n / 256, 256>>>(in, out);
  useless_alignment_after<<<n / 256, 256>>>(in, out);
  histogram_before<<<264, 256>>>((const unsigned char*)next, bins, 1 << 20);
  histogram_after<<<264, 256>>>((const unsigned char*)next, bins, 1 << 20);
  total_before<<<1024, 256>>>(in, out);
  total_after<<<1024, 256>>>(in, out);
  CHECK(cudaMemset(out, 0, 4));
  append_before<<<256, 256>>>(next, (int*)out + 32, (int*)out);
  CHECK(cudaMemset(out, 0, 4));
  append_after<<<256, 256>>>(next, (int*)out + 32, (int*)out);
  warpAtomics_before<<<n / 2048, 256>>>(in, out, n);
  warpAtomics_after<<<n / 2048, 256>>>(in, out, n);
  useless_atomics_before<<<528, 256>>>(in, out, n);
  useless_atomics_after<<<528, 256>>>(in, out, n);
  chains_before<<<132, 64>>>(out, 0.5f);
  chains_after<<<132, 64>>>(out, 0.5f);
  gather_before<<<132, 128>>>(next, out, 64);
  gather_after<<<132, 128>>>(next, out, 64);
  useless_unrolling_before<<<1056, 256>>>((const float4*)in, (float4*)out, n / 4);
  useless_unrolling_after<<<1056, 256>>>((const float4*)in, (float4*)out, n / 4);
  const int most = 200 << 10;
  CHECK(cudaFuncSetAttribute(occupancy_before, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  occupancy_before<<<2112, 64, most>>>(next, (int*)out, 32);
  occupancy_after<<<2112, 64, 0>>>(next, (int*)out, 32);
  useless_occupancy_before<<<1056, 256>>>(out, 0.5f);
  useless_occupancy_after<<<1056, 256>>>(out, 0.5f);
  literal_before<<<1056, 256>>>(out);
  literal_after<<<1056, 256>>>(out);
  useless_doubles_before<<<528, dim3(32, 8)>>>(doublesOut, 0.5);
  useless_doubles_after<<<528, dim3(32, 8)>>>(doublesOut, 0.5);
  product_before<<<dim3(32, 32), dim3(16, 16)>>>(in, in + (1 << 20), out, 512);
  product_after<<<dim3(32, 32), dim3(16, 16)>>>(in, in + (1 << 20), out, 512);
  blocks_before<<<1 << 16, 32>>>(in, out);
  blocks_after<<<1 << 13, 256>>>(in, out);
  division_before<<<2112, 256>>>(bins, 64);
  division_after<<<2112, 256>>>(bins, 6);
  bytes_before<<<1 << 15, 256>>>((const unsigned char*)in, (unsigned char*)out);
  bytes_after<<<1 << 15, 256>>>((const uchar4*)in, (uchar4*)out);
  floats_before<<<n / 256, 256>>>(in, out);
  floats_after<<<n / 4 / 256, 256>>>((const float4*)in, (float4*)out);
  useless_width_before<<<1056, 256>>>(in, out, 1 << 22);
  useless_width_after<<<1056, 256>>>((const float4*)in, (float4*)out, 1 << 22);
  CHECK(cudaDeviceSynchronize());
  puts("done");
  return 0;
}
