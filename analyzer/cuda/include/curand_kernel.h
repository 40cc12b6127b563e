// Device random numbers: XORWOW (Marsaglia, "Xorshift RNGs", 2003, with a Weyl sequence) and Philox 4x32-10 (Salmon et
// al., "Parallel random numbers: as easy as 1, 2, 3", 2011), written from their published descriptions. The state is
// ordinary memory, so its traffic is counted like any other. XORWOW's seeding scrambles and skips ahead differently from
// the vendor's library: sequences have the same quality, not the same values. Philox is the published function exactly.
#pragma once

#include "warplens/floating.h"
#include "vector_types.h"

#define QUALIFIERS static __inline__ __attribute__((host, device, always_inline))

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
// MRG32k3a: two recurrences of order three modulo primes near 2^32 (L'Ecuyer 1999).
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

// XORWOW
QUALIFIERS unsigned int curand(curandStateXORWOW* state) {
  unsigned int t = state->v[0] ^ state->v[0] >> 2;
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = state->v[4];
  state->v[4] = (state->v[4] ^ state->v[4] << 4) ^ (t ^ t << 1);
  state->d += 362437;
  return state->v[4] + state->d;
}
QUALIFIERS unsigned long long __wl_mix(unsigned long long z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}
QUALIFIERS void skipahead(unsigned long long n, curandStateXORWOW* state) {
  for (; n > 0; --n) curand(state);
}
QUALIFIERS void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW* state) {
  unsigned long long z = __wl_mix(seed + 0x9e3779b97f4a7c15ull) ^ __wl_mix(sequence * 0xd1342543de82ef95ull + 1);
  unsigned long long a = __wl_mix(z), b = __wl_mix(z + 0x9e3779b97f4a7c15ull), c = __wl_mix(z + 0x3c6ef372fe94f82aull);
  state->v[0] = (unsigned int)a | 1;
  state->v[1] = (unsigned int)(a >> 32);
  state->v[2] = (unsigned int)b;
  state->v[3] = (unsigned int)(b >> 32);
  state->v[4] = (unsigned int)c;
  state->d = 6615241 + (unsigned int)(c >> 32);
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  skipahead(offset, state);
}

// Philox 4x32-10
QUALIFIERS uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
  for (int round = 0; round < 10; ++round) {
    unsigned long long first = (unsigned long long)0xd2511f53u * c.x, second = (unsigned long long)0xcd9e8d57u * c.z;
    c = uint4{(unsigned int)(second >> 32) ^ c.y ^ k.x, (unsigned int)second, (unsigned int)(first >> 32) ^ c.w ^ k.y, (unsigned int)first};
    k.x += 0x9e3779b9u;
    k.y += 0xbb67ae85u;
  }
  return c;
}
QUALIFIERS void __wl_advance(curandStatePhilox4_32_10* state, unsigned long long n) {
  unsigned int low = (unsigned int)n, high = (unsigned int)(n >> 32);
  state->ctr.x += low;
  if (state->ctr.x < low) ++high;
  state->ctr.y += high;
  if (state->ctr.y < high || (high == 0 && n >> 32)) {
    if (++state->ctr.z == 0) ++state->ctr.w;
  }
}
QUALIFIERS void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
  state->STATE += n & 3;
  n /= 4;
  if (state->STATE > 3) {
    n += 1;
    state->STATE -= 4;
  }
  __wl_advance(state, n);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}
QUALIFIERS void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10* state) {
  state->ctr = uint4{0, 0, (unsigned int)sequence, (unsigned int)(sequence >> 32)};
  state->key = uint2{(unsigned int)seed, (unsigned int)(seed >> 32)};
  state->STATE = 0;
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  skipahead(offset, state);
}
QUALIFIERS unsigned int curand(curandStatePhilox4_32_10* state) {
  unsigned int r = state->STATE == 0 ? state->output.x : state->STATE == 1 ? state->output.y : state->STATE == 2 ? state->output.z : state->output.w;
  if (++state->STATE == 4) {
    __wl_advance(state, 1);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
    state->STATE = 0;
  }
  return r;
}
QUALIFIERS uint4 curand4(curandStatePhilox4_32_10* state) {
  uint4 r;
  r.x = curand(state);
  r.y = curand(state);
  r.z = curand(state);
  r.w = curand(state);
  return r;
}

