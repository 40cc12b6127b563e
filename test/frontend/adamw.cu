// AdamW update with stochastic rounding helpers and a lerp by two fused multiply-adds.
#include <cstdio>
#include <cuda_fp16.h>
__device__ inline float lerp(float start, float end, float weight) { return fma(weight, end, fma(-weight, start, start)); }
__device__ __host__ constexpr unsigned int SquirrelNoise5(int positionX, unsigned int seed) {
    constexpr unsigned int SQ5_BIT_NOISE1 = 0xd2a80a3f, SQ5_BIT_NOISE2 = 0xa884f197;
    unsigned int mangledBits = static_cast<unsigned int>(positionX);
    mangledBits *= SQ5_BIT_NOISE1;
    mangledBits += seed;
    mangledBits ^= (mangledBits >> 9);
    mangledBits += SQ5_BIT_NOISE2;
    mangledBits ^= (mangledBits >> 11);
    return mangledBits;
}
template <typename Tp, typename Tg>
__global__ void adamw_kernel(Tp *params, Tg *grads, float *m_memory, float *v_memory, long num_parameters, float learning_rate, float beta1, float beta2, float correction1, float correction2, float eps, float weight_decay, unsigned int seed) {
    size_t idx = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (idx >= num_parameters) return;
    float grad = (float)grads[idx], m = m_memory[idx], v = v_memory[idx];
    m = lerp(grad, m, beta1);
    m_memory[idx] = m;
    v = lerp(grad * grad, v, beta2);
    v_memory[idx] = v;
    m /= correction1;
    v /= correction2;
    float old_param = (float)params[idx];
    float param = old_param - (learning_rate * (m / (sqrtf(v) + eps) + weight_decay * old_param));
    unsigned int random = SquirrelNoise5(threadIdx.x, seed);
    params[idx] = (Tp)(param + (random & 1) * 1e-9f);
}
int main() {
    long n = 1048576;
    float *p, *m, *v;
    half *g;
    cudaMalloc(&p, n * 4); cudaMalloc(&m, n * 4); cudaMalloc(&v, n * 4); cudaMalloc(&g, n * 2);
    adamw_kernel<float, half><<<(n + 511) / 512, 512>>>(p, g, m, v, n, 1e-3f, .9f, .999f, .1f, .001f, 1e-8f, 0.f, 7u);
    adamw_kernel<<<(n + 511) / 512, 512>>>(p, m, m, v, n, 1e-3f, .9f, .999f, .1f, .001f, 1e-8f, 0.f, 7u);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
