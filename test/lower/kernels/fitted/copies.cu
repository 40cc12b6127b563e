// Interleaved stores, copies of structures, halves.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#define T threadIdx.x
#define SY __syncthreads()
__global__ void a1(float*o){ __shared__ float s[512]; __shared__ float t[512]; s[2*T]=o[1]; t[2*T]=o[2]; s[2*T+1]=o[3]; t[2*T+1]=o[4]; SY; o[T]=s[T]+t[T]; }
__global__ void a2(float*o){ __shared__ float s[512]; s[2*T]=o[1]; o[T+9]=4; s[2*T+1]=o[3]; SY; o[T]=s[T]; }
__global__ void a3(float*o){ __shared__ float s[512]; s[T]=1; SY; float a=s[4*T]; s[4*T+2]=a+1; float b=s[4*T+1]; o[T]=a+b; }
struct __align__(16) M{ double d; int a; float b; };
__global__ void a4(float*o){ __shared__ M s[64]; s[T].d=o[T]; s[T].a=o[T]; s[T].b=o[4]; SY; M m=s[T^3]; o[T]=m.d+m.a+m.b; }
__global__ void a5(float*o){ __shared__ M s[64]; s[T].d=o[T]; s[T].a=o[T]; s[T].b=o[4]; SY; o[T]=s[T^3].d+s[T^3].a+s[T^3].b; }
struct __align__(8) N{ double d; int a; float b; };
__global__ void a6(float*o){ __shared__ N s[64]; s[T].d=o[T]; s[T].a=o[T]; s[T].b=o[4]; SY; o[T]=s[T^3].d+s[T^3].a+s[T^3].b; }
struct B256{ int v[64]; }; struct B64{int v[16];}; struct __align__(16) B64a{int v[16];}; struct __align__(16) B256a{int v[64];};
struct C20{ char v[20]; }; struct C7{char v[7];};
__global__ void b1(B256*p,B256*q){ p[T]=q[T]; }
__global__ void b2(B64*p,B64*q){ p[T]=q[T]; }
__global__ void b3(B64a*p,B64a*q){ p[T]=q[T]; }
__global__ void b4(B256a*p,B256a*q){ p[T]=q[T]; }
__global__ void b5(C20*p,C20*q){ p[T]=q[T]; }
__global__ void b6(C7*p,C7*q){ p[T]=q[T]; }
struct __align__(16) H8{ __half h[8]; };
__global__ void c1(H8*p,H8*q){ H8 a=p[T]; for(int i=0;i<8;i++) a.h[i]=__hadd(a.h[i],a.h[i]); q[T]=a; }
__global__ void c2(H8*p,float*q){ float s=0; for(int i=0;i<8;i++) s+=__half2float(p[T].h[i]); q[T]=s; }
__global__ void c3(H8*p,float*q){ H8 a=p[T]; q[T]=__half2float(a.h[0])+__half2float(a.h[5]); }
struct __align__(4) U4{ unsigned char c[4]; };
__global__ void c4(unsigned char*p,int*q){ __shared__ __align__(16) unsigned char s[256]; s[T]=p[T]; SY; int v=0; for(int i=0;i<16;i++) v+=s[T*16+i]; q[T]=v; }
__global__ void c5(short*p,int*q){ __shared__ __align__(16) short s[256]; s[T]=p[T]; SY; int v=0; for(int i=0;i<8;i++) v+=s[T*8+i]; q[T]=v; }
__global__ void c6(float4*o,int*q){ float a=o[T].x; q[T]=a; float b=o[T].y; q[T+100]=b; }
__global__ void c7(float*o,int k){ __shared__ float s[1024]; s[T]=o[T]; SY; float2 v=*(float2*)&s[2*T]; o[T]=v.x+v.y; }
__global__ void c8(float*o,int k){ float a[16]; for(int i=0;i<16;i++) a[i]=o[i]; a[k]=7; float v=0; for(int i=0;i<16;i++) v+=a[i]; o[T]=v+a[k+1]; }
__global__ void c9(float*o,int k){ float a[5]; for(int i=0;i<5;i++) a[i]=o[i+T]; o[T]=a[k]; }
__global__ void d1(float4*o,int k){ float4 a[3]; for(int i=0;i<3;i++) a[i]=o[i+T]; o[T]=a[k]; }
__global__ void d2(float*o,int k){ int b=T*2; __shared__ float s[600]; s[T]=o[T]; SY; o[T]=s[b+3]+s[b+4]; }
__global__ void d3(float*o,int k){ __shared__ float s[600]; s[T]=o[T]; SY; unsigned j=T+k; o[T]=s[j*2u]+s[j*2u+1u]; }
__global__ void d4(float*o,unsigned k){ o=(float*)__builtin_assume_aligned(o,16); unsigned j=T+k; o[T]=o[j*2u]+o[j*2u+1u]; }
__global__ void d5(float2*o,unsigned k){ float*p=(float*)o; float a=o[T].x; o[T+900].x=a+p[2*T+1]; }
__global__ void d6(float2*o,float*q){ o[T].x=1; o[T].y=2; q[T]=o[T+1].x+o[T+1].y; }
