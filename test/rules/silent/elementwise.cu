#include <cuda_runtime.h>

// One element for each thread, in order, in every width and under every usual guard.
__global__ void copyFloat(const float* in, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }
__global__ void copyDouble(const double* in, double* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }
__global__ void copyChar(const char* in, char* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }
__global__ void copyShort(const short* in, short* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }
__global__ void copyFloat2(const float2* in, float2* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }
__global__ void copyFloat4(const float4* in, float4* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }
__global__ void copyInt4(const int4* in, int4* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }
__global__ void saxpy(int n, float a, const float* x, float* y) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; y[i] = a * x[i] + y[i]; }
__global__ void add(const float* a, const float* b, float* c, unsigned n) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
__global__ void size(const float* a, float* c, size_t n) { size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i]; }
__global__ void gridStride(float* x, int n) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) x[i] *= 2.0f; }
__global__ void gridStrideLong(float* x, long n) { for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long)blockDim.x * gridDim.x) x[i] *= 2.0f; }
__global__ void backwards(const float* in, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[n - 1 - i] = in[i]; }
__global__ void shifted(const float* in, float* out, int n, int by) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i + by < n) out[i] = in[i + by]; }
__global__ void neighbours(const float* in, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i > 0 && i < n - 1) out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1]; }
__global__ void broadcast(const float* in, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[0] + in[blockIdx.x]; }
__global__ void perWarp(const float* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i / 32]; }
__global__ void pieces(const float* x, const float* y, const float* z, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = x[i] * y[i] + z[i]; }
__global__ void unrolled(const float* in, float* out, int n) {
    int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) if (base + k * blockDim.x < n) out[base + k * blockDim.x] = in[base + k * blockDim.x];
}
__global__ void byParts(const float4* in, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { float4 v = in[i]; out[i] = v.x * v.y + v.z * v.w; } }
__global__ void swizzled(const float* in, float* out) { int i = blockIdx.x * blockDim.x + (threadIdx.x ^ 3); out[i] = in[i]; }
__global__ void wrapped(const float* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i & 1023]; }
__global__ void gathered(const int* index, const float* in, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[index[i]]; }
__global__ void scattered(const int* index, const float* in, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[index[i]] = in[i]; }
__global__ void histogram(const int* in, int* bins, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(&bins[in[i]], 1); }
__global__ void count(const int* in, int* total, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n && in[i] > 0) atomicAdd(total, 1); }
__global__ void fewThreads(float* out) { if (threadIdx.x < 4) out[threadIdx.x] = threadIdx.x; }
__global__ void oneThread(float* out) { if (threadIdx.x == 0) out[blockIdx.x] = 1.0f; }
__global__ void lastThread(const float* in, float* out) { if (threadIdx.x == blockDim.x - 1) out[blockIdx.x] = in[blockIdx.x * 33]; }
__global__ void constant(float* out, float value) { out[blockIdx.x * blockDim.x + threadIdx.x] = value; }
__global__ void local(float* out, int n) { float a[4]; for (int k = 0; k < 4; ++k) a[k] = k * n; int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = a[0] + a[3]; }

// Planes whose rows run along threadIdx.x.
__global__ void plane(const float* in, float* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = in[y * width + x];
}
__global__ void volume(const float* in, float* out, int width, int height, int depth) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < width && y < height && z < depth) out[(z * height + y) * width + x] = in[(z * height + y) * width + x];
}
__global__ void fivePoint(const float* in, float* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    out[y * width + x] = in[y * width + x] * 4 - in[y * width + x - 1] - in[y * width + x + 1] - in[(y - 1) * width + x] - in[(y + 1) * width + x];
}
__global__ void pitched(const char* in, size_t pitch, float* out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    const float* row = (const float*)(in + y * pitch);
    out[y * width + x] = row[x];
}
// warplens-ignore-next-line double-indirection: rows of different lengths
__global__ void rows(float** data, int width) { int x = blockIdx.x * blockDim.x + threadIdx.x; if (x < width) data[blockIdx.y][x] *= 2; }
__global__ void columnSums(const float* in, float* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int y = 0; y < height; ++y) sum += in[y * width + x];
    if (x < width) out[x] = sum;
}
__global__ void smallRows(const float* in, float* out, int width, int height) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = in[y * width + x];
}

void run(float* a, float* b, int w, int h) {
    plane<<<dim3(8, 8), dim3(32, 8)>>>(a, b, w, h);
    fivePoint<<<dim3(8, 8), dim3(32, 8)>>>(a, b, w, h);
    smallRows<<<dim3(8, 8), dim3(16, 16)>>>(a, b, w, h);
    saxpy<<<16, 256>>>(4096, 2.0f, a, b);
    gridStride<<<64, 128>>>(a, 100000);
    shifted<<<16, 256>>>(a, b, 4096, 1);
}
