// Arithmetic on the vector types, as the samples' header offers it; our own version.
#pragma once

#include "cuda_runtime.h"

#define __WL_V static __inline__ __attribute__((host, device, always_inline))
#define __WL_OPERATOR(V, S, OP, ...)                                         \
  __WL_V V operator OP(V a, V b) { return V{__VA_ARGS__}; }                  \
  __WL_V void operator OP##=(V & a, V b) { a = a OP b; }
#define __WL_TWO(V, S, OP)                                                   \
  __WL_OPERATOR(V, S, OP, a.x OP b.x, a.y OP b.y)                            \
  __WL_V V operator OP(V a, S b) { return V{a.x OP b, a.y OP b}; }           \
  __WL_V V operator OP(S a, V b) { return V{a OP b.x, a OP b.y}; }           \
  __WL_V void operator OP##=(V & a, S b) { a = a OP b; }
#define __WL_THREE(V, S, OP)                                                 \
  __WL_OPERATOR(V, S, OP, a.x OP b.x, a.y OP b.y, a.z OP b.z)                \
  __WL_V V operator OP(V a, S b) { return V{a.x OP b, a.y OP b, a.z OP b}; } \
  __WL_V V operator OP(S a, V b) { return V{a OP b.x, a OP b.y, a OP b.z}; } \
  __WL_V void operator OP##=(V & a, S b) { a = a OP b; }
#define __WL_FOUR(V, S, OP)                                                            \
  __WL_OPERATOR(V, S, OP, a.x OP b.x, a.y OP b.y, a.z OP b.z, a.w OP b.w)              \
  __WL_V V operator OP(V a, S b) { return V{a.x OP b, a.y OP b, a.z OP b, a.w OP b}; } \
  __WL_V V operator OP(S a, V b) { return V{a OP b.x, a OP b.y, a OP b.z, a OP b.w}; } \
  __WL_V void operator OP##=(V & a, S b) { a = a OP b; }
#define __WL_ALL(V, S, COUNT) __WL_##COUNT(V, S, +) __WL_##COUNT(V, S, -) __WL_##COUNT(V, S, *)
__WL_ALL(float2, float, TWO)
__WL_ALL(float3, float, THREE)
__WL_ALL(float4, float, FOUR)
__WL_TWO(float2, float, /)
__WL_THREE(float3, float, /)
__WL_FOUR(float4, float, /)
__WL_ALL(int2, int, TWO)
__WL_ALL(int3, int, THREE)
__WL_ALL(int4, int, FOUR)
__WL_ALL(uint2, unsigned int, TWO)
__WL_ALL(uint3, unsigned int, THREE)
__WL_ALL(uint4, unsigned int, FOUR)
#undef __WL_ALL
#undef __WL_FOUR
#undef __WL_THREE
#undef __WL_TWO
#undef __WL_OPERATOR
__WL_V float2 operator-(float2 a) { return float2{-a.x, -a.y}; }
__WL_V float3 operator-(float3 a) { return float3{-a.x, -a.y, -a.z}; }
__WL_V float4 operator-(float4 a) { return float4{-a.x, -a.y, -a.z, -a.w}; }

__WL_V float2 make_float2(float s) { return float2{s, s}; }
__WL_V float3 make_float3(float s) { return float3{s, s, s}; }
__WL_V float4 make_float4(float s) { return float4{s, s, s, s}; }
__WL_V float3 make_float3(float4 v) { return float3{v.x, v.y, v.z}; }
__WL_V float3 make_float3(float2 v, float z) { return float3{v.x, v.y, z}; }
__WL_V float4 make_float4(float3 v, float w) { return float4{v.x, v.y, v.z, w}; }
__WL_V float4 make_float4(float3 v) { return float4{v.x, v.y, v.z, 0.0f}; }
__WL_V int2 make_int2(float2 v) { return int2{(int)v.x, (int)v.y}; }
__WL_V int3 make_int3(float3 v) { return int3{(int)v.x, (int)v.y, (int)v.z}; }
__WL_V uint3 make_uint3(unsigned int s) { return uint3{s, s, s}; }

__WL_V float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
__WL_V float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__WL_V float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__WL_V float3 cross(float3 a, float3 b) { return float3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
__WL_V float length(float2 v) { return sqrtf(dot(v, v)); }
__WL_V float length(float3 v) { return sqrtf(dot(v, v)); }
__WL_V float length(float4 v) { return sqrtf(dot(v, v)); }
__WL_V float2 normalize(float2 v) { return v * rsqrtf(dot(v, v)); }
__WL_V float3 normalize(float3 v) { return v * rsqrtf(dot(v, v)); }
__WL_V float4 normalize(float4 v) { return v * rsqrtf(dot(v, v)); }
__WL_V float lerp(float a, float b, float t) { return a + t * (b - a); }
__WL_V float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
__WL_V float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
__WL_V float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
__WL_V float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
__WL_V int clamp(int f, int a, int b) { return max(a, min(f, b)); }
__WL_V unsigned int clamp(unsigned int f, unsigned int a, unsigned int b) { return max(a, min(f, b)); }
__WL_V float3 clamp(float3 v, float3 a, float3 b) { return float3{clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)}; }
__WL_V float3 fminf(float3 a, float3 b) { return float3{fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)}; }
__WL_V float3 fmaxf(float3 a, float3 b) { return float3{fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}; }
__WL_V float3 fabs(float3 v) { return float3{fabsf(v.x), fabsf(v.y), fabsf(v.z)}; }
__WL_V float3 floorf(float3 v) { return float3{floorf(v.x), floorf(v.y), floorf(v.z)}; }
__WL_V float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
#undef __WL_V
