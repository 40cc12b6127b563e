// broken: the same pitfalls in other styles, with the C++ library; only the outline is read
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#define CHECK(call) do { if ((call) != cudaSuccess) exit(1); } while (0)
__device__ int total;
struct Buffers { float *host, *dev; int n; };
struct Elem { char* name; int value; };
__global__ void useElem(Elem* e) {}
__global__ void inc(int* d, int n) { int i = threadIdx.x; if (i < n) d[i]++; }
__global__ void plane(int* m, int w) { int x = blockIdx.x * blockDim.x + threadIdx.x; int y = blockIdx.y * blockDim.y + threadIdx.y; m[y * w + x] = x; }
//                                                                                                                                   ^^^^^^^^^^^^ expect: threads-past-end "The last of 112×64 threads (launch in line 44) indexes element 6411 of m, which has 5000."
template <typename T> __global__ void typed(T* m) { unsigned i = blockDim.x * blockIdx.x + threadIdx.x; m[i] = T(1); }
//                                                                                                      ^^^^ expect: threads-past-end "The last 12 of 512 threads (launch in line 46) write past m, which has 500 elements."
void members(int n) {
    Buffers b; b.n = n;
    b.host = new float[b.n];
    cudaMalloc(&b.dev, b.n * sizeof(float));
    cudaMemcpy(b.dev, b.host, b.n, cudaMemcpyHostToDevice);
//                            ^^^ expect: copy-size "cudaMemcpy copies 1/4 of the memory"
    cudaMemcpy(b.dev, b.host, b.n * sizeof(float), cudaMemcpyHostToDevice);
    delete b.host;
//  ^^^^^^^^^^^^^ expect: mismatched-free "b.host was allocated by new, line 18; delete cannot free it. Use delete[]."
    float *h = new float, *g = new float[3]; delete h; delete[] g;
    printf("%d\n", total);
//                 ^^^^^ expect: device-symbol "total is a __device__ variable: the host reads a copy of its own."
}
void otherMembers() { float* h; CHECK(cudaMallocHost(&h, 64)); CHECK(cudaFreeHost(h)); }
void freedByDevice() { Buffers s; s.host = (float*)malloc(64); cudaFree(s.host); }
//                                                             ^^^^^^^^^^^^^^^^ expect: mismatched-free "s.host was allocated by malloc, line 30; cudaFree cannot free it. Use free."
void deep() {
    Elem* e = (Elem*)malloc(sizeof(Elem)); e->name = (char*)malloc(10); Elem* de; cudaMalloc(&de, sizeof(Elem));
    cudaMemcpy(de, e, sizeof(Elem), cudaMemcpyHostToDevice);
//                 ^ expect: wrong-side-pointer "e.name points to pageable host memory (malloc, line 33)"
    useElem<<<1, 1>>>(de); free(e->name); free(e); cudaFree(de);
}
void deepElsewhere() {
    Elem e; char* n; cudaMalloc(&n, 16); e.name = n; Elem* de; cudaMalloc(&de, sizeof(e));
    cudaMemcpy(de, &e, sizeof(e), cudaMemcpyHostToDevice); useElem<<<1, 1>>>(de); cudaFree(n); cudaFree(de);
}
void sizes() {
    int w = 100, h = 50; int* m; cudaMalloc(&m, w * h * sizeof(int)); dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
    plane<<<grid, block>>>(m, w); cudaFree(m);
    double* q; cudaMalloc(&q, 500 * sizeof(double));
    typed<double><<<2, 256>>>(q); cudaFree(q);
}
double seconds() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
void timed(int* d, int n) {
    double from = seconds(); inc<<<1, 256>>>(d, n);
    double to = seconds(); printf("%f\n", to - from);
//              ^^^^^^^^^ expect: unsynchronized-timing "This times the launch of line 50, not the kernel"
    from = seconds(); inc<<<1, 256>>>(d, n); cudaDeviceSynchronize(); to = seconds();
}
void prefetched(int n) {
    int* m; cudaMallocManaged(&m, n * sizeof(int)); for (int i = 0; i < n; i++) m[i] = i;
    cudaMemPrefetchAsync(m, n * sizeof(int), 0); inc<<<1, 256>>>(m, n); cudaDeviceSynchronize(); cudaFree(m);
}
void notPrefetched(int n) {
    int* m; cudaMallocManaged(&m, n * sizeof(int)); for (int i = 0; i < n; i++) m[i] = i;
    inc<<<1, 256>>>(m, n); cudaDeviceSynchronize(); cudaFree(m);
//                  ^ expect: missing-prefetch "n * sizeof(int) bytes of m, which the host has filled, fault"
}
void oneStream(int* h, int* d, int n, cudaStream_t s) {
    for (int i = 0; i < 4; i++) {
        cudaMemcpyAsync(d + i * n, h + i * n, n * sizeof(int), cudaMemcpyHostToDevice, s);
        inc<<<1, 256, 0, s>>>(d + i * n, n);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: no-overlap "Every chunk of this loop is copied and computed in s: no copy overlaps with a kernel."
        cudaMemcpyAsync(h + i * n, d + i * n, n * sizeof(int), cudaMemcpyDeviceToHost, s);
    }
}
void twoStreams(int* h, int* d, int n, cudaStream_t* s) {
    for (int i = 0; i < 4; i++) {
        cudaMemcpyAsync(d + i * n, h + i * n, n * sizeof(int), cudaMemcpyHostToDevice, s[i % 2]);
        inc<<<1, 256, 0, s[i % 2]>>>(d + i * n, n);
        cudaMemcpyAsync(h + i * n, d + i * n, n * sizeof(int), cudaMemcpyDeviceToHost, s[i % 2]);
    }
}
void mapped(int n) {
    int* h; cudaHostAlloc(&h, n * sizeof(int), cudaHostAllocMapped);
    inc<<<1, 256>>>(h, n); cudaDeviceSynchronize(); cudaFreeHost(h);
//                  ^ expect: wrong-side-pointer "h is mapped host memory: without unified addressing"
    int *g, *dg; cudaHostAlloc(&g, n * sizeof(int), cudaHostAllocMapped); cudaHostGetDevicePointer(&dg, g, 0);
    inc<<<1, 256>>>(dg, n); cudaDeviceSynchronize(); cudaFreeHost(g);
}
