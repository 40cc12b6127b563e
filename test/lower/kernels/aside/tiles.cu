// Shared-memory tiles: products, transposes, scans, sorts, halos.
#include <cuda_runtime.h>

__global__ void transposeFloat(const float* in, float* out, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void transposeFloat4(const float4* in, float* out, int n) {
    __shared__ float tile[16][68];
    float4 v = in[(blockIdx.y * 16 + threadIdx.y) * (n / 4) + blockIdx.x * 16 + threadIdx.x];
    *(float4*)&tile[threadIdx.y][threadIdx.x * 4] = v;
    __syncthreads();
    for (int k = 0; k < 4; ++k) out[(blockIdx.x * 64 + threadIdx.x * 4 + k) * n + threadIdx.y] = tile[threadIdx.y][threadIdx.x * 4 + k];
}
__global__ void product16(const float* a, const float* b, float* c, int n) {
    __shared__ float as[16][16], bs[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
__global__ void productPadded(const float* a, const float* b, float* c, int n) {
    __shared__ float as[16][17], bs[16][17];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
__global__ void productDouble(const double* a, const double* b, double* c, int n) {
    __shared__ double as[8][8], bs[8][8];
    int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
    double sum = 0;
    for (int t = 0; t < n; t += 8) {
        as[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
__global__ void registerTile(const float* a, const float* b, float* c, int n) {
    __shared__ float as[8][64], bs[8][64];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    float sum[4][4] = {};
    for (int k = 0; k < n; k += 8) {
        for (int i = t; i < 512; i += 256) { as[i / 64][i % 64] = a[(blockIdx.y * 64 + i % 64) * n + k + i / 64]; bs[i / 64][i % 64] = b[(k + i / 64) * n + blockIdx.x * 64 + i % 64]; }
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 8; ++kk)
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += as[kk][ty * 4 + i] * bs[kk][tx * 4 + j];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) c[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4 + j] = sum[i][j];
}
__global__ void reduceUnrolled(const float* in, float* out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 512 + t] + in[blockIdx.x * 512 + t + 256];
    __syncthreads();
    if (t < 128) s[t] += s[t + 128];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        volatile float* v = s;
        v[t] += v[t + 32]; v[t] += v[t + 16]; v[t] += v[t + 8]; v[t] += v[t + 4]; v[t] += v[t + 2]; v[t] += v[t + 1];
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void reduceShuffle(const float* in, float* out, int n) {
    __shared__ float s[8];
    float v = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) v += in[i];
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
}
__global__ void reduceFloat4(const float4* in, float* out) {
    float4 a = in[blockIdx.x * 256 + threadIdx.x];
    float v = a.x + a.y + a.z + a.w;
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}
__global__ void scanHillis(int* data) {
    __shared__ int s[2][256];
    int t = threadIdx.x, from = 0;
    s[0][t] = data[t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
        from = 1 - from;
        __syncthreads();
    }
    data[t] = s[from][t];
}
__global__ void bitonic(int* data) {
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = data[t];
    s[t + 256] = data[t + 256];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int i = 2 * t - (t & (j - 1));
            int a = s[i], b = s[i + j];
            bool up = (i & k) == 0;
            if ((a > b) == up) { s[i] = b; s[i + j] = a; }
        }
    __syncthreads();
    data[t] = s[t];
    data[t + 256] = s[t + 256];
}
__global__ void stencil1d(const int* in, int* out) {
    __shared__ int s[256 + 6];
    int g = blockIdx.x * 256 + threadIdx.x, l = threadIdx.x + 3;
    s[l] = in[g];
    if (threadIdx.x < 3) { s[l - 3] = in[g - 3]; s[l + 256] = in[g + 256]; }
    __syncthreads();
    int sum = 0;
    for (int o = -3; o <= 3; ++o) sum += s[l + o];
    out[g] = sum;
}
__global__ void heat3d(const float* in, float* out, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1, z = blockIdx.z + 1;
    int i = (z * ny + y) * nx + x;
    out[i] = in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny] - 6 * in[i]);
}
__global__ void fourSums(const float* in, float* out) {
    __shared__ float s[256];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 64) { int b = threadIdx.x * 4; out[threadIdx.x] = s[b] + s[b + 1] + s[b + 2] + s[b + 3]; }
}
__global__ void dynamicTile(float* data, int n) {
    extern __shared__ float s[];
    float* other = s + n;
    s[threadIdx.x] = data[threadIdx.x];
    other[threadIdx.x] = data[threadIdx.x + n];
    __syncthreads();
    data[threadIdx.x] = s[n - 1 - threadIdx.x] * other[n - 1 - threadIdx.x];
}
__global__ void scalarsInShared(float* out) {
    __shared__ float least, most, sum;
    __shared__ int count;
    if (threadIdx.x == 0) { least = out[0]; most = out[1]; sum = out[2]; count = 3; }
    __syncthreads();
    out[threadIdx.x] = (least + most) * sum + count;
}
__global__ void nbody(const float4* bodies, float4* force, int n) {
    __shared__ float4 s[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 me = bodies[i];
    float3 f = {0, 0, 0};
    for (int t = 0; t < n; t += 128) {
        s[threadIdx.x] = bodies[t + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 128; ++j) {
            float4 o = s[j];
            float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f);
            float w = o.w * r * r * r;
            f.x += dx * w; f.y += dy * w; f.z += dz * w;
        }
        __syncthreads();
    }
    force[i] = make_float4(f.x, f.y, f.z, 0);
}
