// Direct convolution, max pooling and batch normalisation in NCHW.
#include <cfloat>
struct Shape { int n, c, h, w; __host__ __device__ int at(int i, int j, int y, int x) const { return ((i * c + j) * h + y) * w + x; } };
template <int K, int STRIDE = 1> __global__ void conv2d(const float *__restrict__ in, const float *__restrict__ weight, const float *__restrict__ bias, float *__restrict__ out, Shape s, Shape o) {
    extern __shared__ float filter[];
    int oc = blockIdx.z % o.c, n = blockIdx.z / o.c;
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < s.c * K * K; i += blockDim.x * blockDim.y) filter[i] = weight[oc * s.c * K * K + i];
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= o.w || y >= o.h) return;
    float sum = bias ? bias[oc] : 0.f;
    for (int c = 0; c < s.c; ++c)
#pragma unroll
        for (int ky = 0; ky < K; ++ky)
#pragma unroll
            for (int kx = 0; kx < K; ++kx) sum += in[s.at(n, c, y * STRIDE + ky, x * STRIDE + kx)] * filter[(c * K + ky) * K + kx];
    out[o.at(n, oc, y, x)] = sum;
}
__global__ void maxpool(const float *in, float *out, int *index, Shape s, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, ow = s.w / k, oh = s.h / k;
    if (i >= s.n * s.c * oh * ow) return;
    int x = i % ow, y = i / ow % oh, c = i / (ow * oh) % s.c, n = i / (ow * oh * s.c), best = 0;
    float value = -FLT_MAX;
    for (int j = 0; j < k * k; ++j) {
        int at = s.at(n, c, y * k + j / k, x * k + j % k);
        if (in[at] > value) { value = in[at]; best = at; }
    }
    out[i] = value;
    index[i] = best;
}
__global__ void batchnorm(float *x, const float *mean, const float *var, const float *g, const float *b, Shape s) {
    int c = blockIdx.y;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < s.h * s.w; i += gridDim.x * blockDim.x) {
        float &v = x[s.at(blockIdx.z, c, 0, i)];
        v = (v - mean[c]) * rsqrtf(var[c] + 1e-5f) * g[c] + b[c];
    }
}
void network(float *a, float *w, float *out, int *index) {
    Shape s{8, 16, 66, 66}, o{8, 32, 64, 64};
    conv2d<3><<<dim3(2, 8, s.n * o.c), dim3(32, 8), s.c * 9 * sizeof(float)>>>(a, w, nullptr, out, s, o);
    maxpool<<<(8 * 32 * 32 * 32 + 255) / 256, 256>>>(out, a, index, o, 2);
    batchnorm<<<dim3(4, o.c, o.n), 256>>>(out, w, w, w, w, o);
}
