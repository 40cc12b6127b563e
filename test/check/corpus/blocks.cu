// Races in global memory between blocks of a grid.

//$ grid=4 block=64
__global__ void everyBlockItsOwn(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = b[i] + 1;
  a[i] *= 2;
}

//$ grid=4 block=64
__global__ void missingBlockOffset(int* a, int* b, int* c, int n) {
  a[threadIdx.x] = blockIdx.x;  //! data-race
}

//$ grid=4 block=64
__global__ void neighbourOfAnotherBlock(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = b[i];  //! data-race
  __syncthreads();
  if (i > 0) c[i] = a[i - 1];  //! data-race
}

//$ grid=4 block=64
__global__ void stencilInPlace(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int left = i > 0 ? a[i - 1] : 0;  //! data-race
  __syncthreads();
  a[i] = left + 1;  //! data-race
}

//$ grid=4 block=64
__global__ void stencilOutOfPlace(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int left = i > 0 ? b[i - 1] : 0;
  a[i] = left + b[i];
}

//$ grid=4 block=64
__global__ void sumWithoutAtomic(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) a[0] += b[blockIdx.x];  //! data-race
}

//$ grid=4 block=64
__global__ void sumWithAtomic(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) atomicAdd(&a[0], b[blockIdx.x]);
}

//$ grid=4 block=64
__global__ void sumReadBeside(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) atomicAdd(&a[0], b[blockIdx.x]);  //! data-race
  if (threadIdx.x == 1) c[blockIdx.x] = a[0];  //! data-race
}

//$ grid=4 block=64
__global__ void histogram(int* a, int* b, int* c, int n) {
  __shared__ int h[16];
  if (threadIdx.x < 16) h[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&h[b[blockIdx.x * 64 + threadIdx.x]], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&a[threadIdx.x], h[threadIdx.x]);
}

//$ grid=4 block=64
__global__ void histogramWithoutAtomic(int* a, int* b, int* c, int n) {
  __shared__ int h[16];
  if (threadIdx.x < 16) h[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&h[b[blockIdx.x * 64 + threadIdx.x]], 1);
  __syncthreads();
  if (threadIdx.x < 16) a[threadIdx.x] += h[threadIdx.x];  //! data-race
}

//$ grid=4 block=64
__global__ void blockBarrierForTheGrid(int* a, int* b, int* c, int n) {
  if (blockIdx.x == 0) a[threadIdx.x] = b[threadIdx.x];  //! data-race
  __syncthreads();
  if (blockIdx.x > 0) c[blockIdx.x * 64 + threadIdx.x] = a[threadIdx.x];  //! data-race
}

//$ grid=4 block=64
__global__ void fenceForTheGrid(int* a, int* b, int* c, int n) {
  if (blockIdx.x == 0) a[threadIdx.x] = b[threadIdx.x];  //! data-race
  __threadfence();
  __syncthreads();
  if (blockIdx.x > 0) c[blockIdx.x * 64 + threadIdx.x] = a[threadIdx.x];  //! data-race
}

//$ grid=4 block=64
__global__ void overlappingRows(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 63 + threadIdx.x;
  a[i] = b[i];  //! data-race
}

//$ grid=4 block=64
__global__ void bytesOfOneWord(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) ((char*)a)[blockIdx.x] = (char)blockIdx.x;
}

//$ grid=4 block=64
__global__ void bitsOfOneByte(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) ((char*)a)[0] |= (char)(1 << blockIdx.x);  //! data-race
}

//$ grid=4 block=64
__global__ void allSetOneFlag(int* a, int* b, int* c, int n) {
  if (b[blockIdx.x * 64 + threadIdx.x] > 5) *c = 1;
}

//$ grid=4 block=64
__global__ void flagReadBeside(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (b[i] > 5) *c = 1;  //! data-race
  a[i] = *c;  //! data-race
}

__device__ int total;

//$ grid=4 block=64
__global__ void deviceVariable(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) total = total + b[blockIdx.x];  //! data-race
}

__device__ int totalOfAtomics;

//$ grid=4 block=64
__global__ void deviceVariableAtomic(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) atomicAdd(&totalOfAtomics, b[blockIdx.x]);
}

//$ grid=2 block=64
__global__ void wideOverNarrow(int* a, int* b, int* c, int n) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) a[4 * t + 1] = t;  //! data-race
  else if (t < 32) ((int4*)c)[t] = ((int4*)a)[t];  //! data-race
}

