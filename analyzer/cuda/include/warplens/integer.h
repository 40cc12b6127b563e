// Integer and bit-cast intrinsics. Counts of bits and shifts become generic LLVM intrinsics (ctpop, ctlz, fshl, …).
#pragma once

#include "define.h"

__WL_HD int __popc(unsigned int x) { return __builtin_popcount(x); }
__WL_HD int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__WL_HD int __clz(int x) { return __builtin_clzg((unsigned int)x, 32); }
__WL_HD int __clzll(long long x) { return __builtin_clzg((unsigned long long)x, 64); }
__WL_HD int __ffs(int x) { return __builtin_ffs(x); }
__WL_HD int __ffsll(long long x) { return __builtin_ffsll(x); }
__WL_HD unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
__WL_HD unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
__WL_HD unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }
__WL_HD unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
__WL_HD unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__WL_D unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) { return __nvvm_prmt(x, y, selector & 0x7777u); }
__WL_D unsigned int __fns(unsigned int mask, unsigned int base, int offset) { return __nvvm_fns(mask, base, offset); }
__WL_HD unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
__WL_HD unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
__WL_HD unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
__WL_HD unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
__WL_HD int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
__WL_HD unsigned int __umulhi(unsigned int a, unsigned int b) { return (unsigned int)(((unsigned long long)a * b) >> 32); }
// One instruction of the device; written as products of halves it would come back as numbers of 128 bits.
#ifdef __CUDA_ARCH__
__WL_D unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return __nvvm_mulhi_ull(a, b); }
__WL_D long long __mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
#else
__WL_HD unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
__WL_HD long long __mul64hi(long long a, long long b) { return (long long)(((__int128)a * b) >> 64); }
#endif
__WL_HD int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
__WL_HD unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffffu) * (b & 0xffffffu); }
__WL_HD unsigned int __sad(int a, int b, unsigned int c) { return (a > b ? (unsigned int)a - b : (unsigned int)b - a) + c; }
__WL_HD unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) { return (a > b ? a - b : b - a) + c; }
__WL_HD int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
__WL_HD int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
__WL_HD unsigned int __uhadd(unsigned int a, unsigned int b) { return (unsigned int)(((unsigned long long)a + b) >> 1); }
__WL_HD unsigned int __urhadd(unsigned int a, unsigned int b) { return (unsigned int)(((unsigned long long)a + b + 1) >> 1); }

__WL_HD int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__WL_HD unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
__WL_HD float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__WL_HD float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
__WL_HD long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__WL_HD double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__WL_HD int __double2hiint(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 32); }
__WL_HD int __double2loint(double x) { return (int)__builtin_bit_cast(unsigned long long, x); }
__WL_HD double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (unsigned long long)(unsigned int)high << 32 | (unsigned int)low);
}
