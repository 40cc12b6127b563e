// What the language has: recursion, calls, templates, structures, switches, early ends, volatile, local arrays, groups.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void recursion(int* out, int most) { out[threadIdx.x] = fibonacci(threadIdx.x % most); }

__device__ __noinline__ float smooth(const float* p, int stride) { return 0.25f * p[0] + 0.5f * p[stride] + 0.25f * p[2 * stride]; }

__global__ void notInlined(const float* in, float* out, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = smooth(in + i, stride);
}

struct ParticleAoS { float x, y, z, vx, vy, vz, mass; int alive; };

__global__ void particlesAoS(ParticleAoS* p, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    ParticleAoS& q = p[i];
    if (!q.alive) return;
    q.x += q.vx * dt;
    q.y += q.vy * dt;
    q.z += q.vz * dt;
    if (q.z < 0) {
        q.z = -q.z;
        q.vz = -0.5f * q.vz;
    }
}

struct ParticlesSoA { float *x, *y, *z, *vx, *vy, *vz; int* alive; };

__global__ void particlesSoA(ParticlesSoA p, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || !p.alive[i]) return;
    p.x[i] += p.vx[i] * dt;
    p.y[i] += p.vy[i] * dt;
    float z = p.z[i] + p.vz[i] * dt;
    if (z < 0) {
        z = -z;
        p.vz[i] *= -0.5f;
    }
    p.z[i] = z;
}

__global__ void interpreter(const unsigned char* code, int length, const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int stack[8];
    int top = 0;
    stack[0] = in[i];
    for (int pc = 0; pc < length; ++pc) {
        int op = code[pc];
        switch (op & 7) {
            case 0: if (top < 7) { stack[top + 1] = stack[top]; ++top; } break;
            case 1: if (top > 0) { stack[top - 1] += stack[top]; --top; } break;
            case 2: if (top > 0) { stack[top - 1] -= stack[top]; --top; } break;
            case 3: stack[top] = stack[top] * 3 + 1; break;
            case 4: stack[top] ^= op; break;
            case 5: stack[top] >>= 1; break;
            case 6: if (stack[top] & 1) pc += 1; break;
            default: if (top < 7) stack[++top] = op;
        }
    }
    out[i] = stack[top];
}

__global__ void divergentSwitch(const int* kind, float* data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = data[i];
    switch (kind[i] % 6) {
        case 0: v = v * v; break;
        case 1: v = v + data[(i + 1) % n] * 0.0f + 1.0f; break;
        case 2: for (int k = 0; k < kind[i]; ++k) v = v * 0.5f + 1.0f; break;
        case 3: data[n + i] = v; v = -v; break;
        case 4: return;
        default: v = 0;
    }
    data[i] = v;
}

__global__ void earlyReturns(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i];
    if (v < 10) {
        out[i] = -1;
        return;
    }
    for (int k = 2; k * k <= v; ++k) {
        if (v % k == 0) {
            out[i] = k;
            return;
        }
    }
    out[i] = v;
}

__global__ void breaksAndContinues(const int* in, int* out, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int sum = 0;
    for (int c = 0; c < cols; ++c) {
        int v = in[c * rows + r];
        if (v % 5 == 0) continue;
        if (v % 31 == 30) break;
        int w = v;
        while (w > 20) {
            w -= 7;
            if (w == 22) goto done;
        }
        sum += w;
    }
done:
    out[r] = sum;
}

__global__ void localLookup(const int* in, int* out, int n) {
    int table[24];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 24; ++k) table[k] = k * k - i;
    if (i >= n) return;
    int v = in[i], s = 0;
    for (int k = 0; k < 5; ++k) {
        s += table[(v + k * 7) % 24];
        table[(v * 3 + k) % 24] = s;
    }
    out[i] = s;
}

__global__ void localStructs(const float4* in, float* out, int n) {
    struct Box { float lo[3], hi[3]; } boxes[4];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int b = 0; b < 4; ++b)
        for (int a = 0; a < 3; ++a) {
            boxes[b].lo[a] = b * 2.0f + a;
            boxes[b].hi[a] = b * 2.0f + a + 3.0f;
        }
    float4 p = in[i];
    int pick = ((int)p.w) & 3;
    float v[3] = {p.x, p.y, p.z};
    float d = 0;
    for (int a = 0; a < 3; ++a) d += fmaxf(fmaxf(boxes[pick].lo[a] - v[a], v[a] - boxes[pick].hi[a]), 0.0f);
    out[i] = d;
}

