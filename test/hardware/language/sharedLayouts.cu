// Where static shared variables of random sizes and alignments lie, whatever the order in which they are used.
#include <cstdio>
#include <cuda_runtime.h>

// Counted from the first byte of the block's shared memory, at which each kernel has a variable.
__device__ void note(unsigned* o, int i, const void* first, const void* p) { o[i] = (unsigned)__cvta_generic_to_shared(p) - (unsigned)__cvta_generic_to_shared(first); }

__global__ void k0(unsigned* o) {
    __shared__ alignas(64) short v0[5];
    __shared__ alignas(128) char v1[1];
    __shared__ float4 v2[1];
    __shared__ alignas(32) float4 v3[1];
    extern __shared__ char dyn[];
    note(o, 0, v0, v0);
    note(o, 1, v0, v1);
    note(o, 2, v0, v2);
    note(o, 3, v0, v3);
    note(o, 4, v0, dyn);
}
__global__ void k1(unsigned* o) {
    __shared__ alignas(16) char v0[1];
    __shared__ double v1[1];
    __shared__ alignas(16) char v2[8];
    note(o, 1, v0, v1);
    note(o, 2, v0, v2);
    note(o, 0, v0, v0);
}
__global__ void k2(unsigned* o) {
    __shared__ alignas(32) unsigned long long v0[33];
    __shared__ alignas(32) char v1[8];
    __shared__ double v2[1];
    note(o, 0, v0, v0);
    note(o, 1, v0, v1);
    note(o, 2, v0, v2);
}
__global__ void k3(unsigned* o) {
    __shared__ float4 v0[64];
    __shared__ int v1[5];
    extern __shared__ char dyn[];
    note(o, 1, v0, v1);
    note(o, 0, v0, v0);
    note(o, 2, v0, dyn);
}
__global__ void k4(unsigned* o) {
    __shared__ alignas(128) int v0[8];
    __shared__ unsigned long long v1[1];
    __shared__ alignas(64) float4 v2[8];
    __shared__ short v3[3];
    __shared__ float4 v4[33];
    __shared__ alignas(32) float4 v5[1];
    note(o, 0, v0, v0);
    note(o, 1, v0, v1);
    note(o, 2, v0, v2);
    note(o, 3, v0, v3);
    note(o, 4, v0, v4);
    note(o, 5, v0, v5);
}
__global__ void k5(unsigned* o) {
    __shared__ alignas(32) double v0[33];
    __shared__ double v1[64];
    __shared__ alignas(16) double v2[8];
    note(o, 0, v0, v0);
    note(o, 2, v0, v2);
    note(o, 1, v0, v1);
}
__global__ void k6(unsigned* o) {
    __shared__ alignas(128) short v0[33];
    __shared__ alignas(32) short v1[1];
    __shared__ alignas(16) int v2[8];
    extern __shared__ char dyn[];
    note(o, 0, v0, v0);
    note(o, 1, v0, v1);
    note(o, 2, v0, v2);
    note(o, 3, v0, dyn);
}
__global__ void k7(unsigned* o) {
    __shared__ unsigned long long v0[5];
    __shared__ float4 v1[1];
    __shared__ float4 v2[5];
    __shared__ alignas(16) int v3[1];
    note(o, 1, v0, v1);
    note(o, 2, v0, v2);
    note(o, 0, v0, v0);
    note(o, 3, v0, v3);
}
__global__ void k8(unsigned* o) {
    __shared__ alignas(128) float4 v0[64];
    __shared__ alignas(64) int v1[3];
    __shared__ alignas(16) int v2[8];
    __shared__ alignas(16) float4 v3[64];
    __shared__ char v4[64];
    __shared__ alignas(64) int v5[5];
    note(o, 0, v0, v0);
    note(o, 1, v0, v1);
    note(o, 2, v0, v2);
    note(o, 3, v0, v3);
    note(o, 4, v0, v4);
    note(o, 5, v0, v5);
}
__global__ void k9(unsigned* o) {
    __shared__ alignas(64) char v0[33];
    __shared__ alignas(32) int v1[33];
    extern __shared__ char dyn[];
    note(o, 0, v0, v0);
    note(o, 1, v0, v1);
    note(o, 2, v0, dyn);
}
__global__ void k10(unsigned* o) {
    __shared__ alignas(64) unsigned long long v0[5];
    __shared__ alignas(16) int v1[1];
    __shared__ alignas(32) int v2[1];
    __shared__ char v3[5];
    note(o, 0, v0, v0);
    note(o, 1, v0, v1);
    note(o, 2, v0, v2);
    note(o, 3, v0, v3);
}
__global__ void k11(unsigned* o) {
    __shared__ alignas(64) int v0[1];
    __shared__ alignas(16) short v1[5];
    __shared__ double v2[1];
    note(o, 0, v0, v0);
    note(o, 2, v0, v2);
    note(o, 1, v0, v1);
}
__global__ void k12(unsigned* o) {
    __shared__ alignas(128) int v0[1];
    __shared__ alignas(32) double v1[64];
    __shared__ alignas(16) int v2[33];
    __shared__ alignas(16) int v3[33];
    __shared__ short v4[1];
    __shared__ short v5[1];
    extern __shared__ char dyn[];
    note(o, 0, v0, v0);
    note(o, 1, v0, v1);
    note(o, 2, v0, v2);
    note(o, 3, v0, v3);
    note(o, 4, v0, v4);
    note(o, 5, v0, v5);
    note(o, 6, v0, dyn);
}
__global__ void k13(unsigned* o) {
    __shared__ alignas(128) char v0[5];
    __shared__ float4 v1[1];
    __shared__ int v2[1];
    note(o, 0, v0, v0);
    note(o, 2, v0, v2);
    note(o, 1, v0, v1);
}
__global__ void k14(unsigned* o) {
    __shared__ float4 v0[3];
    __shared__ alignas(32) unsigned long long v1[64];
    __shared__ alignas(64) float4 v2[33];
    __shared__ alignas(16) unsigned long long v3[1];
    __shared__ alignas(32) unsigned long long v4[64];
    __shared__ alignas(16) double v5[5];
    note(o, 0, v0, v0);
    note(o, 1, v0, v1);
    note(o, 2, v0, v2);
    note(o, 3, v0, v3);
    note(o, 4, v0, v4);
    note(o, 5, v0, v5);
}
__global__ void k15(unsigned* o) {
    __shared__ alignas(64) char v0[5];
    __shared__ double v1[1];
    __shared__ alignas(16) char v2[1];
    __shared__ short v3[1];
    __shared__ float4 v4[1];
    extern __shared__ char dyn[];
    note(o, 3, v0, v3);
    note(o, 4, v0, v4);
    note(o, 2, v0, v2);
    note(o, 1, v0, v1);
    note(o, 0, v0, v0);
    note(o, 5, v0, dyn);
}

