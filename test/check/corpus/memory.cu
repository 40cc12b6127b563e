// What is read before it is written, and accesses that leave what they were meant for.

//$ grid=1 block=64
__global__ void halfWritten(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) s[t] = b[t];
  __syncthreads();
  a[t] = s[t];  //! uninitialised-read
}

//$ grid=1 block=64
__global__ void wholeWritten(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t < 32 ? b[t] : 0;
  __syncthreads();
  a[t] = s[t];
}

//$ grid=1 block=64
__global__ void atomicOnNothing(int* a, int* b, int* c, int n) {
  __shared__ int h[8];
  atomicAdd(&h[b[threadIdx.x] & 7], 1);  //! uninitialised-read
  __syncthreads();
  if (threadIdx.x < 8) a[threadIdx.x] = 1;
}

//$ grid=1 block=64
__global__ void exchangeOnNothing(int* a, int* b, int* c, int n) {
  __shared__ int last;
  atomicExch(&last, 1);
  __syncthreads();
  a[threadIdx.x] = last;
}

//$ grid=1 block=64
__global__ void secondByte(int* a, int* b, int* c, int n) {
  __shared__ unsigned short s[64];
  int t = threadIdx.x;
  ((unsigned char*)s)[2 * t] = (unsigned char)b[t];
  __syncthreads();
  a[t] = s[63 - t];  //! uninitialised-read
}

//$ grid=1 block=64
__global__ void everyByte(int* a, int* b, int* c, int n) {
  __shared__ unsigned short s[64];
  int t = threadIdx.x;
  ((unsigned char*)s)[2 * t] = (unsigned char)b[t];
  ((unsigned char*)s)[2 * t + 1] = 0;
  __syncthreads();
  a[t] = s[63 - t];
}

//$ grid=2 block=64
__global__ void firstBlockOnly(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (blockIdx.x == 0) s[t] = b[t];
  __syncthreads();
  a[blockIdx.x * 64 + t] = s[63 - t];  //! uninitialised-read
}

//$ grid=1 block=64
__global__ void readsThenDrops(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int dropped = s[threadIdx.x];  //! uninitialised-read
  if (dropped == 77) dropped++;
  a[threadIdx.x] = 5;
}

//$ grid=1 block=66
__global__ void haloLeftOut(int* a, int* b, int* c, int n) {
  __shared__ int s[66];
  int t = threadIdx.x;
  if (t > 0 && t < 65) s[t] = b[t];
  __syncthreads();
  if (t > 0 && t < 65) a[t] = s[t - 1] + s[t + 1];  //! uninitialised-read
}

//$ grid=1 block=64
__global__ void beyondTheBuffer(int* a, int* b, int* c, int n) {
  a[4096 + threadIdx.x] = 1;  //! out-of-bounds
}

//$ grid=1 block=64
__global__ void beforeTheBuffer(int* a, int* b, int* c, int n) {
  int i = (int)threadIdx.x - 1;
  a[i] = 1;  //! out-of-bounds
}

//$ grid=1 block=64
__global__ void twoFaults(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = b[4090 + t];  //! out-of-bounds:a
  s[t] = v;  //! data-race
  a[t] = s[63 - t];  //! data-race
  a[4090 + t] = v;  //! out-of-bounds:b
}

//$ grid=1 block=64
__global__ void guardedBuffer(int* a, int* b, int* c, int n) {
  int i = 4090 + threadIdx.x;
  if (i < 4096) a[i] = 1;
}

//$ grid=1 block=64
__global__ void beyondShared(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  s[threadIdx.x + 1] = b[threadIdx.x];  //! out-of-bounds
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x > 0 ? threadIdx.x : 1];
}

//$ grid=1 block=64
__global__ void intoTheNextSharedArray(int* a, int* b, int* c, int n) {
  __shared__ int first[64];
  __shared__ int second[64];
  int t = threadIdx.x;
  first[t] = b[t];
  second[t] = b[t];
  __syncthreads();
  if (n > 0) a[t] = first[t + 1];  //! out-of-bounds
  else a[t] = second[63 - t];
}

//$ grid=1 block=64
__global__ void withinBothSharedArrays(int* a, int* b, int* c, int n) {
  __shared__ int first[64];
  __shared__ int second[64];
  int t = threadIdx.x;
  first[t] = b[t];
  second[t] = b[t];
  __syncthreads();
  a[t] = first[63 - t] + second[63 - t];
}

//$ grid=1 block=32
__global__ void misalignedVector(int* a, int* b, int* c, int n) {
  int4* p = (int4*)(b + 1 + 4 * threadIdx.x);
  a[threadIdx.x] = p->x;  //! misaligned
}

//$ grid=1 block=32
__global__ void misalignedWord(int* a, int* b, int* c, int n) {
  int* p = (int*)((char*)b + 2);
  a[threadIdx.x] = p[threadIdx.x];  //! misaligned
}