template <typename T, int N>
struct Vec {
    T v[N];
    __device__ Vec operator+(const Vec& o) const { Vec r; for (int i = 0; i < N; ++i) r.v[i] = v[i] + o.v[i]; return r; }
    __device__ T dot(const Vec& o) const { T s = 0; for (int i = 0; i < N; ++i) s += v[i] * o.v[i]; return s; }
};

template <typename T, int N>
__global__ void vectors(const Vec<T, N>* a, const Vec<T, N>* b, Vec<T, N>* sum, T* dots, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    sum[i] = a[i] + b[i];
    dots[i] = a[i].dot(b[i]);
}

struct Square { __device__ int operator()(int x) const { return x * x; } };
struct AddK { int k; __device__ int operator()(int x) const { return x + k; } };

template <typename F, typename G>
__global__ void composed(const int* in, int* out, int n, F f, G g) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = f(g(in[i]));
}

__global__ void dynamicCarve(const float* in, float* out, int n) {
    extern __shared__ unsigned char raw[];
    double* d = (double*)raw;
    float* f = (float*)(d + blockDim.x);
    short* s = (short*)(f + blockDim.x);
    int t = threadIdx.x;
    d[t] = in[t] * 2.0;
    f[t] = in[t];
    s[t] = (short)in[t];
    __syncthreads();
    int o = (t * 5 + 3) % blockDim.x;
    if (t < n) out[t] = (float)d[o] + f[blockDim.x - 1 - t] + s[(t + 1) % blockDim.x];
}

__global__ void threeDimensions(const int* in, int* out, int3 size) {
    __shared__ int tile[4][4][8];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
    bool inside = x < size.x && y < size.y && z < size.z;
    tile[threadIdx.z][threadIdx.y][threadIdx.x] = inside ? in[(z * size.y + y) * size.x + x] : 0;
    __syncthreads();
    int v = tile[threadIdx.y][threadIdx.z][7 - threadIdx.x];
    if (inside) out[(z * size.y + y) * size.x + x] = v;
}

__global__ void partialWarps(const short* in, short* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 3 == 0 && i < n) out[i] = in[i] * 2;
    else if (threadIdx.x % 3 == 1 && i < n) out[i] = in[n - 1 - i];
}

__global__ void bytesAndHalves(const signed char* a, const unsigned short* b, const __half* h, signed char* out, __half* halves, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = (signed char)(a[i] / 2 + (b[i] & 15));
    halves[i] = __hadd(h[i], __int2half_rn(a[i]));
}

__global__ void vectorTypes(const double2* d, const int3* t, const ushort4* s, double2* out, int3* triple, ushort4* quad, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double2 v = d[i];
    out[i] = make_double2(v.y, v.x + 1.0);
    int3 w = t[i];
    triple[i] = make_int3(w.z, w.x, w.y);
    ushort4 q = s[i];
    quad[i] = make_ushort4(q.w, q.z, q.y, q.x);
}

__global__ void spinLock(volatile int* counter, int* lock, int rounds) {
    if (threadIdx.x == 0) {
        for (int r = 0; r < rounds; ++r) {
            while (atomicCAS(lock, 0, 1) != 0) {}
            __threadfence();
            *counter = *counter + 1;
            __threadfence();
            atomicExch(lock, 0);
        }
    }
}

__device__ double atomicMaxDouble(double* address, double value) {
    unsigned long long* word = (unsigned long long*)address;
    unsigned long long old = *word, assumed;
    do {
        assumed = old;
        old = atomicCAS(word, assumed, (unsigned long long)__double_as_longlong(fmax(value, __longlong_as_double((long long)assumed))));
    } while (assumed != old);
    return __longlong_as_double((long long)old);
}

__global__ void doubleAtomics(const double* in, double* out, int n) {
    int i = threadIdx.x;
    if (i < n) {
        atomicAdd(&out[i % 4], in[i]);
        atomicMaxDouble(&out[8 + i], in[i]);
    }
}

