// broken: host code with the C++ library, of which only the outline is read
#include <cuda_runtime.h>
#include <cstdio>
#include <chrono>
#include <ctime>
static texture<float, 2> ref;
//     ^^^^^^^^^^^^^^^^^ expect: removed-api "Texture references were removed in CUDA 12. Use cudaTextureObj"
__global__ void k(float* p, int n) { int i = threadIdx.x; if (i < n) p[i] += __shfl(1, 0); }
//                                                                           ^^^^^^ expect: removed-api "__shfl was removed for sm_70 and later. Use __shfl_sync."
__global__ void count(int* c) { atomicAdd(c, 1); }
//                              ^^^^^^^^^ expect: mapped-atomic "c is mapped host memory (line 54): atomicAdd is not atomic for t"
struct Pool { float* p; Pool() { cudaMalloc(&p, 4); } ~Pool() { cudaFree(p); } };
Pool pool;
//   ^^^^ expect: static-runtime-call "pool is static: its constructor calls cudaMalloc (line 12) befor"
void unusedStreams(float* d, int n) {
    cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);
    k<<<1, 256>>>(d, n); k<<<1, 256>>>(d + n, n);
//  ^^^^^^^^^^^^^^^^^^^ expect: no-overlap "get no work: nothing overlaps"
//  ^^^^^^^^^^^^^^^^^^^ expect: unchecked-launch "The launch in line 17 is never checked: a launch that fails says"
    cudaStreamDestroy(a); cudaStreamDestroy(b);
}
void times(float* d, int n) {
    cudaEvent_t start, stop; cudaEventCreate(&start); cudaEventCreate(&stop); float ms;
    cudaEventRecord(start); k<<<1, 256>>>(d, n); cudaEventRecord(stop);
    cudaEventElapsedTime(&ms, start, stop);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: unsynchronized-timing "stop (line 24) is not waited for: cudaEventElapsedTime answers c"
    cudaEventSynchronize(stop); cudaEventElapsedTime(&ms, start, stop);
    clock_t t = clock();
    k<<<1, 256>>>(d, n);
    t = clock() - t;
//      ^^^^^^^ expect: unsynchronized-timing "This times the launch of line 29, not the kernel: the launch ret"
    auto x = std::chrono::high_resolution_clock::now();
    k<<<1, 256>>>(d, n);
    auto y = std::chrono::high_resolution_clock::now(); printf("%f", std::chrono::duration<float>(y - x).count());
//           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: unsynchronized-timing "This times the launch of line 33, not the kernel: the launch ret"
    k<<<1, 256>>>(d, n);
    cudaDeviceSynchronize();
    auto z = std::chrono::steady_clock::now();
    cudaEventDestroy(start); cudaEventDestroy(stop);
}
void leak() { cudaEvent_t e; cudaEventCreate(&e); cudaEventRecord(e); }
//                           ^^^^^^^^^^^^^^^^^^^ expect: undestroyed-resource "The event e is never destroyed. Call cudaEventDestroy when its w"
void managed(int n) { float* m; cudaMallocManaged(&m, n * sizeof(float)); for (int i = 0; i < n; i++) m[i] = 1; 
    k<<<1, 256>>>(m, n);
//                ^ expect: missing-prefetch "n * sizeof(float) bytes of m, which the host has filled, fault i"
    cudaDeviceSynchronize(); cudaFree(m); }
void devices(int n) { float *a; cudaSetDevice(0); cudaMalloc(&a, n * 4); cudaSetDevice(1);
    k<<<1, 256>>>(a, n);
//                ^ expect: wrong-device "a is memory of device 0 (line 47), but this kernel runs on devic"
}
void linear(cudaTextureObject_t* tex, cudaResourceDesc* from) { from->resType = cudaResourceTypeLinear;
    cudaTextureDesc td = {}; td.addressMode[0] = cudaAddressModeWrap;
    cudaCreateTextureObject(tex, from, &td, nullptr); }
void mapped() { int *h, *d; cudaHostAlloc(&h, 4, cudaHostAllocMapped); cudaHostGetDevicePointer(&d, h, 0); count<<<1, 32>>>(d); }
int main() {
    cudaDeviceProp prop; cudaGetDeviceProperties(&prop, 0); printf("%d", prop.deviceOverlap);
//                                                                            ^^^^^^^^^^^^^ expect: removed-api "deviceOverlap is gone with CUDA 13. Use asyncEngineCount."
    cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: ineffective-call "cudaFuncSetCacheConfig has no effect on sm_90: the split of L1 and shared memory is not chosen so"
    cudaThreadSynchronize();
//  ^^^^^^^^^^^^^^^^^^^^^ expect: removed-api "cudaThreadSynchronize is deprecated. Use cudaDeviceSynchronize."
    cudaTextureDesc td = {}; td.addressMode[0] = cudaAddressModeWrap;
//                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: texture-description "cudaAddressModeWrap needs normalized coordinates: without normal"
    td.filterMode = cudaFilterModePoint;
    cudaTextureObject_t tex; tex.addressMode[0] = cudaAddressModeWrap;
//                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: texture-description "tex is a texture object, which has no members: set addressMode i"
    cudaStreamAttrValue attr; attr.accessPolicyWindow.hitRatio = 1.5f;
//                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: l2-persistence "hitRatio 1.5f is outside of 0 to 1: the attribute is refused wit"
    attr.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: l2-persistence "missProp cannot be persisting: the attribute is refused. Use str"
    attr.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: l2-persistence "Persisting lines stay in L2 after the kernels that use them: cal"
    float* d; if (cudaMalloc(&d, 1024) != cudaSuccess) return 1;
    k<<<1, 256>>>(d, 256);
    cudaStream_t s[2]; for (int i = 0; i < 2; i++) cudaStreamCreate(&s[i]);
    for (int i = 0; i < 2; i++) {
        k<<<1, 256, 0, s[0]>>>(d, 256);
        cudaMemcpy(d, d + 3, 4, cudaMemcpyDeviceToDevice);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: no-overlap "This copy in the default stream waits for s[0] (line 77), and s["
        k<<<1, 256, 0, s[1]>>>(d + 256, 256);
    }
    for (int i = 0; i < 2; i++) cudaStreamDestroy(s[i]);
}

// A window that is set as a whole.
void wholeWindow(float* data, cudaStream_t stream) {
    cudaStreamAttrValue value = {};
    value.accessPolicyWindow = {data, 256u << 20, 1.5f, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting};
//                                    ^^^^^^^^^^ expect: l2-persistence "The window has 268435456 bytes, but accessPolicyMaxWindowSize is"
//                                                ^^^^ expect: l2-persistence "hitRatio 1.5f is outside of 0 to 1: the attribute is refused wit"
//                                                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: l2-persistence "missProp cannot be persisting: the attribute is refused. Use str"
    cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
    value.accessPolicyWindow = {.base_ptr = data, .num_bytes = 1 << 20, .hitRatio = 0.5f};
}
void leakAll() { cudaStream_t streams[2]; for (int i = 0; i < 2; i++) cudaStreamCreate(&streams[i]); }
//                                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: undestroyed-resource "The streams in streams are never destroyed. Call cudaStreamDestro"
