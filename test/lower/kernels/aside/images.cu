// Pixels, bytes and halves: what image and inference code loads and stores.
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void grayFromRgba(const uchar4* in, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { uchar4 p = in[i]; out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z); }
}
__global__ void grayFromRgb(const uchar3* in, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { uchar3 p = in[i]; out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z); }
}
__global__ void swapChannels(uchar4* image, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { uchar4 p = image[i]; image[i] = make_uchar4(p.z, p.y, p.x, p.w); }
}
__global__ void setAlpha(uchar4* image, unsigned char alpha, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) image[i].w = alpha;
}
__global__ void planes(const uchar4* in, unsigned char* r, unsigned char* g, unsigned char* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { uchar4 p = in[i]; r[i] = p.x; g[i] = p.y; b[i] = p.z; }
}
__global__ void interleave(const unsigned char* r, const unsigned char* g, const unsigned char* b, uchar4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = make_uchar4(r[i], g[i], b[i], 255);
}
__global__ void blur3(const float* in, float* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) sum += in[(y + dy) * width + x + dx];
    out[y * width + x] = sum / 9;
}
__global__ void sobelShared(const unsigned char* in, unsigned char* out, int width) {
    __shared__ unsigned char s[18][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    s[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    if (threadIdx.x < 16 && threadIdx.y < 16) {
        int gx = s[threadIdx.y][threadIdx.x + 2] - s[threadIdx.y][threadIdx.x] + 2 * (s[threadIdx.y + 1][threadIdx.x + 2] - s[threadIdx.y + 1][threadIdx.x]);
        out[y * width + x] = gx > 255 ? 255 : gx;
    }
}
__global__ void halfAxpy(const __half* x, __half* y, __half a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hadd(__hmul(a, x[i]), y[i]);
}
__global__ void half2Scale(__half2* x, __half2 a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = __hmul2(a, x[i]);
}
__global__ void halfToFloat(const __half2* in, float2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __half22float2(in[i]);
}
__global__ void shortPairs(const short2* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].x * in[i].y;
}
__global__ void packShorts(const int2* in, short2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { int2 v = in[i]; out[i] = make_short2((short)v.x, (short)v.y); }
}
__global__ void flags(const bool* in, bool* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = !in[i];
}
__global__ void reinterpretBytes(const unsigned char* in, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = ((const unsigned*)in)[i] ^ 0x01010101u;
}
__global__ void nibbles(const unsigned* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned w = in[i];
    for (int k = 0; k < 8; ++k) out[i * 8 + k] = (float)((w >> (4 * k)) & 15);
}
__global__ void lookup(const unsigned char* in, const float* table, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[in[i]];
}
