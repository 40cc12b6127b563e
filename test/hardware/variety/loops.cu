// Loops that are unrolled, rolled, left early, nested.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void gridLoop1(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 1
    for (int j = i; j < n; j += gridDim.x * blockDim.x) s += in[j];
    out[i] = s;
}

__global__ void rowSum1(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 1
    for (int j = 0; j < 16; ++j) s += in[i * 16 + j];
    out[i] = s;
}

__global__ void columnSum1(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 1
    for (int j = 0; j < 16; ++j) s += in[j * 512 + i];
    out[i] = s;
}

__global__ void gridLoop2(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 2
    for (int j = i; j < n; j += gridDim.x * blockDim.x) s += in[j];
    out[i] = s;
}

__global__ void rowSum2(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 2
    for (int j = 0; j < 16; ++j) s += in[i * 16 + j];
    out[i] = s;
}

__global__ void columnSum2(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 2
    for (int j = 0; j < 16; ++j) s += in[j * 512 + i];
    out[i] = s;
}

__global__ void gridLoop4(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 4
    for (int j = i; j < n; j += gridDim.x * blockDim.x) s += in[j];
    out[i] = s;
}

__global__ void rowSum4(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 4
    for (int j = 0; j < 16; ++j) s += in[i * 16 + j];
    out[i] = s;
}

__global__ void columnSum4(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 4
    for (int j = 0; j < 16; ++j) s += in[j * 512 + i];
    out[i] = s;
}

__global__ void gridLoop8(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 8
    for (int j = i; j < n; j += gridDim.x * blockDim.x) s += in[j];
    out[i] = s;
}

__global__ void rowSum8(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 8
    for (int j = 0; j < 16; ++j) s += in[i * 16 + j];
    out[i] = s;
}

__global__ void columnSum8(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
#pragma unroll 8
    for (int j = 0; j < 16; ++j) s += in[j * 512 + i];
    out[i] = s;
}

__global__ void tailLoop(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < (i & 7); ++j) out[i * 8 + j] = in[i * 8 + j];
}

__global__ void whileLoop(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = i, s = 0;
    while (j > 0) {
        s += in[j];
        j >>= 1;
    }
    out[i] = s;
}

__global__ void breakLoop(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int s = 0;
    for (int j = 0; j < 32; ++j) {
        int v = in[i + j * 64];
        if (v > 60000) break;
        s += v;
    }
    out[i] = s;
}

__global__ void nested(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) s += in[(i + a) * 4 + b];
    out[i] = s;
}

__global__ void invariantLoad(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < n; j += 100) s += in[blockIdx.x] * in[j];
    out[i] = s;
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
    gridLoop1<<<2, 64>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("gridLoop1 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rowSum1<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rowSum1 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    columnSum1<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("columnSum1 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    gridLoop2<<<2, 64>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("gridLoop2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rowSum2<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rowSum2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    columnSum2<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("columnSum2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    gridLoop4<<<2, 64>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("gridLoop4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rowSum4<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rowSum4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    columnSum4<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("columnSum4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    gridLoop8<<<2, 64>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("gridLoop8 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rowSum8<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rowSum8 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    columnSum8<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("columnSum8 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    tailLoop<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("tailLoop %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    whileLoop<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whileLoop %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    breakLoop<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("breakLoop %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    nested<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("nested %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    invariantLoad<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("invariantLoad %08x\n", checksum(out, 65536));
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
