// Arithmetic on the vector types, as the samples' header offers it; our own version.
#pragma once

#include "cuda_runtime.h"

typedef unsigned int uint;
typedef unsigned short ushort;

#define __WL_V static __inline__ __attribute__((host, device, always_inline))

// Lists of elements, for two, three and four: of one operand through a function, of two, of three, and by an operator.
#define __WL_OF_2(F) F(a.x), F(a.y)
#define __WL_OF_3(F) __WL_OF_2(F), F(a.z)
#define __WL_OF_4(F) __WL_OF_3(F), F(a.w)
#define __WL_BOTH_2(F) F(a.x, b.x), F(a.y, b.y)
#define __WL_BOTH_3(F) __WL_BOTH_2(F), F(a.z, b.z)
#define __WL_BOTH_4(F) __WL_BOTH_3(F), F(a.w, b.w)
#define __WL_THREE_2(F) F(a.x, b.x, c.x), F(a.y, b.y, c.y)
#define __WL_THREE_3(F) __WL_THREE_2(F), F(a.z, b.z, c.z)
#define __WL_THREE_4(F) __WL_THREE_3(F), F(a.w, b.w, c.w)
#define __WL_OP_2(OP) a.x OP b.x, a.y OP b.y
#define __WL_OP_3(OP) __WL_OP_2(OP), a.z OP b.z
#define __WL_OP_4(OP) __WL_OP_3(OP), a.w OP b.w
#define __WL_RIGHT_2(OP) a.x OP b, a.y OP b
#define __WL_RIGHT_3(OP) __WL_RIGHT_2(OP), a.z OP b
#define __WL_RIGHT_4(OP) __WL_RIGHT_3(OP), a.w OP b
#define __WL_LEFT_2(OP) a OP b.x, a OP b.y
#define __WL_LEFT_3(OP) __WL_LEFT_2(OP), a OP b.z
#define __WL_LEFT_4(OP) __WL_LEFT_3(OP), a OP b.w
#define __WL_SAME_2(s) s, s
#define __WL_SAME_3(s) s, s, s
#define __WL_SAME_4(s) s, s, s, s
#define __WL_SUM_2 a.x *b.x + a.y *b.y
#define __WL_SUM_3 __WL_SUM_2 + a.z *b.z
#define __WL_SUM_4 __WL_SUM_3 + a.w *b.w

