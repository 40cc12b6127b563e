// The generators of device random numbers: XORWOW (Marsaglia, "Xorshift RNGs", 2003, with a Weyl sequence), Philox 4x32-10
// (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011) and MRG32k3a (L'Ecuyer, 1999), written from their
// published descriptions. The state is ordinary memory, so its traffic is counted like any other. Seeds, sequences and
// offsets give the words that an H200 gives.
#pragma once

#include "warplens/xorwow_jumps.h"
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

// XORWOW: the shift register jumps by polynomials; sequences are 2^67 steps apart, a multiple of the Weyl sequence's period.
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
QUALIFIERS void __wl_jump(curandStateXORWOW* state, unsigned long long n, int first) {
  for (int k = first; n > 0; ++k, n >>= 1) {
    if (!(n & 1)) continue;
    unsigned int sum[5] = {0, 0, 0, 0, 0}, d = state->d;
    for (int word = 0; word < 5; ++word) {
      unsigned int jump = __wl_xorwow_jumps[k][word];
      for (int bit = 0; bit < 32; ++bit) {
        unsigned int taken = 0u - (jump >> bit & 1);
        for (int i = 0; i < 5; ++i) sum[i] ^= state->v[i] & taken;
        curand(state);
      }
    }
    for (int i = 0; i < 5; ++i) state->v[i] = sum[i];
    state->d = d;
  }
}
QUALIFIERS void skipahead(unsigned long long n, curandStateXORWOW* state) {
  __wl_jump(state, n, 0);
  state->d += 362437u * (unsigned int)n;
}
QUALIFIERS void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) { __wl_jump(state, n, 67); }
QUALIFIERS void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW* state) {
  unsigned int low = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u), high = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
  curandStateXORWOW fresh = {6615241u + low + high, {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low}, 0, 0, 0, 0};
  skipahead_sequence(sequence, &fresh);
  skipahead(offset, &fresh);
  *state = fresh;
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
QUALIFIERS void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state) {
  unsigned long long sequence = (state->ctr.z | (unsigned long long)state->ctr.w << 32) + n;
  state->ctr.z = (unsigned int)sequence;
  state->ctr.w = (unsigned int)(sequence >> 32);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

// MRG32k3a jumps by powers of the matrices of its two recurrences. A state after n steps is A^n times the first.
#define __WL_M1 4294967087ull
#define __WL_M2 4294944443ull
struct __wl_matrix { unsigned int at[3][3]; };
QUALIFIERS void __wl_jump(unsigned int* s, __wl_matrix a, unsigned long long n, unsigned long long modulus) {
  for (; n > 0; n >>= 1) {
    if (n & 1) {
      unsigned long long next[3];
      for (int i = 0; i < 3; ++i) {
        unsigned long long sum = 0;
        for (int k = 0; k < 3; ++k) sum += (unsigned long long)a.at[i][k] * s[k] % modulus;
        next[i] = sum % modulus;
      }
      for (int i = 0; i < 3; ++i) s[i] = (unsigned int)next[i];
    }
    __wl_matrix square;
    for (int i = 0; i < 3; ++i) for (int j = 0; j < 3; ++j) {
      unsigned long long sum = 0;
      for (int k = 0; k < 3; ++k) sum += (unsigned long long)a.at[i][k] * a.at[k][j] % modulus;
      square.at[i][j] = (unsigned int)(sum % modulus);
    }
    a = square;
  }
}
QUALIFIERS void skipahead(unsigned long long n, curandStateMRG32k3a* state) {
  __wl_jump(state->s1, {{{0, 1, 0}, {0, 0, 1}, {4294156359u, 1403580, 0}}}, n, __WL_M1);
  __wl_jump(state->s2, {{{0, 1, 0}, {0, 0, 1}, {4293573854u, 0, 527612}}}, n, __WL_M2);
}
// By 2^76 steps.
QUALIFIERS void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a* state) {
  __wl_jump(state->s1, {{{82758667u, 1871391091u, 4127413238u}, {3672831523u, 69195019u, 1871391091u}, {3672091415u, 3528743235u, 69195019u}}}, n, __WL_M1);
  __wl_jump(state->s2, {{{1511326704u, 3759209742u, 1610795712u}, {4292754251u, 1511326704u, 3889917532u}, {3859662829u, 4292754251u, 3708466080u}}}, n, __WL_M2);
}
// By 2^127 steps.
QUALIFIERS void skipahead_sequence(unsigned long long n, curandStateMRG32k3a* state) {
  __wl_jump(state->s1, {{{2427906178u, 3580155704u, 949770784u}, {226153695u, 1230515664u, 3580155704u}, {1988835001u, 986791581u, 1230515664u}}}, n, __WL_M1);
  __wl_jump(state->s2, {{{1464411153u, 277697599u, 1610723613u}, {32183930u, 1464411153u, 1022607788u}, {2824425944u, 32183930u, 2093834863u}}}, n, __WL_M2);
}
// A number from 1 to the first modulus.
QUALIFIERS double __wl_mrg32k3a(curandStateMRG32k3a* state) {
  unsigned long long p1 = (1403580ull * state->s1[1] % __WL_M1 + (__WL_M1 - 810728ull) * state->s1[0] % __WL_M1) % __WL_M1;
  state->s1[0] = state->s1[1];
  state->s1[1] = state->s1[2];
  state->s1[2] = (unsigned int)p1;
  unsigned long long p2 = (527612ull * state->s2[2] % __WL_M2 + (__WL_M2 - 1370589ull) * state->s2[0] % __WL_M2) % __WL_M2;
  state->s2[0] = state->s2[1];
  state->s2[1] = state->s2[2];
  state->s2[2] = (unsigned int)p2;
  return (double)(p1 > p2 ? p1 - p2 : p1 + __WL_M1 - p2);
}
// Stretched to the whole range of a word.
QUALIFIERS unsigned int curand(curandStateMRG32k3a* state) { return (unsigned int)(__wl_mrg32k3a(state) * 1.000000048662); }
QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, curandStateMRG32k3a* state) {
  unsigned long long low = (unsigned int)seed ^ 0x55555555u, high = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
  if (seed == 0) low = high = 1;
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = (unsigned int)(12345 * (i == 1 ? high : low) % __WL_M1);
    state->s2[i] = (unsigned int)(12345 * (i == 1 ? low : high) % __WL_M2);
  }
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
}
#undef __WL_M1
#undef __WL_M2