//$ grid=1 block=32
__global__ void alignedVector(int* a, int* b, int* c, int n) {
  int4* p = (int4*)(b + 4 * threadIdx.x);
  a[threadIdx.x] = p->x;
}

//$ grid=1 block=32
__global__ void nullPointer(int* a, int* b, int* c, int n) {
  int* p = n > 0 ? nullptr : a;
  p[threadIdx.x] = 1;  //! out-of-bounds
}

__constant__ int limits[8] = {1, 2, 3, 4, 5, 6, 7, 8};

//$ grid=1 block=32
__global__ void writeToConstant(int* a, int* b, int* c, int n) {
  int* p = n > 0 ? (int*)limits : a;
  p[threadIdx.x % 8] = 1;  //! constant-write
}

//$ grid=1 block=32
__global__ void readOfConstant(int* a, int* b, int* c, int n) {
  a[threadIdx.x] = limits[threadIdx.x % 8];
}

//$ grid=1 block=1
__global__ void useAfterFree(int* a, int* b, int* c, int n) {
  int* p = (int*)malloc(64);
  p[0] = 1;
  free(p);
  a[0] = p[0];  //! use-after-free
}

//$ grid=1 block=1
__global__ void doubleFree(int* a, int* b, int* c, int n) {
  int* p = (int*)malloc(64);
  p[0] = 1;
  free(p);
  free(p);  //! double-free
}

//$ grid=1 block=1
__global__ void invalidFree(int* a, int* b, int* c, int n) {
  int* p = (int*)malloc(64);
  free(p + 1);  //! invalid-free
  free(p);
}

//$ grid=1 block=1
__global__ void beyondTheHeapBlock(int* a, int* b, int* c, int n) {
  int* p = (int*)malloc(64);
  p[16] = 1;  //! out-of-bounds
  free(p);
}

//$ grid=1 block=32
__global__ void heapUsedRight(int* a, int* b, int* c, int n) {
  int* p = (int*)malloc(64);
  for (int i = 0; i < 16; ++i) p[i] = b[i];
  a[threadIdx.x] = p[threadIdx.x % 16];
  free(p);
}

//$ grid=1 block=64
__global__ void heapSharedByTheBlock(int* a, int* b, int* c, int n) {
  __shared__ int* p;
  int t = threadIdx.x;
  if (t == 0) p = (int*)malloc(256);
  __syncthreads();
  p[t] = b[t];
  __syncthreads();
  a[t] = p[63 - t];
  __syncthreads();
  if (t == 0) free(p);
}

//$ grid=1 block=64
__global__ void heapFreedTooEarly(int* a, int* b, int* c, int n) {
  __shared__ int* p;
  int t = threadIdx.x;
  if (t == 0) p = (int*)malloc(256);
  __syncthreads();
  p[t] = b[t];
  __syncthreads();
  if (t == 0) free(p);
  a[t] = p[63 - t];  //! use-after-free
}

//$ grid=1 block=32
__global__ void assertion(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 3) __trap();  //! trapped
  a[threadIdx.x] = 1;
}

//$ grid=1 block=32
__global__ void beyondLocalArray(int* a, int* b, int* c, int n) {
  int local[4];
  for (int i = 0; i < 4; ++i) local[i] = b[i];
  a[threadIdx.x] = local[threadIdx.x % 4];
}

//$ grid=1 block=32 shared=64
__global__ void dynamicSharedTooSmall(int* a, int* b, int* c, int n) {
  extern __shared__ int s[];
  s[threadIdx.x] = b[threadIdx.x];  //! out-of-bounds
  a[threadIdx.x] = s[threadIdx.x];  //! out-of-bounds:b
}

//$ grid=1 block=32 shared=128
__global__ void dynamicSharedFits(int* a, int* b, int* c, int n) {
  extern __shared__ int s[];
  s[threadIdx.x] = b[threadIdx.x];
  a[threadIdx.x] = s[threadIdx.x];
}

//$ grid=1 block=32
__global__ void misalignedInABuffer(int* a, int* b, int* c, int n) {
  __shared__ char bytes[64];
  for (int i = threadIdx.x; i < 64; i += 32) bytes[i] = 0;
  __syncthreads();
  a[threadIdx.x] = *(int*)(bytes + 1);  //! misaligned
}

//$ grid=1 block=16
__global__ void alignedInABuffer(int* a, int* b, int* c, int n) {
  __shared__ char bytes[64];
  for (int i = threadIdx.x; i < 64; i += 16) bytes[i] = 0;
  __syncthreads();
  a[threadIdx.x] = *(int*)(bytes + 4 * threadIdx.x);
}

//$ grid=1 block=32
__global__ void misalignedInALocalArray(int* a, int* b, int* c, int n) {
  char bytes[16];
  for (int i = 0; i < 16; ++i) bytes[i] = i + n;
  a[threadIdx.x] = *(int*)(bytes + (n & 1) + 2);  //! misaligned
}

