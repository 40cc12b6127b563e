// Kernels of the shapes that cost a simulator most, and launches of realistic size. All take two buffers and a number.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

extern "C" {

__global__ void divergent(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < n; ++k) {
        int x = in[(i + k) & 4095];
        if (x & 1) sum += x * 3;
        else if (x & 2) sum ^= x;
        else if (x & 4) sum -= x >> 1;
        else sum = sum * 5 + 1;
    }
    out[i] = sum;
}

__global__ void unevenLoop(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < in[i] % n; ++k) sum = sum * 31 + k;
    out[i] = sum;
}

__global__ void scatteredLoads(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    for (int k = 0; k < n; ++k) at = (at * 1103515245 + in[at & 65535]) & 0x7fffffff;
    out[i] = at;
}

__global__ void scatteredStores(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    for (int k = 0; k < n; ++k) {
        at = (at * 1103515245 + 12345) & 0x7fffffff;
        out[at & 65535] = at;
    }
}

__global__ void sharedAtomics(const int* in, int* out, int n) {
    __shared__ int bins[256];
    int t = threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    for (int k = 0; k < n; ++k) atomicAdd(&bins[in[(t * 7 + k * 256) & 65535] & 255], t);
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = bins[t];
}

__global__ void globalAtomics(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; ++k) atomicMax(&out[in[(i + k * 32) & 65535] & 4095], i + k);
}

__global__ void compareAndSwap(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; ++k) {
        int* place = (int*)&out[(i * 17 + k) & 1023];
        int old = *place, assumed;
        do {
            assumed = old;
            old = atomicCAS(place, assumed, __float_as_int(fmaxf(__int_as_float(assumed), 1.0f * k)));
        } while (assumed != old);
    }
}

__global__ void doubles(const double* in, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = in[i & 1023], sum = 0;
    for (int k = 0; k < n; ++k) {
        sum += x * in[(i + k) & 1023];
        x = x * 0.5 + sum;
    }
    out[i & 65535] = sum;
}

__global__ void integers64(const long long* in, long long* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long x = i + 1;
    for (int k = 0; k < n; ++k) {
        x ^= x << 13;
        x ^= x >> 7;
        x = x * 6364136223846793005ull + in[i & 1023];
    }
    out[i & 65535] = x;
}

__global__ void division(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 1; k <= n; ++k) sum += (in[(i + k) & 4095] + i) / (k + (i & 3)) + (i + k) % (k + 7);
    out[i] = sum;
}

__global__ void transcendental(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i * 1e-3f, sum = 0;
    for (int k = 0; k < n; ++k) sum += sinf(x + k) * expf(-x) + powf(x + 1.0f, 0.3f) + sqrtf(x);
    out[i] = sum;
}

__global__ void halves(const __half* in, __half* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half x = in[i & 1023], sum = __float2half(0.0f);
    for (int k = 0; k < n; ++k) sum = __hfma(x, in[(i + k) & 1023], sum);
    out[i] = sum;
}

__global__ void localArray(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int table[32];
    for (int k = 0; k < 32; ++k) table[k] = in[(i + k) & 4095];
    for (int k = 0; k < n; ++k) table[in[(i * 3 + k) & 4095] & 31] += table[k & 31];
    int sum = 0;
    for (int k = 0; k < 32; ++k) sum += table[k];
    out[i] = sum;
}

__device__ __noinline__ int mixed(int a, int b) { return (a ^ (b << 3)) * 31 + (a >> 2); }
__device__ __noinline__ int added(int a, int b) { return a + b * 7; }
__device__ __noinline__ int taken(int a, int b) { return a - b; }

__global__ void called(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < n; ++k) sum = mixed(sum, in[(i + k) & 4095]);
    out[i] = sum;
}

__global__ void pointers(const int* in, int* out, int n) {
    int (*const table[3])(int, int) = {mixed, added, taken};
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    auto f = table[in[i] % 3];
    for (int k = 0; k < n; ++k) sum = f(sum, in[(i + k) & 4095]);
    out[i] = sum;
}

__global__ void shuffles(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = in[i];
    for (int k = 0; k < n; ++k) {
        sum += __shfl_xor_sync(~0u, sum, 1 << (k % 5));
        if (__ballot_sync(~0u, sum & 1) & 4) sum += 3;
    }
    out[i] = sum;
}

__global__ void manyBarriers(const int* in, int* out, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    for (int k = 0; k < n; ++k) {
        __syncthreads();
        int x = s[(t + 1) & 255];
        __syncthreads();
        s[t] += x;
    }
    out[blockIdx.x * 256 + t] = s[t];
}

struct Particle {
    float x, y, z, mass, vx, vy, vz, age;
};

__global__ void structures(const Particle* in, Particle* out, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) & 8191;
    Particle p = in[i];
    for (int k = 0; k < n; ++k) {
        p.x += p.vx * 0.1f;
        p.y += p.vy * 0.1f;
        p.z += p.vz * 0.1f;
        p.age += 1.0f;
    }
    out[i] = p;
}

__global__ void vectorAdd(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] += in[i];
}

__global__ void bigTranspose(const float* in, float* out, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void naiveTranspose(const float* in, float* out, int n) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    out[x * n + y] = in[y * n + x];
}

__global__ void sgemm(const float* a, float* c, int n) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[ty][tx] = a[y * n + t + tx];
        bs[ty][tx] = a[(t + ty) * n + x];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

__global__ void bodies(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float px = in[i], sum = 0;
    for (int k = 0; k < n; ++k) {
        float dx = in[k] - px, square = dx * dx + 0.01f;
        sum += dx / (square * sqrtf(square));
    }
    out[i] = sum;
}
}
