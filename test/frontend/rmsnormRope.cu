// Small kernels of a transformer: RMS norm, rotary embedding, SwiGLU, embedding gather.
#include <cuda_bf16.h>
#include <cstdint>
template <int BLOCK> __global__ void rmsnorm(__nv_bfloat16 *o, const __nv_bfloat16 *x, const float *weight, int size) {
    __shared__ float shared[BLOCK / 32];
    float ss = 0.0f;
    for (int j = threadIdx.x; j < size; j += BLOCK) {
        float v = __bfloat162float(x[blockIdx.x * size + j]);
        ss += v * v;
    }
    for (int offset = 16; offset > 0; offset >>= 1) ss += __shfl_down_sync(0xffffffff, ss, offset);
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = ss;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int w = 0; w < BLOCK / 32; w++) sum += shared[w];
        shared[0] = rsqrtf(sum / size + 1e-5f);
    }
    __syncthreads();
    for (int j = threadIdx.x; j < size; j += BLOCK) o[blockIdx.x * size + j] = __float2bfloat16(weight[j] * shared[0] * __bfloat162float(x[blockIdx.x * size + j]));
}
__global__ void rope(float2 *q, int pos, int head_size, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    float freq = 1.0f / powf(10000.0f, (2 * i % head_size) / (float)head_size), fcr, fci;
    sincosf(pos * freq, &fci, &fcr);
    float2 v = q[i];
    q[i] = make_float2(v.x * fcr - v.y * fci, v.x * fci + v.y * fcr);
}
__global__ void swiglu(float *hb, const float *hb2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float v = hb[i]; v *= 1.0f / (1.0f + expf(-v)); hb[i] = v * hb2[i]; }
}
__global__ void encoder(float4 *out, const int *tokens, const float4 *wte, const float4 *wpe, int T, int C4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, bt = i / C4, c = i % C4, t = bt % T;
    float4 a = wte[tokens[bt] * C4 + c], b = wpe[t * C4 + c];
    out[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
void layer(__nv_bfloat16 *x, float *f, int *tokens) {
    rmsnorm<256><<<128, 256>>>(x, x, f, 4096);
    rope<<<16, 128>>>((float2 *)f, 5, 128, 2048);
    swiglu<<<43, 256>>>(f, f, 11008);
    encoder<<<192, 256>>>((float4 *)f, tokens, (float4 *)f, (float4 *)f, 1024, 192);
}
