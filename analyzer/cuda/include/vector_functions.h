// The make_* constructors of the vector types.
#pragma once

#include "vector_types.h"

#define __WL_MAKE static __inline__ __attribute__((host, device, always_inline))

__WL_MAKE char1 make_char1(signed char x) { return char1{x}; }
__WL_MAKE char2 make_char2(signed char x, signed char y) { return char2{x, y}; }
__WL_MAKE char3 make_char3(signed char x, signed char y, signed char z) { return char3{x, y, z}; }
__WL_MAKE char4 make_char4(signed char x, signed char y, signed char z, signed char w) { return char4{x, y, z, w}; }
__WL_MAKE uchar1 make_uchar1(unsigned char x) { return uchar1{x}; }
__WL_MAKE uchar2 make_uchar2(unsigned char x, unsigned char y) { return uchar2{x, y}; }
__WL_MAKE uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) { return uchar3{x, y, z}; }
__WL_MAKE uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return uchar4{x, y, z, w}; }
__WL_MAKE short1 make_short1(short x) { return short1{x}; }
__WL_MAKE short2 make_short2(short x, short y) { return short2{x, y}; }
__WL_MAKE short3 make_short3(short x, short y, short z) { return short3{x, y, z}; }
__WL_MAKE short4 make_short4(short x, short y, short z, short w) { return short4{x, y, z, w}; }
__WL_MAKE ushort1 make_ushort1(unsigned short x) { return ushort1{x}; }
__WL_MAKE ushort2 make_ushort2(unsigned short x, unsigned short y) { return ushort2{x, y}; }
__WL_MAKE ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) { return ushort3{x, y, z}; }
__WL_MAKE ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z, unsigned short w) { return ushort4{x, y, z, w}; }
__WL_MAKE int1 make_int1(int x) { return int1{x}; }
__WL_MAKE int2 make_int2(int x, int y) { return int2{x, y}; }
__WL_MAKE int3 make_int3(int x, int y, int z) { return int3{x, y, z}; }
__WL_MAKE int4 make_int4(int x, int y, int z, int w) { return int4{x, y, z, w}; }
__WL_MAKE uint1 make_uint1(unsigned int x) { return uint1{x}; }
__WL_MAKE uint2 make_uint2(unsigned int x, unsigned int y) { return uint2{x, y}; }
__WL_MAKE uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { return uint3{x, y, z}; }
__WL_MAKE uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) { return uint4{x, y, z, w}; }
__WL_MAKE long1 make_long1(long x) { return long1{x}; }
__WL_MAKE long2 make_long2(long x, long y) { return long2{x, y}; }
__WL_MAKE long3 make_long3(long x, long y, long z) { return long3{x, y, z}; }
__WL_MAKE long4 make_long4(long x, long y, long z, long w) { return long4{x, y, z, w}; }
__WL_MAKE ulong1 make_ulong1(unsigned long x) { return ulong1{x}; }
__WL_MAKE ulong2 make_ulong2(unsigned long x, unsigned long y) { return ulong2{x, y}; }
__WL_MAKE ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) { return ulong3{x, y, z}; }
__WL_MAKE ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w) { return ulong4{x, y, z, w}; }
__WL_MAKE longlong1 make_longlong1(long long x) { return longlong1{x}; }
__WL_MAKE longlong2 make_longlong2(long long x, long long y) { return longlong2{x, y}; }
__WL_MAKE longlong3 make_longlong3(long long x, long long y, long long z) { return longlong3{x, y, z}; }
__WL_MAKE longlong4 make_longlong4(long long x, long long y, long long z, long long w) { return longlong4{x, y, z, w}; }
__WL_MAKE ulonglong1 make_ulonglong1(unsigned long long x) { return ulonglong1{x}; }
__WL_MAKE ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) { return ulonglong2{x, y}; }
__WL_MAKE ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y, unsigned long long z) { return ulonglong3{x, y, z}; }
__WL_MAKE ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w) { return ulonglong4{x, y, z, w}; }
__WL_MAKE float1 make_float1(float x) { return float1{x}; }
__WL_MAKE float2 make_float2(float x, float y) { return float2{x, y}; }
__WL_MAKE float3 make_float3(float x, float y, float z) { return float3{x, y, z}; }
__WL_MAKE float4 make_float4(float x, float y, float z, float w) { return float4{x, y, z, w}; }
__WL_MAKE double1 make_double1(double x) { return double1{x}; }
__WL_MAKE double2 make_double2(double x, double y) { return double2{x, y}; }
__WL_MAKE double3 make_double3(double x, double y, double z) { return double3{x, y, z}; }
__WL_MAKE double4 make_double4(double x, double y, double z, double w) { return double4{x, y, z, w}; }

#define __WL_ALIGNED(NAME, TYPE)                                                                                       \
  __WL_MAKE NAME##4_16a make_##NAME##4_16a(TYPE x, TYPE y, TYPE z, TYPE w) { return NAME##4_16a{x, y, z, w}; }           \
  __WL_MAKE NAME##4_32a make_##NAME##4_32a(TYPE x, TYPE y, TYPE z, TYPE w) { return NAME##4_32a{x, y, z, w}; }
__WL_ALIGNED(long, long)
__WL_ALIGNED(ulong, unsigned long)
__WL_ALIGNED(longlong, long long)
__WL_ALIGNED(ulonglong, unsigned long long)
__WL_ALIGNED(double, double)
#undef __WL_ALIGNED
#undef __WL_MAKE
