// Device random numbers: the distributions over the generators' words. Uniform numbers lie in (0, 1]; normal ones come in
// pairs by the Box-Muller transform.
#pragma once

#include <assert.h>

#ifdef __CUDA__
#include "warplens/floating.h"
#else
// A file of C++ includes this header for the states' sizes; its functions are there, too.
#include <math.h>

#include "warplens/linkage.h"
__WL_BEGIN_C
void sincosf(float, float*, float*);
void sincospi(double, double*, double*);
__WL_END_C
#endif
#include "curand.h"
#include "warplens/random_generators.h"

#define __WL_TWO_32_INV 2.3283064e-10f
#define __WL_TWO_32_INV_TWO_PI (2.3283064e-10f * 6.2831855f)
#define __WL_TWO_53_INV 1.1102230246251565e-16
#define __WL_MRG_NORM (1.0 / 4294967087.0)
QUALIFIERS float _curand_uniform(unsigned int x) { return x * __WL_TWO_32_INV + __WL_TWO_32_INV / 2.0f; }
QUALIFIERS double _curand_uniform_double(unsigned int x) { return x * 2.3283064365386963e-10 + 2.3283064365386963e-10; }
QUALIFIERS unsigned long long __wl_53_bits(unsigned int x, unsigned int y) { return (unsigned long long)x ^ (unsigned long long)y << (53 - 32); }
QUALIFIERS double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
  return __wl_53_bits(x, y) * __WL_TWO_53_INV + __WL_TWO_53_INV / 2.0;
}
QUALIFIERS float2 __wl_box_muller(float u, float angle) {
  float radius = sqrtf(-2.0f * logf(u)), s, c;
#ifdef __CUDA_ARCH__
  __sincosf(angle, &s, &c);
#else
  sincosf(angle, &s, &c);
#endif
  return float2{s * radius, c * radius};
}
QUALIFIERS float2 _curand_box_muller(unsigned int x, unsigned int y) {
  return __wl_box_muller(_curand_uniform(x), y * __WL_TWO_32_INV_TWO_PI + __WL_TWO_32_INV_TWO_PI / 2.0f);
}
QUALIFIERS double2 __wl_box_muller_double(double u, double halfTurns) {
  double radius = sqrt(-2.0 * log(u)), s, c;
  sincospi(halfTurns, &s, &c);
  return double2{s * radius, c * radius};
}
QUALIFIERS double2 _curand_box_muller_double(uint4 x) {
  return __wl_box_muller_double(_curand_uniform_double_hq(x.x, x.y), __wl_53_bits(x.z, x.w) * (__WL_TWO_53_INV * 2.0) + __WL_TWO_53_INV);
}
template <typename STATE>
QUALIFIERS float curand_uniform(STATE* state) { return _curand_uniform(curand(state)); }
QUALIFIERS float curand_uniform(curandStateMRG32k3a* state) { return (float)(__wl_mrg32k3a(state) * __WL_MRG_NORM); }
template <typename STATE>
QUALIFIERS double curand_uniform_double(STATE* state) {
  unsigned int x = curand(state), y = curand(state);
  return _curand_uniform_double_hq(x, y);
}
QUALIFIERS double curand_uniform_double(curandStatePhilox4_32_10* state) { return _curand_uniform_double(curand(state)); }
QUALIFIERS double curand_uniform_double(curandStateMRG32k3a* state) { return __wl_mrg32k3a(state) * __WL_MRG_NORM; }
template <typename STATE>
QUALIFIERS float2 curand_normal2(STATE* state) {
  unsigned int x = curand(state), y = curand(state);
  return _curand_box_muller(x, y);
}
QUALIFIERS float2 curand_normal2(curandStateMRG32k3a* state) {
  float x = curand_uniform(state), y = curand_uniform(state);
  return __wl_box_muller(x, y * 6.2831855f);
}
template <typename STATE>
QUALIFIERS double2 curand_normal2_double(STATE* state) {
  uint4 x;
  x.x = curand(state);
  x.y = curand(state);
  x.z = curand(state);
  x.w = curand(state);
  return _curand_box_muller_double(x);
}
QUALIFIERS double2 curand_normal2_double(curandStateMRG32k3a* state) {
  double x = curand_uniform_double(state), y = curand_uniform_double(state);
  return __wl_box_muller_double(x, y * 2.0);
}
// The second of a pair waits for the next call of its own distribution: of a normal one (1) or of a log-normal one (2), whose
// parameters are those of the call that made the pair. A call of the other distribution makes a new pair.
template <typename STATE>
QUALIFIERS bool __wl_takes(STATE* state, int kind) {
  bool waits = state->boxmuller_flag == kind;
  state->boxmuller_flag = waits ? 0 : kind;
  return waits;
}
template <typename STATE>
QUALIFIERS bool __wl_takes_double(STATE* state, int kind) {
  bool waits = state->boxmuller_flag_double == kind;
  state->boxmuller_flag_double = waits ? 0 : kind;
  return waits;
}
template <typename STATE>
QUALIFIERS float curand_normal(STATE* state) {
  if (__wl_takes(state, 1)) return state->boxmuller_extra;
  float2 v = curand_normal2(state);
  state->boxmuller_extra = v.y;
  return v.x;
}
template <typename STATE>
QUALIFIERS double curand_normal_double(STATE* state) {
  if (__wl_takes_double(state, 1)) return state->boxmuller_extra_double;
  double2 v = curand_normal2_double(state);
  state->boxmuller_extra_double = v.y;
  return v.x;
}
template <typename STATE>
QUALIFIERS float2 curand_log_normal2(STATE* state, float mean, float deviation) {
  float2 v = curand_normal2(state);
  return float2{expf(mean + deviation * v.x), expf(mean + deviation * v.y)};
}
template <typename STATE>
QUALIFIERS double2 curand_log_normal2_double(STATE* state, double mean, double deviation) {
  double2 v = curand_normal2_double(state);
  return double2{exp(mean + deviation * v.x), exp(mean + deviation * v.y)};
}
template <typename STATE>
QUALIFIERS float curand_log_normal(STATE* state, float mean, float deviation) {
  if (__wl_takes(state, 2)) return state->boxmuller_extra;
  float2 v = curand_log_normal2(state, mean, deviation);
  state->boxmuller_extra = v.y;
  return v.x;
}
template <typename STATE>
QUALIFIERS double curand_log_normal_double(STATE* state, double mean, double deviation) {
  if (__wl_takes_double(state, 2)) return state->boxmuller_extra_double;
  double2 v = curand_log_normal2_double(state, mean, deviation);
  state->boxmuller_extra_double = v.y;
  return v.x;
}
// Knuth's product method below 64, the normal approximation from 4000. What lies between has a method of its own, which is
// not published: there is nothing that a simulation could answer.
template <typename STATE>
QUALIFIERS unsigned int curand_poisson(STATE* state, double lambda) {
  if (lambda >= 4000.0) return (unsigned int)(sqrt(lambda) * curand_normal_double(state) + lambda + 0.5);
  if (!(lambda < 64.0)) __assert_fail("curand_poisson has a lambda from 64 to 4000, which WarpLens does not support", __FILE__, __LINE__, "curand_poisson");
  unsigned int count = 0;
  float product = expf((float)lambda);
  do {
    ++count;
    product *= curand_uniform(state);
  } while (product > 1.0f);
  return count - 1;
}
QUALIFIERS float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  uint4 x = curand4(state);
  return float4{_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w)};
}
QUALIFIERS double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
  uint4 x = curand4(state);
  return double2{_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w)};
}
QUALIFIERS float4 curand_normal4(curandStatePhilox4_32_10* state) {
  uint4 x = curand4(state);
  float2 a = _curand_box_muller(x.x, x.y), b = _curand_box_muller(x.z, x.w);
  return float4{a.x, a.y, b.x, b.y};
}
QUALIFIERS double4 curand_uniform4_double(curandStatePhilox4_32_10* state) {
  double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  return double4{a.x, a.y, b.x, b.y};
}
QUALIFIERS float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean, float deviation) {
  float4 v = curand_normal4(state);
  return float4{expf(mean + deviation * v.x), expf(mean + deviation * v.y), expf(mean + deviation * v.z), expf(mean + deviation * v.w)};
}

