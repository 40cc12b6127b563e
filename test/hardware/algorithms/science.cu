// Numbers: finance, particles, transforms, random numbers, ciphers, polynomials, quadrature.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__device__ inline float cndGPU(float d) {
    const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f;
    float K = __fdividef(1.0f, (1.0f + 0.2316419f * fabsf(d)));
    float cnd = 0.39894228040143267793994605993438f * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    if (d > 0) cnd = 1.0f - cnd;
    return cnd;
}

__global__ void blackScholes(float2* __restrict call, float2* __restrict put, const float2* __restrict price, const float2* __restrict strike,
                             const float2* __restrict years, float R, float V, int n) {
    int opt = blockDim.x * blockIdx.x + threadIdx.x;
    if (opt >= n / 2) return;
    float2 c, p;
    for (int k = 0; k < 2; ++k) {
        float S = k ? price[opt].y : price[opt].x, X = k ? strike[opt].y : strike[opt].x, T = k ? years[opt].y : years[opt].x;
        float sqrtT = __fdividef(1.0f, rsqrtf(T));
        float d1 = __fdividef(__logf(S / X) + (R + 0.5f * V * V) * T, V * sqrtT);
        float d2 = d1 - V * sqrtT;
        float n1 = cndGPU(d1), n2 = cndGPU(d2);
        float e = __expf(-R * T);
        float value = S * n1 - X * e * n2;
        float other = X * e * (1.0f - n2) - S * (1.0f - n1);
        if (k) { c.y = value; p.y = other; } else { c.x = value; p.x = other; }
    }
    call[opt] = c;
    put[opt] = p;
}

__global__ void binomialOption(const float* spot, float* value, int steps, float up, float down, float probability, float discount, float strike) {
    __shared__ float v[130];
    int t = threadIdx.x;
    float s = spot[blockIdx.x];
    if (t <= steps) v[t] = fmaxf(s * powf(up, (float)t) * powf(down, (float)(steps - t)) - strike, 0.0f);
    __syncthreads();
    for (int i = steps; i > 0; --i) {
        float next = 0;
        if (t < i) next = discount * (probability * v[t + 1] + (1 - probability) * v[t]);
        __syncthreads();
        if (t < i) v[t] = next;
        __syncthreads();
    }
    if (t == 0) value[blockIdx.x] = v[0];
}

__device__ unsigned xorshift(unsigned& s) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

__global__ void monteCarloPi(unsigned* hits, int each) {
    unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 2891336453u;
    int inside = 0;
    for (int i = 0; i < each; ++i) {
        float x = (xorshift(s) >> 8) * (1.0f / 16777216.0f), y = (xorshift(s) >> 8) * (1.0f / 16777216.0f);
        if (x * x + y * y <= 1.0f) ++inside;
    }
    atomicAdd(hits, inside);
}

__global__ void philox(uint4* out, unsigned key0, unsigned key1) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 c = make_uint4(i, 0, 0, 0);
    for (int r = 0; r < 10; ++r) {
        unsigned hi0 = __umulhi(0xD2511F53u, c.x), lo0 = 0xD2511F53u * c.x;
        unsigned hi1 = __umulhi(0xCD9E8D57u, c.z), lo1 = 0xCD9E8D57u * c.z;
        c = make_uint4(hi1 ^ c.y ^ key0, lo1, hi0 ^ c.w ^ key1, lo0);
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    out[i] = c;
}

__global__ void boxMuller(const unsigned* bits, float2* out, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    float u = ((bits[2 * i] >> 8) + 1) * (1.0f / 16777217.0f), v = (bits[2 * i + 1] >> 8) * (1.0f / 16777216.0f);
    float r = sqrtf(-2.0f * logf(u)), s, c;
    sincospif(2.0f * v, &s, &c);
    out[i] = make_float2(r * c, r * s);
}

__global__ void sobolSequence(const unsigned* directions, float* out, int n) {
    __shared__ unsigned v[32];
    if (threadIdx.x < 32) v[threadIdx.x] = directions[blockIdx.y * 32 + threadIdx.x];
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned g = i ^ (i >> 1), x = 0;
        for (int k = 0; k < 32; ++k)
            if ((g >> k) & 1) x ^= v[k];
        out[blockIdx.y * n + i] = (float)x * 2.3283064e-10f;
    }
}

