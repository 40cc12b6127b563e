// Sorting passes: bitonic in shared and global memory, odd-even merge, radix by digits, counting, rank, merge path.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__device__ inline void compareExchange(unsigned& keyA, unsigned& valA, unsigned& keyB, unsigned& valB, unsigned dir) {
    if ((keyA > keyB) == dir) {
        unsigned t = keyA; keyA = keyB; keyB = t;
        t = valA; valA = valB; valB = t;
    }
}

#define SHARED_SIZE 512u

__global__ void bitonicSortShared(unsigned* dstKey, unsigned* dstVal, const unsigned* srcKey, const unsigned* srcVal, unsigned arrayLength, unsigned dir) {
    __shared__ unsigned s_key[SHARED_SIZE];
    __shared__ unsigned s_val[SHARED_SIZE];
    srcKey += blockIdx.x * SHARED_SIZE + threadIdx.x;
    srcVal += blockIdx.x * SHARED_SIZE + threadIdx.x;
    dstKey += blockIdx.x * SHARED_SIZE + threadIdx.x;
    dstVal += blockIdx.x * SHARED_SIZE + threadIdx.x;
    s_key[threadIdx.x] = srcKey[0];
    s_val[threadIdx.x] = srcVal[0];
    s_key[threadIdx.x + SHARED_SIZE / 2] = srcKey[SHARED_SIZE / 2];
    s_val[threadIdx.x + SHARED_SIZE / 2] = srcVal[SHARED_SIZE / 2];
    for (unsigned size = 2; size < arrayLength; size <<= 1) {
        unsigned ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            compareExchange(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
        }
    }
    for (unsigned stride = arrayLength / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        compareExchange(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], dir);
    }
    __syncthreads();
    dstKey[0] = s_key[threadIdx.x];
    dstVal[0] = s_val[threadIdx.x];
    dstKey[SHARED_SIZE / 2] = s_key[threadIdx.x + SHARED_SIZE / 2];
    dstVal[SHARED_SIZE / 2] = s_val[threadIdx.x + SHARED_SIZE / 2];
}

__global__ void bitonicStep(float* values, int j, int k) {
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned ixj = i ^ j;
    if (ixj > i) {
        if ((i & k) == 0 && values[i] > values[ixj]) {
            float temp = values[i];
            values[i] = values[ixj];
            values[ixj] = temp;
        }
        if ((i & k) != 0 && values[i] < values[ixj]) {
            float temp = values[i];
            values[i] = values[ixj];
            values[ixj] = temp;
        }
    }
}

__global__ void oddEvenPhase(int* a, int n, int phase) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
    if (i + 1 < n) {
        int x = a[i], y = a[i + 1];
        if (x > y) {
            a[i] = y;
            a[i + 1] = x;
        }
    }
}

__global__ void radixCount(const unsigned* keys, unsigned* counts, int n, int shift) {
    __shared__ unsigned digits[16];
    if (threadIdx.x < 16) digits[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&digits[(keys[i] >> shift) & 15], 1u);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = digits[threadIdx.x];
}

__global__ void scanCounts(unsigned* counts, int n) {
    extern __shared__ unsigned temp[];
    int t = threadIdx.x;
    temp[t] = t < n ? counts[t] : 0;
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset *= 2) {
        unsigned add = t >= offset ? temp[t - offset] : 0;
        __syncthreads();
        temp[t] += add;
        __syncthreads();
    }
    if (t < n) counts[t] = t == 0 ? 0 : temp[t - 1];
}

__global__ void radixScatter(const unsigned* keys, unsigned* out, const unsigned* offsets, int perBlock, int shift) {
    __shared__ unsigned base[16];
    if (threadIdx.x < 16) base[threadIdx.x] = offsets[threadIdx.x * gridDim.x + blockIdx.x];
    __syncwarp();
    for (int i = threadIdx.x; i < perBlock; i += 32) {
        unsigned key = keys[blockIdx.x * perBlock + i];
        unsigned digit = (key >> shift) & 15;
        unsigned peers = __match_any_sync(0xffffffff, digit);
        unsigned rank = __popc(peers & ((1u << threadIdx.x) - 1));
        unsigned place = base[digit] + rank;
        __syncwarp();
        if (rank == 0) base[digit] += __popc(peers);
        __syncwarp();
        out[place] = key;
    }
}

__global__ void splitBit(const unsigned* keys, unsigned* out, int bit) {
    __shared__ unsigned warpZeros[8];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    unsigned key = keys[t];
    bool zero = !((key >> bit) & 1);
    unsigned ballot = __ballot_sync(0xffffffff, zero);
    if (lane == 0) warpZeros[warp] = __popc(ballot);
    __syncthreads();
    unsigned before = 0, total = 0;
    for (int w = 0; w < 8; ++w) {
        if (w < warp) before += warpZeros[w];
        total += warpZeros[w];
    }
    unsigned zeros = before + __popc(ballot & ((1u << lane) - 1));
    unsigned place = zero ? zeros : total + t - zeros;
    out[place] = key;
}

