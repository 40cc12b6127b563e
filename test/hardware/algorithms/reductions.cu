// Sums, extremes, histograms and counting: trees, shuffles, groups, types by template, atomics of every kind.
#include <cfloat>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void reduceInterleaved(const int* in, int* out, unsigned n) {
    __shared__ int sdata[256];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

__global__ void reduceStrided(const int* in, int* out, unsigned n) {
    __shared__ int sdata[256];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

__global__ void reduceFirstAdd(const int* in, int* out, unsigned n) {
    extern __shared__ int dyn[];
    unsigned tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    int mySum = i < n ? in[i] : 0;
    if (i + blockDim.x < n) mySum += in[i + blockDim.x];
    dyn[tid] = mySum;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) dyn[tid] = mySum = mySum + dyn[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = mySum;
}

template <class T, unsigned blockSize, bool nIsPow2>
__global__ void reduce6(const T* in, T* out, unsigned n) {
    __shared__ T sdata[blockSize];
    unsigned tid = threadIdx.x;
    unsigned gridSize = blockSize * gridDim.x;
    T mySum = 0;
    if (nIsPow2) {
        unsigned i = blockIdx.x * blockSize * 2 + threadIdx.x;
        gridSize = gridSize << 1;
        while (i < n) {
            mySum += in[i];
            if (i + blockSize < n) mySum += in[i + blockSize];
            i += gridSize;
        }
    } else {
        unsigned i = blockIdx.x * blockSize + threadIdx.x;
        while (i < n) {
            mySum += in[i];
            i += gridSize;
        }
    }
    sdata[tid] = mySum;
    __syncthreads();
    if (blockSize >= 512 && tid < 256) sdata[tid] = mySum = mySum + sdata[tid + 256];
    __syncthreads();
    if (blockSize >= 256 && tid < 128) sdata[tid] = mySum = mySum + sdata[tid + 128];
    __syncthreads();
    if (blockSize >= 128 && tid < 64) sdata[tid] = mySum = mySum + sdata[tid + 64];
    __syncthreads();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
    if (tid < 32) {
        if (blockSize >= 64) mySum += sdata[tid + 32];
        for (int offset = tile.size() / 2; offset > 0; offset /= 2) mySum += tile.shfl_down(mySum, offset);
    }
    if (tid == 0) out[blockIdx.x] = mySum;
}

__device__ void warpReduceVolatile(volatile float* s, int tid) {
    s[tid] += s[tid + 32];
    __syncwarp();
    s[tid] += s[tid + 16];
    __syncwarp();
    s[tid] += s[tid + 8];
    __syncwarp();
    s[tid] += s[tid + 4];
    __syncwarp();
    s[tid] += s[tid + 2];
    __syncwarp();
    s[tid] += s[tid + 1];
}

__global__ void reduceVolatile(const float* in, float* out) {
    __shared__ float s[128];
    int tid = threadIdx.x;
    s[tid] = in[blockIdx.x * 128 + tid];
    __syncthreads();
    if (tid < 64) s[tid] += s[tid + 64];
    __syncthreads();
    if (tid < 32) warpReduceVolatile(s, tid);
    if (tid == 0) out[blockIdx.x] = s[0];
}

__global__ void argMax(const float* in, int n, float* best, int* where) {
    float value = -FLT_MAX;
    int index = -1;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (in[i] > value) {
            value = in[i];
            index = i;
        }
    for (int d = 16; d > 0; d >>= 1) {
        float other = __shfl_down_sync(0xffffffff, value, d);
        int at = __shfl_down_sync(0xffffffff, index, d);
        if (other > value || (other == value && at < index)) {
            value = other;
            index = at;
        }
    }
    __shared__ float values[32];
    __shared__ int indices[32];
    if (threadIdx.x % 32 == 0) {
        values[threadIdx.x / 32] = value;
        indices[threadIdx.x / 32] = index;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; ++w)
            if (values[w] > value) {
                value = values[w];
                index = indices[w];
            }
        *best = value;
        *where = index;
    }
}

