// The usual device surface in one file, with headers of the program that are missing.
#include <stdlib.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <chrono>
#include <cuda.h>
#include "reference.h"
#include "kernels.h"
#define GPU_ERROR(x) x
typedef unsigned char uchar;
typedef std::chrono::high_resolution_clock Clock;
template <typename T>
__global__
void reduce(const T* __restrict__ in, T* __restrict__ out, const size_t n)
{
  extern __shared__ unsigned char smem_raw[];
  T *sdata = reinterpret_cast<T*>(smem_raw);
  unsigned int tid = threadIdx.x;
  sdata[tid] = in[tid];
  __syncthreads();
  #pragma unroll
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(out, sdata[0]);
}
__global__ void histogram(const uchar4* in, uint* out, uint64_t n, const __half2* h) {
  for (uint64_t i = threadIdx.x + (uint64_t)blockIdx.x * blockDim.x; i < n; i += (uint64_t)gridDim.x * blockDim.x)
    atomicAdd(&out[in[i].x], 1u);
}
__device__ __host__ inline bool operator<(const float3 &a, const float3 &b) { return a.x < b.x; }
struct __align__(16) Particle { float3 pos; float mass; };
__constant__ Particle c_particles[64];
__global__ void move(Particle *p, const double dt, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  Particle q = p[i];
  q.pos.x += dt * c_particles[i % 64].mass;
  p[i] = q;
  double r[3] = {std::sqrt(q.pos.x), std::pow(q.pos.y, 2), std::fabs(q.pos.z)};
  p[i].mass = std::max(r[0], std::min(r[1], r[2])) + fmin(1.0, 2) + max(n, 3) + min(1u, 2u) + abs(-3) + fabsf(-2.f) + pow(2.f, 3) + sqrt(2) + isnan(1.0f) + M_PI;
}
template <int BS, class Op>
__global__ void scanOp(int *a, Op op) { __shared__ int s[BS]; s[threadIdx.x] = op(a[threadIdx.x], a[0]); a[threadIdx.x] = s[BS - 1 - threadIdx.x]; }
template <typename T, typename = std::enable_if_t<std::is_floating_point<T>::value>>
__global__ void sfinae(T *a) { a[threadIdx.x] *= 2; }
template <typename... Args> __global__ void variadic(int *out, Args... args) { out[0] = sizeof...(args); }
enum class Mode { A, B };
template <Mode M> __global__ void byMode(int *a) { if constexpr (M == Mode::A) a[0] = 1; else a[0] = 2; }
template <bool B> struct Tag {};
template <typename F> __global__ void lambdaK(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
union U { float f; int i; };
__device__ int g_counter = 0;
__device__ volatile int lockv;
__managed__ int managedv;
static __device__ const float table[4] = {1, 2, 3, 4};
__global__ void misc(float *x, cudaTextureObject_t tex, long long *ll, unsigned short *us, char *c) {
  U u; u.i = __float_as_int(x[0]); x[1] = u.f * table[threadIdx.x & 3];
  atomicAdd(&g_counter, 1); atomicMax(ll, 3ll); atomicMin((unsigned long long *)ll, 3ull); atomicCAS(us, (unsigned short)1, (unsigned short)2); atomicInc((unsigned *)x, 3); atomicOr((unsigned long long *)ll, 1ull);
  asm volatile("bar.sync %0, %1;" :: "r"(1), "r"(64)); asm("membar.gl;"); asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(x[2]) : "l"(x));
  x[3] = __shfl_down_sync(0xffffffff, x[0], 4) + __ldg(&x[5]) + __sinf(1) + __powf(2, 3) + __log2f(2) + __expf(1) + rsqrtf(2) + __frcp_rn(2) + __fsqrt_rn(3) + __fmaf_rn(1, 2, 3) + sinpif(2) + normcdff(1) + erfcinvf(.5f) + tgammaf(2) + cbrtf(2) + hypotf(1, 2) + rhypotf(1, 2) + j0f(1) + exp10f(1) + ldexpf(1, 2) + scalbnf(1, 2) + fdividef(1, 2) + copysignf(1, 2) + nextafterf(1, 2) + fmodf(2, 3) + remainderf(1, 2) + truncf(1) + rintf(2) + roundf(3) + lroundf(1) + ceilf(3) + floorf(2);
  sincosf(1.f, x, x + 1); sincospif(1.f, x, x + 1); float fr; x[9] = modff(2.3f, &fr); int e; x[10] = frexpf(1.f, &e);
  c[0] = __popc(3) + __clz(3) + __ffs(3) + __brev(3) + __popcll(3) + __clzll(3) + __ffsll(3) + __mul24(1, 2) + __umul24(1, 2) + __mulhi(1, 2) + __umulhi(1, 2) + __mul64hi(1, 2) + __umul64hi(1, 2) + __sad(1, 2, 3) + __byte_perm(1, 2, 3) + __funnelshift_l(1, 2, 3) + __hadd(1, 2) + __rhadd(1, 2) + __dp4a(1, 2, 3) + __vadd4(1, 2) + __vsub2(1, 2) + __vmaxs2(1, 2) + __vabsdiffu4(1, 2) + __vcmpeq4(1, 2);
  long long t = clock64(); unsigned w; asm("mov.u32 %0, %%smid;" : "=r"(w)); ll[1] = t + w + __activemask() + __ballot_sync(~0u, 1) + __any_sync(~0u, 1) + __match_any_sync(~0u, w) + __double_as_longlong(1.0) + __double2int_rz(2.) + __float2uint_rn(2.f) + __hiloint2double(1, 2) + __double2hiint(2.) + __ll2double_rn(3);
  __threadfence(); __threadfence_block(); __threadfence_system(); __syncwarp(); __syncthreads_or(1); __nanosleep(10); assert(w < 1000); if (w == 99999) { printf("%d\n", w); __trap(); }
  float4 v = tex2D<float4>(tex, 1.f, 2.f); float f1 = tex1Dfetch<float>(tex, 3); x[11] = v.x + f1; int *heap = (int *)malloc(4); free(heap); memcpy(x, x + 32, 16); memset(x, 0, 4);
  float *ptr = new float[3]; delete[] ptr;
}
#ifdef DOUBLE
#define FP double
#else
#define FP float
#endif
__global__ void fp(FP *a) { FP b = (FP)1.0; a[threadIdx.x] = b; }
class Solver { public: void run(int n, float *d); template <typename T> void launch(T *p) { reduce<T><<<1, 256, 256 * sizeof(T)>>>(p, p, 4); } };
void Solver::run(int n, float *d) { launch(d); }
int main(int argc, char *argv[]) {
  if (argc != 2) { printf("Usage: %s <repeat>\n", argv[0]); return 1; }
  auto start = Clock::now();
  int *d; GPU_ERROR(cudaMalloc((void **)&d, 4));
  lambdaK<<<1, 256>>>(3, [=] __device__(int i) { d[i] = i; });
  lambdaK<<<1, 256>>>(3, [=] __host__ __device__(int i) mutable { d[i] = i; });
  scanOp<256><<<1, 256>>>(d, [] __device__(int a, int b) { return a + b; });
  sfinae<<<1, 1>>>((float *)nullptr); variadic<<<1, 1>>>(d, 1, 2.0f, 'c'); byMode<Mode::B><<<1, 1>>>(d);
  cudaMemcpyToSymbol(c_particles, d, 4); cudaFuncSetCacheConfig(move, cudaFuncCachePreferL1); cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  auto end = Clock::now(); double time = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
  reference(d); Kernel k = makeKernel(); std::vector<int> v(3); int repeat = atoi(argv[1]);
  kernel<<<1, 2>>>(v.data());
}
