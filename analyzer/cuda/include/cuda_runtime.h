#pragma once
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
typedef unsigned long size_t;
struct uint3 {unsigned x,y,z;};
struct __attribute__((aligned(16))) float4 {float x,y,z,w;};
struct __attribute__((aligned(8))) float2 {float x,y;};
struct dim3 { unsigned x,y,z; __host__ __device__ constexpr dim3(unsigned a=1,unsigned b=1,unsigned c=1):x(a),y(b),z(c){} };
static inline __device__ float4 make_float4(float x,float y,float z,float w){float4 r; r.x=x;r.y=y;r.z=z;r.w=w;return r;}
#include <__clang_cuda_builtin_vars.h>

