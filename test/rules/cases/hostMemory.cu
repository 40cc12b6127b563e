// broken: host code with the C++ library, of which only the outline is read
#include <cuda_runtime.h>
#include <cstdlib>
#include <cstdio>
#include <cstring>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) exit(1); } while (0)
__device__ int devData;
__device__ float d_a[256];
__constant__ float coef[4];
__global__ void use(float* p) { p[threadIdx.x] = devData + d_a[threadIdx.x] + coef[0]; }
struct Elem { char* name; int value; };
__global__ void useElem(Elem* e, Elem by) {}
void kinds() {
    const int N = 1024; float *h, *d, *m = (float*)malloc(N * sizeof(float)); cudaStream_t s;
    cudaHostAlloc((void**)&h, N * sizeof(float), cudaHostAllocDefault);
    cudaMalloc((void**)&d, N * sizeof(float));
    cudaMemcpyAsync(h, d, N * sizeof(float), cudaMemcpyDeviceToDevice, s);
//                                           ^^^^^^^^^^^^^^^^^^^^^^^^ expect: copy-kind "h is host memory (cudaHostAlloc, line 15), but the copy says Dev"
    cudaMemcpyAsync(h + 16, d, N, cudaMemcpyDeviceToDevice, s);
//                             ^ expect: copy-size "cudaMemcpyAsync copies 1024 bytes of 4096: its size is in bytes."
//                                ^^^^^^^^^^^^^^^^^^^^^^^^ expect: copy-kind "h + 16 is host memory (cudaHostAlloc, line 15), but the copy say"
    CHECK(cudaMemcpy(m, d, N * sizeof(float), cudaMemcpyHostToDevice));
//                                            ^^^^^^^^^^^^^^^^^^^^^^ expect: copy-kind "m is host memory (malloc, line 14), but the copy says HostToDevi"
    cudaMemcpy(d, m, N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(m, d, N * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(m, d, N * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(m, d, N, cudaMemcpyDeviceToHost);
//                   ^ expect: copy-size "cudaMemcpy copies 1024 bytes of 4096: its size is in bytes. Mult"
    cudaMemcpy(m, d, sizeof(m), cudaMemcpyDeviceToHost);
//                   ^^^^^^^^^ expect: copy-size "sizeof(m) is 8 bytes, the size of the pointer, not of the memory"
    cudaMemcpy(m, d, 2 * N * sizeof(float), cudaMemcpyDeviceToHost);
//                   ^^^^^^^^^^^^^^^^^^^^^ expect: copy-size "cudaMemcpy copies 8192 bytes, but m has 4096 (line 14)."
    int *q; cudaMalloc(&q, N);
//                         ^ expect: copy-size "cudaMalloc allocates N bytes, but q is used with as many element"
    cudaMemset(q, 0, N * sizeof(int));
    float arr[16]; cudaMemcpy(arr, d, sizeof(arr), cudaMemcpyDeviceToHost);
    free(h);
//  ^^^^^^^ expect: mismatched-free "h was allocated by cudaHostAlloc, line 15; free cannot free it."
    cudaFree(m);
//  ^^^^^^^^^^^ expect: mismatched-free "m was allocated by malloc, line 14; cudaFree cannot free it. Use"
    free(d);
//  ^^^^^^^ expect: mismatched-free "d was allocated by cudaMalloc, line 16; free cannot free it. Use"
    float* n = new float[N]; delete[] n; n = nullptr;
    float* r = (float*)malloc(N); cudaHostRegister(r, N, 0); free(r);
    float* r2 = (float*)malloc(N); cudaHostRegister(r2, N, 0); cudaHostUnregister(r2); free(r2);
    cudaMemcpy(d_a, m, sizeof(d_a), cudaMemcpyHostToDevice);
//             ^^^ expect: device-symbol "d_a is a __device__ variable, whose name is no device address on"
    cudaMemcpy(&devData, m, sizeof(int), cudaMemcpyHostToDevice);
//             ^^^^^^^^ expect: device-symbol "devData is a __device__ variable, whose name is no device addres"
    devData = 4;
//  ^^^^^^^^^^^ expect: device-symbol "devData is a __device__ variable: this changes a host copy, not"
    float h8[8]; cudaMemcpyToSymbol(coef, h8, sizeof(h8));
//                                            ^^^^^^^^^^ expect: device-symbol "cudaMemcpyToSymbol copies 32 bytes, but coef has 16: the call fa"
    cudaMemcpyToSymbol("coef", h8, 16);
//                     ^^^^^^ expect: device-symbol "cudaMemcpyToSymbol takes the symbol coef itself: names as string"
    cudaMemcpyToSymbol(coef, h8, sizeof(coef));
    printf("%f", d_a[3]);
//               ^^^^^^ expect: device-symbol "d_a is a __device__ variable: the host reads a copy of its own."
    float* wc; cudaHostAlloc(&wc, N * 4, cudaHostAllocWriteCombined); float sum = 0; 
    for (int i = 0; i < N; i++) wc[i] = 1;
    for (int i = 0; i < N; i++) sum += wc[i];
//                                     ^^^^^ expect: write-combined-read "wc is write-combined memory (line 59): host reads of it are not"
    use<<<1, 256>>>(m);
//                  ^ expect: wrong-side-pointer "m is pageable host memory (malloc, line 14); the kernel cannot f"
    use<<<1, 256>>>(d);
    printf("%f", d[3]);
//               ^^^^ expect: wrong-side-pointer "d is device memory (cudaMalloc, line 16); the host cannot follow"
    Elem e; e.name = (char*)malloc(10); e.value = 1; Elem* de; cudaMalloc(&de, sizeof(Elem));
    cudaMemcpy(de, &e, sizeof(Elem), cudaMemcpyHostToDevice);
//                 ^^ expect: wrong-side-pointer "e.name points to pageable host memory (malloc, line 68), which t"
    useElem<<<1, 1>>>(de, e);
//                        ^ expect: wrong-side-pointer "e.name points to pageable host memory (malloc, line 68), which t"
}
__global__ void rows(float* p, int width, int height) { int x = threadIdx.x, y = blockIdx.x; p[y * width + x] = 0; }
//                                                                                           ^^^^^^^^^^^^^^^^ expect: pitched-memory "Rows of p are pitch bytes apart (cudaMallocPitch, line 81): this"
__global__ void rows2(float* p, size_t pitch, int width) { int x = threadIdx.x, y = blockIdx.x; p[y * pitch + x] = 0; }
//                                                                                              ^^^^^^^^^^^^^^^^ expect: pitched-memory "pitch counts bytes, but the index of p counts elements of 4: div"
__global__ void rows3(float* p, size_t pitch, int width) { int x = threadIdx.x, y = blockIdx.x; float* row = (float*)((char*)p + y * pitch); row[x] = 0; }
__global__ void rows4(float* p, int pitch, int width) { int x = threadIdx.x, y = blockIdx.x; p[y * pitch + x] = 0; }
void pitched(float* h, int width, int height) {
    float* p; size_t pitch; cudaMallocPitch(&p, &pitch, width * sizeof(float), height);
    cudaMemcpy(p, h, width * height * sizeof(float), cudaMemcpyHostToDevice);
//             ^ expect: pitched-memory "Rows of p are pitch bytes apart (cudaMallocPitch): cudaMemcpy ig"
    cudaMemcpy2D(p, pitch, h, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
    rows<<<height, width>>>(p, width, height);
    rows2<<<height, width>>>(p, pitch, width);
    rows3<<<height, width>>>(p, pitch, width);
    rows4<<<height, width>>>(p, pitch / sizeof(float), width);
}
