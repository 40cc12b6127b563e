// broken: launches that are refused; only the outline is read
#include <cuda_runtime.h>
__global__ void noGuard(float* d) { int i = blockIdx.x * blockDim.x + threadIdx.x; d[i] = i; }
//                                                                                 ^^^^ expect: threads-past-end "The last 24 of 1024 threads (launch in line 29) write past d, wh"
__global__ void noGuardN(float* d, int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; d[i] = i; }
//                                                                                         ^^^^ expect: threads-past-end "The last 24 of 1024 threads (launch in line 30) write past d, wh"
__global__ void guarded(float* d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) d[i] = i; }
__global__ void early(float* d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; d[i] = i; }
__global__ void shortShared(float* d) { __shared__ int s[64]; s[threadIdx.x] = 1; __syncthreads(); d[threadIdx.x] = s[0]; }
//                                                            ^^^^^^^^^^^^^^ expect: threads-past-end "Threads 64 to 127 (launch in line 33) index past s, which has 64"
__global__ void dynamic(float* d) { extern __shared__ int dyn[]; int t = threadIdx.x; dyn[t] = 1; __syncthreads(); d[t] = dyn[t]; }
__global__ void tooMuch(float* d) { __shared__ double big[8192]; big[threadIdx.x] = d[0]; __syncthreads(); d[threadIdx.x] = big[threadIdx.x]; }
//                                                    ^^^^^^^^^ expect: memory-space-limit "65536 bytes of static shared memory are over the limit of 49152:"
__constant__ float table[20000];
//                 ^^^^^ expect: memory-space-limit "80000 bytes of constant memory are over the limit of 65536: ptxa"
__global__ void pointer(float* d) { __shared__ int* ptr; ptr[threadIdx.x] = 1; d[0] = ptr[0]; }
//                                                  ^^^ expect: shared-memory-layout "ptr is a pointer in shared memory that nothing sets, not an arra"
extern __shared__ float one[];
extern __shared__ int two[];
//                    ^^^^^ expect: shared-memory-layout "two and one start at the same address: all dynamic arrays of a k"
__global__ void both(float* d) { one[threadIdx.x] = 1; two[threadIdx.x] = 2; d[threadIdx.x] = one[threadIdx.x] + two[threadIdx.x]; }
__global__ void carve(float* d, int nC) { extern __shared__ char charData[]; double* wide = (double*)&charData[nC]; wide[threadIdx.x] = 1; d[0] = wide[0]; }
//                                                                                          ^^^^^^^^^^^^^^^^^^^^^^ expect: shared-memory-layout "The alignment of this double* depends on nC: charData counts 1 b"
__global__ void carveWell(float* d, int nD) { extern __shared__ double first[]; char* rest = (char*)&first[nD]; rest[threadIdx.x] = 1; d[0] = rest[0]; }
void run(int n) {
    const int N = 1000;
    float* d;
    cudaMalloc(&d, N * sizeof(float));
    noGuard<<<4, 256>>>(d);
    noGuardN<<<(N + 255) / 256, 256>>>(d, N);
    guarded<<<(N + 255) / 256, 256>>>(d, N);
    early<<<(N + 255) / 256, 256>>>(d, N);
    shortShared<<<1, 128>>>(d);
    dynamic<<<1, n, n>>>(d);
//                  ^ expect: threads-past-end "n bytes of dynamic shared memory are too few for dyn: n elements"
    dynamic<<<1, 64, 64>>>(d);
//                   ^^ expect: threads-past-end "64 bytes of dynamic shared memory are too few for dyn: 64 thread"
    dynamic<<<1, n, n * sizeof(int)>>>(d);
    dynamic<<<1, 64, 64 * sizeof(int)>>>(d);
}
