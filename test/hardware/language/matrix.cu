// Tensor cores through `nvcuda::wmma`: every documented shape and type, from global and from shared memory. Small whole
// numbers make every sum exact, so that results do not depend on the order in which the hardware adds.
#include <mma.h>
#include <stdio.h>
#include <stdlib.h>

using namespace nvcuda;

#define CHECK(call)                                                     \
    do {                                                                \
        cudaError_t status = (call);                                    \
        if (status != cudaSuccess) {                                    \
            printf("%s: %s\n", #call, cudaGetErrorString(status));      \
            return 1;                                                   \
        }                                                               \
    } while (0)

template <int M, int N, int K, typename T, typename C, typename LA, typename LB>
__device__ void multiply(const T* a, const T* b, const C* c, C* d, int lda, int ldb, int ldc, wmma::layout_t layout) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, ldc, layout);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, ldc, layout);
}

#define PLAIN(NAME, M, N, K, T, C, LA, LB, LDA, LDB, LDC, LAYOUT)                                  \
    __global__ void NAME(const T* a, const T* b, const C* c, C* d) {                                \
        multiply<M, N, K, T, C, wmma::LA, wmma::LB>(a, b, c, d, LDA, LDB, LDC, wmma::LAYOUT);       \
    }
PLAIN(halfRowRow, 16, 16, 16, __half, float, row_major, row_major, 16, 16, 16, mem_row_major)
PLAIN(halfRowCol, 16, 16, 16, __half, float, row_major, col_major, 16, 16, 16, mem_row_major)
PLAIN(halfColRow, 16, 16, 16, __half, float, col_major, row_major, 16, 16, 16, mem_col_major)
PLAIN(halfColCol, 16, 16, 16, __half, float, col_major, col_major, 24, 40, 20, mem_row_major)
PLAIN(halfHalf, 16, 16, 16, __half, __half, row_major, col_major, 64, 32, 16, mem_row_major)
PLAIN(halfHalfCol, 16, 16, 16, __half, __half, row_major, row_major, 16, 16, 16, mem_col_major)
PLAIN(half32x8, 32, 8, 16, __half, float, row_major, row_major, 16, 8, 8, mem_row_major)
PLAIN(half8x32, 8, 32, 16, __half, float, row_major, col_major, 16, 16, 32, mem_row_major)
PLAIN(half32x8Col, 32, 8, 16, __half, __half, col_major, row_major, 32, 8, 8, mem_row_major)
PLAIN(half8x32Col, 8, 32, 16, __half, __half, col_major, col_major, 8, 16, 8, mem_col_major)
PLAIN(bfloatRowRow, 16, 16, 16, __nv_bfloat16, float, row_major, row_major, 16, 16, 16, mem_row_major)
PLAIN(bfloatColCol, 16, 16, 16, __nv_bfloat16, float, col_major, col_major, 16, 16, 16, mem_col_major)
PLAIN(bfloat32x8, 32, 8, 16, __nv_bfloat16, float, row_major, col_major, 16, 16, 8, mem_row_major)
PLAIN(bfloat8x32, 8, 32, 16, __nv_bfloat16, float, col_major, row_major, 8, 32, 32, mem_row_major)
PLAIN(bytesRowCol, 16, 16, 16, signed char, int, row_major, col_major, 16, 16, 16, mem_row_major)
PLAIN(bytesColRow, 16, 16, 16, signed char, int, col_major, row_major, 16, 16, 16, mem_row_major)
PLAIN(bytes32x8, 32, 8, 16, unsigned char, int, row_major, col_major, 16, 16, 8, mem_row_major)
PLAIN(bytes8x32, 8, 32, 16, unsigned char, int, row_major, row_major, 32, 32, 32, mem_col_major)
PLAIN(doubles, 8, 8, 4, double, double, row_major, col_major, 4, 4, 8, mem_row_major)
PLAIN(doublesCol, 8, 8, 4, double, double, col_major, row_major, 8, 8, 8, mem_col_major)

template <typename LA, typename LB>
__device__ void multiplyTf32(const float* a, const float* b, const float* c, float* d, wmma::layout_t layout) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, LA> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, LB> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    for (int i = 0; i < fa.num_elements; ++i) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    for (int i = 0; i < fb.num_elements; ++i) fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
    wmma::load_matrix_sync(fc, c, 16, layout);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 16, layout);
}
__global__ void tf32RowCol(const float* a, const float* b, const float* c, float* d) {
    multiplyTf32<wmma::row_major, wmma::col_major>(a, b, c, d, wmma::mem_row_major);
}
__global__ void tf32ColRow(const float* a, const float* b, const float* c, float* d) {
    multiplyTf32<wmma::col_major, wmma::row_major>(a, b, c, d, wmma::mem_col_major);
}

