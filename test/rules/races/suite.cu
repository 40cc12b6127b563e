// Shared memory with and without the barriers that it needs: `racy…` has a race between warps, `clean…` none, and of
// `unsure…` the text does not tell.
#include <cuda_runtime.h>

__device__ void store(int* to, int at, int value) { to[at] = value; }
__device__ int load(const int* from, int at) { return from[at]; }
__noinline__ __device__ void meet() { __syncthreads(); }

__global__ void racyReversed(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    out[t] = s[127 - t];
}

__global__ void racyNeighbour(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    out[t] = s[(t + 1) % 128];
}

__global__ void racyHalves(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    if (t < 64) out[t] = s[t] + s[t + 64];
}

__global__ void racyTile(int* out, const int* in, int n) {
    __shared__ int s[16][16]; int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = in[y * 16 + x];
    out[y * 16 + x] = s[x][y];
}

__global__ void racyReuse(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x, sum = 0;
    for (int k = 0; k < n; ++k) {
        s[t] = in[t] + k;
        __syncthreads();
        sum += s[(t + 64) % 128];
    }
    out[t] = sum;
}

__global__ void racyProduct(int* out, const int* in, int n) {
    __shared__ int a[16][16], b[16][16]; int x = threadIdx.x, y = threadIdx.y, sum = 0;
    for (int k = 0; k < 4; ++k) {
        a[y][x] = in[y * 16 + x] + k;
        b[y][x] = in[x * 16 + y] - k;
        __syncthreads();
        for (int j = 0; j < 16; ++j) sum += a[y][j] * b[j][x];
    }
    out[y * 16 + x] = sum;
}

__global__ void racyScan(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        if (t >= d) s[t] += s[t - d];
        __syncthreads();
    }
    out[t] = s[t];
}

__global__ void racyReduction(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 64; d > 0; d >>= 1)
        if (t < d) s[t] += s[t + d];
    out[t] = s[t];
}

__global__ void racyLeader(int* out, const int* in, int n) {
    __shared__ int total; int t = threadIdx.x;
    if (t == 0) total = in[n];
    out[t] = total;
}

__global__ void racyWarpResults(int* out, const int* in, int n) {
    __shared__ int sums[4]; int t = threadIdx.x;
    if (t % 32 == 0) sums[t / 32] = in[t];
    if (t < 4) out[t] = sums[t];
}

__global__ void racyHalo(int* out, const int* in, int n) {
    __shared__ int s[130]; int t = threadIdx.x;
    s[t + 1] = in[t];
    if (t == 0) s[0] = 0;
    if (t == 127) s[129] = 0;
    out[t] = s[t] + s[t + 1] + s[t + 2];
}

__global__ void racyCarved(int* out, const int* in, int n) {
    extern __shared__ int pool[]; int* a = pool; int* b = pool + 128; int t = threadIdx.x;
    a[t] = in[t];
    b[t] = in[t] * 2;
    out[t] = b[127 - t];
}

__global__ void racyOverlap(int* out, const int* in, int n) {
    __shared__ int s[160]; int t = threadIdx.x;
    int* shifted = s + 32;
    s[t] = in[t];
    __syncthreads();
    int v = s[t];
    shifted[t] = v + 1;
    __syncthreads();
    out[t] = s[t];
}

__global__ void racyGuarded(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    if (t < n) s[t] = in[t];
    if (t < n) out[t] = s[127 - t];
}

__global__ void racyInLoop(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    for (int k = 0; k < 3; ++k) {
        s[t] = in[t] * k;
        out[t + 128 * k] = s[127 - t];
        __syncthreads();
    }
}

__global__ void racyVector(int* out, const int* in, int n) {
    __shared__ int4 s[128]; int t = threadIdx.x;
    s[t] = make_int4(in[t], t, 0, 1);
    int* flat = (int*)s;
    out[t] = flat[4 * (127 - t)];
}

__global__ void racyBarrierBeforeOnly(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    __syncthreads();
    s[t] = in[t];
    out[t] = s[t ^ 32];
    __syncthreads();
}

__global__ void racyOverwrite(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    int v = s[127 - t];
    s[t] = v * 2;
    __syncthreads();
    out[t] = s[t];
}

__global__ void racyHelper(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    store(s, t, in[t]);
    out[t] = load(s, 127 - t);
}

__global__ void racyOtherArm(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    if (t < 64) s[t] = in[t];
    else s[t] = -in[t];
    out[t] = s[127 - t];
}

