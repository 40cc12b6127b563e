// Correct code that is close to pitfalls: nothing is found here.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <chrono>
#include <cstring>
#include <vector>
namespace cg = cooperative_groups;
// element-count traps
__global__ void bytesKernel(unsigned char* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] ^= 0xff; }
__global__ void wordsKernel(int* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 0; }
void counts(int n) {
    unsigned char* b; cudaMalloc(&b, n); bytesKernel<<<(n + 255) / 256, 256>>>(b, n); cudaGetLastError(); cudaFree(b);
    size_t nbytes = n * sizeof(int); int* w; cudaMalloc(&w, nbytes); wordsKernel<<<(nbytes / 4 + 255) / 256, 256>>>(w, n); cudaFree(w);
    int total = 4 * n; int* v; cudaMalloc(&v, total); wordsKernel<<<(n + 255) / 256, 256>>>(v, n); cudaFree(v);
    const int SIZE = 4096; int* u; cudaMalloc(&u, SIZE); wordsKernel<<<SIZE / 4 / 256, 256>>>(u, SIZE / 4); cudaFree(u);
}
// halo through offset pointers and structures
struct Field { float* v; int n; };
__global__ void laplace(Field f, Field g) { int i = blockIdx.x * blockDim.x + threadIdx.x; g.v[i] = f.v[i - 1] - 2 * f.v[i] + f.v[i + 1]; }
void offsetStructs() {
    float *a, *b; cudaMalloc(&a, 1026 * sizeof(float)); cudaMalloc(&b, 1024 * sizeof(float));
    Field f{a + 1, 1024}, g{b, 1024};
    laplace<<<4, 256>>>(f, g);
    cudaFree(a); cudaFree(b);
}
struct Sub { double* x; };
__global__ void tailKernel(Sub s) { s.x[threadIdx.x] = 0; }
void tails() { Sub s; cudaMalloc(&s.x, 256 * sizeof(double)); tailKernel<<<1, 128>>>(Sub{s.x + 128}); tailKernel<<<1, 256>>>(s); cudaFree(s.x); }
void grown() { Sub s; cudaMalloc(&s.x, 16 * sizeof(double)); cudaFree(s.x); cudaMalloc(&s.x, 256 * sizeof(double)); tailKernel<<<1, 256>>>(s); cudaFree(s.x); }
// dynamic shared memory carved up, with conditions
template <int N> __global__ void carve(float* g) {
    extern __shared__ float sm[];
    float* lo = sm; float* hi = sm + N; int* flags = (int*)(hi + N);
    lo[threadIdx.x] = g[threadIdx.x]; hi[threadIdx.x] = 1; if (threadIdx.x < 8) flags[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x + 1 < N) g[threadIdx.x] = lo[threadIdx.x + 1] + hi[threadIdx.x] + flags[threadIdx.x & 7];
}
void carved(float* g) { constexpr int N = 128; carve<N><<<2, N, (2 * N) * sizeof(float) + 8 * sizeof(int)>>>(g); }
// data-dependent sides without conflicts
__global__ void sides(const int* __restrict__ k, float* __restrict__ o) {
    __shared__ float lo[256], hi[256];
    int t = threadIdx.x;
    if (k[t] & 1) lo[t] = 1; else hi[t] = 2;
    __syncthreads();
    o[t] = lo[t] + hi[255 - t];
}
__global__ void partitionBits(const int* __restrict__ k, int* __restrict__ o) {
    __shared__ int s[512];
    int t = threadIdx.x;
    s[(k[t] > 0) ? t : t + 256] = k[t];
    __syncthreads();
    o[t] = s[t];
}
void runSides(const int* k, float* o, int* q) { sides<<<1, 256>>>(k, o); partitionBits<<<1, 256>>>(k, q); }
// barriers of warps
__global__ void leaders(float* a, int n) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? a[i] : 0;
    for (int o = 16; o > 0; o /= 2) v += tile.shfl_down(v, o);
    tile.sync();
    if (tile.thread_rank() == 0) a[i] = v;
}
__global__ void warpOnly(float* a) { if (threadIdx.x / 32 == 1) { a[threadIdx.x] += 1; __syncwarp(); a[threadIdx.x] += a[threadIdx.x ^ 1]; } }
__global__ void tailWarp(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { a[i] *= 2; __syncwarp(); } }
void runWarps(float* a, int n) { leaders<<<4, 256>>>(a, n); warpOnly<<<1, 64>>>(a); tailWarp<<<4, 256>>>(a, n); }
// two classes, same member names
class Pinned { float* buf; public: Pinned(int n) { cudaMallocHost(&buf, n * sizeof(float)); } ~Pinned() { cudaFreeHost(buf); } void up(float* d, int n, cudaStream_t s) { cudaMemcpyAsync(d, buf, n * sizeof(float), cudaMemcpyHostToDevice, s); } };
class Plain { float* buf; public: Plain(int n) : buf(new float[n]) {} ~Plain() { delete[] buf; } void up(float* d, int n) { cudaMemcpy(d, buf, n * sizeof(float), cudaMemcpyHostToDevice); } };
class Either { float* buf; bool pinned; public: Either(int n, bool p) : buf(nullptr), pinned(p) { if (p) cudaMallocHost(&buf, n * sizeof(float)); else buf = new float[n]; } ~Either() { if (pinned) cudaFreeHost(buf); else delete[] buf; } void up(float* d, int n, cudaStream_t s) { cudaMemcpyAsync(d, buf, n * sizeof(float), cudaMemcpyHostToDevice, s); } };
struct Base { float* dev; virtual ~Base() {} }; struct Derived : Base { Derived(int n) { cudaMalloc(&dev, n * sizeof(float)); } ~Derived() override { cudaFree(dev); } };
// streams in containers
void pool(std::vector<float*> parts, int n) {
    std::vector<cudaStream_t> st(parts.size());
    for (auto& s : st) cudaStreamCreate(&s);
    for (size_t i = 0; i < parts.size(); ++i) wordsKernel<<<(n + 255) / 256, 256, 0, st[i]>>>((int*)parts[i], n);
    for (auto s : st) cudaStreamSynchronize(s);
    for (auto& s : st) cudaStreamDestroy(s);
}
using Clock = std::chrono::steady_clock;
double timed(int* d, int n) { auto t = Clock::now(); wordsKernel<<<(n + 255) / 256, 256>>>(d, n); cudaDeviceSynchronize(); auto e = Clock::now(); return std::chrono::duration<double>(e - t).count(); }
double launchOverhead(int* d, int n) { double best = 1e9; for (int i = 0; i < 9; ++i) { auto t = Clock::now(); wordsKernel<<<(n + 255) / 256, 256>>>(d, n); cudaStreamSynchronize(0); best = std::min(best, std::chrono::duration<double>(Clock::now() - t).count()); } return best; }
void perDevice(int n, int count) {
    std::vector<int*> d(count);
    for (int i = 0; i < count; ++i) { cudaSetDevice(i); cudaMalloc(&d[i], n * sizeof(int)); wordsKernel<<<(n + 255) / 256, 256>>>(d[i], n); }
    cudaSetDevice(0); int* back; cudaMalloc(&back, n * sizeof(int)); cudaSetDevice(0); wordsKernel<<<(n + 255) / 256, 256>>>(back, n);
    for (int i = 0; i < count; ++i) { cudaSetDevice(i); cudaDeviceSynchronize(); cudaFree(d[i]); }
    cudaSetDevice(0); cudaFree(back);
}
// Unsigned indices that wrap below zero and back.
__global__ void around(float* o, int width) {
    __shared__ float s[34];
    s[threadIdx.x] = o[threadIdx.x];
    if (threadIdx.x < 2) s[threadIdx.x + 32] = 0;
    __syncthreads();
    float sum = 0;
    for (int d = -1; d <= 1; ++d) { int at = threadIdx.x + 1 + d; sum += s[at]; }
    o[threadIdx.x] = sum;
}
void runAround(float* o) { around<<<1, 32>>>(o, 32); }
int main() { counts(5000); offsetStructs(); tails(); grown(); return 0; }
