// Packed 16-byte accesses, reductions by function pointer, low precision, host code of libraries that are not there.
#include <stdio.h>
#include <stdlib.h>
#include <float.h>
#include <cublas_v2.h>
#include <cublasLt.h>
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_profiler_api.h>
#include <type_traits>
#include <nvtx3/nvToolsExt.h>
#include <nccl.h>
#include <cudnn_frontend.h>
namespace cg = cooperative_groups;
#if defined(ENABLE_BF16)
typedef __nv_bfloat16 floatX;
#elif defined(ENABLE_FP16)
typedef half floatX;
#else
typedef float floatX;
#endif
namespace fe = cudnn_frontend;
static auto getmap = std::map<int, fe::graph::Tensor>();
template <class ElementType>
struct alignas(16) Packed128 {
  Packed128() = default;
  __device__ explicit Packed128(int4 bits) { static_assert(sizeof(bits) == sizeof(payload), "Size mismatch."); memcpy(&payload, &bits, sizeof(bits)); }
  __device__ static Packed128 constant(ElementType value) { Packed128 r; for (int k = 0; k < size; ++k) r.payload[k] = value; return r; }
  __device__ ElementType &operator[](int index) { return payload[index]; }
  __device__ const ElementType &operator[](int index) const { return payload[index]; }
  __device__ int4 get_bits() const { int4 bits; static_assert(sizeof(bits) == sizeof(payload), "s"); memcpy(&bits, &payload, sizeof(bits)); return bits; }
  static constexpr const size_t size = sizeof(int4) / sizeof(ElementType);
  ElementType payload[size];
};
typedef Packed128<float> f128;
typedef Packed128<floatX> x128;
template <class T> __device__ Packed128<T> load128(const T *a) { return Packed128<T>{*reinterpret_cast<const int4 *>(a)}; }
template <class T> __device__ Packed128<T> load128cs(const T *a) { return Packed128<T>{__ldcs(reinterpret_cast<const int4 *>(a))}; }
template <class T> __device__ void store128(T *t, Packed128<T> v) { *reinterpret_cast<int4 *>(t) = v.get_bits(); }
template <class T> __device__ void store128cs(T *t, Packed128<T> v) { __stcs(reinterpret_cast<int4 *>(t), v.get_bits()); }
__device__ float warpReduceSum(float val) { for (int o = 16; o > 0; o /= 2) val += __shfl_xor_sync(0xFFFFFFFF, val, o); return val; }
using reduction_func_t = float (*)(float);
template <reduction_func_t warp_reduction>
__device__ inline float blockReduce(float val, bool final_sync = false, float out_of_bounds = 0.0f) {
  __shared__ float shared_val[32];
  const int lane_id = threadIdx.x % 32, warp_id = threadIdx.x / 32, num_warps = blockDim.x / 32;
  float w = warp_reduction(val);
  if (lane_id == 0) shared_val[warp_id] = w;
  __syncthreads();
  w = (lane_id < num_warps) ? shared_val[lane_id] : out_of_bounds;
  return warp_reduction(w);
}
__device__ __forceinline__ unsigned int SquirrelNoise5(int positionX, unsigned int seed) { unsigned int m = positionX; m *= 0xd2a80a3f; return m; }
__device__ void stochastic_rounding(float in, __nv_bfloat16 *out, unsigned int seed) { unsigned r = SquirrelNoise5(threadIdx.x, seed); *out = __float2bfloat16_rn(__uint_as_float(__float_as_uint(in) + r)); }
__device__ void stochastic_rounding(float in, half *out, unsigned int random) { *out = (float)in; }
__device__ void stochastic_rounding(float in, float *out, unsigned int random) { *out = in; }
template <typename Tp, typename Tg>
__global__ void adamw_kernel3(Tp *params, float *master, Tg *grads, float *m, float *v, size_t n, float lr, unsigned int seed) {
  size_t idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= n) return;
  float g = (float)grads[idx];
  float old = master != NULL ? master[idx] : (float)params[idx];
  stochastic_rounding(old - lr * g * sqrtf(v[idx]), &params[idx], seed);
}
__global__ void layernorm_forward_kernel3(floatX *__restrict__ out, floatX *__restrict__ mean, floatX *__restrict__ rstd, const floatX *__restrict__ inp, const floatX *__restrict__ weight, int N, int C) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int idx = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (idx >= N) return;
  const floatX *x = inp + idx * C;
  float sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) sum += (float)x[i];
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  float m = sum / C;
  if (warp.thread_rank() == 0 && mean != nullptr) __stcs(mean + idx, (floatX)m);
  out[idx] = (floatX)((float)__ldcs(x + 1) * blockReduce<warpReduceSum>(m));
  float mx = cg::reduce(warp, sum, cg::greater<float>{});
  rstd[idx] = mx + warp.shfl(mx, 0) + warp.shfl_down(mx, 1);
}
__global__ __launch_bounds__(1024, 2) void softmax_fused(float *out, const float *inp, int V, int P) {
  cg::thread_block block = cg::this_thread_block();
  extern __shared__ float shared[];
  float maxval = -INFINITY;
  for (int i = (V + blockDim.x - 1) / blockDim.x * blockDim.x + threadIdx.x - blockDim.x; i >= 0; i -= blockDim.x) maxval = fmaxf(maxval, inp[i]);
  float4 *o4 = reinterpret_cast<float4 *>(out); o4[threadIdx.x] = make_float4(maxval, expf(maxval), __expf(maxval), FLT_MAX);
  shared[0] = 1;
  x128 packed = load128cs((floatX *)inp); store128((floatX *)out, packed);
}
__global__ void __launch_bounds__(16 * 16) matmul_forward_kernel4(float *out, const float *inp, const float *weight, const float *bias, int C, int OC) {
  int oc = 8 * (blockIdx.y * blockDim.y + threadIdx.y);
  __shared__ float lhs_s[128][32];
  float vals[8][8] = {};
  if (bias != NULL) for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j += 4) { float4 b = *reinterpret_cast<const float4 *>(bias + oc + j); vals[i][j + 0] = b.x; }
  int si_start = 4 * (16 * threadIdx.y + threadIdx.x);
  for (int so = 0; so < C; so += 32) {
    __syncthreads();
    int xmod8 = threadIdx.x % 8;
    for (int y = threadIdx.y / 2; y < 128; y += 8) { reinterpret_cast<float4 *>(&lhs_s[y][4 * xmod8])[0] = reinterpret_cast<const float4 *>(inp + y * C + so)[xmod8]; }
    __syncthreads();
    for (int si = si_start; si < si_start + 32; si += 4) for (int ii = 0; ii < 8; ++ii) for (int ji = 0; ji < 8; ++ji) vals[ii][ji] += lhs_s[ii][si % 32] * vals[ji][ii];
  }
  for (int i = 0; i < 8; ++i) out[i] = vals[i][0];
}
template <typename T> __global__ void copy_simple_kernel(T *a) { extern __shared__ __align__(16) char smem_raw[]; T *s = reinterpret_cast<T *>(smem_raw); a[threadIdx.x] = s[threadIdx.x]; }
void atomics(__nv_bfloat16 *p);
__global__ void bwd(__nv_bfloat16 *dw, __nv_bfloat162 *p2, half *h, half2 *h2) {
  atomicAdd(dw, __float2bfloat16(1.0f)); atomicAdd(p2, __halves2bfloat162(dw[0], dw[1])); atomicAdd(h, __float2half(1.f)); atomicAdd(h2, __float2half2_rn(1.f));
  __nv_bfloat162 t = __float22bfloat162_rn(make_float2(1, 2)); float2 f = __bfloat1622float2(t); p2[1] = t; h[0] = __hadd(h[1], hexp(h[2])); h2[0] = __hfma2(h2[1], h2[2], h2[3]); h[3] = f.x;
}
template <class T> __global__ void permute_kernel(T *q, const T *inp, int B) { int idx = blockIdx.x * blockDim.x + threadIdx.x; q[idx] = inp[idx]; }
void launchers(float *x, int bs) { adamw_kernel3<<<1, bs>>>(x, x, x, x, x, 3, 1.f, 1u); permute_kernel<<<1, bs>>>(x, x, 1); cudaCheck(cudaGetLastError()); }
int main() { setup_main(); srand(0); ncclComm_t c; ncclAllReduce(1); copy_simple_kernel<float><<<1, 32, 4>>>(0); cublasLtMatmulDesc_t d; }