__global__ void cleanReversed(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[127 - t];
}

__global__ void cleanOwn(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    out[t] = s[t] * 2;
}

__global__ void cleanWithinWarp(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    out[t] = s[t ^ 1];
}

__global__ void cleanTile(int* out, const int* in, int n) {
    __shared__ int s[16][17]; int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = in[y * 16 + x];
    __syncthreads();
    out[y * 16 + x] = s[x][y];
}

__global__ void cleanProduct(int* out, const int* in, int n) {
    __shared__ int a[16][16], b[16][16]; int x = threadIdx.x, y = threadIdx.y, sum = 0;
    for (int k = 0; k < n / 32; ++k) {
        a[y][x] = in[y * 16 + x] + k;
        b[y][x] = in[x * 16 + y] - k;
        __syncthreads();
        for (int j = 0; j < 16; ++j) sum += a[y][j] * b[j][x];
        __syncthreads();
    }
    out[y * 16 + x] = sum;
}

__global__ void cleanReduction(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    for (int d = 64; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    if (t == 0) out[0] = s[0];
}

__global__ void cleanScan(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    out[t] = s[t];
}

__global__ void cleanTwoBuffers(int* out, const int* in, int n) {
    __shared__ int s[2][128]; int t = threadIdx.x;
    s[0][t] = in[t];
    for (int k = 0; k < n / 8; ++k) {
        __syncthreads();
        s[1 - (k & 1)][t] = s[k & 1][(t + 1) % 128] + k;
    }
    __syncthreads();
    out[t] = s[(n / 8) & 1][t];
}

__global__ void cleanSwapped(int* out, const int* in, int n) {
    __shared__ int first[128], second[128]; int t = threadIdx.x;
    int *from = first, *to = second;
    from[t] = in[t];
    for (int k = 0; k < 5; ++k) {
        __syncthreads();
        to[t] = from[(t + 1) % 128];
        int* kept = from; from = to; to = kept;
    }
    __syncthreads();
    out[t] = from[t];
}

__global__ void cleanLeader(int* out, const int* in, int n) {
    __shared__ int total; int t = threadIdx.x;
    if (t == 0) total = in[n];
    __syncthreads();
    out[t] = total;
}

__global__ void cleanWarpResults(int* out, const int* in, int n) {
    __shared__ int sums[4]; int t = threadIdx.x;
    if (t % 32 == 0) sums[t / 32] = in[t];
    __syncthreads();
    if (t < 4) out[t] = sums[t];
}

__global__ void cleanRegions(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x, base = t / 32 * 32;
    s[t] = in[t];
    __syncwarp();
    out[t] = s[base + (t + 7) % 32];
}

__global__ void cleanCarved(int* out, const int* in, int n) {
    extern __shared__ int pool[]; int* a = pool; int* b = pool + 128; int t = threadIdx.x;
    a[t] = in[t];
    b[127 - t] = a[t] * 2;
    __syncthreads();
    out[t] = b[t];
}

__global__ void cleanBlockSize(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    if (blockDim.x > 32) __syncthreads();
    out[t] = s[127 - t];
}

__global__ void cleanStages(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (blockDim.x >= 128) { if (t < 64) s[t] += s[t + 64]; __syncthreads(); }
    if (blockDim.x >= 64) { if (t < 32) s[t] += s[t + 32]; __syncthreads(); }
    out[t] = s[0];
}

__global__ void cleanFlag(int* out, const int* in, int n) {
    __shared__ int done; int t = threadIdx.x;
    done = n;
    out[t] = done + t;
}

__global__ void cleanArms(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    if (n > 7) s[t] = in[t];
    else out[t] = s[127 - t];
    __syncthreads();
}

__global__ void cleanExclusive(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    if (n > 700) s[t] = in[t];
    if (n <= 700) out[t] = t + (n > 800 ? s[127 - t] : 0);
}

__global__ void cleanRing(int* out, const int* in, int n) {
    __shared__ int s[4][128]; int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 6; ++k) {
        s[k % 4][t] = in[t] + k;
        __syncthreads();
        sum += s[k % 4][127 - t];
    }
    out[t] = sum;
}

__global__ void cleanCount(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[t] = in[t];
    int many = __syncthreads_count(in[t] > 2);
    out[t] = s[127 - t] + many;
}

__global__ void cleanHelper(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    store(s, t, in[t]);
    meet();
    out[t] = load(s, 127 - t);
}

