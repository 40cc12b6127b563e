// Races between warps of a block in shared and global memory, and their corrected versions.
// `//$` gives a kernel's launch; `//! kind` marks a line of a finding, and `//! kind:x` tells findings of one kernel apart.

//$ grid=1 block=64
__global__ void neighbourWithoutBarrier(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = b[threadIdx.x];  //! data-race
  a[threadIdx.x] = s[63 - threadIdx.x];  //! data-race
}

//$ grid=1 block=64
__global__ void neighbourWithBarrier(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x];
}

//$ grid=1 block=128
__global__ void scanWithOneBarrier(int* a, int* b, int* c, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int v = t >= d ? s[t - d] : 0;  //! data-race
    s[t] += v;  //! data-race
    __syncthreads();
  }
  a[t] = s[t];
}

//$ grid=1 block=128
__global__ void scanWithTwoBarriers(int* a, int* b, int* c, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  a[t] = s[t];
}

//$ grid=1 block=64
__global__ void reuseWithoutBarrier(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 3; ++k) {
    s[t] = b[t] + k;  //! data-race
    __syncthreads();
    sum += s[(t + 40) % 64];  //! data-race
  }
  a[t] = sum;
}

//$ grid=1 block=64
__global__ void doubleBuffer(int* a, int* b, int* c, int n) {
  __shared__ int s[2][64];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 4; ++k) {
    s[k & 1][t] = b[t] + k;
    __syncthreads();
    sum += s[k & 1][(t + 40) % 64];
  }
  a[t] = sum;
}

//$ grid=1 block=64
__global__ void plainCounter(int* a, int* b, int* c, int n) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  count += b[threadIdx.x];  //! data-race
  __syncthreads();
  a[threadIdx.x] = count;
}

//$ grid=1 block=64
__global__ void atomicCounter(int* a, int* b, int* c, int n) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, b[threadIdx.x]);
  __syncthreads();
  a[threadIdx.x] = count;
}

//$ grid=1 block=64
__global__ void counterReadTooEarly(int* a, int* b, int* c, int n) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, b[threadIdx.x]);  //! data-race
  a[threadIdx.x] = count;  //! data-race
}

//$ grid=1 block=64
__global__ void counterClearedTooLate(int* a, int* b, int* c, int n) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;  //! data-race
  atomicAdd(&count, b[threadIdx.x]);  //! data-race
  __syncthreads();
  a[threadIdx.x] = count;
}

//$ grid=1 block=64
__global__ void bytesOverWords(int* a, int* b, int* c, int n) {
  __shared__ int s[16];
  int t = threadIdx.x;
  ((unsigned char*)s)[t] = (unsigned char)b[t];  //! data-race
  a[t] = s[(t / 4 + 9) % 16];  //! data-race
}

//$ grid=1 block=64
__global__ void neighbouringBytes(int* a, int* b, int* c, int n) {
  __shared__ unsigned char s[64];
  int t = threadIdx.x;
  s[t] = (unsigned char)b[t];
  s[t] += 1;
  a[t] = s[t];
}

//$ grid=1 block=64
__global__ void neighbouringHalves(int* a, int* b, int* c, int n) {
  __shared__ unsigned short s[64];
  int t = (threadIdx.x * 33) % 64;
  s[t] = (unsigned short)b[t];
  s[t] += 1;
  a[t] = s[t];
}

__device__ void keep(int* s, int t, int v) {
  s[t] = v;  //! data-race@throughFunction
}

//$ grid=1 block=64
__global__ void throughFunction(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  keep(s, t, b[t]);
  a[t] = s[t ^ 32];  //! data-race@throughFunction
}

//$ grid=1 block=64
__global__ void globalNeighbour(int* a, int* b, int* c, int n) {
  int t = threadIdx.x;
  a[t] = b[t];  //! data-race
  c[t] = a[(t + 32) % 64];  //! data-race
}

//$ grid=1 block=64
__global__ void globalNeighbourWithBarrier(int* a, int* b, int* c, int n) {
  int t = threadIdx.x;
  a[t] = b[t];
  __syncthreads();
  c[t] = a[(t + 32) % 64];
}

