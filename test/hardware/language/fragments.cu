// Tensor cores and matrix moves in inline PTX, in the shapes that public code uses: ldmatrix, stmatrix, movmatrix, mma.sync.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                     \
    do {                                                                \
        cudaError_t status = (call);                                    \
        if (status != cudaSuccess) {                                    \
            printf("%s: %s\n", #call, cudaGetErrorString(status));      \
            return 1;                                                   \
        }                                                               \
    } while (0)

__device__ unsigned shared32(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

template <int ROW>
__device__ void stage(__half* s, const __half* in) {
    for (int i = threadIdx.x; i < 512; i += 32) s[i / 16 * ROW + i % 16] = in[i];
    __syncwarp();
}
__global__ void ldmatrix1(const __half* in, unsigned* out) {
    __shared__ __align__(16) __half s[32 * 16];
    stage<16>(s, in);
    unsigned r;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\n" : "=r"(r) : "r"(shared32(s + threadIdx.x % 8 * 16)));
    out[threadIdx.x] = r;
}
__global__ void ldmatrix2(const __half* in, unsigned* out) {
    __shared__ __align__(16) __half s[32 * 16];
    stage<16>(s, in);
    unsigned a, b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(shared32(s + threadIdx.x % 16 * 16)));
    out[threadIdx.x] = a;
    out[32 + threadIdx.x] = b;
}
__global__ void ldmatrix4(const __half* in, unsigned* out) {
    __shared__ __align__(16) __half s[32 * 16];
    stage<16>(s, in);
    unsigned a, b, c, d;
    unsigned at = shared32(s + threadIdx.x % 16 * 16 + threadIdx.x / 16 * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(at));
    out[threadIdx.x] = a;
    out[32 + threadIdx.x] = b;
    out[64 + threadIdx.x] = c;
    out[96 + threadIdx.x] = d;
}
__global__ void ldmatrixPadded(const __half* in, unsigned* out) {
    __shared__ __align__(16) __half s[32 * 24];
    stage<24>(s, in);
    unsigned a, b, c, d;
    unsigned at = shared32(s + threadIdx.x % 16 * 24 + threadIdx.x / 16 * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(at));
    out[threadIdx.x] = a;
    out[32 + threadIdx.x] = b;
    out[64 + threadIdx.x] = c;
    out[96 + threadIdx.x] = d;
}
__global__ void ldmatrixTransposed(const __half* in, unsigned* out) {
    __shared__ __align__(16) __half s[32 * 16];
    stage<16>(s, in);
    unsigned a, b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "l"(__cvta_generic_to_shared(s + threadIdx.x % 16 * 16)));
    out[threadIdx.x] = a;
    out[32 + threadIdx.x] = b;
}
__global__ void stmatrix4(const unsigned* in, unsigned* out) {
    __shared__ __align__(16) unsigned s[16 * 12];
    for (int i = threadIdx.x; i < 16 * 12; i += 32) s[i] = 7;
    __syncwarp();
    unsigned at = shared32(s + threadIdx.x % 16 * 12 + threadIdx.x / 16 * 4);
    const unsigned* p = in + threadIdx.x;
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(p[0]), "r"(p[32]), "r"(p[64]), "r"(p[96])
                 : "memory");
    __syncwarp();
    for (int i = threadIdx.x; i < 16 * 12; i += 32) out[i] = s[i];
}
__global__ void stmatrixTransposed(const unsigned* in, unsigned* out) {
    __shared__ __align__(16) unsigned s[16 * 4];
    unsigned at = shared32(s + threadIdx.x % 16 * 4);
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(at), "r"(in[threadIdx.x]), "r"(in[32 + threadIdx.x]) : "memory");
    __syncwarp();
    for (int i = threadIdx.x; i < 16 * 4; i += 32) out[i] = s[i];
}
__global__ void movmatrix(const unsigned* in, unsigned* out) {
    unsigned r;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r) : "r"(in[threadIdx.x]));
    out[threadIdx.x] = r;
}