struct __attribute__((packed)) Packet {
  char kind;
  int length;
};

//$ grid=1 block=32
__global__ void packedMember(int* a, int* b, int* c, int n) {
  __shared__ Packet packets[32];
  packets[threadIdx.x].kind = 1;
  packets[threadIdx.x].length = b[threadIdx.x];
  a[threadIdx.x] = packets[threadIdx.x].length + packets[threadIdx.x].kind;
}

struct Padded {
  char kind;
  int length;
};

//$ grid=1 block=32
__global__ void copiedWithItsPadding(int* a, int* b, int* c, int n) {
  __shared__ Padded s[32];
  s[threadIdx.x].kind = 1;
  s[threadIdx.x].length = 2;
  Padded copy = s[threadIdx.x];
  a[threadIdx.x] = copy.kind + copy.length;
}

//$ grid=1 block=32
__global__ void copiedUnwritten(int* a, int* b, int* c, int n) {
  __shared__ Padded s[32];
  Padded copy = s[threadIdx.x];  //! uninitialised-read
  a[threadIdx.x] = copy.kind + copy.length;
}

struct Fields {
  unsigned low : 4, high : 28;
};

//$ grid=1 block=32
__global__ void bitFields(int* a, int* b, int* c, int n) {
  __shared__ Fields s[32];
  s[threadIdx.x].low = 1;
  s[threadIdx.x].high = 2;
  a[threadIdx.x] = s[threadIdx.x].low + s[threadIdx.x].high;
}

__device__ int first16[16];
__device__ int second16[16];

//$ grid=1 block=32
__global__ void intoTheNextVariable(int* a, int* b, int* c, int n) {
  a[threadIdx.x] = first16[threadIdx.x] + second16[threadIdx.x % 16];  //! out-of-bounds
}

//$ grid=1 block=1
__global__ void deletedTwice(int* a, int* b, int* c, int n) {
  int* p = new int[4];
  p[0] = 1;
  delete[] p;
  delete[] p;  //! double-free
}

//$ grid=1 block=1
__global__ void readAfterDelete(int* a, int* b, int* c, int n) {
  int* p = new int[4];
  p[0] = 1;
  delete[] p;
  a[0] = p[0];  //! use-after-free
}

//$ grid=1 block=1
__global__ void freeOfABuffer(int* a, int* b, int* c, int n) {
  free(a);  //! invalid-free
  free(nullptr);
}

//$ grid=1 block=32
__global__ void misalignedAtTheEnd(int* a, int* b, int* c, int n) {
  *(int*)((char*)a + 4096 * 4 - 2) = 1;  //! misaligned
}

struct alignas(16) Quad { int x, y, z, w; };

//$ grid=1 block=32
__global__ void quadsFromTheNextWord(int* a, int* b, int* c, int n) {
  *(Quad*)(a + 4 * threadIdx.x) = *(Quad*)(b + 4 * threadIdx.x + 1);  //! misaligned
}

//$ grid=1 block=32
__global__ void quadsToTheNextWord(int* a, int* b, int* c, int n) {
  memcpy((Quad*)(a + 1) + threadIdx.x, (Quad*)b + threadIdx.x, sizeof(Quad));  //! misaligned
}

//$ grid=1 block=32
__global__ void quadsInPlace(int* a, int* b, int* c, int n) {
  *(Quad*)(a + 4 * threadIdx.x) = *(Quad*)(b + 4 * threadIdx.x + 4);
}

//$ grid=1 block=32
__global__ void bytesAnywhere(int* a, int* b, int* c, int n) {
  memcpy((char*)a + 16 * threadIdx.x + 1, (char*)b + 16 * threadIdx.x + 3, 16);
}

//$ grid=1 block=64
__global__ void neighboursWrittenTogether(int* a, int* b, int* c, int n) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) {
    lock = 0;
    sum = 0;
  }
  __syncthreads();
  a[threadIdx.x] = lock + sum;
}

struct Members {
  int head[7];
  int tail;
};

//$ grid=1 block=64
__global__ void leavesMember(int* a, int* b, int* c, int n) {
  Members* members = (Members*)a;
  int last = b[threadIdx.x] & 7 | 7;
  members[threadIdx.x].head[last] = 1;  //! out-of-bounds
}

//$ grid=1 block=64
__global__ void staysInMember(int* a, int* b, int* c, int n) {
  Members* members = (Members*)a;
  for (int i = 0; i < 7; i++) members[threadIdx.x].head[i] = i;
  members[threadIdx.x].tail = 1;
}

//$ grid=1 block=64
__global__ void membersAsWords(int* a, int* b, int* c, int n) {
  Members* members = (Members*)a;
  int* words = members[0].head;
  words[8 * threadIdx.x + 7] = 1;
}
