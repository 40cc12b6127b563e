// Layer normalisation forward and backward, with a 128-bit packed type.
#include <assert.h>
#include <stdio.h>
#include <stdint.h>
#include <cuda_bf16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
typedef __nv_bfloat16 floatX;

template <class ElementType> struct alignas(16) Packed128 {
    Packed128() = default;
    __device__ explicit Packed128(int4 bits) { memcpy(&payload, &bits, sizeof(bits)); }
    __device__ static Packed128 constant(ElementType value) {
        Packed128 result;
        for (int k = 0; k < size; ++k) result.payload[k] = value;
        return result;
    }
    __device__ ElementType &operator[](int index) { return payload[index]; }
    __device__ const ElementType &operator[](int index) const { return payload[index]; }
    __device__ int4 get_bits() const {
        int4 bits;
        memcpy(&bits, &payload, sizeof(bits));
        return bits;
    }
    static constexpr const size_t size = sizeof(int4) / sizeof(ElementType);
    ElementType payload[size];
};
template <class ElementType> __device__ Packed128<ElementType> load128(const ElementType *address) { return Packed128<ElementType>{*reinterpret_cast<const int4 *>(address)}; }
template <class ElementType> __device__ Packed128<ElementType> load128cs(const ElementType *address) { return Packed128<ElementType>{__ldcs(reinterpret_cast<const int4 *>(address))}; }
template <class ElementType> __device__ void store128(ElementType *target, Packed128<ElementType> value) { *reinterpret_cast<int4 *>(target) = value.get_bits(); }
typedef Packed128<floatX> x128;

__global__ void layernorm_forward_kernel3(float *__restrict__ out, float *__restrict__ mean, float *__restrict__ rstd, const float *__restrict__ inp, const float *__restrict__ weight, const float *__restrict__ bias, int N, int C) {
    namespace cg = cooperative_groups;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int idx = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (idx >= N) return;
    const float *x = inp + idx * C;
    float sum = 0.0f;
    for (int i = warp.thread_rank(); i < C; i += warp.size()) sum += x[i];
    sum = cg::reduce(warp, sum, cg::plus<float>{});
    float m = sum / C;
    if (warp.thread_rank() == 0 && mean != nullptr) __stcs(mean + idx, m);
    sum = 0.0f;
    for (int i = warp.thread_rank(); i < C; i += warp.size()) {
        float diff = x[i] - m;
        sum += diff * diff;
    }
    sum = cg::reduce(warp, sum, cg::plus<float>{});
    float s = rsqrtf(sum / C + 1e-5f);
    if (warp.thread_rank() == 0 && rstd != nullptr) __stcs(rstd + idx, s);
    float *o = out + idx * C;
    for (int c = warp.thread_rank(); c < C; c += warp.size()) {
        float n = s * (__ldcs(x + c) - m);
        __stcs(o + c, n * weight[c] + bias[c]);
    }
}
__global__ void residual_forward_kernel2(floatX *out, const floatX *inp1, const floatX *inp2, int N) {
    int idx = (blockIdx.x * blockDim.x + threadIdx.x) * x128::size;
    if (idx < N) {
        x128 packed_out;
        x128 packed_inp1 = load128cs(inp1 + idx);
        x128 packed_inp2 = load128cs(inp2 + idx);
        for (int k = 0; k < packed_inp1.size; ++k) packed_out[k] = (floatX)((float)packed_inp1[k] + (float)packed_inp2[k]);
        store128(out + idx, packed_out);
    }
}
__global__ void layernorm_backward_kernel1(float *dinp, float *dweight, const float *dout, const float *inp, const float *mean, const float *rstd, int B, int T, int C) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= B * T) return;
    int b = idx / T, t = idx % T;
    const float *dout_bt = dout + b * T * C + t * C, *inp_bt = inp + b * T * C + t * C;
    for (int i = 0; i < C; i++) {
        float norm = (inp_bt[i] - mean[b * T + t]) * rstd[b * T + t];
        atomicAdd(&dweight[i], norm * dout_bt[i]);
        dinp[b * T * C + t * C + i] += dout_bt[i];
    }
}
int main() {
    int B = 8, T = 1024, C = 768, N = B * T;
    float *d;
    floatX *x;
    cudaMalloc(&d, N * C * sizeof(float));
    cudaMalloc(&x, N * C * sizeof(floatX));
    layernorm_forward_kernel3<<<N * 32 / 256, 256>>>(d, d, d, d, d, d, N, C);
    residual_forward_kernel2<<<N * C / (256 * x128::size), 256>>>(x, x, x, N * C);
    layernorm_backward_kernel1<<<N / 256, 256>>>(d, d, d, d, d, d, B, T, C);
    return (int)cudaDeviceSynchronize();
}