//$ grid=1 block=64
__global__ void fenceIsNoBarrier(int* a, int* b, int* c, int n) {
  int t = threadIdx.x;
  a[t] = b[t];  //! data-race
  __threadfence();
  c[t] = a[(t + 32) % 64];  //! data-race
}

//$ grid=1 block=256
__global__ void treeReduction(int* a, int* b, int* c, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) a[0] = s[0];
}

//$ grid=1 block=256
__global__ void treeReductionWithoutBarrier(int* a, int* b, int* c, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];  //! data-race
  }
  if (t == 0) a[0] = s[0];
}

//$ grid=1 block=256
__global__ void treeReductionReadTooEarly(int* a, int* b, int* c, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncthreads();
  for (int d = 128; d > 1; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) s[0] += s[1];  //! data-race
  a[t] = s[0];  //! data-race
}

//$ grid=1 block=64
__global__ void stencilWithoutHalo(int* a, int* b, int* c, int n) {
  __shared__ int s[66];
  int t = threadIdx.x;
  s[t + 1] = b[t];  //! data-race:a
  if (t == 0) s[0] = 0;  //! data-race:b
  if (t == 63) s[65] = 0;
  __syncwarp();
  if (t != 31 && t != 32) a[t] = s[t] + s[t + 2];
  if (t == 32) a[t] = s[t];  //! data-race:a
  if (t == 33) a[64] = s[0];  //! data-race:b
}

//$ grid=1 block=64 shared=512
__global__ void twoRegions(int* a, int* b, int* c, int n) {
  extern __shared__ int s[];
  int* low = s;
  int* high = s + 64;
  int t = threadIdx.x;
  low[t] = b[t];
  high[t] = b[t] + 1;
  __syncthreads();
  a[t] = low[63 - t] + high[(t + 32) % 64];
}

//$ grid=1 block=8,8
__global__ void transposeTile(int* a, int* b, int* c, int n) {
  __shared__ int tile[8][9];
  tile[threadIdx.y][threadIdx.x] = b[threadIdx.y * 8 + threadIdx.x];
  __syncthreads();
  a[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

//$ grid=1 block=8,8
__global__ void transposeTileInPlace(int* a, int* b, int* c, int n) {
  __shared__ int tile[8][9];
  tile[threadIdx.y][threadIdx.x] = b[threadIdx.y * 8 + threadIdx.x];
  __syncthreads();
  int v = tile[threadIdx.x][threadIdx.y];  //! data-race
  tile[threadIdx.y][threadIdx.x] = v;  //! data-race
  __syncthreads();
  a[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

//$ grid=1 block=64
__global__ void allWriteDifferent(int* a, int* b, int* c, int n) {
  __shared__ int last;
  last = threadIdx.x;  //! data-race
  __syncthreads();
  a[threadIdx.x] = last;
}

//$ grid=1 block=64
__global__ void allWriteOneConstant(int* a, int* b, int* c, int n) {
  __shared__ bool any;
  if (threadIdx.x == 0) any = false;
  __syncthreads();
  if (b[threadIdx.x] > 3) any = true;
  __syncthreads();
  a[threadIdx.x] = any;
}

//$ grid=1 block=64
__global__ void barrierInOneBranchOnly(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = b[t];  //! data-race
  if (n > 1000000) __syncthreads();
  a[t] = s[63 - t];  //! data-race
}

//$ grid=1 block=64
__global__ void barrierThatCounts(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = b[t];
  int many = __syncthreads_count(b[t] > 2);
  a[t] = s[63 - t] + many;
}

//$ grid=1 block=64
__global__ void vectorsOverWords(int* a, int* b, int* c, int n) {
  __shared__ int4 s[16];
  int t = threadIdx.x;
  ((int*)s)[t] = b[t];  //! data-race
  if (t < 16) {
    int4 v = s[15 - t];  //! data-race
    a[t] = v.x + v.y + v.z + v.w;
  }
}

//$ grid=1 block=64
__global__ void structuresSideBySide(int* a, int* b, int* c, int n) {
  struct Pair { int low; short high; };
  __shared__ Pair s[64];
  int t = threadIdx.x;
  s[t].low = b[t];
  s[t].high = (short)b[t];
  __syncthreads();
  a[t] = s[63 - t].low + s[63 - t].high;
}