// MRG32k3a
QUALIFIERS unsigned int curand(curandStateMRG32k3a* state) {
  const unsigned long long m1 = 4294967087ull, m2 = 4294944443ull;
  unsigned long long p1 = (1403580ull * state->s1[1] % m1 + (m1 - 810728ull) * state->s1[0] % m1) % m1;
  state->s1[0] = state->s1[1];
  state->s1[1] = state->s1[2];
  state->s1[2] = (unsigned int)p1;
  unsigned long long p2 = (527612ull * state->s2[2] % m2 + (m2 - 1370589ull) % m2 * state->s2[0] % m2) % m2;
  state->s2[0] = state->s2[1];
  state->s2[1] = state->s2[2];
  state->s2[2] = (unsigned int)p2;
  return (unsigned int)(p1 > p2 ? p1 - p2 : p1 + m1 - p2);
}
QUALIFIERS void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateMRG32k3a* state) {
  unsigned long long z = __wl_mix(seed) ^ __wl_mix(sequence * 0xd1342543de82ef95ull + 1);
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = (unsigned int)(__wl_mix(z + 2 * i) % 4294967087ull);
    state->s2[i] = (unsigned int)(__wl_mix(z + 2 * i + 1) % 4294944443ull);
  }
  state->s1[0] |= 1;
  state->s2[0] |= 1;
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  for (; offset > 0; --offset) curand(state);
}

// Distributions. Uniform numbers lie in (0, 1]; normal ones come in pairs by the Box-Muller transform.
#define __WL_TWO_32_INV 2.3283064e-10f
#define __WL_TWO_53_INV 1.1102230246251565e-16
QUALIFIERS float _curand_uniform(unsigned int x) { return x * __WL_TWO_32_INV + __WL_TWO_32_INV / 2.0f; }
QUALIFIERS double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
  unsigned long long z = (unsigned long long)x ^ (unsigned long long)y << (53 - 32);
  return z * __WL_TWO_53_INV + __WL_TWO_53_INV / 2.0;
}
QUALIFIERS float2 _curand_box_muller(unsigned int x, unsigned int y) {
  float u = x * __WL_TWO_32_INV + __WL_TWO_32_INV / 2.0f;
  float v = (y * __WL_TWO_32_INV + __WL_TWO_32_INV / 2.0f) * 6.2831855f;
  float radius = sqrtf(-2.0f * logf(u)), s, c;
  sincosf(v, &s, &c);
  return float2{radius * s, radius * c};
}
QUALIFIERS double2 _curand_box_muller_double(double u, double v) {
  double radius = sqrt(-2.0 * log(u)), s, c;
  sincos(v * 6.283185307179586, &s, &c);
  return double2{radius * s, radius * c};
}
template <typename STATE>
QUALIFIERS float curand_uniform(STATE* state) { return _curand_uniform(curand(state)); }
template <typename STATE>
QUALIFIERS double curand_uniform_double(STATE* state) {
  unsigned int x = curand(state), y = curand(state);
  return _curand_uniform_double_hq(x, y);
}
template <typename STATE>
QUALIFIERS float curand_normal(STATE* state) {
  if (state->boxmuller_flag) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  unsigned int x = curand(state), y = curand(state);
  float2 v = _curand_box_muller(x, y);
  state->boxmuller_extra = v.y;
  state->boxmuller_flag = 1;
  return v.x;
}
template <typename STATE>
QUALIFIERS float2 curand_normal2(STATE* state) {
  unsigned int x = curand(state), y = curand(state);
  return _curand_box_muller(x, y);
}
template <typename STATE>
QUALIFIERS double2 curand_normal2_double(STATE* state) {
  double u = curand_uniform_double(state), v = curand_uniform_double(state);
  return _curand_box_muller_double(u, v);
}
template <typename STATE>
QUALIFIERS double curand_normal_double(STATE* state) {
  if (state->boxmuller_flag_double) {
    state->boxmuller_flag_double = 0;
    return state->boxmuller_extra_double;
  }
  double2 v = curand_normal2_double(state);
  state->boxmuller_extra_double = v.y;
  state->boxmuller_flag_double = 1;
  return v.x;
}
template <typename STATE>
QUALIFIERS float curand_log_normal(STATE* state, float mean, float deviation) { return expf(mean + deviation * curand_normal(state)); }
template <typename STATE>
QUALIFIERS double curand_log_normal_double(STATE* state, double mean, double deviation) { return exp(mean + deviation * curand_normal_double(state)); }
// Knuth's product method, in pieces of at most 64 so that exp(-lambda) does not underflow.
template <typename STATE>
QUALIFIERS unsigned int curand_poisson(STATE* state, double lambda) {
  unsigned int count = 0;
  while (lambda > 0.0) {
    double part = lambda > 64.0 ? 64.0 : lambda, bound = exp(-part), product = curand_uniform_double(state);
    for (; product > bound; ++count) product *= curand_uniform_double(state);
    lambda -= part;
  }
  return count;
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
#undef __WL_TWO_32_INV
#undef __WL_TWO_53_INV