__global__ void cleanHalo(int* out, const int* in, int n) {
    __shared__ int s[130]; int t = threadIdx.x;
    for (int i = t; i < 130; i += 128) s[i] = i > 0 && i <= 128 ? in[i - 1] : 0;
    __syncthreads();
    out[t] = s[t] + s[t + 1] + s[t + 2];
}

__global__ void cleanSlices(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    for (int k = 0; k < 4; ++k)
        if (t / 32 == k) s[t] = in[t];
    out[t] = s[t];
}

__global__ void cleanSmallBlock(int* out, const int* in, int n) {
    __shared__ int s[32]; int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    out[t] = s[31 - t];
}

__global__ void unsureLoaded(int* out, const int* in, int n) {
    __shared__ int s[128]; int t = threadIdx.x;
    s[in[t] & 127] = t;
    out[t] = s[t];
}

__global__ void unsureStep(int* out, const int* in, int n) {
    __shared__ int s[256]; int t = threadIdx.x;
    s[t] = in[t];
    if (t * n < 128 && n > 0) out[t] = s[t * n];
}

__global__ void unsureLock(int* out, const int* in, int n) {
    __shared__ int s[128]; __shared__ int lock; int t = threadIdx.x;
    if (t == 0) lock = 0;
    __syncthreads();
    if (t % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        s[0] += in[t];
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    out[t] = s[0];
}

void run(int* out, const int* in, int n) {
    racyReversed<<<1, 128>>>(out, in, n);
    racyNeighbour<<<1, 128>>>(out, in, n);
    racyHalves<<<1, 128>>>(out, in, n);
    racyTile<<<1, dim3(16, 16)>>>(out, in, n);
    racyReuse<<<1, 128>>>(out, in, n);
    racyProduct<<<1, dim3(16, 16)>>>(out, in, n);
    racyScan<<<1, 128>>>(out, in, n);
    racyReduction<<<1, 128>>>(out, in, n);
    racyLeader<<<1, 128>>>(out, in, n);
    racyWarpResults<<<1, 128>>>(out, in, n);
    racyHalo<<<1, 128>>>(out, in, n);
    racyCarved<<<1, 128, 1024>>>(out, in, n);
    racyOverlap<<<1, 128>>>(out, in, n);
    racyGuarded<<<1, 128>>>(out, in, n);
    racyInLoop<<<1, 128>>>(out, in, n);
    racyVector<<<1, 128>>>(out, in, n);
    racyBarrierBeforeOnly<<<1, 128>>>(out, in, n);
    racyOverwrite<<<1, 128>>>(out, in, n);
    racyHelper<<<1, 128>>>(out, in, n);
    racyOtherArm<<<1, 128>>>(out, in, n);
    cleanReversed<<<1, 128>>>(out, in, n);
    cleanOwn<<<1, 128>>>(out, in, n);
    cleanWithinWarp<<<1, 128>>>(out, in, n);
    cleanTile<<<1, dim3(16, 16)>>>(out, in, n);
    cleanProduct<<<1, dim3(16, 16)>>>(out, in, n);
    cleanReduction<<<1, 128>>>(out, in, n);
    cleanScan<<<1, 128>>>(out, in, n);
    cleanTwoBuffers<<<1, 128>>>(out, in, n);
    cleanSwapped<<<1, 128>>>(out, in, n);
    cleanLeader<<<1, 128>>>(out, in, n);
    cleanWarpResults<<<1, 128>>>(out, in, n);
    cleanRegions<<<1, 128>>>(out, in, n);
    cleanCarved<<<1, 128, 1024>>>(out, in, n);
    cleanBlockSize<<<1, 128>>>(out, in, n);
    cleanStages<<<1, 128>>>(out, in, n);
    cleanFlag<<<1, 128>>>(out, in, n);
    cleanArms<<<1, 128>>>(out, in, n);
    cleanExclusive<<<1, 128>>>(out, in, n);
    cleanRing<<<1, 128>>>(out, in, n);
    cleanCount<<<1, 128>>>(out, in, n);
    cleanHelper<<<1, 128>>>(out, in, n);
    cleanHalo<<<1, 128>>>(out, in, n);
    cleanSlices<<<1, 128>>>(out, in, n);
    cleanSmallBlock<<<1, 32>>>(out, in, n);
    unsureLoaded<<<1, 128>>>(out, in, n);
    unsureStep<<<1, 128>>>(out, in, n);
    unsureLock<<<1, 128>>>(out, in, n);
}
