// broken: pitfalls through structures, classes, helpers and loops, each beside its right version; only the outline is read
#include <chrono>
#include <cuda_runtime.h>
#include <cstdlib>
struct Field { double* h; double* d; size_t n; };
static Field makeField(size_t n) {
    Field f; f.n = n;
    f.h = static_cast<double*>(std::malloc(n * sizeof(double)));
    cudaMalloc(reinterpret_cast<void**>(&f.d), n * sizeof(double));
    return f;
}
void fieldBack() {
    Field f = makeField(4096);
    cudaMemcpy(f.h, f.d, f.n * sizeof(double), cudaMemcpyHostToDevice);
//                                             ^^^^^^^^^^^^^^^^^^^^^^ expect: copy-kind "Use cudaMemcpyDeviceToHost."
    cudaMemcpy(f.h, f.d, f.n * sizeof(double), cudaMemcpyDeviceToHost);
    free(f.h); cudaFree(f.d);
}
void withoutParentheses() {
    float host[128], *few, *all; cudaMalloc(&few, 64 * sizeof(float)); cudaMalloc(&all, sizeof host);
    cudaMemcpy(few, host, sizeof host, cudaMemcpyHostToDevice);
//                        ^^^^^^^^^^^ expect: copy-size "cudaMemcpy copies 512 bytes, but few has 256"
    cudaMemcpy(all, host, sizeof host, cudaMemcpyHostToDevice);
}
struct Parameters { float a, b; int n; };
__constant__ Parameters parameters;
__constant__ Parameters several[4];
__constant__ float taps[64];
void symbols(const Parameters* many, const float* k) {
    cudaMemcpyToSymbol(parameters, many, 4 * sizeof(Parameters));
//                                       ^^^^^^^^^^^^^^^^^^^^^^ expect: device-symbol "copies 4 times the bytes that parameters has"
    cudaMemcpyToSymbol(several, many, 4 * sizeof(Parameters)); cudaMemcpyToSymbol(parameters, many, sizeof(Parameters));
    void* where; cudaGetSymbolAddress(&where, "taps"); cudaGetSymbolAddress(&where, taps);
//                                            ^^^^^^ expect: device-symbol "names as strings went with CUDA 5"
}
void combined() {
    float *w, *plain; unsigned flags = cudaHostAllocWriteCombined | cudaHostAllocMapped, others = cudaHostAllocMapped;
    cudaHostAlloc(&w, 64, flags); cudaHostAlloc(&plain, 64, others);
    w[0] = 1; w[1] += 2; plain[1] += 2;
//            ^^^^ expect: write-combined-read "host reads of it are not cached"
}
struct Holder { int* values; };
void followedOnHost(int n) {
    Holder h, m; cudaMalloc(&h.values, n * sizeof(int)); cudaMallocManaged(&m.values, n * sizeof(int));
    h.values[0] = 1;
//  ^^^^^^^^^^^ expect: wrong-side-pointer "h.values is device memory (cudaMalloc"
    m.values[0] = 1; int* address = &h.values[1];
}
__global__ void histogram(const unsigned char* in, unsigned* out) {
    __shared__ unsigned* bins;
//                       ^^^^ expect: shared-memory-layout "bins is a pointer in shared memory that nothing sets"
    bins[threadIdx.x] = 0; atomicAdd(&bins[in[threadIdx.x]], 1u); out[threadIdx.x] = bins[threadIdx.x];
}
__device__ void choose(unsigned** which, unsigned* of) { *which = of; }
__global__ void chosen(unsigned* out) { __shared__ unsigned* p; choose(&p, out); __syncthreads(); p[threadIdx.x] = 1; }
__global__ void carved(float4* out, int flagsOf) {
    extern __shared__ unsigned char pool[]; unsigned char* flags = pool;
    float4* vectors = reinterpret_cast<float4*>(flags + flagsOf);
//                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: shared-memory-layout "The alignment of this float4* depends on flagsOf"
    float4* first = reinterpret_cast<float4*>(flags + 64);
    flags[threadIdx.x] = 1; vectors[threadIdx.x] = out[threadIdx.x]; first[threadIdx.x] = out[0];
}
template <class T> class Buffer { T* p; public: explicit Buffer(int n); ~Buffer() { release(); } void release() { cudaFree(p); } };
template <class T> Buffer<T>::Buffer(int n) { cudaMalloc(&p, n * sizeof(T)); }
Buffer<float> table(100);
//            ^^^^^ expect: static-runtime-call "its constructor calls cudaMalloc"
struct Queue { cudaStream_t s; Queue() { cudaStreamCreate(&s); } ~Queue() { cudaStreamDestroy(s); } } queue;
//                                                                                                    ^^^^^ expect: static-runtime-call "its constructor calls cudaStreamCreate"
int countDevices() { int n = 0; cudaGetDeviceCount(&n); return n; }
int countNothing() { return 3; }
static const int devices = countDevices(), three = countNothing();
//               ^^^^^^^ expect: static-runtime-call "its initializer calls cudaGetDeviceCount"
class Timer { std::chrono::steady_clock::time_point t; public: void start() { t = std::chrono::steady_clock::now(); } double stop() { return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count(); } };
__global__ void increase(float* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += 1; }
double timed(float* p, int n) {
    Timer whole, kernel, right; whole.start(); cudaDeviceSynchronize();
    kernel.start(); increase<<<(n + 255) / 256, 256>>>(p, n); double early = kernel.stop();
//                                                                           ^^^^^^^^^^^^^ expect: unsynchronized-timing "not the kernel"
    right.start(); increase<<<(n + 255) / 256, 256>>>(p, n); cudaDeviceSynchronize();
    return early + right.stop() + whole.stop();
}
void threeStreams(float* host, float* dev, int n) {
    cudaStream_t s[3]; for (int i = 0; i < 3; ++i) cudaStreamCreate(&s[i]);
    cudaMemcpyAsync(dev, host, n * sizeof(float), cudaMemcpyHostToDevice, s[0]);
    increase<<<(n + 255) / 256, 256, 0, s[1]>>>(dev, n);
//                                              ^^^ expect: stream-hazard "while the copy of line"
    cudaMemcpyAsync(host, dev, n * sizeof(float), cudaMemcpyDeviceToHost, s[2]);
//                        ^^^ expect: stream-hazard "while the kernel of line"
    cudaDeviceSynchronize(); for (int i = 0; i < 3; ++i) cudaStreamDestroy(s[i]);
}
void eachStep(float* d, int n, cudaStream_t s) {
    float *h, *two[2]; cudaMallocHost(&h, n * sizeof(float)); cudaMallocHost(&two[0], n * sizeof(float)); cudaMallocHost(&two[1], n * sizeof(float));
    for (int step = 0; step < 10; step++) {
        h[0] = step;
//      ^^^^ expect: missing-synchronization "The host writes h while the copy of line"
        cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, s);
    }
    cudaStreamSynchronize(s);
    for (int step = 0; step < 10; step++) { h[0] = step; cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, s); cudaStreamSynchronize(s); }
    for (int step = 0; step < n; step++) { h[step] = step; cudaMemcpyAsync(d + step, h + step, sizeof(float), cudaMemcpyHostToDevice, s); }
    cudaStreamSynchronize(s);
}
void channels() {
    cudaArray_t floats, numbers; cudaChannelFormatDesc of = cudaCreateChannelDesc<float>(), in = cudaCreateChannelDesc<int>();
    cudaMallocArray(&floats, &of, 64, 64); cudaMallocArray(&numbers, &in, 64, 64);
    cudaResourceDesc fr = {}, nr = {}; fr.res.array.array = floats; nr.res.array.array = numbers;
    cudaTextureDesc ft = {}, nt = {}; ft.filterMode = cudaFilterModeLinear; nt.filterMode = cudaFilterModeLinear;
//                                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: texture-description "Linear filtering of integers is refused"
    cudaTextureObject_t a, b; cudaCreateTextureObject(&a, &fr, &ft, nullptr); cudaCreateTextureObject(&b, &nr, &nt, nullptr);
    cudaDestroyTextureObject(a); cudaDestroyTextureObject(b);
}
__global__ void ninePoints(const float* u, float* v, int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y + 1;
    v[y * w + x] = u[y * w + x] + u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y - 1) * w + x - 1] + u[(y - 1) * w + x + 1] + u[(y + 1) * w + x];
//                 ^^^^^^^^^^^^ expect: missed-reuse "Each element of u is loaded 7 times"
}
__global__ void chunksOf(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x * 8 + threadIdx.x;
    out[i] = in[i] + in[i + blockDim.x] + in[i + 2 * blockDim.x] + in[i + 3 * blockDim.x] + in[i + 4 * blockDim.x] + in[i + 5 * blockDim.x] + in[i + 6 * blockDim.x];
}
__global__ void piecesOf(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + in[i + n] + in[i + 2 * n] + in[i + 3 * n] + in[i + 4 * n] + in[i + 5 * n] + in[i + 6 * n];
}
__global__ void membersOf(const float* in, float* out) {
    int i = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = in[i] + in[i + 1] + in[i + 2] + in[i + 3] + in[i + 4] + in[i + 5] + in[i + 6] + in[i + 7];
}
