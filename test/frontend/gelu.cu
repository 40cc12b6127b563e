// GELU forward and backward, single precision and packed halves.
#include <cuda_fp16.h>
#include <math.h>
#define GELU_SCALING_FACTOR sqrtf(2.0f / M_PI)
__global__ void gelu_forward(float *out, const float *inp, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        float xi = inp[i], cube = 0.044715f * xi * xi * xi;
        out[i] = 0.5f * xi * (1.0f + tanhf(GELU_SCALING_FACTOR * (xi + cube)));
    }
}
__global__ void gelu_backward(float *dinp, const float *inp, const float *dout, const int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        float x = inp[i], cube = 0.044715f * x * x * x, arg = GELU_SCALING_FACTOR * (x + cube);
        float tanh_out = tanhf(arg), coshf_out = coshf(arg), sech_out = 1.0f / (coshf_out * coshf_out);
        float grad = 0.5f * (1.0f + tanh_out) + x * 0.5f * sech_out * GELU_SCALING_FACTOR * (1.0f + 3.0f * 0.044715f * x * x);
        dinp[i] = grad * dout[i];
    }
}
__global__ void gelu_half2(half2 *out, const half2 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    half2 x = __ldg(&in[i]);
    half2 inner = __hmul2(x, __hfma2(__hmul2(x, x), __float2half2_rn(0.0356774f), __float2half2_rn(0.797885f)));
    float2 f = __half22float2(inner);
    half2 t = __floats2half2_rn(tanhf(f.x), tanhf(f.y));
    out[i] = __hmul2(__hmul2(x, __float2half2_rn(0.5f)), __hadd2(t, __float2half2_rn(1.0f)));
}
void run(float *a, half2 *h, int n) {
    gelu_forward<<<(n + 255) / 256, 256>>>(a, a, n);
    gelu_backward<<<(n + 255) / 256, 256>>>(a, a, a, n);
    gelu_half2<<<(n / 2 + 255) / 256, 256>>>(h, h, n / 2);
}
