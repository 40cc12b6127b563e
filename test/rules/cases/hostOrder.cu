// broken: host code with the C++ library, of which only the outline is read
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
__global__ void inc(int* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += 1; }
__global__ void sum(const int* p, int* out) { out[threadIdx.x] = p[threadIdx.x]; }
int managed(int n) {
    int* m; cudaMallocManaged(&m, n * 4); for (int i = 0; i < n; i++) m[i] = i;
    inc<<<1, 256>>>(m, n);
//                  ^ expect: missing-prefetch "n * 4 bytes of m, which the host has filled, fault in this kerne"
    int r = m[0];
//          ^^^^ expect: missing-synchronization "The host reads m while the kernel of line 9 may still write it."
    cudaDeviceSynchronize(); r += m[1];
    return r;
}
int pinned(int n, cudaStream_t s) {
    int *h, *d; cudaMallocHost(&h, n * 4); cudaMalloc(&d, n * 4);
    cudaMemcpyAsync(h, d, n * 4, cudaMemcpyDeviceToHost, s);
    for (int i = 0; i < n; i++) printf("%d", h[i]);
//                                           ^^^^ expect: missing-synchronization "The host reads h while the copy of line 18 may still write it. S"
    cudaStreamSynchronize(s);
    printf("%d", h[0]);
    cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, s);
    printf("%d", h[0]);
    h[0] = 3;
//  ^^^^ expect: missing-synchronization "The host writes h while the copy of line 23 may still read it. S"
    return 0;
}
int mapped(int n) {
    int *h, *d; cudaHostAlloc(&h, n * 4, cudaHostAllocMapped); cudaHostGetDevicePointer(&d, h, 0);
    inc<<<1, 256>>>(d, n);
    return h[0];
//         ^^^^ expect: missing-synchronization "The host reads h while the kernel of line 31 may still write it."
}
void hazards(int n) {
    int *d, *o; cudaMalloc(&d, n * 4); cudaMalloc(&o, n * 4); cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b); int* h; cudaMallocHost(&h, n * 4);
//                                                                               ^^^^^^^^^^^^^^^^^^^^ expect: undestroyed-resource "The stream a is never destroyed. Call cudaStreamDestroy when its"
//                                                                                                     ^^^^^^^^^^^^^^^^^^^^ expect: undestroyed-resource "The stream b is never destroyed. Call cudaStreamDestroy when its"
    cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, a);
    inc<<<1, 256, 0, b>>>(d, n);
//                        ^ expect: stream-hazard "This kernel may write d while the copy of line 39 (a) still writ"
    cudaMemcpyAsync(h, d, n * 4, cudaMemcpyDeviceToHost, a);
//                     ^ expect: stream-hazard "This copy may read d while the kernel of line 40 (b) still write"
    cudaDeviceSynchronize();
    cudaStream_t s[2]; for (int i = 0; i < 2; i++) cudaStreamCreate(&s[i]);
//                                                 ^^^^^^^^^^^^^^^^^^^^^^^ expect: undestroyed-resource "The streams in s are never destroyed. Call cudaStreamDestroy for "
    for (int i = 0; i < 8; i++) {
        cudaMemcpyAsync(d, h + i * n, n, cudaMemcpyHostToDevice, s[i % 2]);
//                      ^ expect: stream-hazard "The next iteration writes d in another stream, while the kernel"
        inc<<<1, 256, 0, s[i % 2]>>>(d, n);
        cudaMemcpyAsync(h + i * n, d, n, cudaMemcpyDeviceToHost, s[i % 2]);
    }
    for (int i = 0; i < 8; i++) {
        cudaMemcpyAsync(d + i * n, h + i * n, n, cudaMemcpyHostToDevice, s[i % 2]);
        inc<<<1, 256, 0, s[i % 2]>>>(d + i * n, n);
    }
    cudaDeviceSynchronize();
    cudaEvent_t e; cudaEventCreate(&e);
//                 ^^^^^^^^^^^^^^^^^^^ expect: undestroyed-resource "The event e is never destroyed. Call cudaEventDestroy when its w"
    cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, a); cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0);
    inc<<<1, 256, 0, b>>>(d, n);
}
// Copies of Thrust's vectors wait, and what a library's call fills is filled on the device.
void vectors(int n, cudaEvent_t start, cudaEvent_t stop, thrust::device_vector<int>& data) {
    float ms;
    int* p = thrust::raw_pointer_cast(data.data());
    cudaEventRecord(start);
    inc<<<1, 256>>>(p, n);
    cudaEventRecord(stop);
    thrust::host_vector<int> copied = data;
    cudaEventElapsedTime(&ms, start, stop);
    cudaEventRecord(start);
    inc<<<1, 256>>>(p, n);
    cudaEventRecord(stop);
    cudaEventElapsedTime(&ms, start, stop);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: unsynchronized-timing "stop (line 74) is not waited for: cudaEventElapsedTime answers c"
}
void transformed(int n, cufftHandle plan, cufftReal* in) {
    int* m; cudaMallocManaged(&m, n * 8);
    cufftExecR2C(plan, in, m);
    inc<<<1, 256>>>(m, n);
    cudaDeviceSynchronize();
}
int sized(int rows, int columns) {
    float* table; cudaMallocManaged(&table, (size_t)rows * columns * sizeof(float) + columns * sizeof(int));
    for (int i = 0; i < rows; i++) table[i] = i;
    inc<<<1, 256>>>((int*)table, rows);
//                  ^^^^^^^^^^^ expect: missing-prefetch "The bytes of table, which the host has filled, fault in this kernel. Prefetch them"
    return cudaDeviceSynchronize();
}
