// Row softmax three ways, as in a study of kernels for a language model.
#include <stdio.h>
#include <stdlib.h>
#include <float.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#define ENABLE_BF16 0
template <class T> __host__ __device__ T ceil_div(T dividend, T divisor) { return (dividend + divisor - 1) / divisor; }
static void cudaCheck(cudaError_t error, const char *file, int line) {
    if (error != cudaSuccess) {
        printf("[CUDA ERROR] at file %s:%d:\n%s\n", file, line, cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
};
#define cudaCheck(err) (cudaCheck(err, __FILE__, __LINE__))

__global__ void softmax_forward_kernel1(float *out, const float *inp, int N, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        const float *inp_row = inp + i * C;
        float *out_row = out + i * C;
        float maxval = -INFINITY;
        for (int j = 0; j < C; j++) if (inp_row[j] > maxval) maxval = inp_row[j];
        double sum = 0.0;
        for (int j = 0; j < C; j++) {
            out_row[j] = expf(inp_row[j] - maxval);
            sum += out_row[j];
        }
        for (int j = 0; j < C; j++) out_row[j] /= (float)sum;
    }
}
__device__ float warpReduceMax(float val) {
    for (int offset = 16; offset > 0; offset /= 2) val = fmaxf(val, __shfl_down_sync(0xFFFFFFFF, val, offset));
    return val;
}
__global__ void softmax_forward_kernel4(float *out, const float *inp, int N, int C) {
    extern __shared__ float shared[];
    int idx = blockIdx.x, tid = threadIdx.x, warpId = threadIdx.x / 32, laneId = threadIdx.x % 32;
    int warpsPerBlock = blockDim.x / 32;
    float *maxvals = shared, *sumvals = &shared[warpsPerBlock];
    const float *x = inp + idx * C;
    float maxval = -INFINITY;
    for (int i = tid; i < C; i += blockDim.x) maxval = fmaxf(maxval, x[i]);
    maxval = warpReduceMax(maxval);
    if (laneId == 0) maxvals[warpId] = maxval;
    __syncthreads();
    if (tid == 0) {
        float val = maxvals[tid];
        for (int i = 1; i < warpsPerBlock; i++) val = fmaxf(val, maxvals[i]);
        maxvals[0] = val;
    }
    __syncthreads();
    float offset = maxvals[0], sumval = 0.0f;
    for (int i = tid; i < C; i += blockDim.x) {
        __stcs(out + idx * C + i, expf(__ldcs(&x[i]) - offset));
        sumval += out[idx * C + i];
    }
    sumvals[warpId] = sumval;
}
struct __align__(8) SumMax { float maxval; float sum; };
__device__ __forceinline__ SumMax reduce_sum_max_op(SumMax a, SumMax b) {
    bool a_bigger = (a.maxval > b.maxval);
    SumMax bigger_m = a_bigger ? a : b, smaller_m = a_bigger ? b : a, res;
    res.maxval = bigger_m.maxval;
    res.sum = bigger_m.sum + smaller_m.sum * expf(smaller_m.maxval - bigger_m.maxval);
    return res;
}
__global__ void softmax_forward_online_kernel2(float *out, const float *inp, int N, int C) {
    namespace cg = cooperative_groups;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= N) return;
    const float *x = inp + row * C;
    SumMax sm_partial;
    sm_partial.maxval = -INFINITY;
    sm_partial.sum = 0.0f;
    for (int i = warp.thread_rank(); i < C; i += warp.size()) sm_partial = reduce_sum_max_op(sm_partial, {x[i], 1.0f});
    SumMax sm_total = cg::reduce(warp, sm_partial, reduce_sum_max_op);
    for (int i = warp.thread_rank(); i < C; i += warp.size()) __stcs(out + row * C + i, expf(x[i] - sm_total.maxval) / sm_total.sum);
}
void softmax_forward(int kernel_num, float *out, const float *inp, int N, int C, const int block_size) {
    switch (kernel_num) {
        case 1: softmax_forward_kernel1<<<ceil_div(N, block_size), block_size>>>(out, inp, N, C); break;
        case 4: softmax_forward_kernel4<<<N, block_size, 2 * block_size / 32 * sizeof(float)>>>(out, inp, N, C); break;
        default: softmax_forward_online_kernel2<<<ceil_div(N * 32, block_size), block_size>>>(out, inp, N, C);
    }
    cudaCheck(cudaGetLastError());
}
int main() {
    float *in, *out;
    cudaCheck(cudaMalloc(&in, 64 * 1024 * sizeof(float)));
    cudaCheck(cudaMalloc(&out, 64 * 1024 * sizeof(float)));
    for (int k : {1, 4, 7}) softmax_forward(k, out, in, 64, 1024, 128);
    cudaCheck(cudaDeviceSynchronize());
}