// Quasi-random numbers, MTGP32 and discrete distributions live off tables of NVIDIA's: they are declared, so that kernels
// that use them can be read, and what they give is unknown.
#define __WL_QUASI(NAME, INIT, RESULT)                        \
  struct NAME;                                                \
  typedef struct NAME NAME##_t;                               \
  struct NAME { unsigned long long opaque[72]; };             \
  __device__ void curand_init INIT;                           \
  __device__ RESULT curand(NAME##_t*);                        \
  __device__ float curand_uniform(NAME##_t*);                 \
  __device__ float curand_normal(NAME##_t*);                  \
  __device__ float curand_log_normal(NAME##_t*, float, float); \
  __device__ double curand_uniform_double(NAME##_t*);         \
  __device__ double curand_normal_double(NAME##_t*);          \
  __device__ double curand_log_normal_double(NAME##_t*, double, double); \
  __device__ unsigned int curand_poisson(NAME##_t*, double);
__WL_QUASI(curandStateSobol32, (curandDirectionVectors32_t, unsigned int offset, struct curandStateSobol32*), unsigned int)
__WL_QUASI(curandStateScrambledSobol32, (curandDirectionVectors32_t, unsigned int scramble, unsigned int offset, struct curandStateScrambledSobol32*), unsigned int)
__WL_QUASI(curandStateSobol64, (curandDirectionVectors64_t, unsigned int offset, struct curandStateSobol64*), unsigned long long)
__WL_QUASI(curandStateScrambledSobol64, (curandDirectionVectors64_t, unsigned long long scramble, unsigned int offset, struct curandStateScrambledSobol64*), unsigned long long)
#undef __WL_QUASI
struct curandStateMtgp32 { unsigned int s[1024]; int offset, pIdx; struct mtgp32_kernel_params* k; };
typedef struct curandStateMtgp32 curandStateMtgp32_t;
__device__ unsigned int curand(curandStateMtgp32_t*);
__device__ float curand_uniform(curandStateMtgp32_t*);
__device__ float curand_normal(curandStateMtgp32_t*);
__device__ double curand_uniform_double(curandStateMtgp32_t*);
template <typename STATE> __device__ unsigned int curand_discrete(STATE*, curandDiscreteDistribution_t);
__device__ uint4 curand_poisson4(curandStatePhilox4_32_10*, double);
#undef __WL_TWO_32_INV
#undef __WL_TWO_32_INV_TWO_PI
#undef __WL_TWO_53_INV
#undef __WL_MRG_NORM
