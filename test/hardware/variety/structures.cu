// Structures copied whole and by parts: which members become one access.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

struct Two { float a, b; };
struct Three { float a, b, c; };
struct __align__(16) Four { float a, b, c, d; };
struct Five { int a, b, c, d, e; };
struct __align__(8) Six { short a, b; int c; };
struct Mixed { char a; short b; int c; double d; };
struct __align__(16) Eight { float v[8]; };
struct Bytes { unsigned char v[8]; };
struct __align__(4) Pair { unsigned char r, g, b, a; };

__global__ void copyWholeTwo(const Two* in, Two* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copyPartsTwo(const Two* in, Two* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i].a = in[i].a;
        out[i].b = in[i].b;
    }
}

__global__ void sumTwo(const Two* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].a + in[i].b;
}

__global__ void lastTwo(const Two* in, Two* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].b = in[i].a;
}

__global__ void copyWholeThree(const Three* in, Three* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copyPartsThree(const Three* in, Three* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i].a = in[i].a;
        out[i].b = in[i].b;
        out[i].c = in[i].c;
    }
}

__global__ void sumThree(const Three* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].a + in[i].b + in[i].c;
}

__global__ void lastThree(const Three* in, Three* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].c = in[i].a;
}

__global__ void copyWholeFour(const Four* in, Four* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copyPartsFour(const Four* in, Four* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i].a = in[i].a;
        out[i].b = in[i].b;
        out[i].c = in[i].c;
        out[i].d = in[i].d;
    }
}

__global__ void sumFour(const Four* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].a + in[i].b + in[i].c + in[i].d;
}

__global__ void lastFour(const Four* in, Four* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].d = in[i].a;
}

__global__ void copyWholeFive(const Five* in, Five* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copyPartsFive(const Five* in, Five* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i].a = in[i].a;
        out[i].b = in[i].b;
        out[i].c = in[i].c;
        out[i].d = in[i].d;
        out[i].e = in[i].e;
    }
}

__global__ void sumFive(const Five* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].a + in[i].b + in[i].c + in[i].d + in[i].e;
}

__global__ void lastFive(const Five* in, Five* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].e = in[i].a;
}

__global__ void copyWholeSix(const Six* in, Six* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copyPartsSix(const Six* in, Six* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i].a = in[i].a;
        out[i].b = in[i].b;
        out[i].c = in[i].c;
    }
}

__global__ void sumSix(const Six* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].a + in[i].b + in[i].c;
}

__global__ void lastSix(const Six* in, Six* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].c = in[i].a;
}

__global__ void copyWholeMixed(const Mixed* in, Mixed* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copyPartsMixed(const Mixed* in, Mixed* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i].a = in[i].a;
        out[i].b = in[i].b;
        out[i].c = in[i].c;
        out[i].d = in[i].d;
    }
}

__global__ void sumMixed(const Mixed* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].a + in[i].b + in[i].c + in[i].d;
}

__global__ void lastMixed(const Mixed* in, Mixed* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].d = in[i].a;
}

__global__ void copyWholeEight(const Eight* in, Eight* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void reverseEight(const Eight* in, Eight* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Eight v = in[i];
        for (int j = 0; j < 8; ++j) out[i].v[j] = v.v[7 - j];
    }
}

__global__ void copyWholeBytes(const Bytes* in, Bytes* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copyWholePair(const Pair* in, Pair* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void swapPair(const Pair* in, Pair* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Pair p = in[i];
        out[i].r = p.b;
        out[i].g = p.g;
        out[i].b = p.r;
        out[i].a = 255;
    }
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
    copyWholeTwo<<<4, 128>>>((const Two*)in, (Two*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyWholeTwo %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyPartsTwo<<<4, 128>>>((const Two*)in, (Two*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyPartsTwo %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sumTwo<<<4, 128>>>((const Two*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sumTwo %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    lastTwo<<<4, 128>>>((const Two*)in, (Two*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("lastTwo %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyWholeThree<<<4, 128>>>((const Three*)in, (Three*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyWholeThree %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyPartsThree<<<4, 128>>>((const Three*)in, (Three*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyPartsThree %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sumThree<<<4, 128>>>((const Three*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sumThree %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    lastThree<<<4, 128>>>((const Three*)in, (Three*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("lastThree %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyWholeFour<<<4, 128>>>((const Four*)in, (Four*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyWholeFour %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyPartsFour<<<4, 128>>>((const Four*)in, (Four*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyPartsFour %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sumFour<<<4, 128>>>((const Four*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sumFour %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    lastFour<<<4, 128>>>((const Four*)in, (Four*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("lastFour %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyWholeFive<<<4, 128>>>((const Five*)in, (Five*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyWholeFive %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyPartsFive<<<4, 128>>>((const Five*)in, (Five*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyPartsFive %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sumFive<<<4, 128>>>((const Five*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sumFive %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    lastFive<<<4, 128>>>((const Five*)in, (Five*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("lastFive %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyWholeSix<<<4, 128>>>((const Six*)in, (Six*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyWholeSix %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyPartsSix<<<4, 128>>>((const Six*)in, (Six*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyPartsSix %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sumSix<<<4, 128>>>((const Six*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sumSix %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    lastSix<<<4, 128>>>((const Six*)in, (Six*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("lastSix %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyWholeMixed<<<4, 128>>>((const Mixed*)in, (Mixed*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyWholeMixed %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyPartsMixed<<<4, 128>>>((const Mixed*)in, (Mixed*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyPartsMixed %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sumMixed<<<4, 128>>>((const Mixed*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sumMixed %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    lastMixed<<<4, 128>>>((const Mixed*)in, (Mixed*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("lastMixed %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyWholeEight<<<4, 128>>>((const Eight*)in, (Eight*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyWholeEight %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    reverseEight<<<4, 128>>>((const Eight*)in, (Eight*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("reverseEight %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyWholeBytes<<<4, 128>>>((const Bytes*)in, (Bytes*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyWholeBytes %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    copyWholePair<<<4, 128>>>((const Pair*)in, (Pair*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("copyWholePair %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    swapPair<<<4, 128>>>((const Pair*)in, (Pair*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("swapPair %08x\n", checksum(out, 65536));
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