// Four-bit and one-bit operands, packed into bytes.
__global__ void nibbles(const void* a, const void* b, int* d) {
    wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, wmma::experimental::precision::s4, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> fc;
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, b, 32);
    wmma::fill_fragment(fc, 3);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major);
}
__global__ void unsignedNibbles(const void* a, const void* b, int* d) {
    wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::u4, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, wmma::experimental::precision::u4, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> fc;
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, b, 32);
    wmma::fill_fragment(fc, 0);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 8, wmma::mem_col_major);
}
__global__ void singleBits(const void* a, const void* b, int* d) {
    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc;
    wmma::load_matrix_sync(fa, a, 128);
    wmma::load_matrix_sync(fb, b, 128);
    wmma::fill_fragment(fc, 0);
    wmma::bmma_sync(fc, fa, fb, fc, wmma::experimental::bmmaBitOpXOR);
    wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major);
    wmma::fill_fragment(fc, 0);
    wmma::bmma_sync(fc, fa, fb, fc, wmma::experimental::bmmaBitOpAND);
    wmma::store_matrix_sync(d + 64, fc, 8, wmma::mem_row_major);
}

// A tile of a larger product, staged through shared memory with and without padding.
template <int PAD>
__device__ void staged(const __half* a, const __half* b, float* d) {
    __shared__ __half sa[64 * (32 + PAD)], sb[32 * (64 + PAD)];
    __shared__ float sd[64 * 64];
    for (int i = threadIdx.x; i < 64 * 32; i += 128) {
        sa[i / 32 * (32 + PAD) + i % 32] = a[i];
        sb[i / 64 * (64 + PAD) + i % 64] = b[i];
    }
    __syncthreads();
    int warp = threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
    for (int column = 0; column < 4; ++column) {
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
        wmma::fill_fragment(fc, 0.0f);
        for (int k = 0; k < 2; ++k) {
            wmma::load_matrix_sync(fa, sa + warp * 16 * (32 + PAD) + k * 16, 32 + PAD);
            wmma::load_matrix_sync(fb, sb + k * 16 * (64 + PAD) + column * 16, 64 + PAD);
            wmma::mma_sync(fc, fa, fb, fc);
        }
        for (int i = 0; i < fc.num_elements; ++i) fc.x[i] *= 0.5f;
        wmma::store_matrix_sync(sd + warp * 16 * 64 + column * 16, fc, 64, wmma::mem_row_major);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 64 * 64; i += 128) d[i] = sd[i];
}
__global__ void stagedPlain(const __half* a, const __half* b, float* d) { staged<0>(a, b, d); }
__global__ void stagedPadded(const __half* a, const __half* b, float* d) { staged<8>(a, b, d); }
__global__ void sharedColumns(const __half* a, float* d) {
    __shared__ __half s[16 * 24];
    for (int i = threadIdx.x; i < 256; i += 32) s[i / 16 * 24 + i % 16] = a[i];
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::load_matrix_sync(fa, s, 24);
    wmma::load_matrix_sync(fb, s, 24);
    wmma::fill_fragment(fc, 1.0f);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 16, wmma::mem_col_major);
}
// Every element of a fragment on its own: which lane holds what.
__global__ void perLane(const __half* a, float* d) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, a, 16);
    wmma::fill_fragment(fc, 0.0f);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; ++i) d[threadIdx.x * 8 + i] = fc.x[i];
}
// Real numbers: the order and the width of the hardware's sums show.
__global__ void reals(const float* x, const float* y, float* d) {
    __shared__ __half a[256], b[256];
    for (int i = threadIdx.x; i < 256; i += 32) {
        a[i] = __float2half(x[i]);
        b[i] = __float2half(y[i]);
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::fill_fragment(fc, 0.3f);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 16, wmma::mem_row_major);
}

static unsigned int checksum(const void* device, size_t bytes) {
    unsigned char* host = (unsigned char*)malloc(bytes);
    cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
    unsigned int sum = 2166136261u;
    for (size_t i = 0; i < bytes; ++i) sum = (sum ^ host[i]) * 16777619u;
    free(host);
    return sum;
}