__global__ void dotProduct(const float* __restrict__ a, const float* __restrict__ b, float* out, int n) {
    __shared__ float partial[256];
    float sum = 0.0f;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) sum += a[i] * b[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (threadIdx.x < i) partial[threadIdx.x] += partial[threadIdx.x + i];
        __syncthreads();
        i /= 2;
    }
    if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

__global__ void dotHalf2(const __half2* a, const __half2* b, float* out, int n) {
    __half2 sum = __float2half2_rn(0.f);
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum = __hfma2(a[i], b[i], sum);
    float s = __low2float(sum) + __high2float(sum);
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(0xffffffff, s, d);
    if (threadIdx.x == 0) *out = s;
}

__global__ void dotBytes(const int* a, const int* b, int* out, int n) {
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum = __dp4a(a[i], b[i], sum);
    sum = __reduce_add_sync(0xffffffff, sum);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, sum);
}

__global__ void normDouble(const double* x, double* out, int n) {
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i] * x[i];
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, sum);
}

__global__ void meanVariance(const float* x, float2* out, int n) {
    __shared__ float2 s[64];
    float2 m = make_float2(0, 0);
    const float* row = x + blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += 64) {
        float v = row[i];
        m.x += v;
        m.y += v * v;
    }
    s[threadIdx.x] = m;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) {
            s[threadIdx.x].x += s[threadIdx.x + d].x;
            s[threadIdx.x].y += s[threadIdx.x + d].y;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = make_float2(s[0].x / n, s[0].y / n - s[0].x * s[0].x / n / n);
}

__global__ void histogramPrivate(const unsigned char* data, unsigned* histogram, int n) {
    __shared__ unsigned local[4][256];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) ((unsigned*)local)[i] = 0;
    __syncthreads();
    int copy = threadIdx.x / 32 % 4;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&local[copy][data[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        unsigned sum = local[0][bin] + local[1][bin] + local[2][bin] + local[3][bin];
        if (sum) atomicAdd(&histogram[bin], sum);
    }
}

__global__ void histogramWords(const unsigned* data, unsigned* histogram, int words) {
    __shared__ unsigned bins[64];
    if (threadIdx.x < 64) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        unsigned w = data[i];
        atomicAdd(bins + ((w >> 2) & 0x3f), 1);
        atomicAdd(bins + ((w >> 10) & 0x3f), 1);
        atomicAdd(bins + ((w >> 18) & 0x3f), 1);
        atomicAdd(bins + ((w >> 26) & 0x3f), 1);
    }
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(histogram + threadIdx.x, bins[threadIdx.x]);
}

__global__ void histogramOwn(const unsigned char* data, int* perThread, int each) {
    int counts[8];
    for (int b = 0; b < 8; ++b) counts[b] = 0;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < each; ++i) counts[data[t + i * blockDim.x * gridDim.x] >> 5]++;
    for (int b = 0; b < 8; ++b) perThread[b * blockDim.x * gridDim.x + t] = counts[b];
}

__global__ void histogramGlobal(const float* x, int* bins, int n, float lo, float width, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int b = (int)((x[i] - lo) / width);
    if (b < 0 || b >= count) return;
    atomicAdd(&bins[b], 1);
}

__device__ float atomicMaxFloat(float* address, float value) {
    int* word = (int*)address;
    int old = *word, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value) break;
        old = atomicCAS(word, assumed, __float_as_int(value));
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void maxByLoop(const float* x, float* best, int n) {
    int i = threadIdx.x;
    if (i < n) atomicMaxFloat(best + i % 8, x[i]);
}

__global__ void maxByBits(const float* x, int* best, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0) atomicMax(best + blockIdx.x, __float_as_int(x[i]));
}

__global__ void bitVotes(const int* x, unsigned* any, unsigned* all, unsigned* bits, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;
    int one = __any_sync(0xffffffff, v > 60), each = __all_sync(0xffffffff, v > 1);
    unsigned b = __ballot_sync(0xffffffff, v & 1);
    int total = __syncthreads_count(v > 30);
    if ((threadIdx.x & 31) == 0) {
        any[i / 32] = one + 2 * total;
        all[i / 32] = each;
        bits[i / 32] = b;
    }
}

