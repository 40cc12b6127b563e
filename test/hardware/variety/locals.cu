// Local arrays in registers and in memory, and expressions that contract.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void localDynamic(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a[8];
    for (int j = 0; j < 8; ++j) a[j] = in[i + j];
    out[i] = a[in[i] & 7];
}

__global__ void localUnrolled(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) a[j] = in[i + j];
    int s = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) s += a[7 - j] * j;
    out[i] = s;
}

__global__ void localUniform(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a[16];
    for (int j = 0; j < 16; ++j) a[j] = in[i + j];
    out[i] = a[n & 15] + a[blockIdx.x];
}

__global__ void localSort(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a[4] = {in[i], in[i + 1], in[i + 2], in[i + 3]};
    for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3 - p; ++q)
            if (a[q] > a[q + 1]) {
                int t = a[q];
                a[q] = a[q + 1];
                a[q + 1] = t;
            }
    for (int j = 0; j < 4; ++j) out[4 * i + j] = a[j];
}

__global__ void localChar(const char* in, char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    char a[32];
    for (int j = 0; j < 32; ++j) a[j] = in[i + j];
    out[i] = a[in[i] & 31];
}

__global__ void polynomial(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i] * 1e-3f;
    out[i] = ((x * 0.5f + 1.0f) * x + 2.0f) * x - 3.0f;
}

__global__ void dot4(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 4; ++j) s += in[i + j] * in[i + n + j];
    out[i] = s;
}

__global__ void twoProducts(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * in[i + 1] + in[i + 2] * in[i + 3];
}

__global__ void difference(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * in[i + 1] - in[i + 2] * in[i + 3];
}

__global__ void minusProduct(const double* in, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] - in[i + 1] * in[i + 2];
}

__global__ void usedTwice(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p = in[i] * in[i + 1];
    out[i] = p + in[i + 2];
    out[i + n] = p;
}

__global__ void average(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (in[i] + in[i + 1] + in[i + 2]) / 3;
}

__global__ void scaled(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2.0f * in[i] + 0.25f * (in[i + 1] - in[i + 2]);
}

__global__ void mixedTypes(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double d = in[i];
    out[i] = (float)(d * 1.5 + in[i + 1]);
}

__global__ void squares(const double* in, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = in[i], y = in[i + 1];
    out[i] = x * x + y * y;
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
    localDynamic<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("localDynamic %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    localUnrolled<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("localUnrolled %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    localUniform<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("localUniform %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    localSort<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("localSort %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    localChar<<<4, 128>>>((const char*)in, (char*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("localChar %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    polynomial<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("polynomial %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    dot4<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("dot4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    twoProducts<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("twoProducts %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    difference<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("difference %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    minusProduct<<<4, 128>>>((const double*)in, (double*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("minusProduct %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    usedTwice<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("usedTwice %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    average<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("average %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    scaled<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("scaled %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    mixedTypes<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("mixedTypes %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    squares<<<4, 128>>>((const double*)in, (double*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("squares %08x\n", checksum(out, 65536));
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