__device__ float3 bodyInteraction(float3 ai, float4 bi, float4 bj, float softening) {
    float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z;
    distSqr += softening;
    float inv = rsqrtf(distSqr);
    float inv3 = inv * inv * inv;
    float s = bj.w * inv3;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

__global__ void nbodyTiles(const float4* positions, float4* velocities, float dt, int tiles) {
    extern __shared__ float4 cached[];
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = positions[index];
    float3 acc = make_float3(0, 0, 0);
    for (int tile = 0; tile < tiles; tile++) {
        cached[threadIdx.x] = positions[tile * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int counter = 0; counter < blockDim.x; counter++) acc = bodyInteraction(acc, mine, cached[counter], 0.01f);
        __syncthreads();
    }
    float4 v = velocities[index];
    v.x += acc.x * dt;
    v.y += acc.y * dt;
    v.z += acc.z * dt;
    velocities[index] = v;
}

__global__ void lennardJones(const double3* x, double3* f, const int* neighbours, int perAtom, int n, double cutoff2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double3 me = x[i], force = make_double3(0, 0, 0);
    for (int k = 0; k < perAtom; ++k) {
        int j = neighbours[k * n + i];
        double dx = me.x - x[j].x, dy = me.y - x[j].y, dz = me.z - x[j].z;
        double r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cutoff2 && r2 > 0) {
            double inv = 1.0 / r2;
            double r6 = inv * inv * inv;
            double s = inv * r6 * (r6 - 0.5);
            force.x += dx * s;
            force.y += dy * s;
            force.z += dz * s;
        }
    }
    f[i] = force;
}

__global__ void fftStage(const float2* in, float2* out, int n, int span) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
    int k = i & (span - 1);
    float s, c;
    sincosf(-3.14159265f * k / span, &s, &c);
    float2 a = in[i], b = in[i + n / 2];
    float2 t = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    int to = ((i - k) << 1) + k;
    out[to] = make_float2(a.x + t.x, a.y + t.y);
    out[to + span] = make_float2(a.x - t.x, a.y - t.y);
}

__global__ void fftShared(float2* data) {
    __shared__ float re[64], im[64];
    int t = threadIdx.x;
    float2* mine = data + blockIdx.x * 64;
    int r0 = __brev(t) >> 26, r1 = __brev(t + 32) >> 26;
    re[r0] = mine[t].x; im[r0] = mine[t].y;
    re[r1] = mine[t + 32].x; im[r1] = mine[t + 32].y;
    for (int half = 1; half < 64; half *= 2) {
        __syncthreads();
        int k = t & (half - 1), a = ((t - k) << 1) + k, b = a + half;
        float s, c;
        sincospif(-(float)k / half, &s, &c);
        float xr = re[b] * c - im[b] * s, xi = re[b] * s + im[b] * c;
        float yr = re[a], yi = im[a];
        re[a] = yr + xr; im[a] = yi + xi;
        re[b] = yr - xr; im[b] = yi - xi;
    }
    __syncthreads();
    mine[t] = make_float2(re[t], im[t]);
    mine[t + 32] = make_float2(re[t + 32], im[t + 32]);
}

__global__ void walshHadamard(float* data, int n) {
    extern __shared__ float line[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) line[i] = data[blockIdx.x * n + i];
    for (int stride = n / 2; stride >= 1; stride >>= 1) {
        __syncthreads();
        for (int p = threadIdx.x; p < n / 2; p += blockDim.x) {
            int lo = p & (stride - 1), i0 = ((p - lo) << 1) + lo, i1 = i0 + stride;
            float a = line[i0], b = line[i1];
            line[i0] = a + b;
            line[i1] = a - b;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[blockIdx.x * n + i] = line[i];
}

__global__ void teaCipher(uint2* blocks, uint4 key, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint2 v = blocks[i];
    unsigned sum = 0;
    for (int r = 0; r < 32; ++r) {
        sum += 0x9e3779b9u;
        v.x += ((v.y << 4) + key.x) ^ (v.y + sum) ^ ((v.y >> 5) + key.y);
        v.y += ((v.x << 4) + key.z) ^ (v.x + sum) ^ ((v.x >> 5) + key.w);
    }
    blocks[i] = v;
}

__constant__ unsigned crcTable[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                      0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

__global__ void crc32(const unsigned char* data, unsigned* out, int each) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned crc = ~0u;
    for (int k = 0; k < each; ++k) {
        crc ^= data[i * each + k];
        crc = crcTable[crc & 15] ^ (crc >> 4);
        crc = crcTable[crc & 15] ^ (crc >> 4);
    }
    out[i] = ~crc;
}

__global__ void fnvHash64(const unsigned char* data, unsigned long long* out, int each) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long h = 14695981039346656037ull;
    for (int k = 0; k < each; ++k) h = (h ^ data[k * blockDim.x * gridDim.x + i]) * 1099511628211ull;
    out[i] = h;
}

__global__ void modularPower(const unsigned* bases, unsigned* out, unsigned exponent, unsigned modulus, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long result = 1, base = bases[i] % modulus;
    for (unsigned e = exponent + i; e; e >>= 1) {
        if (e & 1) result = result * base % modulus;
        base = base * base % modulus;
    }
    out[i] = (unsigned)result;
}

__global__ void sieve(unsigned char* composite, int n) {
    int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
    if (p * p > n) return;
    for (int m = p * p; m <= n; m += p) composite[m] = 1;
}

__global__ void collatz(int* steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = i + 1;
    int count = 0;
    while (v != 1) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        ++count;
    }
    steps[i] = count;
}

