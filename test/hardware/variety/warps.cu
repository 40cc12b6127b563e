// Shuffles, votes, pointers that walk, stores that loads must wait for.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void shuffleDown(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if ((threadIdx.x & 31) == 0) out[i / 32] = v;
}

__global__ void shuffleXor(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    for (int d = 1; d < 32; d *= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    out[i] = v;
}

__global__ void ballot(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned b = __ballot_sync(0xffffffffu, in[i] & 1);
    if ((threadIdx.x & 31) == 0) out[i / 32] = __popc(b);
}

__global__ void anyAll(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __any_sync(0xffffffffu, in[i] > 65000) * 2 + __all_sync(0xffffffffu, in[i] > 10);
}

__global__ void compactWarp(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool keep = in[i] & 1;
    unsigned b = __ballot_sync(0xffffffffu, keep);
    int at = __popc(b & ((1u << (threadIdx.x & 31)) - 1));
    if (keep) out[(i & ~31) + at] = in[i];
}

__global__ void restrictSum(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + in[i + n];
}

__global__ void volatileLoad(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile const int* v = in;
    out[i] = v[i] + v[i];
}

__global__ void pointerWalk(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int* p = in + i;
    int s = 0;
    for (int j = 0; j < 4; ++j, p += 128) s += *p;
    out[i] = s;
}

__global__ void swapHalves(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = i < n / 2 ? i + n / 2 : i - n / 2;
    if (i < n) out[j] = in[i];
}

__global__ void accumulate(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] += in[i];
        out[i] *= 2.0f;
    }
}

__global__ void twoStores(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    out[i + 512] = in[i];
}

__global__ void storeLoad(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + 1;
    out[i + 512] = out[i] + in[i + 1];
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
    shuffleDown<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("shuffleDown %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    shuffleXor<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("shuffleXor %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    ballot<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("ballot %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    anyAll<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("anyAll %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    compactWarp<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("compactWarp %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    restrictSum<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("restrictSum %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    volatileLoad<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("volatileLoad %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    pointerWalk<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("pointerWalk %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    swapHalves<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("swapHalves %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    accumulate<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("accumulate %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    twoStores<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("twoStores %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    storeLoad<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("storeLoad %08x\n", checksum(out, 65536));
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