__global__ void mixedAtomics(const int* in, int* out, unsigned* bits, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i];
    atomicMax(&out[v & 7], v);
    atomicMin(&out[8 + (v & 7)], -v);
    atomicOr(&bits[v & 3], 1u << (v & 31));
    atomicAnd(&bits[4 + (v & 3)], ~(1u << (i & 31)));
    atomicXor(&bits[8 + (i & 3)], (unsigned)v);
    atomicSub(&out[16], v);
    atomicInc(&bits[12], 99u);
}

__global__ void aggregated(const int* in, int* counters, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int bucket = in[i] & 3;
    unsigned peers = __match_any_sync(__activemask(), bucket);
    int leader = __ffs(peers) - 1;
    if ((threadIdx.x & 31) == leader) atomicAdd(&counters[bucket], __popc(peers));
}

__global__ void groupReduce(const int* in, int* out, int n) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int sum = 0;
    for (int i = block.thread_rank() + block.group_index().x * block.size(); i < n; i += block.size() * gridDim.x) sum += in[i];
    sum = cg::reduce(warp, sum, cg::plus<int>());
    if (warp.thread_rank() == 0) atomicAdd(out + blockIdx.x, sum);
}

__global__ void constantTables(const int* in, int* out, int n) {
    const int primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = primes[in[i] & 15] * primes[i & 15];
}

union Bits { float f; unsigned u; unsigned char b[4]; };

__global__ void unions(const float* in, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Bits x;
    x.f = in[i];
    unsigned char t = x.b[0];
    x.b[0] = x.b[3];
    x.b[3] = t;
    out[i] = x.u;
}

struct Flags { unsigned a : 5; unsigned b : 11; int c : 16; };

__global__ void bitFields(Flags* flags, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Flags f = flags[i];
    f.a += 3;
    f.b ^= f.a;
    f.c = -f.c;
    flags[i] = f;
}

__device__ int twice(int x) { return 2 * x; }
__device__ int negate(int x) { return -x; }
typedef int (*Unary)(int);
__device__ Unary table[2] = {twice, negate};

__global__ void throughPointers(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[blockIdx.x & 1](in[i]);
}

__device__ int globalCounter;
__device__ int globalTable[64];

__global__ void deviceVariables(const int* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    globalTable[in[i] & 63] = 1;
    atomicAdd(&globalCounter, 1);
}

__global__ void mixedPrecision(const float* a, const double* b, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double s = 0;
    for (int k = 0; k < 6; ++k) s += a[(i + k) % n] * b[k];
    out[i] = s + 0.5f * a[i];
}

__global__ void longIntegers(const long long* a, unsigned long long* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    long long v = a[i];
    out[i] = (unsigned long long)(v / 7) ^ ((unsigned long long)v << (i & 31)) ^ __umul64hi(v, 0x9E3779B97F4A7C15ull) ^ __popcll(v);
}

