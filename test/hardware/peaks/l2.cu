// Traffic through L2: its peaks and those of device memory, what device memory gives beside what is loaded, and which stores
// L1 joins before they reach L2. Recorded by ../bounds/record.py, with cold caches.
#include <cstdio>

constexpr long long BYTES = 128 << 20;

// Every sector of an array once.
__global__ void readAll(const float4* in, float* out, long long n) {
  float sum = 0;
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long long)blockDim.x) {
    float4 v = in[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum == 1.25f) *out = sum;
}
__global__ void writeAll(float4* out, long long n) {
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long long)blockDim.x)
    out[i] = make_float4(1, 2, 3, i);
}
__global__ void copyAll(const float4* in, float4* out) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  out[i] = in[i];
}
__global__ void addAll(const double* a, const double* b, double* c) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  c[i] = a[i] + 0.5 * b[i];
}
__global__ void updateAll(const double* a, const double* b, double* c) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  c[i] += a[i] + 0.5 * b[i];
}

// One element of every STRIDE.
template <int STRIDE>
__global__ void readStrided(const float* in, float* out) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  float v = in[i * STRIDE];
  if (v == 1.25f) *out = v;
}
__global__ void gather(const float* in, float* out, unsigned mask) {
  unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  i = (i ^ i >> 15) * 2246822519u;
  float v = in[i & mask];
  if (v == 1.25f) *out = v;
}

// The same sectors over and over, of which L2 has all after the first time.
__global__ void readHits(const float4* in, float* out, int n, int times) {
  float sum = 0;
  int i = (threadIdx.x + blockIdx.x * 1024) % n;
  for (int k = 0; k < times; k++) {
    float4 v = __ldcg(in + i);
    sum += v.x + v.y;
    i += blockDim.x;
    if (i >= n) i -= n;
  }
  if (sum == 1.25f) *out = sum;
}
__global__ void writeHits(float4* out, int n, int times) {
  int i = (threadIdx.x + blockIdx.x * 1024) % n;
  for (int k = 0; k < times; k++) {
    out[i] = make_float4(k, i, 0, 1);
    i += blockDim.x;
    if (i >= n) i -= n;
  }
}

// Each thread stores K neighbours one after the other.
template <class T, int K>
__global__ void serial(volatile T* out) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  for (int k = 0; k < K; k++) out[i * K + k] = (T)k;
}
// Each thread stores to one element several times.
__global__ void again(volatile float* out, int times) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  for (int k = 0; k < times; k++) out[i] = k;
}
// The eight warps of a block store an element of each sector of the block's.
__global__ void warpsShareSectors(float* out) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  out[blockIdx.x * 256ll + lane * 8 + warp] = lane;
}
// Eight blocks store an element of each sector that they share, all at the same time or one after the other.
__global__ void blocksShareSectors(float* out, int apart) {
  long long part = blockIdx.x / (8 * apart), within = blockIdx.x % (8 * apart);
  long long own = within % apart, element = within / apart;
  out[((part * apart + own) * blockDim.x + threadIdx.x) * 8 + element] = own;
}
// Arrays that stay in local memory.
__global__ void localStores(int* out, int times) {
  int kept[64];
  for (int k = 0; k < times; k++) kept[(k * 7 + threadIdx.x) & 63] = k;
  int sum = 0;
  for (int k = 0; k < 4; k++) sum += kept[(k * times + threadIdx.x) & 63];
  if (sum == 123456789) *out = sum;
}

int main() {
  char *a, *b, *c;
  float* out;
  cudaMalloc(&a, BYTES);
  cudaMalloc(&b, BYTES);
  cudaMalloc(&c, BYTES);
  cudaMalloc(&out, 4);
  cudaMemset(a, 0, BYTES);
  cudaMemset(b, 0, BYTES);
  cudaMemset(c, 0, BYTES);
  readAll<<<1056, 512>>>((float4*)a, out, BYTES / 16);
  writeAll<<<1056, 512>>>((float4*)a, BYTES / 16);
  copyAll<<<BYTES / 16 / 256, 256>>>((float4*)a, (float4*)b);
  addAll<<<BYTES / 8 / 256, 256>>>((double*)a, (double*)b, (double*)c);
  updateAll<<<BYTES / 8 / 256, 256>>>((double*)a, (double*)b, (double*)c);
  readStrided<8><<<BYTES / 32 / 256, 256>>>((float*)a, out);
  readStrided<16><<<BYTES / 64 / 256, 256>>>((float*)a, out);
  readStrided<32><<<BYTES / 128 / 256, 256>>>((float*)a, out);
  gather<<<4096, 256>>>((float*)a, out, BYTES / 4 - 1);
  readHits<<<1056, 256>>>((float4*)a, out, 524288, 512);
  writeHits<<<1056, 512>>>((float4*)a, 524288, 256);
  serial<char, 4><<<4096, 256>>>(a);
  serial<char, 16><<<2048, 256>>>(a);
  serial<float, 2><<<4096, 256>>>((float*)a);
  serial<float, 8><<<2048, 256>>>((float*)a);
  again<<<4096, 256>>>((float*)a, 8);
  warpsShareSectors<<<16384, 256>>>((float*)a);
  blocksShareSectors<<<16384, 256>>>((float*)a, 1);
  blocksShareSectors<<<16384, 256>>>((float*)a, 4);
  blocksShareSectors<<<16384, 256>>>((float*)a, 132);
  blocksShareSectors<<<16384, 256>>>((float*)a, 256);
  localStores<<<2048, 256>>>((int*)out, 64);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
