// Spaces of pointers, parts of small vectors, members of unequal size.
#include <cuda_runtime.h>
#define T threadIdx.x
__global__ void p1(int**p,int k){ atomicAdd(*p,k); }
__global__ void p2(int**p,int k){ atomicAdd(p[T],k); }
__global__ void p3(int**p,int k){ p[T][T]=k; }
struct N{ N*next; int v; float*q; };
__global__ void p4(N*n,int k){ while(n){ n->v+=k; n=n->next;} }
__global__ void p5(N n,int k){ n.q[T]=k; n.next->v=n.next->next->v; }
__device__ int*gp;
__global__ void p6(int k){ gp[T]=k; }
__global__ void p7(int*o,int k){ __shared__ int s[32]; int*p=k?o:s; p[T]=k; __syncthreads(); o[T]=s[T]; }
__global__ void p8(int*o,int k){ __shared__ int* s[32]; s[T]=o+T; __syncthreads(); *s[T^1]=k; }
__noinline__ __device__ int fn(int*p){ return p[T]+p[T+1]; }
__global__ void p9(int*o){ o[T]=fn(o+5); }
__noinline__ __device__ int fs(int*p){ return p[T]+p[T+1]; }
__global__ void q1(int*o){ __shared__ int s[64]; s[T]=o[T]; __syncthreads(); o[T]=fs(s); }
struct Big{ int v[32]; };
__global__ void q2(Big b,int*o){ o[T]=b.v[T]; }
__global__ void q3(Big b,int*o,int k){ b.v[k]=3; o[T]=b.v[T]; }
__global__ void q4(Big b,int*o,int k){ o[T]=b.v[5]+b.v[k]; }
__constant__ int c[32];
__global__ void q5(int*o,int k){ o[T]=c[5]+c[k]+c[T]; }
__global__ void q7(unsigned long long a,int k){ ((int*)a)[T]=k; }
__global__ void q8(const unsigned char*o,int*q){ const uchar4 v=((const uchar4*)o)[T]; q[T]=v.x+v.y; }
__global__ void q9(const unsigned char*o,int*q){ const uchar4 v=((const uchar4*)o)[T]; q[T]=v.x+v.y+v.z; }
__global__ void r1(const unsigned char*o,int*q){ const uchar4 v=((const uchar4*)o)[T]; q[T]=v.z+v.w; }
__global__ void r2(const unsigned char*o,int*q){ const uchar4 v=((const uchar4*)o)[T]; q[T]=v.y+v.z; }
__global__ void r3(const short4*o,int*q){ short4 v=o[T]; q[T]=v.x; }
__global__ void r4(const short4*o,int*q){ short4 v=o[T]; q[T]=v.x+v.y; }
__global__ void r5(const short4*o,int*q){ short4 v=o[T]; q[T]=v.x+v.z; }
__global__ void r6(const short4*o,int*q){ short4 v=o[T]; q[T]=v.x+v.y+v.z; }
__global__ void r7(uchar4*o){ uchar4*p=o+T; p->x=1; p->y=o[5].x; }
__global__ void r8(uchar4*o,int k){ uchar4*p=o+T; p->x=1; p->y=k; p->z=k+1; }
__global__ void r9(uchar4*o,int k){ uchar4*p=o+T; p->x=1; p->y=k; p->z=k+1; p->w=k; }
struct __align__(16) M{ double d; int a; float b; };
__global__ void t1(const M*p,float*q){ q[T]=p[T].d+p[T].a+p[T].b; }
__global__ void t2(const M*p,float*q){ M m=p[T]; q[T]=m.d+m.a+m.b; }
__global__ void t3(const M*p,float*q){ q[T]=p[T].a+p[T].b; }
__global__ void t4(M*p,float q){ p[T].d=q; p[T].a=q; p[T].b=q; }
__global__ void t5(M*p,float q){ M m; m.d=q;m.a=q;m.b=q; p[T]=m; }
struct __align__(8) H{ short a,b; int c; };
__global__ void t6(const H*p,float*q){ q[T]=p[T].a+p[T].b+p[T].c; }
__global__ void t7(const H*p,float*q){ H h=p[T]; q[T]=h.a+h.b+h.c; }
__global__ void t8(const int2*p,int*q){ int2 a=p[T],b=p[T+1]; q[T]=a.x+a.y+b.x+b.y; }
__global__ void t9(const float4*p,float*q){ float4 a=p[2*T],b=p[2*T+1]; q[T]=a.x+a.y+a.z+a.w+b.x+b.y+b.z+b.w; }