int main() {
    unsigned *o, h[8];
    cudaMalloc(&o, sizeof h);
    auto show = [&](const char* name, int count, auto launch) {
        launch();
        cudaError_t e = cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
        printf("%s: %s", name, cudaGetErrorString(e));
        for (int i = 0; i < count; i++) printf(" %u", h[i]);
        printf("\n");
    };
    show("k0", 5, [&] { k0<<<1, 1, 64>>>(o); });
    show("k1", 3, [&] { k1<<<1, 1, 0>>>(o); });
    show("k2", 3, [&] { k2<<<1, 1, 0>>>(o); });
    show("k3", 3, [&] { k3<<<1, 1, 64>>>(o); });
    show("k4", 6, [&] { k4<<<1, 1, 0>>>(o); });
    show("k5", 3, [&] { k5<<<1, 1, 0>>>(o); });
    show("k6", 4, [&] { k6<<<1, 1, 64>>>(o); });
    show("k7", 4, [&] { k7<<<1, 1, 0>>>(o); });
    show("k8", 6, [&] { k8<<<1, 1, 0>>>(o); });
    show("k9", 3, [&] { k9<<<1, 1, 64>>>(o); });
    show("k10", 4, [&] { k10<<<1, 1, 0>>>(o); });
    show("k11", 3, [&] { k11<<<1, 1, 0>>>(o); });
    show("k12", 7, [&] { k12<<<1, 1, 64>>>(o); });
    show("k13", 3, [&] { k13<<<1, 1, 0>>>(o); });
    show("k14", 6, [&] { k14<<<1, 1, 0>>>(o); });
    show("k15", 6, [&] { k15<<<1, 1, 64>>>(o); });
}