template <typename T>
void show(const char* name, const T* device, int n) {
    std::vector<T> host(n);
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    double weighted = 0;
    for (int i = 0; i < n; ++i) weighted += (double)host[i] * (i % 13 + 1);
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
    unsigned state = 4242;
    auto next = [&] { state = state * 1664525u + 1013904223u; return state >> 9; };
    std::vector<int> ints(4096);
    std::vector<float> reals(4096);
    std::vector<double> doubles(2048);
    std::vector<long long> longs(512);
    std::vector<unsigned char> code(40);
    for (auto& v : ints) v = next() % 1000;
    for (auto& v : reals) v = (int)(next() % 512) / 8.0f - 20.0f;
    for (auto& v : doubles) v = (next() % 4096) / 16.0;
    for (auto& v : longs) v = (long long)next() * next() - 5;
    for (auto& v : code) v = next() % 64;
    int *I = upload(ints), *O;
    float *R = upload(reals), *F = upload(reals);
    double* D = upload(doubles);
    long long* L = upload(longs);
    unsigned char* C = upload(code);
    CHECK(cudaMalloc(&O, 65536));
    auto clear = [&] { CHECK(cudaMemset(O, 0, 65536)); };
    clear();
    recursion<<<1, 40>>>(O, 9); show("recursion", O, 40);
    notInlined<<<3, 96>>>(R, (float*)O, 250, 2); show("notInlined", (float*)O, 250);
    ParticleAoS* p = (ParticleAoS*)F;
    particlesAoS<<<2, 128>>>(p, 200, 0.25f); show("particlesAoS", F, 1600);
    ParticlesSoA soa = {F, F + 300, F + 600, F + 900, F + 1200, F + 1500, I};
    particlesSoA<<<3, 128>>>(soa, 290, 0.125f); show("particlesSoA", F, 1800);
    interpreter<<<2, 64>>>(C, 40, I, O, 100); show("interpreter", O, 100);
    divergentSwitch<<<3, 64>>>(I, (float*)O, 150); show("divergentSwitch", (float*)O, 300);
    earlyReturns<<<3, 128>>>(I, O, 330); show("earlyReturns", O, 330);
    breaksAndContinues<<<2, 64>>>(I, O, 100, 30); show("breaksAndContinues", O, 100);
    localLookup<<<2, 96>>>(I, O, 170); show("localLookup", O, 170);
    localStructs<<<2, 64>>>((float4*)R, (float*)O, 120); show("localStructs", (float*)O, 120);
    vectors<float, 3><<<2, 64>>>((Vec<float, 3>*)R, (Vec<float, 3>*)R + 50, (Vec<float, 3>*)O, (float*)O + 1000, 110); show("vectors float", (float*)O, 330);
    vectors<double, 4><<<1, 64>>>((Vec<double, 4>*)D, (Vec<double, 4>*)D + 9, (Vec<double, 4>*)O, (double*)O + 1000, 60); show("vectors double", (double*)O, 240);
    composed<<<2, 96>>>(I, O, 500, Square(), AddK{5}); show("composed", O, 500);
    dynamicCarve<<<1, 80, 80 * 14>>>(R, (float*)O, 75); show("dynamicCarve", (float*)O, 75);
    threeDimensions<<<dim3(3, 3, 2), dim3(8, 4, 4)>>>(I, O, make_int3(20, 11, 7)); show("threeDimensions", O, 1540);
    partialWarps<<<5, 50>>>((short*)I, (short*)O, 230); show("partialWarps", (short*)O, 230);
    bytesAndHalves<<<3, 64>>>((signed char*)I, (unsigned short*)I, (__half*)R, (signed char*)O, (__half*)O + 2000, 180); show("bytesAndHalves", (signed char*)O, 180);
    vectorTypes<<<2, 64>>>((double2*)D, (int3*)I, (ushort4*)I, (double2*)O, (int3*)O + 500, (ushort4*)O + 2000, 100); show("vectorTypes", (double*)O, 200);
    clear();
    spinLock<<<1, 32>>>(O, O + 1, 5); show("spinLock", O, 2);
    clear();
    doubleAtomics<<<1, 32>>>(D, (double*)O, 30); show("doubleAtomics", (double*)O, 40);
    clear();
    mixedAtomics<<<2, 96>>>(I, O, (unsigned*)O + 100, 180); show("mixedAtomics", O, 113);
    clear();
    aggregated<<<3, 64>>>(I, O, 170); show("aggregated", O, 4);
    groupReduce<<<2, 128>>>(I, O, 900); show("groupReduce", O, 2);
    constantTables<<<2, 96>>>(I, O, 180); show("constantTables", O, 180);
    unions<<<2, 96>>>(R, (unsigned*)O, 180); show("unions", (unsigned*)O, 180);
    bitFields<<<2, 96>>>((Flags*)I, 180); show("bitFields", I, 180);
    throughPointers<<<4, 64>>>(I, O, 240); show("throughPointers", O, 240);
    deviceVariables<<<2, 96>>>(I, 180);
    int count = 0;
    CHECK(cudaMemcpyFromSymbol(&count, globalCounter, sizeof count));
    printf("globalCounter %d\n", count);
    mixedPrecision<<<2, 64>>>(R, D, (double*)O, 120); show("mixedPrecision", (double*)O, 120);
    longIntegers<<<2, 64>>>(L, (unsigned long long*)O, 120); show("longIntegers", (unsigned long long*)O, 120);
    CHECK(cudaDeviceSynchronize());
    return 0;
}
