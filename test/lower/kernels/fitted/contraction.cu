// Contraction: which products become fused.
#include <cuda_runtime.h>
#define T threadIdx.x
__global__ void f1(float*o){ o[T]=o[T+1]*o[T+2]+o[T+3]*o[T+4]; }
__global__ void f2(float*o){ float m=o[T+1]*o[T+2]; o[T]=m+o[T+3]; o[T+100]=m; }
__global__ void f3(float*o){ float m=o[T+1]*o[T+2]; o[T]=m+o[T+3]; o[T+100]=m+o[T+8]; }
__global__ void f4(float*o){ float m=o[T+1]*o[T+2]; float n=o[T+3]*o[T+4]; o[T]=m+n; o[T+100]=m; }
__global__ void f5(float*o){ float m=o[T+1]*o[T+2]; float n=o[T+3]*o[T+4]; o[T]=m+n; o[T+100]=n; }
__global__ void f6(float*o){ o[T]=o[T+1]*o[T+2]-o[T+3]; }
__global__ void f7(float*o){ o[T]=o[T+3]-o[T+1]*o[T+2]; }
__global__ void f8(float*o){ o[T]=o[T+1]*o[T+2]-o[T+3]*o[T+4]; }
__global__ void f9(float*o){ o[T]=-(o[T+1]*o[T+2])+o[T+3]; }
__global__ void g1(double*o){ o[T]=o[T+1]*o[T+2]+o[T+3]*o[T+4]; }
__global__ void g2(float*o){ o[T]=__fmul_rn(o[T+1],o[T+2])+o[T+3]; }
__global__ void g3(float*o){ float m=o[T+1]*o[T+2]; if(o[T+7]>0) o[T]=m+o[T+3]; }
__global__ void g4(float*o){ float m=o[T+1]*o[T+2]; float v=3; if(o[T+7]>0) v=m+o[T+3]; else v=m; o[T]=v; }
__global__ void g5(float*o){ o[T]=2.0f*o[T+1]+1.0f; }
__global__ void g6(float*o){ o[T]=o[T+1]*2.0f+o[T+1]; }
__global__ void g7(float*o){ float m=o[T+1]*o[T+2]; o[T]=m+m; }
__global__ void g8(float*o,int n){ float s=0; for(int i=0;i<n;i++){ float m=o[i]*o[i+1]; s+=m; } o[T]=s; }
__global__ void g9(float*o,int n){ float m=o[1]*o[2]; float s=0; for(int i=0;i<n;i++){ s=s*o[i]+m; } o[T]=s; }
__global__ void h1(float*o){ double d=(double)(o[T+1]*o[T+2])+ (double)o[T+3]; o[T]=d; }
__global__ void h2(float*o){ float m=o[T+1]*o[T+2]; o[T]=(m+o[T+3])*m; }
__global__ void h3(float*o){ float x=o[T],y=o[T+1]; o[T]=x*x+y*y; o[T+50]=x*x-y*y; }
__global__ void h4(float*o){ float x=o[T]; o[T]=x*x*x+x*x+x; }