#define FOUR(v) "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
__global__ void half16x8x16(const unsigned* in, float* out) {
    unsigned t = threadIdx.x;
    float d[4];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};\n"
                 : FOUR(d)
                 : "r"(in[t]), "r"(in[t + 32]), "r"(in[t + 64]), "r"(in[t + 96]), "r"(in[t + 128]), "r"(in[t + 160]),
                   "f"(1.0f), "f"(2.0f), "f"(3.0f), "f"(4.0f));
    for (int i = 0; i < 4; ++i) out[t * 4 + i] = d[i];
}
__global__ void half16x8x8(const unsigned* in, float* out) {
    unsigned t = threadIdx.x;
    float d[4] = {0.0f, 1.0f, 2.0f, 3.0f};
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(in[t]), "r"(in[t + 32]), "r"(in[t + 64]));
    for (int i = 0; i < 4; ++i) out[t * 4 + i] = d[i];
}
__global__ void halfHalf16x8x16(const unsigned* in, unsigned* out) {
    unsigned t = threadIdx.x, a, b;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
                 : "=r"(a), "=r"(b)
                 : "r"(in[t]), "r"(in[t + 32]), "r"(in[t + 64]), "r"(in[t + 96]), "r"(in[t + 128]), "r"(in[t + 160]), "r"(0), "r"(0));
    out[t * 2] = a;
    out[t * 2 + 1] = b;
}
__global__ void bfloat16x8x16(const unsigned* in, float* out) {
    unsigned t = threadIdx.x;
    float d[4];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
                 : FOUR(d)
                 : "r"(in[t]), "r"(in[t + 32]), "r"(in[t + 64]), "r"(in[t + 96]), "r"(in[t + 128]), "r"(in[t + 160]), "f"(0.0f));
    for (int i = 0; i < 4; ++i) out[t * 4 + i] = d[i];
}
__global__ void tf16x8x8(const float* in, float* out) {
    unsigned t = threadIdx.x, w[6];
    for (int i = 0; i < 6; ++i) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(w[i]) : "f"(in[t + 32 * i]));
    float d[4];
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
                 : FOUR(d)
                 : "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "r"(w[4]), "r"(w[5]), "f"(0.0f));
    for (int i = 0; i < 4; ++i) out[t * 4 + i] = d[i];
}
__global__ void tf16x8x4(const float* in, float* out) {
    unsigned t = threadIdx.x;
    float d[4];
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};"
                 : FOUR(d)
                 : "r"(__float_as_uint(in[t])), "r"(__float_as_uint(in[t + 32])), "r"(__float_as_uint(in[t + 64])), "f"(1.0f));
    for (int i = 0; i < 4; ++i) out[t * 4 + i] = d[i];
}
__global__ void double8x8x4(const double* in, double* out) {
    unsigned t = threadIdx.x;
    double a, b;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
                 : "=d"(a), "=d"(b)
                 : "d"(in[t]), "d"(in[t + 32]), "d"(0.5), "d"(0.25));
    out[t * 2] = a;
    out[t * 2 + 1] = b;
}
__global__ void byte16x8x32(const unsigned* in, int* out) {
    unsigned t = threadIdx.x;
    int d[4];
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(in[t]), "r"(in[t + 32]), "r"(in[t + 64]), "r"(in[t + 96]), "r"(in[t + 128]), "r"(in[t + 160]), "r"(5));
    for (int i = 0; i < 4; ++i) out[t * 4 + i] = d[i];
}
__global__ void byte16x8x16(const unsigned* in, int* out) {
    unsigned t = threadIdx.x;
    int d[4];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(in[t]), "r"(in[t + 32]), "r"(in[t + 64]), "r"(0));
    for (int i = 0; i < 4; ++i) out[t * 4 + i] = d[i];
}
__global__ void byte8x8x16(const unsigned* in, int* out) {
    unsigned t = threadIdx.x;
    int a, b;
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 {%0,%1}, {%2}, {%3}, {%4,%4};" : "=r"(a), "=r"(b) : "r"(in[t]), "r"(in[t + 32]), "r"(0));
    out[t * 2] = a;
    out[t * 2 + 1] = b;
}
__global__ void nibble16x8x64(const unsigned* in, int* out) {
    unsigned t = threadIdx.x;
    int d[4];
    asm volatile("mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(in[t]), "r"(in[t + 32]), "r"(in[t + 64]), "r"(in[t + 96]), "r"(in[t + 128]), "r"(in[t + 160]), "r"(0));
    for (int i = 0; i < 4; ++i) out[t * 4 + i] = d[i];
}
__global__ void fp8x16x8x32(const unsigned* in, float* out) {
    unsigned t = threadIdx.x;
    float d[4];
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
                 : FOUR(d)
                 : "r"(in[t] & 0x38383838), "r"(in[t + 32] & 0x38383838), "r"(in[t + 64] & 0x38383838), "r"(in[t + 96] & 0x38383838),
                   "r"(in[t + 128] & 0x3c3c3c3c), "r"(in[t + 160] & 0x3c3c3c3c), "f"(0.0f));
    for (int i = 0; i < 4; ++i) out[t * 4 + i] = d[i];
}

