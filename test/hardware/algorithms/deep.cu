// Kernels of neural networks: normalisations, attention, convolutions, activations, losses and optimisers.
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__device__ float warpMax(float v) {
    for (int d = 16; d > 0; d /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
__device__ float warpSum(float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__global__ void softmaxWarp(const float* in, float* out, int rows, int cols) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const float* x = in + row * cols;
    float* y = out + row * cols;
    float top = -FLT_MAX;
    for (int c = threadIdx.x; c < cols; c += 32) top = fmaxf(top, x[c]);
    top = warpMax(top);
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += 32) {
        float e = expf(x[c] - top);
        y[c] = e;
        sum += e;
    }
    sum = warpSum(sum);
    for (int c = threadIdx.x; c < cols; c += 32) y[c] /= sum;
}

__global__ void softmaxOnline(const float* in, float* out, int cols) {
    __shared__ float m[128], d[128];
    const float* x = in + blockIdx.x * cols;
    float top = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = x[c];
        if (v > top) {
            sum = sum * __expf(top - v) + 1.0f;
            top = v;
        } else sum += __expf(v - top);
    }
    m[threadIdx.x] = top;
    d[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            float a = m[threadIdx.x], b = m[threadIdx.x + s];
            float big = fmaxf(a, b);
            d[threadIdx.x] = d[threadIdx.x] * __expf(a - big) + d[threadIdx.x + s] * __expf(b - big);
            m[threadIdx.x] = big;
        }
        __syncthreads();
    }
    float scale = 1.0f / d[0];
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = __expf(x[c] - m[0]) * scale;
}

__global__ void layerNorm(const float* in, const float* gamma, const float* beta, float* out, int cols) {
    __shared__ float shared[2];
    __shared__ float partial[2][32];
    const float* x = in + blockIdx.x * cols;
    float sum = 0, square = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        sum += x[c];
        square += x[c] * x[c];
    }
    sum = warpSum(sum);
    square = warpSum(square);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0) {
        partial[0][warp] = sum;
        partial[1][warp] = square;
    }
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? partial[0][lane] : 0;
        square = lane < blockDim.x / 32 ? partial[1][lane] : 0;
        sum = warpSum(sum);
        square = warpSum(square);
        if (lane == 0) {
            float mean = sum / cols;
            shared[0] = mean;
            shared[1] = rsqrtf(square / cols - mean * mean + 1e-5f);
        }
    }
    __syncthreads();
    float mean = shared[0], inverse = shared[1];
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        out[blockIdx.x * cols + c] = (x[c] - mean) * inverse * gamma[c] + beta[c];
}

__global__ void rmsNormVector(const float4* in, const float4* weight, float4* out, int quads) {
    float square = 0;
    for (int c = threadIdx.x; c < quads; c += 32) {
        float4 v = in[blockIdx.x * quads + c];
        square += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float scale = rsqrtf(warpSum(square) / (4 * quads) + 1e-6f);
    for (int c = threadIdx.x; c < quads; c += 32) {
        float4 v = in[blockIdx.x * quads + c], w = weight[c];
        out[blockIdx.x * quads + c] = make_float4(v.x * scale * w.x, v.y * scale * w.y, v.z * scale * w.z, v.w * scale * w.w);
    }
}

__global__ void batchNormInference(float* x, const float* mean, const float* variance, const float* scale, const float* shift, int channels, int spatial) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= channels * spatial) return;
    int c = i / spatial;
    x[i] = (x[i] - mean[c]) / sqrtf(variance[c] + 1e-3f) * scale[c] + shift[c];
}

__global__ void attentionNaive(const float* Q, const float* K, const float* V, float* O, int n, int d) {
    extern __shared__ float scores[];
    int q = blockIdx.x;
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        float s = 0;
        for (int i = 0; i < d; ++i) s += Q[q * d + i] * K[k * d + i];
        scores[k] = k <= q ? s * rsqrtf((float)d) : -INFINITY;
    }
    __syncthreads();
    float top = -INFINITY, sum = 0;
    for (int k = 0; k <= q; ++k) top = fmaxf(top, scores[k]);
    for (int k = 0; k <= q; ++k) sum += expf(scores[k] - top);
    for (int i = threadIdx.x; i < d; i += blockDim.x) {
        float o = 0;
        for (int k = 0; k <= q; ++k) o += expf(scores[k] - top) * V[k * d + i];
        O[q * d + i] = o / sum;
    }
}

