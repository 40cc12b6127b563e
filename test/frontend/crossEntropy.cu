// Fused classifier: softmax statistics per row in a block, 128-bit loads, cache hints.
#include <float.h>
__device__ float warpReduceSum(float val) { for (int o = 16; o > 0; o >>= 1) val += __shfl_xor_sync(0xFFFFFFFF, val, o); return val; }
__device__ float warpReduceMax(float val) { for (int o = 16; o > 0; o >>= 1) val = fmaxf(val, __shfl_xor_sync(0xFFFFFFFF, val, o)); return val; }
using reduction_func_t = float (*)(float);
template <reduction_func_t warp_reduction> __device__ float blockReduce(float val, bool final_sync = false, float out_of_bounds = 0.0f) {
    __shared__ float shared_val[32];
    const int lane_id = threadIdx.x % 32, warp_id = threadIdx.x / 32, num_warps = blockDim.x / 32;
    float warp_val = warp_reduction(val);
    if (lane_id == 0) shared_val[warp_id] = warp_val;
    __syncthreads();
    warp_val = (lane_id < num_warps) ? shared_val[lane_id] : out_of_bounds;
    float block_val = warp_reduction(warp_val);
    if (final_sync) __syncthreads();
    return block_val;
}
struct SoftmaxParams { float Scale, Offset; };
__device__ SoftmaxParams prepare_softmax_blockwide(int idx, const float *inp, int V, int P) {
    const float4 *x = reinterpret_cast<const float4 *>(inp + idx * P);
    float thread_maxval = -INFINITY, thread_sumval = 0.0f;
    for (int i = threadIdx.x; i < V / 4; i += blockDim.x) {
        float4 packed = __ldcg(x + i);
        const float v[4] = {packed.x, packed.y, packed.z, packed.w};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float old_maxval = thread_maxval;
            thread_maxval = fmaxf(thread_maxval, v[k]);
            thread_sumval *= expf(old_maxval - thread_maxval);
            thread_sumval += expf(v[k] - thread_maxval);
        }
    }
    float block_maxval = blockReduce<warpReduceMax>(thread_maxval, false, -FLT_MAX);
    thread_sumval *= expf(thread_maxval - block_maxval);
    float block_sumval = blockReduce<warpReduceSum>(thread_sumval);
    return SoftmaxParams{1.f / block_sumval, block_maxval};
}
template <bool WriteDLogits = true> __global__ void __launch_bounds__(1024, 1) fused_classifier(float *logits, float *losses, const int *targets, int V, int P) {
    int idx = gridDim.x - (blockIdx.x + 1), ix = targets[idx];
    SoftmaxParams sp = prepare_softmax_blockwide(idx, logits, V, P);
    if (threadIdx.x == 0) losses[idx] = -logf(expf(logits[idx * P + ix] - sp.Offset) * sp.Scale);
    if (!WriteDLogits) return;
    for (int i = threadIdx.x; i < V; i += blockDim.x) __stcs(logits + idx * P + i, expf(__ldcs(&logits[idx * P + i]) - sp.Offset) * sp.Scale - (i == ix ? 1.0f : 0.0f));
}
void run(float *l, float *o, int *t) {
    fused_classifier<><<<1024, 1024>>>(l, o, t, 50257, 50304);
    fused_classifier<false><<<1024, 512>>>(l, o, t, 50257, 50304);
}