__global__ void rankSort(const int* in, int* out, int n) {
    __shared__ int tile[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = i < n ? in[i] : 0;
    int rank = 0;
    for (int start = 0; start < n; start += blockDim.x) {
        if (start + threadIdx.x < n) tile[threadIdx.x] = in[start + threadIdx.x];
        __syncthreads();
        int count = min((int)blockDim.x, n - start);
        for (int j = 0; j < count; ++j) {
            int other = tile[j];
            rank += other < mine || (other == mine && start + j < i);
        }
        __syncthreads();
    }
    if (i < n) out[rank] = mine;
}

__device__ int lowerBound(const int* a, int n, int key) {
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] < key) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

__device__ int upperBound(const int* a, int n, int key) {
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] <= key) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

__global__ void mergeRuns(const int* in, int* out, int run) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int pair = i / (2 * run), at = i % (2 * run);
    const int* left = in + pair * 2 * run;
    const int* right = left + run;
    if (at < run) out[pair * 2 * run + at + lowerBound(right, run, left[at])] = left[at];
    else out[pair * 2 * run + at - run + upperBound(left, run, right[at - run])] = right[at - run];
}

__global__ void mergePath(const int* a, int na, const int* b, int nb, int* out, int perThread) {
    int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * perThread;
    if (diagonal >= na + nb) return;
    int lo = max(0, diagonal - nb), hi = min(diagonal, na);
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (a[mid] <= b[diagonal - 1 - mid]) lo = mid + 1;
        else hi = mid;
    }
    int x = lo, y = diagonal - lo;
    for (int k = 0; k < perThread && diagonal + k < na + nb; ++k) {
        bool takeA = y >= nb || (x < na && a[x] <= b[y]);
        out[diagonal + k] = takeA ? a[x++] : b[y++];
    }
}

__global__ void insertionSortRows(int* rows, int length) {
    int* row = rows + (blockIdx.x * blockDim.x + threadIdx.x) * length;
    for (int i = 1; i < length; ++i) {
        int key = row[i];
        int j = i - 1;
        while (j >= 0 && row[j] > key) {
            row[j + 1] = row[j];
            --j;
        }
        row[j + 1] = key;
    }
}

template <typename T>
void show(const char* name, const T* device, int n) {
    std::vector<T> host(n);
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    double weighted = 0;
    for (int i = 0; i < n; ++i) weighted += (double)host[i] * (i % 97 + 1);
    printf("%s %.0f\n", name, weighted);
}

int main() {
    const int n = 1024;
    std::vector<unsigned> keys(n), vals(n);
    unsigned state = 12345;
    for (int i = 0; i < n; ++i) {
        state = state * 1664525u + 1013904223u;
        keys[i] = state >> 16;
        vals[i] = i;
    }
    unsigned *k, *v, *k2, *v2, *counts;
    float* f;
    int *a, *b;
    CHECK(cudaMalloc(&k, n * 4)); CHECK(cudaMalloc(&v, n * 4)); CHECK(cudaMalloc(&k2, n * 4)); CHECK(cudaMalloc(&v2, n * 4));
    CHECK(cudaMalloc(&counts, 1024)); CHECK(cudaMalloc(&f, n * 4)); CHECK(cudaMalloc(&a, n * 4)); CHECK(cudaMalloc(&b, n * 4));
    auto reset = [&] {
        CHECK(cudaMemcpy(k, keys.data(), n * 4, cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(v, vals.data(), n * 4, cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(a, keys.data(), n * 4, cudaMemcpyHostToDevice));
        std::vector<float> reals(keys.begin(), keys.end());
        CHECK(cudaMemcpy(f, reals.data(), n * 4, cudaMemcpyHostToDevice));
        CHECK(cudaMemset(k2, 0, n * 4)); CHECK(cudaMemset(v2, 0, n * 4)); CHECK(cudaMemset(b, 0, n * 4));
    };
    reset();
    bitonicSortShared<<<2, 256>>>(k2, v2, k, v, 512, 1);
    show("bitonicSortShared", k2, n);
    show("values", v2, n);
    for (int size = 2; size <= 64; size *= 2)
        for (int j = size / 2; j > 0; j /= 2) bitonicStep<<<4, 256>>>(f, j, size);
    show("bitonicStep", f, n);
    for (int phase = 0; phase < 6; ++phase) oddEvenPhase<<<3, 192>>>(a, n - 3, phase & 1);
    show("oddEvenPhase", a, n);
    reset();
    radixCount<<<4, 128>>>(k, counts, n, 4);
    show("radixCount", counts, 64);
    scanCounts<<<1, 64, 64 * 4>>>(counts, 64);
    show("scanCounts", counts, 64);
    radixScatter<<<4, 32>>>(k, k2, counts, 256, 4);
    show("radixScatter", k2, n);
    splitBit<<<1, 256>>>(k, k2, 3);
    show("splitBit", k2, 256);
    rankSort<<<3, 128>>>(a, b, 300);
    show("rankSort", b, 300);
    insertionSortRows<<<2, 32>>>(a, 16);
    show("insertionSortRows", a, n);
    mergeRuns<<<4, 256>>>(a, b, 16);
    show("mergeRuns", b, n);
    reset();
    rankSort<<<4, 128>>>(a, b, 512);
    rankSort<<<4, 128>>>(a + 512, b + 512, 512);
    mergePath<<<2, 64>>>(b, 500, b + 512, 500, a, 9);
    show("mergePath", a, 1000);
    CHECK(cudaDeviceSynchronize());
    return 0;
}
