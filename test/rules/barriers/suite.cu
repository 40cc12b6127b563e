#include <cassert>
#include <cuda_runtime.h>

// Barriers in the style of verification suites: each kernel says by its name whether all threads of a block meet.
__global__ void goodPlain(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodTwice(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    __syncthreads();
    s[threadIdx.x] += 1;
    __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodParameter(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (n > 3) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodParameterElse(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (n > 3) { __syncthreads(); } else { s[threadIdx.x] = 0; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodBlockIndex(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (blockIdx.x == 0) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodGridSize(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (gridDim.x > 1 && blockIdx.y == 0) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodBlockSize(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (blockDim.x > 64) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodLoop(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    for (int k = 0; k < n; ++k) { __syncthreads(); s[threadIdx.x] += k; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodNestedLoops(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    for (int k = 0; k < n; ++k)
        for (int j = k; j < m; ++j) { __syncthreads(); s[threadIdx.x] += j; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodHalving(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    for (int k = blockDim.x / 2; k > 0; k /= 2) { __syncthreads(); if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodWhile(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    int k = n;
    while (k > 1) { __syncthreads(); k = k & 1 ? 3 * k + 1 : k / 2; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodBreak(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    for (int k = 0; k < 100; ++k) { if (k * m > n) break; __syncthreads(); s[threadIdx.x] += 1; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodContinue(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    for (int k = 0; k < n; ++k) { if (k % 3 == m) continue; __syncthreads(); s[threadIdx.x] += 1; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodReturn(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (n < 0) return;
    __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodReturnBlock(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (blockIdx.x >= m) return;
    __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodWorkInside(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (threadIdx.x < n) s[threadIdx.x] *= 2;
    __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodWorkElse(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (threadIdx.x & 1) s[threadIdx.x] *= 2; else s[threadIdx.x] += 1;
    __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodSharedFlag(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    __shared__ int go;
    if (threadIdx.x == 0) go = data[0] > 0;
    __syncthreads();
    if (go) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodLoadedByBlock(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (data[blockIdx.x] > 1) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodSwitch(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    switch (n) { case 0: __syncthreads(); break; case 1: s[threadIdx.x] = 1; __syncthreads(); break; default: break; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodTernary(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    int rounds = n > m ? n : m;
    for (int k = 0; k < rounds; ++k) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodVote(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    while (__syncthreads_or(s[threadIdx.x] > 1)) { s[threadIdx.x] *= 0.5f; }
    __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodSyncwarp(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (threadIdx.x / 32 == 1) { __syncwarp(); s[threadIdx.x] += 1; }
    __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodPhase(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    int phase = 0;
    for (int k = 0; k < n; ++k) { phase ^= 1; if (phase) __syncthreads(); s[threadIdx.x] += phase; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void goodDoWhile(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    int k = 0;
    do { __syncthreads(); s[threadIdx.x] += 1; } while (++k < n);
    data[i] = s[255 - threadIdx.x];
}

__global__ void badThread(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (threadIdx.x < 7) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void badThreadElse(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (threadIdx.x < n) { s[threadIdx.x] = 0; } else { __syncthreads(); }
    data[i] = s[255 - threadIdx.x];
}

__global__ void badOdd(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (threadIdx.x & 1) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void badWarp(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (threadIdx.x / 32 == m) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void badLoaded(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (data[i] > 0) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void badReturn(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (i >= n) return;
    __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void badReturnData(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (data[i] < 0) return;
    __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void badLoop(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    for (int k = 0; k < threadIdx.x; ++k) { __syncthreads(); s[threadIdx.x] += k; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void badStride(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    for (int k = threadIdx.x; k < n; k += blockDim.x) { __syncthreads(); s[threadIdx.x] += k; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void badWhile(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    int k = threadIdx.x;
    while (k < n) { __syncthreads(); k = k * 2 + 1; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void badBreak(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    for (int k = 0; k < n; ++k) { if (s[threadIdx.x] > k) break; __syncthreads(); s[threadIdx.x] += 1; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void badContinue(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    for (int k = 0; k < n; ++k) { if ((threadIdx.x + k) % 3 == 0) continue; __syncthreads(); s[threadIdx.x] += 1; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void badSwitch(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    switch (threadIdx.x & 3) { case 0: s[threadIdx.x] = 1; __syncthreads(); break; default: s[threadIdx.x] = 2; break; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void badAnd(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (n > 3 && threadIdx.x > m) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void badNested(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (n > 3) { if (threadIdx.x > m) { s[threadIdx.x] = 1; __syncthreads(); } }
    data[i] = s[255 - threadIdx.x];
}

__global__ void badSyncwarp(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (threadIdx.x < 5) { __syncwarp(); s[threadIdx.x] += 1; }
    data[i] = s[255 - threadIdx.x];
}

__global__ void badAtomic(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (atomicAdd((int*)data, 1) == 0) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

__global__ void badShuffle(float* data, int n, int m) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = data[i];
    if (__shfl_xor_sync(0xffffffff, threadIdx.x, 1) > 3) __syncthreads();
    data[i] = s[255 - threadIdx.x];
}

void run(float* data, int n, int m) {
    goodPlain<<<4, 256>>>(data, n, m);
    goodTwice<<<4, 256>>>(data, n, m);
    goodParameter<<<4, 256>>>(data, n, m);
    goodParameterElse<<<4, 256>>>(data, n, m);
    goodBlockIndex<<<4, 256>>>(data, n, m);
    goodGridSize<<<4, 256>>>(data, n, m);
    goodBlockSize<<<4, 256>>>(data, n, m);
    goodLoop<<<4, 256>>>(data, n, m);
    goodNestedLoops<<<4, 256>>>(data, n, m);
    goodHalving<<<4, 256>>>(data, n, m);
    goodWhile<<<4, 256>>>(data, n, m);
    goodBreak<<<4, 256>>>(data, n, m);
    goodContinue<<<4, 256>>>(data, n, m);
    goodReturn<<<4, 256>>>(data, n, m);
    goodReturnBlock<<<4, 256>>>(data, n, m);
    goodWorkInside<<<4, 256>>>(data, n, m);
    goodWorkElse<<<4, 256>>>(data, n, m);
    goodSharedFlag<<<4, 256>>>(data, n, m);
    goodLoadedByBlock<<<4, 256>>>(data, n, m);
    goodSwitch<<<4, 256>>>(data, n, m);
    goodTernary<<<4, 256>>>(data, n, m);
    goodVote<<<4, 256>>>(data, n, m);
    goodSyncwarp<<<4, 256>>>(data, n, m);
    goodPhase<<<4, 256>>>(data, n, m);
    goodDoWhile<<<4, 256>>>(data, n, m);
    badThread<<<4, 256>>>(data, n, m);
    badThreadElse<<<4, 256>>>(data, n, m);
    badOdd<<<4, 256>>>(data, n, m);
    badWarp<<<4, 256>>>(data, n, m);
    badLoaded<<<4, 256>>>(data, n, m);
    badReturn<<<4, 256>>>(data, n, m);
    badReturnData<<<4, 256>>>(data, n, m);
    badLoop<<<4, 256>>>(data, n, m);
    badStride<<<4, 256>>>(data, n, m);
    badWhile<<<4, 256>>>(data, n, m);
    badBreak<<<4, 256>>>(data, n, m);
    badContinue<<<4, 256>>>(data, n, m);
    badSwitch<<<4, 256>>>(data, n, m);
    badAnd<<<4, 256>>>(data, n, m);
    badNested<<<4, 256>>>(data, n, m);
    badSyncwarp<<<4, 256>>>(data, n, m);
    badAtomic<<<4, 256>>>(data, n, m);
    badShuffle<<<4, 256>>>(data, n, m);
}

__device__ __noinline__ void meetInCall(float* s) {
    s[threadIdx.x] += 1;
    __syncthreads();
}

__device__ __noinline__ int halfOf(int n) { return n > 7 ? n / 2 : n + 1; }

__global__ void goodCall(float* data) {
    __shared__ float s[256];
    s[threadIdx.x] = data[threadIdx.x];
    meetInCall(s);
    data[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void goodCallResult(float* data, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = data[threadIdx.x];
    if (halfOf(n) > 3) __syncthreads();
    data[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void badCall(float* data) {
    __shared__ float s[256];
    s[threadIdx.x] = data[threadIdx.x];
    if (threadIdx.x < 100) meetInCall(s);
    data[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void badCallResult(float* data) {
    __shared__ float s[256];
    s[threadIdx.x] = data[threadIdx.x];
    if (halfOf(threadIdx.x) > 3) __syncthreads();
    data[threadIdx.x] = s[255 - threadIdx.x];
}

// A trap ends every thread: nobody waits for the one that took it.
__global__ void goodTrapInLoop(float* data, int n, int m) {
    __shared__ float s[256];
    for (int b = blockIdx.x; b < n; b += gridDim.x) {
        int i = threadIdx.x + b * 256;
        if (data[i] < 0) __trap();
        s[threadIdx.x] = data[i];
        __syncthreads();
        data[i] = s[255 - threadIdx.x];
        __syncthreads();
    }
}

__global__ void goodAssertInLoop(float* data, int n, int m) {
    __shared__ float s[256];
    for (int b = blockIdx.x; b < n; b += gridDim.x) {
        int i = threadIdx.x + b * 256;
        assert(i < m);
        for (int j = b; j < m; j += 256) {
            s[threadIdx.x] = data[i + j];
            __syncthreads();
            data[i + j] = s[255 - threadIdx.x];
            __syncthreads();
        }
    }
}

__global__ void goodAssertBefore(float* data, int n, int m) {
    __shared__ float s[256];
    assert(threadIdx.x < n);
    s[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void badReturnBesideAssert(float* data, int n, int m) {
    __shared__ float s[256];
    for (int b = blockIdx.x; b < n; b += gridDim.x) {
        int i = threadIdx.x + b * 256;
        assert(i >= 0);
        if (i > m) return;
        s[threadIdx.x] = data[i];
        __syncthreads();
        data[i] = s[255 - threadIdx.x];
    }
}
