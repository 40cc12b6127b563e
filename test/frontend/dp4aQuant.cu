// Quantised matrix times vector with packed byte dot products.
#include <cstdint>
#include <cuda_fp16.h>
#define QK8_0 32
typedef struct { half d; int8_t qs[QK8_0]; } block_q8_0;
static __device__ __forceinline__ int get_int_from_int8(const int8_t *x8, const int &i32) {
    const uint16_t *x16 = (const uint16_t *)(x8 + sizeof(int) * i32);
    int x32 = 0;
    x32 |= x16[0] << 0;
    x32 |= x16[1] << 16;
    return x32;
}
template <int ncols> static __global__ void mul_mat_vec_q8_0(const void *__restrict__ vx, const block_q8_0 *__restrict__ y, float *__restrict__ dst, const int nrows) {
    const block_q8_0 *x = (const block_q8_0 *)vx;
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= nrows) return;
    float tmp = 0.0f;
    for (int i = threadIdx.x; i < ncols / QK8_0; i += blockDim.x) {
        const block_q8_0 &bx = x[row * (ncols / QK8_0) + i], &by = y[i];
        int sumi = 0;
#pragma unroll
        for (int k = 0; k < QK8_0 / 4; ++k) sumi = __dp4a(get_int_from_int8(bx.qs, k), get_int_from_int8(by.qs, k), sumi);
        tmp += __half2float(bx.d) * __half2float(by.d) * sumi;
    }
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) tmp += __shfl_xor_sync(0xffffffff, tmp, mask, 32);
    if (threadIdx.x == 0) dst[row] = tmp;
}
static __global__ void quantize(const float *__restrict__ x, block_q8_0 *y, const int k) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= k) return;
    float xi = x[i], amax = fabsf(xi);
    for (int mask = 16; mask > 0; mask >>= 1) amax = fmaxf(amax, __shfl_xor_sync(0xffffffff, amax, mask, 32));
    const float d = amax / 127;
    y[i / QK8_0].qs[i % QK8_0] = amax == 0.0f ? 0 : (int8_t)roundf(xi / d);
    if (i % QK8_0 == 0) y[i / QK8_0].d = __float2half(d);
}
void run(const float *x, void *w, block_q8_0 *q, float *out, int rows, cudaStream_t stream) {
    quantize<<<4096 / 256, 256, 0, stream>>>(x, q, 4096);
    const dim3 block_nums(rows / 4, 1, 1), block_dims(32, 4, 1);
    mul_mat_vec_q8_0<4096><<<block_nums, block_dims, 0, stream>>>(w, q, out, rows);
}
