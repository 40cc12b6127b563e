// Atomics on global and shared memory: used and unused results, one address and many.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void sameAdd(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, in[i] & 7);
}

__global__ void sameInc(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, 1);
}

__global__ void sameMax(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(out, in[i]);
}

__global__ void eachAdd(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[i], in[i]);
}

__global__ void strideAdd(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[8 * i & 1023], in[i]);
}

__global__ void binAdd(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[in[i] & 15], 1);
}

__global__ void usedAdd(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[256 + i] = atomicAdd(&out[i & 63], in[i]);
}

__global__ void sameExch(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[64 + i] = atomicExch(&out[i & 31], in[i]) & 1;
}

__global__ void eachCas(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicCAS(&out[i], 0, in[i]);
}

__global__ void orBits(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicOr(&out[i >> 5], 1 << (i & 31));
}

__global__ void andBits(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAnd(&out[i >> 5], ~(1 << (i & 31)));
}

__global__ void xorBits(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicXor(&out[i >> 5], 1 << (i & 31));
}

__global__ void minEach(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMin(&out[i & 127], in[i] - 70000);
}

__global__ void subEach(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicSub(&out[i], in[i]);
}

__global__ void floatAdd(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[i & 7], 1.0f);
}

__global__ void doubleAdd(const double* in, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[i & 7], 1.0);
}

__global__ void longAdd(const unsigned long long* in, unsigned long long* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[i & 7], in[i] & 3);
}

__global__ void longMax(const unsigned long long* in, unsigned long long* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(&out[i & 7], in[i]);
}

__global__ void sharedInc(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[in[i] & 31], 1);
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}

__global__ void sharedAdd(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[in[i] & 31], in[i] & 3);
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}

__global__ void sharedSame(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[0], 1);
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}

__global__ void sharedMax(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 0;
    __syncthreads();
    atomicMax(&s[threadIdx.x & 31], in[i]);
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}

__global__ void sharedOr(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 0;
    __syncthreads();
    atomicOr(&s[threadIdx.x >> 5], 1 << (threadIdx.x & 31));
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}

__global__ void sharedUsed(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int at = in[i] & 1 ? atomicAdd(&count, 1) : -1;
    __syncthreads();
    out[i] = (at >= 0) + count;
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
    sameAdd<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sameAdd %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sameInc<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sameInc %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sameMax<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sameMax %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    eachAdd<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("eachAdd %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    strideAdd<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("strideAdd %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    binAdd<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("binAdd %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    usedAdd<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("usedAdd %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sameExch<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sameExch %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    eachCas<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("eachCas %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    orBits<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("orBits %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    andBits<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("andBits %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    xorBits<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("xorBits %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    minEach<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("minEach %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    subEach<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("subEach %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    floatAdd<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("floatAdd %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    doubleAdd<<<4, 128>>>((const double*)in, (double*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("doubleAdd %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    longAdd<<<4, 128>>>((const unsigned long long*)in, (unsigned long long*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("longAdd %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    longMax<<<4, 128>>>((const unsigned long long*)in, (unsigned long long*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("longMax %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedInc<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedInc %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedAdd<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedAdd %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedSame<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedSame %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedMax<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedMax %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedOr<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedOr %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedUsed<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedUsed %08x\n", checksum(out, 65536));
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
