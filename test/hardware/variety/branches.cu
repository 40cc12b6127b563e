// Branches that nvcc predicates, keeps or merges.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void ifElse(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i & 1) out[i] = in[i] * 3;
    else out[i] = in[n + i] + 7;
}

__global__ void ifElseSameStore(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v;
    if (in[i] & 1) v = in[i + n] * 3;
    else v = in[i + 2 * n] + 7;
    out[i] = v;
}

__global__ void earlyReturn(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (in[i] & 3) return;
    out[i] = in[i + n];
}

__global__ void ternary(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] > 0.0f ? in[i + n] : in[i + 2 * n];
}

__global__ void shortCircuit(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 30000 && in[i + n] > 30000) out[i] = 1;
}

__global__ void switchStore(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    switch (in[i] & 3) {
        case 0: out[i] = 1; break;
        case 1: out[i + n] = 2; break;
        case 2: out[i + 2 * n] = 3; break;
        default: out[i] = in[i];
    }
}

__global__ void switchValue(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v;
    switch (in[i] & 3) {
        case 0: v = 10; break;
        case 1: v = in[i + n]; break;
        case 2: v = 30; break;
        default: v = in[i + 2 * n];
    }
    out[i] = v;
}

__global__ void halfWarp(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if ((threadIdx.x & 31) < 16) out[i] = in[i];
}

__global__ void everyFourth(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 4 == 0) out[i] = in[i];
}

__global__ void warpBranch(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if ((threadIdx.x / 32) & 1) out[i] = in[i];
    else out[i] = -in[i + 1];
}

__global__ void loopDivergent(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int s = 0;
    for (int j = 0; j <= (int)(threadIdx.x & 15); ++j) s += in[j * 32 + i];
    out[i] = s;
}

__global__ void nestedIf(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (v & 1) {
        if (v & 2) out[i] = in[i + 1];
        else out[i + n] = in[i + 2];
    } else if (v & 4) out[i + 2 * n] = in[i + 3];
}

__global__ void continueLoop(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int s = 0;
    for (int j = 0; j < 8; ++j) {
        if ((in[i] >> j) & 1) continue;
        s += in[i + j * n];
    }
    out[i] = s;
}

__global__ void guardedTail(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = n - i * 2;
    if (k >= 2) {
        out[2 * i] = in[2 * i];
        out[2 * i + 1] = in[2 * i + 1];
    } else if (k == 1) out[2 * i] = in[2 * i];
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
    ifElse<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("ifElse %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    ifElseSameStore<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("ifElseSameStore %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    earlyReturn<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("earlyReturn %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    ternary<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("ternary %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    shortCircuit<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("shortCircuit %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    switchStore<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("switchStore %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    switchValue<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("switchValue %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    halfWarp<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("halfWarp %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    everyFourth<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("everyFourth %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    warpBranch<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("warpBranch %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    loopDivergent<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("loopDivergent %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    nestedIf<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("nestedIf %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    continueLoop<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("continueLoop %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    guardedTail<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("guardedTail %08x\n", checksum(out, 65536));
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
