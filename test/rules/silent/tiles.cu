#include <cuda_runtime.h>
#define TILE 32
#define SMALL 16

// Shared memory as it should be used: rows, padded columns, broadcasts, odd strides.
__global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8) out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
__global__ void transposeDouble(const double* in, double* out, int n) {
    __shared__ double tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8) out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
__global__ void transposeSwizzled(const float* in, float* out, int n) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8) tile[threadIdx.y + k][threadIdx.x ^ (threadIdx.y + k)] = in[(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8) out[(y + k) * n + x] = tile[threadIdx.x][(threadIdx.y + k) ^ threadIdx.x];
}
__global__ void multiply(const float* a, const float* b, float* c, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int m = 0; m < n / TILE; ++m) {
        as[threadIdx.y][threadIdx.x] = a[row * n + m * TILE + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(m * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
__global__ void multiplySmall(const float* a, const float* b, float* c, int n) {
    __shared__ float as[SMALL][SMALL], bs[SMALL][SMALL];
    int row = blockIdx.y * SMALL + threadIdx.y, column = blockIdx.x * SMALL + threadIdx.x;
    float sum = 0;
    for (int m = 0; m < n / SMALL; ++m) {
        as[threadIdx.y][threadIdx.x] = a[row * n + m * SMALL + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(m * SMALL + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < SMALL; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
__global__ void multiplyNaive(const float* a, const float* b, float* c, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    // warplens-ignore-next-line missed-reuse: a check for the tiled kernels
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
__global__ void stencil(const float* in, float* out) {
    __shared__ float s[128 + 6];
    int i = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x + 3;
    s[t] = in[i + 3];
    if (threadIdx.x < 3) {
        s[threadIdx.x] = in[i];
        s[t + 128] = in[i + 131];
    }
    __syncthreads();
    float sum = 0;
    for (int k = -3; k <= 3; ++k) sum += s[t + k];
    out[i] = sum;
}
__global__ void reverse(float* data) {
    __shared__ float s[256];
    s[threadIdx.x] = data[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    data[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void reverseDynamic(float* data) {
    extern __shared__ float dynamic[];
    dynamic[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    data[blockIdx.x * blockDim.x + threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}
__global__ void oddStride(float* data) {
    __shared__ float s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = data[i];
    __syncthreads();
    data[threadIdx.x] = s[threadIdx.x * 3] + s[threadIdx.x * 5 % 1024] + s[(threadIdx.x * 7) & 1023];
}
__global__ void triples(float* data) {
    struct Triple { float a, b, c; };
    __shared__ Triple s[256];
    s[threadIdx.x].a = data[threadIdx.x];
    s[threadIdx.x].b = 2;
    s[threadIdx.x].c = 3;
    __syncthreads();
    data[threadIdx.x] = s[255 - threadIdx.x].a + s[255 - threadIdx.x].b * s[255 - threadIdx.x].c;
}
__global__ void vectors(const float4* in, float4* out) {
    __shared__ float4 s[256];
    s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void doubles(const double* in, double* out) {
    __shared__ double s[256];
    s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void bytes(const unsigned char* in, unsigned char* out) {
    __shared__ unsigned char s[256];
    s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void sharedFlag(const int* in, int* out) {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (in[blockIdx.x * blockDim.x + threadIdx.x] == 7) found = 1;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = found;
}
__global__ void histogram(const unsigned char* in, int* bins, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&s[in[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void twoBuffers(const float* in, float* out, int rounds) {
    __shared__ float s[2][256];
    s[0][threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    int now = 0;
    for (int k = 0; k < rounds; ++k) {
        __syncthreads();
        s[1 - now][threadIdx.x] = s[now][(threadIdx.x + 1) % 256];
        now = 1 - now;
    }
    out[blockIdx.x * 256 + threadIdx.x] = s[now][threadIdx.x];
}
__global__ void tableLookup(const float* weights, const float* in, float* out) {
    __shared__ float w[64];
    if (threadIdx.x < 64) w[threadIdx.x] = weights[threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 64; ++k) sum += w[k] * in[blockIdx.x * 256 + threadIdx.x + k];
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(float* a, float* b, double* d, float4* v, int n) {
    dim3 tile(TILE, 8), square(TILE, TILE), small(SMALL, SMALL), grid(32, 32);
    transpose<<<grid, tile>>>(a, b, 1024);
    transposeDouble<<<grid, tile>>>(d, d, 1024);
    transposeSwizzled<<<grid, tile>>>(a, b, 1024);
    multiply<<<grid, square>>>(a, a, b, 1024);
    multiplySmall<<<dim3(64, 64), small>>>(a, a, b, 1024);
    multiplyNaive<<<grid, square>>>(a, a, b, n);
    stencil<<<8, 128>>>(a, b);
    reverse<<<8, 256>>>(a);
    reverseDynamic<<<8, 256, 256 * sizeof(float)>>>(a);
    oddStride<<<1, 256>>>(a);
    triples<<<1, 256>>>(a);
    vectors<<<8, 256>>>(v, v);
    doubles<<<8, 256>>>(d, d);
}
