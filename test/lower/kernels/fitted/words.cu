// Places of shared variables, clobbers, parts of words, structures.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#define T threadIdx.x
// layout order
__global__ void l1(float*o){ __shared__ char c; __shared__ double d[4]; __shared__ float s[128]; s[T]=1; c=T; d[T&3]=o[3]; __syncthreads(); o[T]=s[0]+s[1]+s[2]+s[3]+c+d[0]+d[1]; }
__global__ void l2(float*o){ __shared__ float a[5]; __shared__ float b[5]; a[T]=T;b[T]=o[T]; __syncthreads(); o[T]=b[0]+b[1]+b[2]+b[3]; }
__global__ void l3(float*o){ __shared__ float a[5]; __shared__ float b[5]; a[T]=T;b[T]=o[T]; __syncthreads(); o[T]=a[T]+b[3]+b[4]; }
__global__ void l4(float*o){ __shared__ float a[5]; __shared__ float b[5]; extern __shared__ float e[]; a[T]=T;b[T]=o[T]; e[T]=3; __syncthreads(); o[T]=a[T]+b[3]+b[4]+e[0]+e[1]+e[2]+e[3]; }
// dynamic index *4
__global__ void d1(float*o,int k){ __shared__ float s[512]; s[T]=o[T]; __syncthreads(); int j=o[9]; o[T]=s[j*4]+s[j*4+1]+s[j*4+2]+s[j*4+3]; }
__global__ void d2(float*o,int k){ __shared__ float s[512]; s[T]=o[T]; __syncthreads(); int j=o[9]; j&=~3; o[T]=s[j]+s[j+1]+s[j+2]+s[j+3]; }
__global__ void d3(float*o,int k){ __shared__ float s[16][16]; s[T][threadIdx.y]=o[T]; __syncthreads(); int j=o[9]; o[T]=s[j][4]+s[j][5]+s[j][6]+s[j][7]; }
__global__ void d4(float*o,int k){ __shared__ float s[512]; s[T]=o[T]; __syncthreads(); for(int i=T*4;i<512;i+=128) o[T]+=s[i]*s[i+1]; }
__global__ void d5(float*o,int k){ __shared__ float s[512]; s[T]=o[T]; __syncthreads(); float v=0; for(int i=0;i<k;i+=2) v+=s[i]*s[i+1]; o[T]=v; }
// clobber between
__global__ void k1(float*o){ __shared__ float s[512]; s[T]=o[T]; __syncthreads(); float a=s[2*T]; s[T+7]=a; float b=s[2*T+1]; o[T]=a+b; }
__global__ void k2(float*o){ __shared__ float s[512]; __shared__ float t[512]; s[T]=o[T]; __syncthreads(); float a=s[2*T]; t[T+7]=a; float b=s[2*T+1]; o[T]=a+b+t[T^1]; }
__global__ void k3(float*o){ __shared__ float s[512]; s[T]=o[T]; __syncthreads(); float a=s[2*T]; o[T+7]=a; float b=s[2*T+1]; o[T]=a+b; }
__global__ void k4(float*o){ __shared__ float s[512]; s[T]=o[T]; __syncthreads(); float a=s[2*T]; __syncthreads(); float b=s[2*T+1]; o[T]=a+b; }
__global__ void k5(float*o,float*q){ __shared__ volatile float s[512]; s[T]=o[T]; __syncthreads(); float a=s[2*T];  float b=s[2*T+1]; o[T]=a+b; }
__global__ void k6(float4*o,float*q){ float a=o[T].x; q[T]=a; float b=o[T].y; q[T+100]=b; }
__global__ void k7(float4*o,float*q){ o[T].x=1; float a=q[T]; o[T].y=a; }
__global__ void k8(float4*__restrict__ o,const float*__restrict__ q){ o[T].x=1; float a=q[T]; o[T].y=a; }
__global__ void k9(float*q){ __shared__ float s[512]; s[2*T]=1; float a=s[T+3]; s[2*T+1]=a; __syncthreads(); q[T]=s[T]; }
// sub-word
__global__ void u1(const uchar4*p,uchar4*q){ uchar4 v=p[T]; q[T]=make_uchar4(v.w,v.z,v.y,v.x); }
__global__ void u2(const uchar4*p,int*q){ uchar4 v=p[T]; q[T]=v.x+v.z; }
__global__ void u3(const uchar4*p,int*q){ uchar4 v=p[T]; q[T]=v.y; }
__global__ void u4(const short4*p,int*q){ short4 v=p[T]; q[T]=v.y+v.z+v.w+v.x; }
__global__ void u5(const short2*p,int*q){ short2 v=p[T]; q[T]=v.y+v.x; }
__global__ void u6(const char2*p,int*q){ char2 v=p[T]; q[T]=v.y+v.x; }
__global__ void u7(const __half2*p,__half*q){ __half2 v=p[T]; q[T]=v.x; }
__global__ void u8(const __half2*p,__half*q){ __half2 v=p[T]; q[T]=__hadd(v.x,v.y); }
__global__ void u9(uchar4*q){ __shared__ uchar4 s[128]; s[T]=q[T]; __syncthreads(); uchar4 v=s[T^5]; q[T]=make_uchar4(v.w,0,v.x,v.y); }
struct S3{float a,b,c;}; struct __align__(16) S5{float a,b,c,d,e;}; struct S8{double a; int b; float c; char d[4];};
__global__ void s1(const S3*p,S3*q){ q[T]=p[T+1]; }
__global__ void s2(const S5*p,S5*q){ q[T]=p[T+1]; }
__global__ void s3(const S8*p,S8*q){ q[T]=p[T+1]; }
__global__ void s4(const S8*p,float*q){ S8 s=p[T]; q[T]=s.a+s.b+s.c+s.d[0]; }
__global__ void s5(const double2*p,double*q){ double2 s=p[T]; q[T]=s.y; q[T+300]=p[T+9].x; }
__global__ void s6(const float3*p,float3*q){ q[T]=p[T+1]; }
__global__ void s7(const int4*p,int4*q){ int4 a=p[T]; a.x=7; q[T]=a; }
__global__ void s8(const longlong2*p,longlong2*q){ longlong2 a=p[T]; a.x+=a.y; q[T]=a; }
__global__ void s9(const double4*p,double4*q){ q[T]=p[T+3]; }
