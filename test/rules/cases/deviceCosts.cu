__constant__ float lut[256];
__global__ void byThread(float* out) { out[threadIdx.x] = lut[threadIdx.x % 16]; }
//                                                        ^^^^^^^^^^^^^^^^^^^^^ expect: constant-divergence "A warp reads 16 different words of lut: constant memory serves t"
__global__ void byData(const int* in, float* out) { out[threadIdx.x] = lut[in[threadIdx.x]]; }
//                                                                     ^^^^^^^^^^^^^^^^^^^^ expect: constant-divergence "The index into lut depends on a loaded value: constant memory ta"
__global__ void byBlock(float* out) { out[threadIdx.x] = lut[blockIdx.x]; }
__global__ void local(const int* in, int* out, int n) {
    int a[100];
    for (int i = 0; i < 100; ++i) a[i] = in[i * 32 + threadIdx.x];
    out[threadIdx.x] = a[in[threadIdx.x] % 100] + a[n % 100];
//                                                ^^^^^^^^^^ expect: local-array "a lies in local memory (400 bytes a thread): the index n % 100 i"
}
__global__ void branch(float* d, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    float x = d[tid];
    if (tid % 2 == 0) {
//      ^^^^^^^^^^^^ expect: divergent-branch "if (tid % 2 == 0) splits every warp: its sides, 25 and 20 instru"
        for (int i = 0; i < n; ++i) x = x * x + 0.5f;
    } else {
        for (int i = 0; i < n; ++i) x = sqrtf(x) + 1.5f / x;
    }
    d[tid] = x;
}
__global__ void guard(float* d, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n) for (int i = 0; i < n; ++i) d[tid] = d[tid] * d[tid] + 0.5f;
}
__global__ void masks(int* d) {
    int v = d[threadIdx.x];
    if (threadIdx.x % 32 < 16) v += __shfl_down_sync(0xffffffff, v, 8);
//                                  ^^^^^^^^^^^^^^^^ expect: warp-mask "__shfl_down_sync: the mask 0xffffffff names lanes 16 to 31, whic"
    v += __shfl_xor_sync(0xffff, v, 1);
//       ^^^^^^^^^^^^^^^ expect: warp-mask "__shfl_xor_sync: the mask 0xffff leaves out lanes 16 to 31, whic"
    v += __shfl_xor_sync(0xffffffff, v, 1);
    if (threadIdx.x % 32 < 16) v += __shfl_down_sync(0xffff, v, 8);
    if (threadIdx.x < 32) v += __shfl_down_sync(0xffffffff, v, 16);
    d[threadIdx.x] = v;
}
__global__ void rows(int** a, int* out) { out[threadIdx.x] = a[blockIdx.x][threadIdx.x]; }
//                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: double-indirection "Each access through a first loads a row's pointer: one more 8-by"
__global__ void naive(const float* a, const float* b, float* c, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
//                                     ^^^^^^^^^^^^^^ expect: missed-reuse "Each element of a is loaded by all threads along x, of b by all"
    c[row * n + column] = sum;
}
__global__ void stencil(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 1; k <= 3; ++k) sum += in[i + k] - in[i - k];
//                                      ^^^^^^^^^ expect: missed-reuse "Each element of in is loaded by all its neighbours in a block."
    out[i] = sum;
}
__global__ void plainStencil(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i - 1] + in[i] + in[i + 1];
}
__global__ void strides(const float* in, float* out) {
    int t = threadIdx.x;
    out[t] = in[t] + in[t + 32] + in[t + 64] + in[t + 96] + in[t + 128];
}
// Without a launch the block may have one thread, as the mask says.
template <unsigned SIZE>
__global__ void sized(int* d) { d[threadIdx.x] = __ballot_sync(0xffffffffu >> (32 - SIZE), d[threadIdx.x] > 0); }
template __global__ void sized<1>(int*);
void launchMasks(int* d) { masks<<<1, 64>>>(d); }
__global__ void rounded(float* x) { x[threadIdx.x] = x[threadIdx.x] * 0.1; }
//                                                                    ^^^ expect: double-arithmetic "0.1 is a double constant: an operation on float values is in"
__global__ void bins(const unsigned char* in, int* out, int n) {
    int own[64];
    for (int b = 0; b < 64; ++b) own[b] = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) own[in[i] & 63]++;
//                                                    ^^^^^^^^^^^^^^^ expect: local-array "own lies in local memory (256 bytes a thread): the index in[i] & 63 is known"
    for (int b = 0; b < 64; ++b) atomicAdd(&out[b], own[b]);
}
__global__ void gather(const float* __restrict__ in, const int* __restrict__ index, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[index[i]];
//                      ^^^^^^^^^^^^ expect: indexed-access "The index of this global load is loaded: 1 to 32 sectors per request"
    if (i < n) out[index[i]] = in[i];
//             ^^^^^^^^^^^^^ expect: indexed-access "The index of this global store is loaded: 1 to 32 sectors per request"
}
__global__ void accumulate(const float* scale, const float* in, float* sums, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; ++k) sums[t] += scale[t] * in[k];
//                                         ^^^^^^^^ expect: read-only-data "scale is only read, but loaded again after each store to sums"
}
__global__ void qualified(const float* __restrict__ scale, const float* __restrict__ in, float* __restrict__ sums, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; ++k) sums[t] += scale[t] * in[k];
}
__global__ void twice(float* a, float* b, float* c) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    b[t] = a[t];
//         ^^^^ expect: read-only-data "a is only read, but loaded again after each store to c"
    c[t] = 2 * a[t];
}
__global__ void once(const float* a, float* b) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    b[t] = a[t];
}
__global__ void ldgOfWritten(float* a, const float* b) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float own = __ldg(&a[t]), other = __ldg(b + t);
//              ^^^^^^^^^^^^ expect: read-only-data "__ldg reads a through the read-only path, but this kernel writes a"
    a[t] = own + other;
}
__global__ void fourWays(float* x) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[t];
    switch (threadIdx.x % 4) {
//          ^^^^^^^^^^^^^^^ expect: divergent-branch "switch (threadIdx.x % 4) splits every warp: its cases"
        case 0: v = expf(v); break;
        case 1: v = sinf(v) * logf(v); break;
        case 2: v = powf(v, 3.3f); break;
        default: v = sqrtf(v) + tanf(v);
    }
    x[t] = v;
}
__global__ void blur(const float* __restrict__ in, float* out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) sum += in[(y + dy) * width + x + dx];
//                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: missed-reuse "Each element of in is loaded by all its neighbours in a block."
    out[y * width + x] = sum;
}
__inline__ __device__ int sumOfWarp(int v) {
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
    return v;
}
__global__ void partOfWarp(int* d) {
    int v = d[threadIdx.x];
    if (threadIdx.x % 32 < 8) v = sumOfWarp(v);
//                                ^^^^^^^^^ expect: warp-mask "__shfl_down_sync in sumOfWarp: the mask 0xffffffff names lanes 8 to 31, which do not"
    d[threadIdx.x] = v;
}
__global__ void wrappedIndex(const float* in, float* out, int size) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = in[(t * 2) % size];
//           ^^^^^^^^^^^^^^^^^^ expect: indexed-access "The index of this global load wraps at size: 1 to"
}
void launchParts(int* d) { partOfWarp<<<1, 64>>>(d); }