template <int D, int TILE>
__global__ void attentionTiled(const float* Q, const float* K, const float* V, float* O, int n) {
    __shared__ float ks[TILE][D];
    __shared__ float vs[TILE][D];
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    float qr[D], acc[D];
    for (int i = 0; i < D; ++i) {
        qr[i] = q < n ? Q[q * D + i] : 0;
        acc[i] = 0;
    }
    float top = -INFINITY, sum = 0;
    for (int start = 0; start < n; start += TILE) {
        for (int i = threadIdx.x; i < TILE * D; i += blockDim.x) {
            ks[i / D][i % D] = K[start * D + i];
            vs[i / D][i % D] = V[start * D + i];
        }
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            float s = 0;
#pragma unroll
            for (int i = 0; i < D; ++i) s += qr[i] * ks[k][i];
            float big = fmaxf(top, s);
            float c = __expf(top - big), p = __expf(s - big);
            sum = sum * c + p;
#pragma unroll
            for (int i = 0; i < D; ++i) acc[i] = acc[i] * c + p * vs[k][i];
            top = big;
        }
        __syncthreads();
    }
    if (q < n)
        for (int i = 0; i < D; ++i) O[q * D + i] = acc[i] / sum;
}

__global__ void conv2dDirect(const float* in, const float* filter, float* out, int H, int W, int K) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, oc = blockIdx.z;
    int OH = H - K + 1, OW = W - K + 1;
    if (x >= OW || y >= OH) return;
    float sum = 0;
    for (int ic = 0; ic < 3; ++ic)
        for (int i = 0; i < K; ++i)
            for (int j = 0; j < K; ++j) sum += in[(ic * H + y + i) * W + x + j] * filter[((oc * 3 + ic) * K + i) * K + j];
    out[(oc * OH + y) * OW + x] = sum;
}

__global__ void im2col(const float* in, float* out, int H, int W, int stride, int pad) {
    int OH = (H + 2 * pad - 3) / stride + 1, OW = (W + 2 * pad - 3) / stride + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 2 * OH * OW) return;
    int ox = i % OW, oy = i / OW % OH, c = i / OW / OH;
    for (int ky = 0; ky < 3; ++ky)
        for (int kx = 0; kx < 3; ++kx) {
            int y = oy * stride - pad + ky, x = ox * stride - pad + kx;
            out[((c * 9 + ky * 3 + kx) * OH + oy) * OW + ox] = y >= 0 && y < H && x >= 0 && x < W ? in[(c * H + y) * W + x] : 0.0f;
        }
}

__global__ void depthwise(const float* in, const float* filter, float* out, int C, int H, int W) {
    int w = threadIdx.x, h = blockIdx.x, c = blockIdx.y;
    if (w >= W) return;
    float sum = 0;
#pragma unroll
    for (int i = -1; i <= 1; ++i)
#pragma unroll
        for (int j = -1; j <= 1; ++j)
            if (h + i >= 0 && h + i < H && w + j >= 0 && w + j < W) sum += in[(c * H + h + i) * W + w + j] * filter[c * 9 + (i + 1) * 3 + j + 1];
    out[(c * H + h) * W + w] = sum;
}

__global__ void maxPool(const float* in, float* out, int* where, int H, int W) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int OW = W / 2, OH = H / 2;
    if (x >= OW || y >= OH) return;
    float best = -FLT_MAX;
    int at = 0;
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
            int p = (2 * y + i) * W + 2 * x + j;
            if (in[p] > best) {
                best = in[p];
                at = p;
            }
        }
    out[y * OW + x] = best;
    where[y * OW + x] = at;
}