#define __WL_OPERATOR(V, S, N, OP)                                  \
  __WL_V V operator OP(V a, V b) { return V{__WL_OP_##N(OP)}; }     \
  __WL_V V operator OP(V a, S b) { return V{__WL_RIGHT_##N(OP)}; }  \
  __WL_V V operator OP(S a, V b) { return V{__WL_LEFT_##N(OP)}; }   \
  __WL_V void operator OP##=(V & a, V b) { a = V{__WL_OP_##N(OP)}; } \
  __WL_V void operator OP##=(V & a, S b) { a = V{__WL_RIGHT_##N(OP)}; }

// A function of scalars, element by element.
#define __WL_UNARY(V, N, NAME) \
  __WL_V V NAME(V a) { return V{__WL_OF_##N(NAME)}; }
#define __WL_BINARY(V, N, NAME) \
  __WL_V V NAME(V a, V b) { return V{__WL_BOTH_##N(NAME)}; }

__WL_V float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
__WL_V int clamp(int f, int a, int b) { return max(a, min(f, b)); }
__WL_V uint clamp(uint f, uint a, uint b) { return max(a, min(f, b)); }
__WL_V float lerp(float a, float b, float t) { return a + t * (b - a); }
__WL_V float fracf(float v) { return v - floorf(v); }
__WL_V float smoothstep(float a, float b, float x) {
  float t = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

// What every element type has.
#define __WL_ANY(V, S, N)                                              \
  __WL_OPERATOR(V, S, N, +)                                            \
  __WL_OPERATOR(V, S, N, -)                                            \
  __WL_OPERATOR(V, S, N, *)                                            \
  __WL_V V make_##V(S s) { return V{__WL_SAME_##N(s)}; }               \
  __WL_V S dot(V a, V b) { return __WL_SUM_##N; }                      \
  __WL_V V clamp(V a, V b, V c) { return V{__WL_THREE_##N(clamp)}; }   \
  __WL_V V clamp(V v, S low, S high) { return clamp(v, make_##V(low), make_##V(high)); }
#define __WL_SIGNED(V, N) \
  __WL_V V operator-(V a) { return V{__WL_OF_##N(-)}; }
#define __WL_INTEGER(V, S, N) __WL_ANY(V, S, N) __WL_BINARY(V, N, min) __WL_BINARY(V, N, max)
#define __WL_FLOAT(V, N)                                               \
  __WL_ANY(V, float, N)                                                \
  __WL_OPERATOR(V, float, N, /)                                        \
  __WL_SIGNED(V, N)                                                    \
  __WL_BINARY(V, N, fminf)                                             \
  __WL_BINARY(V, N, fmaxf)                                             \
  __WL_BINARY(V, N, fmodf)                                             \
  __WL_UNARY(V, N, floorf)                                             \
  __WL_UNARY(V, N, fracf)                                              \
  __WL_V V fabs(V a) { return V{__WL_OF_##N(fabsf)}; }                 \
  __WL_V V lerp(V a, V b, float t) { return a + t * (b - a); }         \
  __WL_V V smoothstep(V a, V b, V c) { return V{__WL_THREE_##N(smoothstep)}; } \
  __WL_V float length(V v) { return sqrtf(dot(v, v)); }                \
  __WL_V V normalize(V v) { return v * rsqrtf(dot(v, v)); }

__WL_FLOAT(float2, 2)
__WL_FLOAT(float3, 3)
__WL_FLOAT(float4, 4)
__WL_INTEGER(int2, int, 2)
__WL_INTEGER(int3, int, 3)
__WL_INTEGER(int4, int, 4)
__WL_SIGNED(int2, 2)
__WL_SIGNED(int3, 3)
__WL_SIGNED(int4, 4)
__WL_UNARY(int2, 2, abs)
__WL_UNARY(int3, 3, abs)
__WL_UNARY(int4, 4, abs)
__WL_INTEGER(uint2, uint, 2)
__WL_INTEGER(uint3, uint, 3)
__WL_INTEGER(uint4, uint, 4)

// From vectors of other elements and of other lengths; what is longer is filled up with zero.
#define __WL_CONVERT(V, S, FROM)                                                                      \
  __WL_V V##2 make_##V##2(FROM##2 v) { return V##2{(S)v.x, (S)v.y}; }                                 \
  __WL_V V##3 make_##V##3(FROM##3 v) { return V##3{(S)v.x, (S)v.y, (S)v.z}; }                         \
  __WL_V V##4 make_##V##4(FROM##4 v) { return V##4{(S)v.x, (S)v.y, (S)v.z, (S)v.w}; }
#define __WL_LENGTHS(V, S)                                                                            \
  __WL_V V##2 make_##V##2(V##3 v) { return V##2{v.x, v.y}; }                                          \
  __WL_V V##3 make_##V##3(V##2 v) { return V##3{v.x, v.y, 0}; }                                       \
  __WL_V V##3 make_##V##3(V##2 v, S z) { return V##3{v.x, v.y, z}; }                                  \
  __WL_V V##3 make_##V##3(V##4 v) { return V##3{v.x, v.y, v.z}; }                                     \
  __WL_V V##4 make_##V##4(V##3 v) { return V##4{v.x, v.y, v.z, 0}; }                                  \
  __WL_V V##4 make_##V##4(V##3 v, S w) { return V##4{v.x, v.y, v.z, w}; }
__WL_LENGTHS(float, float)
__WL_LENGTHS(int, int)
__WL_LENGTHS(uint, uint)
__WL_CONVERT(float, float, int)
__WL_CONVERT(float, float, uint)
__WL_CONVERT(int, int, float)
__WL_CONVERT(int, int, uint)
__WL_CONVERT(uint, uint, int)

__WL_V float3 cross(float3 a, float3 b) { return float3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
__WL_V float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }

#undef __WL_CONVERT
#undef __WL_LENGTHS
#undef __WL_FLOAT
#undef __WL_INTEGER
#undef __WL_SIGNED
#undef __WL_ANY
#undef __WL_BINARY
#undef __WL_UNARY
#undef __WL_OPERATOR
#undef __WL_OF_2
#undef __WL_OF_3
#undef __WL_OF_4
#undef __WL_BOTH_2
#undef __WL_BOTH_3
#undef __WL_BOTH_4
#undef __WL_THREE_2
#undef __WL_THREE_3
#undef __WL_THREE_4
#undef __WL_OP_2
#undef __WL_OP_3
#undef __WL_OP_4
#undef __WL_RIGHT_2
#undef __WL_RIGHT_3
#undef __WL_RIGHT_4
#undef __WL_LEFT_2
#undef __WL_LEFT_3
#undef __WL_LEFT_4
#undef __WL_SAME_2
#undef __WL_SAME_3
#undef __WL_SAME_4
#undef __WL_SUM_2
#undef __WL_SUM_3
#undef __WL_SUM_4
#undef __WL_V