//$ grid=4 block=64
__global__ void readersOnly(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x, sum = 0;
  for (int k = 0; k < 16; ++k) sum += b[k];
  a[i] = sum;
}

//$ grid=3 block=32
__global__ void laterReaderRacesWithWriter(int* a, int* b, int* c, int n) {
  if (blockIdx.x < 2) c[blockIdx.x * 32 + threadIdx.x] = a[threadIdx.x];  //! data-race
  else a[threadIdx.x] = 1;  //! data-race
}

//$ grid=4 block=64
__global__ void gridStride(int* a, int* b, int* c, int n) {
  for (int i = blockIdx.x * 64 + threadIdx.x; i < 1000; i += gridDim.x * 64) a[i] = b[i] + i;
}

//$ grid=4 block=64
__global__ void gridStrideWrong(int* a, int* b, int* c, int n) {
  for (int i = blockIdx.x * 64 + threadIdx.x; i < 400; i += 64) a[i] = b[i] + blockIdx.x;  //! data-race
}

//$ grid=2 block=32
__global__ void bytesOfAnotherBlock(int* a, int* b, int* c, int n) {
  unsigned char* bytes = (unsigned char*)a;
  bytes[threadIdx.x] = (unsigned char)(b[threadIdx.x] + blockIdx.x);  //! data-race
}

//$ grid=2 block=64
__global__ void bytesReadByAnotherBlock(int* a, int* b, int* c, int n) {
  unsigned char* bytes = (unsigned char*)a;
  int t = threadIdx.x;
  if (blockIdx.x == 0) c[t] = bytes[t];  //! data-race
  else if (t == 9) bytes[5] = (unsigned char)n;  //! data-race
}

//$ grid=2 block=64
__global__ void halvesByBlock(int* a, int* b, int* c, int n) {
  short* halves = (short*)a;
  halves[2 * threadIdx.x + blockIdx.x] = (short)n;
}

//$ grid=2 block=64
__global__ void wordOverBytes(int* a, int* b, int* c, int n) {
  unsigned char* bytes = (unsigned char*)a;
  int t = threadIdx.x;
  if (blockIdx.x == 0) bytes[t] = (unsigned char)t;  //! data-race
  else if (t == 3) a[2] = n;  //! data-race
}

//$ grid=6 block=64
__global__ void bytesOfEachBlocksSharedMemory(int* a, int* b, int* c, int n) {
  __shared__ char s[64];
  s[threadIdx.x] = (char)b[threadIdx.x];
  __syncthreads();
  a[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}

__device__ void meet(int* count, int goal) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < goal);
  }
  __syncthreads();
  __threadfence();
}

//$ grid=6 block=64
__global__ void gridBarrierInAFunction(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, i = blockIdx.x;
  for (int turn = 0; turn < 2; turn++) {
    int x = a[(i + 1) % gridDim.x * 64 + t];
    meet(c, gridDim.x * (2 * turn + 1));
    a[i * 64 + t] = x + 1;
    meet(c, gridDim.x * (2 * turn + 2));
  }
}

//$ grid=6 block=64
__global__ void gridBarrierOneTooFew(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, i = blockIdx.x;
  a[i * 64 + t] = t;  //! data-race
  meet(c, gridDim.x - 1);
  b[i * 64 + t] = a[(i + 1) % gridDim.x * 64 + t];  //! data-race
}

//$ grid=6 block=64
__global__ void firstBlockReadsTheLast(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, i = blockIdx.x;
  a[i * 64 + t] = t;  //! data-race
  meet(c, gridDim.x - 1);
  if (i == 0) b[t] = a[(gridDim.x - 1) * 64 + t];  //! data-race
}

//$ grid=6 block=64
__global__ void firstBlockReadsAll(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, i = blockIdx.x;
  a[i * 64 + t] = t;
  meet(c, gridDim.x);
  if (i == 0) for (int j = 0; j < gridDim.x; j++) b[j * 64 + t] = a[j * 64 + t];
}

__device__ void raise(int* flag) { asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(flag) : "memory"); }
__device__ int look(const int* flag) {
  int found;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(found) : "l"(flag) : "memory");
  return found;
}
__device__ bool isComplete(const int* flag, int goal) { return look(flag) >= goal; }

//$ grid=4 block=64
__global__ void looksInAFunction(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, i = blockIdx.x;
  a[i * 64 + t] = t;
  __syncthreads();
  if (t == 0) {
    raise(c);
    while (!isComplete(c, gridDim.x));
  }
  __syncthreads();
  b[i * 64 + t] = a[(i + 1) % gridDim.x * 64 + t];
}