__global__ void fill(__half* h, __nv_bfloat16* b, signed char* s, unsigned char* u, double* d, float* f, int* n, __half* c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = (i * 37 + 11) % 9 - 4;
    h[i] = __float2half((float)v);
    b[i] = __float2bfloat16((float)v);
    s[i] = (signed char)(i * 53 + 7);
    u[i] = (unsigned char)(i * 91 + 3);
    d[i] = v;
    f[i] = v;
    n[i] = v * 1000;
    c[i] = __float2half((float)(v * 3));
}

int main() {
    const int count = 4096;
    __half *h, *c;
    __nv_bfloat16* b;
    signed char* s;
    unsigned char* u;
    double *d, *dd;
    float *f, *x, *y;
    int* n;
    void* out;
    CHECK(cudaMalloc(&h, count * 2));
    CHECK(cudaMalloc(&c, count * 2));
    CHECK(cudaMalloc(&b, count * 2));
    CHECK(cudaMalloc(&s, count));
    CHECK(cudaMalloc(&u, count));
    CHECK(cudaMalloc(&d, count * 8));
    CHECK(cudaMalloc(&f, count * 4));
    CHECK(cudaMalloc(&n, count * 4));
    CHECK(cudaMalloc(&x, 1024));
    CHECK(cudaMalloc(&y, 1024));
    CHECK(cudaMalloc(&out, 16384));
    dd = (double*)out;
    fill<<<16, 256>>>(h, b, s, u, d, f, n, c);
    float* o = (float*)out;
#define RUN(NAME, ...)                                \
    CHECK(cudaMemset(out, 0, 16384));                 \
    NAME<<<1, 32>>>(__VA_ARGS__);                     \
    CHECK(cudaDeviceSynchronize());                   \
    printf("%s %08x\n", #NAME, checksum(out, 4096));
    RUN(halfRowRow, h, h + 256, f, o)
    RUN(halfRowCol, h, h + 256, f, o)
    RUN(halfColRow, h, h + 256, f, o)
    RUN(halfColCol, h, h + 256, f, o)
    RUN(halfHalf, h, h + 256, c, (__half*)out)
    RUN(halfHalfCol, h, h + 256, c, (__half*)out)
    RUN(half32x8, h, h + 512, f, o)
    RUN(half8x32, h, h + 512, f, o)
    RUN(half32x8Col, h, h + 512, c, (__half*)out)
    RUN(half8x32Col, h, h + 512, c, (__half*)out)
    RUN(bfloatRowRow, b, b + 256, f, o)
    RUN(bfloatColCol, b, b + 256, f, o)
    RUN(bfloat32x8, b, b + 512, f, o)
    RUN(bfloat8x32, b, b + 512, f, o)
    RUN(bytesRowCol, s, s + 256, n, (int*)out)
    RUN(bytesColRow, s, s + 256, n, (int*)out)
    RUN(bytes32x8, u, u + 512, n, (int*)out)
    RUN(bytes8x32, u, u + 512, n, (int*)out)
    RUN(doubles, d, d + 64, d + 128, dd)
    RUN(doublesCol, d, d + 64, d + 128, dd)
    RUN(tf32RowCol, f, f + 256, f + 512, o)
    RUN(tf32ColRow, f, f + 256, f + 512, o)
    RUN(nibbles, s, s + 256, (int*)out)
    RUN(unsignedNibbles, s, s + 256, (int*)out)
    RUN(singleBits, s, s + 256, (int*)out)
    CHECK(cudaMemset(out, 0, 16384));
    stagedPlain<<<1, 128>>>(h, h + 2048, o);
    CHECK(cudaDeviceSynchronize());
    printf("stagedPlain %08x\n", checksum(out, 16384));
    stagedPadded<<<1, 128>>>(h, h + 2048, o);
    CHECK(cudaDeviceSynchronize());
    printf("stagedPadded %08x\n", checksum(out, 16384));
    RUN(sharedColumns, h, o)
    RUN(perLane, h, o)
    float hx[256], hy[256];
    unsigned int seed = 12345;
    for (int i = 0; i < 256; ++i) {
        seed = seed * 1664525u + 1013904223u;
        hx[i] = ((int)(seed >> 9) - 4194304) / 4194304.0f * (i % 7 == 0 ? 64.0f : 1.0f);
        seed = seed * 1664525u + 1013904223u;
        hy[i] = ((int)(seed >> 9) - 4194304) / 4194304.0f;
    }
    CHECK(cudaMemcpy(x, hx, 1024, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(y, hy, 1024, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, 16384));
    reals<<<1, 32>>>(x, y, o);
    CHECK(cudaMemcpy(hx, out, 1024, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; ++i) printf("%08x%c", *(unsigned int*)&hx[i], i % 16 == 15 ? '\n' : ' ');
    return 0;
}
