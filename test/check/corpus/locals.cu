// Local arrays: what a thread computes with it has to have written.

//$ grid=1 block=32
__global__ void sumOfSomeElements(int* a, int* b, int* c, int n) {
  int s[8], sum = 0;
  for (int i = 0; i < 4; i++) s[i] = b[i];
  for (int i = 0; i < 8; i++) sum += s[i];  //! uninitialised-read
  a[threadIdx.x] = sum;
}

//$ grid=1 block=32
__global__ void sumOfAll(int* a, int* b, int* c, int n) {
  int s[8], sum = 0;
  for (int i = 0; i < 8; i++) s[i] = b[i];
  for (int i = 0; i < 8; i++) sum += s[i];
  a[threadIdx.x] = sum;
}

//$ grid=1 block=32
__global__ void histogramOnNothing(int* a, int* b, int* c, int n) {
  int h[4];
  for (int i = 0; i < 16; i++) h[b[i] & 3]++;  //! uninitialised-read
  a[threadIdx.x] = h[0] + h[1];
}

//$ grid=1 block=32
__global__ void histogramOnZeros(int* a, int* b, int* c, int n) {
  int h[4] = {};
  for (int i = 0; i < 16; i++) h[b[i] & 3]++;
  a[threadIdx.x] = h[0] + h[1];
}

//$ grid=1 block=32
__global__ void branchOnNothing(int* a, int* b, int* c, int n) {
  bool seen[64];
  for (int i = 0; i < 64; i += 2) seen[i] = b[i] > 3;
  if (seen[b[threadIdx.x]]) a[threadIdx.x] = 1;  //! uninitialised-read
}

//$ grid=1 block=32
__global__ void storedForOthers(int* a, int* b, int* c, int n) {
  float s[16];
  s[0] = 1;
  ((float*)a)[threadIdx.x] = s[b[threadIdx.x]];  //! uninitialised-read
}

//$ grid=1 block=32
__global__ void threadsWithoutData(int* a, int* b, int* c, int n) {
  int s[4];
  if (threadIdx.x < 16) for (int i = 0; i < 4; i++) s[i] = b[i];
  int x = s[threadIdx.x % 4] + 1;  //! uninitialised-read
  a[threadIdx.x] = x;
}

struct Padded { char tag; int value; char last; };
struct Partial { int count; float values[4]; };

//$ grid=1 block=32
__global__ void paddingIsCopied(int* a, int* b, int* c, int n) {
  Padded p[4];
  for (int i = 0; i < 4; i++) p[i] = Padded{(char)i, b[i], 1};
  ((Padded*)a)[threadIdx.x] = p[b[threadIdx.x] % 4];
  Padded q = p[n % 4];
  c[threadIdx.x] = q.tag + q.value + q.last;
}

//$ grid=1 block=32
__global__ void partialIsCopied(int* a, int* b, int* c, int n) {
  Partial p;
  p.count = 2;
  p.values[0] = b[0], p.values[1] = b[1];
  Partial q = p;
  ((Partial*)a)[threadIdx.x] = q;
  float sum = 0;
  for (int i = 0; i < q.count; i++) sum += q.values[i];
  c[threadIdx.x] = (int)sum;
}

//$ grid=1 block=32
__global__ void partialIsSummed(int* a, int* b, int* c, int n) {
  Partial p;
  p.count = 2;
  p.values[0] = b[0], p.values[1] = b[1];
  float sum = 0;
  for (int i = 0; i < 4; i++) sum += p.values[i];  //! uninitialised-read
  c[threadIdx.x] = (int)sum;
}

__device__ __noinline__ void fill(int* to, int count, int value) {
  for (int i = 0; i < count; i++) to[i] = value + i;
}
__device__ __noinline__ int total(Partial p) { return p.count + (int)p.values[0]; }

//$ grid=1 block=32
__global__ void filledByAFunction(int* a, int* b, int* c, int n) {
  int s[8], sum = 0;
  fill(s, 8, b[0]);
  for (int i = 0; i < 8; i++) sum += s[i];
  Partial p;
  p.count = sum, p.values[0] = 1;
  a[threadIdx.x] = sum + total(p);
}

//$ grid=1 block=32
__global__ void filledInPart(int* a, int* b, int* c, int n) {
  int s[8], sum = 0;
  fill(s, 7, b[0]);
  for (int i = 0; i < 8; i++) sum += s[i];  //! uninitialised-read
  a[threadIdx.x] = sum;
}

//$ grid=1 block=32
__global__ void filledWhole(int* a, int* b, int* c, int n) {
  int s[600], sum = 0;
  memset(s, 0, sizeof(s));
  for (int i = 0; i < 600; i += 7) sum += s[i];
  int t[600];
  memcpy(t, s, sizeof(s));
  for (int i = 0; i < 600; i += 7) sum += t[i];
  a[threadIdx.x] = sum;
}

//$ grid=1 block=32
__global__ void bothByReference(int* a, int* b, int* c, int n) {
  float s[2];
  sincosf(b[threadIdx.x], &s[0], &s[1]);
  float sum = 0;
  for (int i = 0; i < 2; i++) sum += s[i];
  a[threadIdx.x] = (int)sum;
}

//$ grid=1 block=32
__global__ void volatileElements(int* a, int* b, int* c, int n) {
  volatile int s[4];
  for (int i = 0; i < 4; i++) s[i] = i;
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += s[i];
  a[threadIdx.x] = sum;
}

//$ grid=1 block=32
__global__ void stack(int* a, int* b, int* c, int n) {
  int s[32], top = 0, sum = 0;
  s[top++] = 1;
  while (top) {
    int x = s[--top];
    sum += x;
    if (x < 8) s[top++] = 2 * x, s[top++] = 2 * x + 1;
  }
  a[threadIdx.x] = sum;
}

//$ grid=2 block=64
__global__ void everyBlockItsOwn(int* a, int* b, int* c, int n) {
  int s[4];
  if (blockIdx.x == 0) for (int i = 0; i < 4; i++) s[i] = i;
  __syncthreads();
  if (blockIdx.x == 1 || threadIdx.x < 4) a[threadIdx.x + 64 * blockIdx.x] = s[b[threadIdx.x] % 4] + 1;  //! uninitialised-read
}

__device__ int* held[32];
__device__ __noinline__ void hold(int* p) { held[threadIdx.x] = p; }
__device__ __noinline__ void fillHeld() {
  for (int i = 0; i < 8; i++) held[threadIdx.x][i] = i;
}

//$ grid=1 block=32
__global__ void heldElsewhere(int* a, int* b, int* c, int n) {
  int s[8], sum = 0;
  hold(s);
  fillHeld();
  for (int i = 0; i < 8; i++) sum += s[b[i] & 7];
  a[threadIdx.x] = sum;
}
