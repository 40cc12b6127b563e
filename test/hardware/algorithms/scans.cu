// Prefix sums, compaction and segments: by shared memory, by shuffles, with blocks that pass sums on.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void hillisSteele(const float* in, float* out, int n) {
    extern __shared__ float both[];
    int t = threadIdx.x;
    int pout = 0, pin = 1;
    both[t] = t > 0 ? in[t - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (t >= offset) both[pout * n + t] = both[pin * n + t] + both[pin * n + t - offset];
        else both[pout * n + t] = both[pin * n + t];
        __syncthreads();
    }
    out[t] = both[pout * n + t];
}

__global__ void blelloch(int* out, const int* in, int n) {
    extern __shared__ int tree[];
    int t = threadIdx.x;
    int offset = 1;
    tree[2 * t] = in[2 * t];
    tree[2 * t + 1] = in[2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1;
            int bi = offset * (2 * t + 2) - 1;
            tree[bi] += tree[ai];
        }
        offset *= 2;
    }
    if (t == 0) tree[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1;
            int bi = offset * (2 * t + 2) - 1;
            int x = tree[ai];
            tree[ai] = tree[bi];
            tree[bi] += x;
        }
    }
    __syncthreads();
    out[2 * t] = tree[2 * t];
    out[2 * t + 1] = tree[2 * t + 1];
}

#define PAD(i) ((i) + ((i) >> 5))

__global__ void blellochPadded(int* out, const int* in, int n) {
    __shared__ int tree[512 + 16];
    int t = threadIdx.x, half = n / 2;
    int a = t, b = t + half;
    tree[PAD(a)] = in[a];
    tree[PAD(b)] = in[b];
    int offset = 1;
    for (int d = half; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int ai = PAD(offset * (2 * t + 1) - 1), bi = PAD(offset * (2 * t + 2) - 1);
            tree[bi] += tree[ai];
        }
        offset <<= 1;
    }
    if (t == 0) tree[PAD(n - 1)] = 0;
    for (int d = 1; d < n; d <<= 1) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int ai = PAD(offset * (2 * t + 1) - 1), bi = PAD(offset * (2 * t + 2) - 1);
            int x = tree[ai];
            tree[ai] = tree[bi];
            tree[bi] += x;
        }
    }
    __syncthreads();
    out[a] = tree[PAD(a)];
    out[b] = tree[PAD(b)];
}

__device__ int warpScan(int value) {
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int up = __shfl_up_sync(0xffffffff, value, d);
        if (lane >= d) value += up;
    }
    return value;
}

__global__ void shuffleScan(const int* in, int* out, int* sums, int n) {
    __shared__ int partial[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int value = i < n ? in[i] : 0;
    int scanned = warpScan(value);
    if (lane == 31) partial[warp] = scanned;
    __syncthreads();
    if (warp == 0) {
        int sum = lane < blockDim.x / 32 ? partial[lane] : 0;
        partial[lane] = warpScan(sum);
    }
    __syncthreads();
    if (warp > 0) scanned += partial[warp - 1];
    if (i < n) out[i] = scanned;
    if (sums && threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = scanned;
}

__global__ void addOffsets(int* data, const int* sums, int n) {
    __shared__ int offset;
    if (blockIdx.x == 0) return;
    if (threadIdx.x == 0) offset = sums[blockIdx.x - 1];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += offset;
}

__global__ void vectorScan(const int4* in, int4* out) {
    int4 v = in[threadIdx.x];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    int before = warpScan(v.w) - v.w;
    out[threadIdx.x] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
}

__global__ void compactBallot(const int* in, int* out, int* counter, int n, int limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    int value = i < n ? in[i] : limit;
    bool keep = value < limit;
    unsigned mask = __ballot_sync(0xffffffff, keep);
    int base = 0;
    if (lane == 0 && mask) base = atomicAdd(counter, __popc(mask));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep) out[base + __popc(mask & ((1u << lane) - 1))] = value;
}

__global__ void compactGroups(const int* in, int* out, int* counter, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int value = in[i];
    if (value & 1) {
        cg::coalesced_group active = cg::coalesced_threads();
        int base = 0;
        if (active.thread_rank() == 0) base = atomicAdd(counter, (int)active.size());
        base = active.shfl(base, 0);
        out[base + active.thread_rank()] = value;
    }
}

__global__ void segmentedScan(const int* in, const unsigned char* heads, int* out) {
    __shared__ int values[256];
    __shared__ int flags[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    values[t] = in[i];
    flags[t] = heads[i];
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        int v = 0, f = 0;
        if (t >= d) {
            v = values[t - d];
            f = flags[t - d];
        }
        __syncthreads();
        if (t >= d) {
            if (!flags[t]) values[t] += v;
            flags[t] |= f;
        }
    }
    out[i] = values[t];
}

__global__ void runLengths(const int* in, int* lengths, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i > 0 && in[i] / 8 == in[i - 1] / 8) {
        lengths[i] = 0;
        return;
    }
    int j = i + 1;
    while (j < n && in[j] / 8 == in[i] / 8) ++j;
    lengths[i] = j - i;
}

