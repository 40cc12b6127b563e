// Two-dimensional blocks of many shapes, and index arithmetic.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void row_32x4(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = in[y * n + x];
}

__global__ void column_32x4(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

__global__ void mirror_32x4(const int* in, int* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + (n - 1 - x)] = in[(n - 1 - y) * n + x];
}

__global__ void row_16x8(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = in[y * n + x];
}

__global__ void column_16x8(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

__global__ void mirror_16x8(const int* in, int* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + (n - 1 - x)] = in[(n - 1 - y) * n + x];
}

__global__ void row_8x16(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = in[y * n + x];
}

__global__ void column_8x16(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

__global__ void mirror_8x16(const int* in, int* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + (n - 1 - x)] = in[(n - 1 - y) * n + x];
}

__global__ void row_4x32(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = in[y * n + x];
}

__global__ void column_4x32(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

__global__ void mirror_4x32(const int* in, int* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + (n - 1 - x)] = in[(n - 1 - y) * n + x];
}

__global__ void row_33x3(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = in[y * n + x];
}

__global__ void column_33x3(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

__global__ void mirror_33x3(const int* in, int* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + (n - 1 - x)] = in[(n - 1 - y) * n + x];
}

__global__ void row_1x64(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = in[y * n + x];
}

__global__ void column_1x64(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

__global__ void mirror_1x64(const int* in, int* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + (n - 1 - x)] = in[(n - 1 - y) * n + x];
}

__global__ void modulo(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i * 7) % n];
}

__global__ void divide(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i / 3];
}

__global__ void xorIndex(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i ^ 5];
}

__global__ void andIndex(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i & ~3];
}

__global__ void shiftIndex(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i << 2) & 511];
}

__global__ void bitReverse(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[__brev(i) >> 23];
}

__global__ void mulHigh(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i * 2654435761u) >> 23];
}

__global__ void gatherTwice(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[in[i] & 255];
}

__global__ void offsetOne(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1];
}

__global__ void negative(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[n - i + 200];
}


static unsigned checksum(const void* device, size_t bytes) {
    unsigned* host = (unsigned*)malloc(bytes);
    CHECK(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
    unsigned h = 2166136261u;
    for (size_t i = 0; i < bytes / 4; ++i) h = (h ^ host[i]) * 16777619u;
    free(host);
    return h;
}

int main() {
    const size_t size = 1 << 20;
    char *in, *out;
    CHECK(cudaMalloc(&in, size));
    CHECK(cudaMalloc(&out, size));
    int* host = (int*)malloc(size);
    for (size_t i = 0; i < size / 4; ++i) host[i] = (int)(i * 48271 % 65521);
    CHECK(cudaMemcpy(in, host, size, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, size));
    row_32x4<<<dim3(2, 16), dim3(32, 4)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("row_32x4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    column_32x4<<<dim3(2, 16), dim3(32, 4)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("column_32x4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    mirror_32x4<<<dim3(2, 16), dim3(32, 4)>>>((const int*)in, (int*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("mirror_32x4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    row_16x8<<<dim3(4, 8), dim3(16, 8)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("row_16x8 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    column_16x8<<<dim3(4, 8), dim3(16, 8)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("column_16x8 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    mirror_16x8<<<dim3(4, 8), dim3(16, 8)>>>((const int*)in, (int*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("mirror_16x8 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    row_8x16<<<dim3(8, 4), dim3(8, 16)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("row_8x16 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    column_8x16<<<dim3(8, 4), dim3(8, 16)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("column_8x16 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    mirror_8x16<<<dim3(8, 4), dim3(8, 16)>>>((const int*)in, (int*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("mirror_8x16 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    row_4x32<<<dim3(16, 2), dim3(4, 32)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("row_4x32 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    column_4x32<<<dim3(16, 2), dim3(4, 32)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("column_4x32 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    mirror_4x32<<<dim3(16, 2), dim3(4, 32)>>>((const int*)in, (int*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("mirror_4x32 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    row_33x3<<<dim3(2, 21), dim3(33, 3)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("row_33x3 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    column_33x3<<<dim3(2, 21), dim3(33, 3)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("column_33x3 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    mirror_33x3<<<dim3(2, 21), dim3(33, 3)>>>((const int*)in, (int*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("mirror_33x3 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    row_1x64<<<dim3(64, 2), dim3(1, 64)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("row_1x64 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    column_1x64<<<dim3(64, 2), dim3(1, 64)>>>((const float*)in, (float*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("column_1x64 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    mirror_1x64<<<dim3(64, 2), dim3(1, 64)>>>((const int*)in, (int*)out, 64);
    CHECK(cudaDeviceSynchronize());
    printf("mirror_1x64 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    modulo<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("modulo %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    divide<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("divide %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    xorIndex<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("xorIndex %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    andIndex<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("andIndex %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    shiftIndex<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("shiftIndex %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    bitReverse<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("bitReverse %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    mulHigh<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("mulHigh %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    gatherTwice<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("gatherTwice %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    offsetOne<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("offsetOne %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    negative<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("negative %08x\n", checksum(out, 65536));
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