__global__ void groupSums(const int* in, int* out) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int v = in[block.group_index().x * block.size() + block.thread_rank()];
    for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_xor(v, d);
    if (tile.thread_rank() == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 8] = v;
}

template <typename T>
void show(const char* name, const T* device, int n) {
    std::vector<T> host(n);
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    double weighted = 0;
    for (int i = 0; i < n; ++i) weighted += (double)host[i] * (i % 53 + 1);
    printf("%s %.6g\n", name, weighted);
}

template <typename T>
T* upload(const std::vector<T>& host) {
    T* device;
    CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

int main() {
    const int n = 2048;
    std::vector<int> ints(n);
    std::vector<float> reals(n);
    std::vector<double> doubles(n);
    std::vector<unsigned char> bytes(n);
    std::vector<__half> halves(n);
    unsigned state = 99;
    for (int i = 0; i < n; ++i) {
        state = state * 1664525u + 1013904223u;
        ints[i] = state >> 26;
        reals[i] = (float)(int)(state >> 24) - 100.0f;
        doubles[i] = (state >> 20) / 64.0;
        bytes[i] = (state >> 13) & 255;
        halves[i] = __float2half((state >> 29) * 0.25f);
    }
    int* x = upload(ints);
    float* f = upload(reals);
    double* d = upload(doubles);
    unsigned char* c = upload(bytes);
    __half* h = upload(halves);
    int* out;
    CHECK(cudaMalloc(&out, 65536));
    auto clear = [&] { CHECK(cudaMemset(out, 0, 65536)); };
    clear();
    reduceInterleaved<<<8, 256>>>(x, out, n - 5); show("reduceInterleaved", out, 8);
    reduceStrided<<<8, 256>>>(x, out, n - 5); show("reduceStrided", out, 8);
    reduceFirstAdd<<<8, 128, 512>>>(x, out, n - 77); show("reduceFirstAdd", out, 8);
    reduce6<int, 256, true><<<2, 256>>>(x, out, n); show("reduce6 int", out, 2);
    reduce6<float, 128, false><<<3, 128>>>(f, (float*)out, n - 100); show("reduce6 float", (float*)out, 3);
    reduce6<double, 64, true><<<4, 64>>>(d, (double*)out, n); show("reduce6 double", (double*)out, 4);
    reduceVolatile<<<4, 128>>>(f, (float*)out); show("reduceVolatile", (float*)out, 4);
    argMax<<<1, 128>>>(f, 1000, (float*)out, out + 1); show("argMax", out + 1, 1);
    dotProduct<<<2, 256>>>(f, f, (float*)out, 1500); show("dotProduct", (float*)out, 2);
    dotHalf2<<<1, 32>>>((__half2*)h, (__half2*)h, (float*)out, 64); show("dotHalf2", (float*)out, 1);
    clear();
    dotBytes<<<2, 64>>>((int*)c, x, out, 500); show("dotBytes", out, 1);
    normDouble<<<2, 96>>>(d, (double*)out + 2, 1000); show("normDouble", (double*)out + 2, 1);
    meanVariance<<<8, 64>>>(f, (float2*)out, 250); show("meanVariance", (float*)out, 16);
    clear();
    histogramPrivate<<<2, 128>>>(c, (unsigned*)out, n); show("histogramPrivate", out, 256);
    clear();
    histogramWords<<<2, 96>>>((unsigned*)c, (unsigned*)out, 500); show("histogramWords", out, 64);
    histogramOwn<<<2, 64>>>(c, out, 9); show("histogramOwn", out, 1024);
    clear();
    histogramGlobal<<<8, 256>>>(f, out, n, -100.f, 16.f, 12); show("histogramGlobal", out, 12);
    clear();
    maxByLoop<<<1, 32>>>(f, (float*)out, 30); show("maxByLoop", (float*)out, 8);
    clear();
    maxByBits<<<4, 128>>>(f, out, 500); show("maxByBits", out, 4);
    bitVotes<<<4, 128>>>(x, (unsigned*)out, (unsigned*)out + 64, (unsigned*)out + 128, 500); show("bitVotes", out, 192);
    groupSums<<<4, 96>>>(x, out); show("groupSums", out, 48);
    CHECK(cudaDeviceSynchronize());
    return 0;
}