__device__ double integrand(double x) { return x * x * x - 2.0 * x + 1.0; }

__global__ void simpson(double* out, double a, double h, int n) {
    __shared__ double s[64];
    double sum = 0;
    for (int i = threadIdx.x; i < n; i += 64) {
        double x = a + 2 * i * h;
        sum += integrand(x) + 4.0 * integrand(x + h) + integrand(x + 2 * h);
    }
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 32; d; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = s[0] * h / 3;
}

__global__ void horner(const float* coefficients, const float* x, float* y, int degree, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r = coefficients[degree];
    for (int k = degree - 1; k >= 0; --k) r = r * x[i] + coefficients[k];
    y[i] = r;
}

__global__ void newtonRoots(const double* a, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = a[i] > 1 ? a[i] : 1;
    for (int k = 0; k < 30; ++k) {
        double next = 0.5 * (x + a[i] / x);
        if (fabs(next - x) < 1e-12 * x) break;
        x = next;
    }
    out[i] = x;
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
    unsigned state = 1234567;
    auto next = [&] { state = state * 1664525u + 1013904223u; return state; };
    std::vector<float> x(4096);
    std::vector<double> d(2048);
    std::vector<unsigned> u(4096);
    std::vector<int> near(2048);
    for (auto& v : x) v = (next() >> 20) / 256.0f + 0.5f;
    for (auto& v : d) v = (next() >> 20) / 128.0 + 0.25;
    for (auto& v : u) v = next();
    for (auto& v : near) v = (next() >> 12) % 120;
    float *X = upload(x), *Y;
    double *D = upload(d);
    unsigned* U = upload(u);
    int* N = upload(near);
    CHECK(cudaMalloc(&Y, 65536));
    auto clear = [&] { CHECK(cudaMemset(Y, 0, 65536)); };
    clear();
    blackScholes<<<4, 64>>>((float2*)Y, (float2*)Y + 1000, (float2*)X, (float2*)(X + 1000), (float2*)(X + 2000), 0.02f, 0.3f, 500);
    binomialOption<<<6, 128>>>(X, Y, 100, 1.02f, 0.98f, 0.55f, 0.999f, 8.0f);
    clear();
    monteCarloPi<<<3, 64>>>((unsigned*)Y, 40); show("monteCarloPi", (unsigned*)Y, 1);
    philox<<<3, 96>>>((uint4*)Y, 11u, 22u); show("philox", (unsigned*)Y, 1152);
    boxMuller<<<3, 64>>>(U, (float2*)Y, 150);
    sobolSequence<<<dim3(2, 3), 64>>>(U, Y, 200); show("sobolSequence", Y, 600);
    nbodyTiles<<<3, 64, 1024>>>((float4*)X, (float4*)(X + 1024), 0.01f, 3); show("nbodyTiles", X + 1024, 768);
    lennardJones<<<2, 64>>>((double3*)D, (double3*)Y, N, 12, 120, 60.0); show("lennardJones", (double*)Y, 360);
    fftStage<<<2, 64>>>((float2*)X, (float2*)Y, 256, 8);
    fftShared<<<4, 32>>>((float2*)X);
    walshHadamard<<<3, 48, 512>>>(X, 128);
    teaCipher<<<4, 64>>>((uint2*)U, make_uint4(1, 2, 3, 4), 220); show("teaCipher", U, 440);
    crc32<<<2, 48>>>((unsigned char*)U, (unsigned*)Y, 21); show("crc32", (unsigned*)Y, 96);
    fnvHash64<<<2, 48>>>((unsigned char*)U, (unsigned long long*)Y, 21); show("fnvHash64", (unsigned long long*)Y, 96);
    modularPower<<<3, 64>>>(U, (unsigned*)Y, 65537u, 1000003u, 170); show("modularPower", (unsigned*)Y, 170);
    clear();
    sieve<<<2, 32>>>((unsigned char*)Y, 3000); show("sieve", (unsigned char*)Y, 3001);
    collatz<<<3, 128>>>((int*)Y, 300); show("collatz", (int*)Y, 300);
    simpson<<<1, 64>>>((double*)Y, 0.0, 0.01, 100); show("simpson", (double*)Y, 1);
    horner<<<3, 128>>>(X + 2000, X + 3000, Y, 9, 300);
    newtonRoots<<<3, 64>>>(D, (double*)Y, 170); show("newtonRoots", (double*)Y, 170);
    CHECK(cudaDeviceSynchronize());
    return 0;
}