static unsigned int checksum(const void* device, size_t bytes) {
    unsigned char* host = (unsigned char*)malloc(bytes);
    cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
    unsigned int sum = 2166136261u;
    for (size_t i = 0; i < bytes; ++i) sum = (sum ^ host[i]) * 16777619u;
    free(host);
    return sum;
}

int main() {
    unsigned words[1024], halves[1024], bfloats[1024];
    float floats[1024];
    double doubles[512];
    for (unsigned i = 0; i < 1024; ++i) {
        int v = (int)(i * 37 + 11) % 9 - 4;
        words[i] = i * 2654435761u;
        __half2 h = __halves2half2(__float2half((float)v), __float2half((float)((int)(i * 13) % 7 - 3)));
        memcpy(&halves[i], &h, 4);
        float f = (float)v, g = (float)((int)(i * 13) % 7 - 3);
        unsigned a, b;
        memcpy(&a, &f, 4);
        memcpy(&b, &g, 4);
        bfloats[i] = a >> 16 | (b & 0xffff0000u);
        floats[i] = v;
        if (i < 512) doubles[i] = v;
    }
    unsigned *w, *h, *b, *out;
    float* f;
    double* d;
    CHECK(cudaMalloc(&w, 4096));
    CHECK(cudaMalloc(&h, 4096));
    CHECK(cudaMalloc(&b, 4096));
    CHECK(cudaMalloc(&f, 4096));
    CHECK(cudaMalloc(&d, 4096));
    CHECK(cudaMalloc(&out, 4096));
    CHECK(cudaMemcpy(w, words, 4096, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(h, halves, 4096, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b, bfloats, 4096, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(f, floats, 4096, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d, doubles, 4096, cudaMemcpyHostToDevice));
#define RUN(NAME, IN, TYPE)                           \
    CHECK(cudaMemset(out, 0, 4096));                  \
    NAME<<<1, 32>>>(IN, (TYPE*)out);                  \
    CHECK(cudaDeviceSynchronize());                   \
    printf("%s %08x\n", #NAME, checksum(out, 4096));
    RUN(ldmatrix1, (const __half*)w, unsigned)
    RUN(ldmatrix2, (const __half*)w, unsigned)
    RUN(ldmatrix4, (const __half*)w, unsigned)
    RUN(ldmatrixPadded, (const __half*)w, unsigned)
    RUN(ldmatrixTransposed, (const __half*)w, unsigned)
    RUN(stmatrix4, w, unsigned)
    RUN(stmatrixTransposed, w, unsigned)
    RUN(movmatrix, w, unsigned)
    RUN(half16x8x16, h, float)
    RUN(half16x8x8, h, float)
    RUN(halfHalf16x8x16, h, unsigned)
    RUN(bfloat16x8x16, b, float)
    RUN(tf16x8x8, f, float)
    RUN(tf16x8x4, f, float)
    RUN(double8x8x4, d, double)
    RUN(byte16x8x32, w, int)
    RUN(byte16x8x16, w, int)
    RUN(byte8x8x16, w, int)
    RUN(nibble16x8x64, w, int)
    RUN(fp8x16x8x32, w, float)
    return 0;
}