__global__ void lookBack(const int* in, int* out, volatile int* sums, volatile int* ready) {
    __shared__ int before;
    __shared__ int part[4];
    int t = threadIdx.x;
    int scanned = warpScan(in[blockIdx.x * 128 + t]);
    if ((t & 31) == 31) part[t >> 5] = scanned;
    __syncthreads();
    for (int w = 0; w < (t >> 5); ++w) scanned += part[w];
    if (t == 127) {
        int sum = 0;
        if (blockIdx.x > 0) {
            while (ready[blockIdx.x - 1] == 0) {}
            sum = sums[blockIdx.x - 1];
        }
        before = sum;
        sums[blockIdx.x] = sum + scanned;
        __threadfence();
        ready[blockIdx.x] = 1;
    }
    __syncthreads();
    out[blockIdx.x * 128 + t] = scanned + before;
}

template <typename T>
void show(const char* name, const T* device, int n) {
    std::vector<T> host(n);
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    double weighted = 0;
    for (int i = 0; i < n; ++i) weighted += (double)host[i] * (i % 53 + 1);
    printf("%s %.0f\n", name, weighted);
}

int main() {
    const int n = 1000;
    std::vector<int> values(1024);
    std::vector<unsigned char> heads(1024);
    std::vector<float> reals(1024);
    unsigned state = 7;
    for (int i = 0; i < 1024; ++i) {
        state = state * 1664525u + 1013904223u;
        values[i] = state >> 26;
        heads[i] = (state >> 20) % 9 == 0;
        reals[i] = (float)values[i];
    }
    int *in, *out, *sums, *counter;
    unsigned char* h;
    float *f, *g;
    CHECK(cudaMalloc(&in, 4096)); CHECK(cudaMalloc(&out, 4096)); CHECK(cudaMalloc(&sums, 256)); CHECK(cudaMalloc(&counter, 256));
    CHECK(cudaMalloc(&h, 1024)); CHECK(cudaMalloc(&f, 4096)); CHECK(cudaMalloc(&g, 4096));
    CHECK(cudaMemcpy(in, values.data(), 4096, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(h, heads.data(), 1024, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(f, reals.data(), 4096, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, 4096)); CHECK(cudaMemset(sums, 0, 256)); CHECK(cudaMemset(counter, 0, 256));
    hillisSteele<<<1, 256, 2 * 256 * 4>>>(f, g, 256);
    show("hillisSteele", g, 256);
    blelloch<<<1, 256, 512 * 4>>>(out, in, 512);
    show("blelloch", out, 512);
    blellochPadded<<<1, 256>>>(out, in, 512);
    show("blellochPadded", out, 512);
    shuffleScan<<<4, 256>>>(in, out, sums, n);
    shuffleScan<<<1, 32>>>(sums, sums, nullptr, 4);
    addOffsets<<<4, 256>>>(out, sums, n);
    show("shuffleScan", out, n);
    vectorScan<<<1, 32>>>((const int4*)in, (int4*)out);
    show("vectorScan", out, 128);
    compactBallot<<<1, 32>>>(in, out, counter, 30, 20);
    show("compactBallot", out, 16);
    compactBallot<<<4, 256>>>(in, out, counter + 1, n, 20);
    compactGroups<<<4, 256>>>(in, out, counter + 2, n);
    show("counters", counter, 3);
    segmentedScan<<<4, 256>>>(in, h, out);
    show("segmentedScan", out, 1024);
    runLengths<<<8, 128>>>(in, out, n);
    show("runLengths", out, n);
    CHECK(cudaMemset(sums, 0, 256)); CHECK(cudaMemset(counter, 0, 256));
    lookBack<<<1, 128>>>(in, out, sums, counter);
    show("lookBack", out, 128);
    CHECK(cudaDeviceSynchronize());
    return 0;
}
