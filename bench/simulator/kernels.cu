// Ten kernels that are timed on the simulated device; the same in OpenCL C and plain C lie beside this file.
#include <cuda_runtime.h>

extern "C" {

__global__ void matrixProduct(const float* a, const float* b, float* c, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

__global__ void tiledProduct(const float* a, const float* b, float* c, int n) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[ty][tx] = a[y * n + t + tx];
        bs[ty][tx] = b[(t + ty) * n + x];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

__global__ void copy(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void stridedCopy(const float* in, float* out, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i * stride % n;
    out[k] = in[k];
}

__global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void reduction(const float* in, float* out, int n) {
    __shared__ float s[256];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) sum += in[i];
    s[t] = sum;
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void histogram(const int* in, int* bins, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) s[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) atomicAdd(&s[in[i] & 63], 1);
    __syncthreads();
    if (t < 64) atomicAdd(&bins[t], s[t]);
}

__global__ void stencil(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 3 || i >= n - 3) return;
    float sum = 0.5f * in[i];
    for (int k = 1; k <= 3; ++k) sum += 0.1f * (in[i - k] + in[i + k]);
    out[i] = sum;
}

__global__ void nbody(const float* x, const float* y, const float* z, float* force, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float px = x[i], py = y[i], pz = z[i], sum = 0;
    for (int k = 0; k < n; ++k) {
        float dx = x[k] - px, dy = y[k] - py, dz = z[k] - pz;
        float square = dx * dx + dy * dy + dz * dz + 0.01f;
        sum += dx / (square * sqrtf(square));
    }
    force[i] = sum;
}

__global__ void mandelbrot(int* out, int width, int limit) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float cr = x * 3.0f / width - 2.0f, ci = y * 3.0f / width - 1.5f, zr = 0, zi = 0;
    int i = 0;
    for (; i < limit && zr * zr + zi * zi < 4.0f; ++i) {
        float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
    }
    out[y * width + x] = i;
}
}