__global__ void geluBias(float* x, const float* bias, int rows, int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float b = bias[c];
    for (int r = 0; r < rows; ++r) {
        float v = x[r * cols + c] + b;
        x[r * cols + c] = 0.5f * v * (1.0f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
    }
}

__global__ void swishHalf(const __half2* gate, const __half2* up, __half2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 g = __half22float2(gate[i]), u = __half22float2(up[i]);
    g.x = g.x / (1.0f + __expf(-g.x)) * u.x;
    g.y = g.y / (1.0f + __expf(-g.y)) * u.y;
    out[i] = __float22half2_rn(g);
}

__global__ void embedding(const int* tokens, const float* table, float* out, int dim) {
    int token = tokens[blockIdx.x];
    for (int i = threadIdx.x; i < dim; i += blockDim.x) out[blockIdx.x * dim + i] = table[token * dim + i];
}

__global__ void embeddingGradient(const int* tokens, const float* gradient, float* table, int dim) {
    int token = tokens[blockIdx.x];
    for (int i = threadIdx.x; i < dim; i += blockDim.x) atomicAdd(&table[token * dim + i], gradient[blockIdx.x * dim + i]);
}

__global__ void crossEntropy(const float* logits, const int* labels, float* loss, int classes) {
    const float* row = logits + blockIdx.x * classes;
    float top = -FLT_MAX;
    for (int c = threadIdx.x; c < classes; c += 32) top = fmaxf(top, row[c]);
    top = warpMax(top);
    float sum = 0;
    for (int c = threadIdx.x; c < classes; c += 32) sum += expf(row[c] - top);
    sum = warpSum(sum);
    if (threadIdx.x == 0) loss[blockIdx.x] = logf(sum) + top - row[labels[blockIdx.x]];
}

__global__ void adam(float* w, const float* g, float* m, float* v, float rate, float b1, float b2, float c1, float c2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float gi = g[i];
    float mi = m[i] = b1 * m[i] + (1 - b1) * gi;
    float vi = v[i] = b2 * v[i] + (1 - b2) * gi * gi;
    w[i] -= rate * (mi / c1) / (sqrtf(vi / c2) + 1e-8f);
}

__global__ void dropoutHash(const float* x, float* y, unsigned seed, float keep, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = i * 0x9E3779B9u ^ seed;
    h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16;
    y[i] = (h >> 8) * (1.0f / 16777216.0f) < keep ? x[i] / keep : 0.0f;
}

__global__ void rope(float* q, int heads, int dim, int position) {
    int pair = threadIdx.x, head = blockIdx.x;
    if (pair >= dim / 2) return;
    float angle = position * powf(10000.0f, -2.0f * pair / dim);
    float s = sinf(angle), c = cosf(angle);
    float2* p = (float2*)(q + head * dim) + pair;
    float2 v = *p;
    *p = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

__global__ void quantize(const float* x, signed char* q, float* scales, int cols) {
    float top = 0;
    for (int c = threadIdx.x; c < cols; c += 32) top = fmaxf(top, fabsf(x[blockIdx.x * cols + c]));
    top = warpMax(top);
    float scale = top > 0 ? 127.0f / top : 1.0f;
    for (int c = threadIdx.x; c < cols; c += 32) q[blockIdx.x * cols + c] = (signed char)rintf(x[blockIdx.x * cols + c] * scale);
    if (threadIdx.x == 0) scales[blockIdx.x] = 1.0f / scale;
}

__global__ void topK(const float* x, float* values, int* indices, int n) {
    float best[4];
    int at[4];
    for (int k = 0; k < 4; ++k) { best[k] = -FLT_MAX; at[k] = -1; }
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float v = x[blockIdx.x * n + i];
        if (v <= best[3]) continue;
        int p = 3;
        while (p > 0 && best[p - 1] < v) {
            best[p] = best[p - 1];
            at[p] = at[p - 1];
            --p;
        }
        best[p] = v;
        at[p] = i;
    }
    for (int k = 0; k < 4; ++k) {
        values[(blockIdx.x * blockDim.x + threadIdx.x) * 4 + k] = best[k];
        indices[(blockIdx.x * blockDim.x + threadIdx.x) * 4 + k] = at[k];
    }
}

template <typename T>
void show(const char* name, const T* device, int n) {
    std::vector<T> host(n);
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    double weighted = 0;
    for (int i = 0; i < n; ++i) weighted += (double)host[i] * (i % 13 + 1);
    printf("%s %.4g\n", name, weighted);
}

template <typename T>
T* upload(const std::vector<T>& host) {
    T* device;
    CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

int main() {
    std::vector<float> x(8192), w(8192);
    std::vector<int> tokens(64);
    std::vector<__half> h(512);
    unsigned state = 3;
    auto next = [&] { state = state * 1664525u + 1013904223u; return state >> 12; };
    for (auto& v : x) v = (next() % 2000) / 500.0f - 2.0f;
    for (auto& v : w) v = (next() % 1000) / 1000.0f + 0.1f;
    for (auto& v : tokens) v = next() % 20;
    for (auto& v : h) v = __float2half((next() % 64) / 16.0f - 2.0f);
    float *X = upload(x), *W = upload(w), *Y;
    int* T = upload(tokens);
    __half* H = upload(h);
    CHECK(cudaMalloc(&Y, 1 << 17));
    auto clear = [&] { CHECK(cudaMemset(Y, 0, 1 << 17)); };
    clear();
    softmaxWarp<<<3, dim3(32, 4)>>>(X, Y, 10, 100); show("softmaxWarp", Y, 1000);
    softmaxOnline<<<5, 128>>>(X, Y, 200); show("softmaxOnline", Y, 1000);
    layerNorm<<<6, 96>>>(X, W, W + 256, Y, 250); show("layerNorm", Y, 1500);
    rmsNormVector<<<8, 32>>>((float4*)X, (float4*)W, (float4*)Y, 48); show("rmsNormVector", Y, 1536);
    attentionNaive<<<24, 32, 24 * 4>>>(X, X + 1000, W, Y, 24, 16); show("attentionNaive", Y, 384);
    attentionTiled<8, 16><<<2, 32>>>(X, X + 1000, W, Y, 48); show("attentionTiled", Y, 384);
    conv2dDirect<<<dim3(1, 4, 4), dim3(32, 8)>>>(X, W, Y, 30, 34, 5); show("conv2dDirect", Y, 4 * 26 * 30);
    im2col<<<4, 128>>>(X, Y, 21, 25, 2, 1); show("im2col", Y, 18 * 11 * 13);
    depthwise<<<dim3(14, 5), 32>>>(X, W, Y, 5, 14, 20); show("depthwise", Y, 1400);
    maxPool<<<dim3(1, 3), dim3(32, 8)>>>(X, Y, (int*)Y + 2000, 40, 60); show("maxPool", Y, 600);
    swishHalf<<<2, 64>>>((__half2*)H, (__half2*)H + 100, (__half2*)Y, 100);
    embedding<<<20, 48>>>(T, X, Y, 100); show("embedding", Y, 2000);
    embeddingGradient<<<20, 64>>>(T, W, Y, 50); show("embeddingGradient", Y, 1000);
    crossEntropy<<<20, 32>>>(X, T, Y, 90); show("crossEntropy", Y, 20);
    quantize<<<9, 32>>>(X, (signed char*)Y, Y + 4000, 80); show("quantize", (signed char*)Y, 720);
    topK<<<2, 32>>>(X, Y, (int*)Y + 1000, 500); show("topK", Y, 256);
    dropoutHash<<<4, 128>>>(X, Y, 42u, 0.75f, 500); show("dropoutHash", Y, 500);
    batchNormInference<<<5, 256>>>(X, W, W + 16, W + 32, W + 48, 12, 100); show("batchNormInference", X, 1200);
    geluBias<<<1, 64>>>(X, W, 10, 50); show("geluBias", X, 500);
    clear();
    adam<<<3, 128>>>(X, W, Y, Y + 1000, 0.01f, 0.9f, 0.999f, 0.1f, 0.001f, 333); show("adam", X, 333);
    rope<<<6, 32>>>(X, 6, 48, 17); show("rope", X, 288);
    CHECK(cudaDeviceSynchronize());
    return 0;
}
