// Shared arrays by place, type and index; what merges and what keeps from merging.
#include <cuda_runtime.h>
__global__ void a1(float*o){ __shared__ float s[128]; s[threadIdx.x]=threadIdx.x; __syncthreads(); 
 o[threadIdx.x]=s[0]+s[1]+s[2]+s[3]; }
__global__ void a2(float*o){ __shared__ char c[3]; __shared__ float s[128]; s[threadIdx.x]=threadIdx.x; if(threadIdx.x<3)c[threadIdx.x]=threadIdx.x; __syncthreads(); 
 o[threadIdx.x]=s[0]+s[1]+s[2]+s[3]+c[0]; }
__global__ void a3(float*o){ __shared__ float c[3]; __shared__ float s[128]; s[threadIdx.x]=threadIdx.x; if(threadIdx.x<3)c[threadIdx.x]=threadIdx.x; __syncthreads(); 
 o[threadIdx.x]=s[0]+s[1]+s[2]+s[3]+c[1]; }
__global__ void a4(float*o){ __shared__ float s[128];  __shared__ float c[3]; s[threadIdx.x]=threadIdx.x; if(threadIdx.x<3)c[threadIdx.x]=threadIdx.x; __syncthreads(); 
 o[threadIdx.x]=s[0]+s[1]+s[2]+s[3]+c[1]+c[0]+c[2]; }
__global__ void a5(float*o){ __shared__ float s[33][33]; s[threadIdx.x][threadIdx.y]=threadIdx.x; __syncthreads(); 
 float v=0; for(int i=0;i<32;i++) v+=s[threadIdx.y][i]; o[threadIdx.x]=v; }
__global__ void a6(float*o){ __shared__ float s[32][34]; s[threadIdx.x][threadIdx.y]=threadIdx.x; __syncthreads(); 
 float v=0; for(int i=0;i<32;i++) v+=s[threadIdx.y][i]; o[threadIdx.x]=v; }
__global__ void a7(float*o){ __shared__ float s[32][36]; s[threadIdx.x][threadIdx.y]=threadIdx.x; __syncthreads(); 
 float v=0; for(int i=0;i<32;i++) v+=s[threadIdx.y][i]; o[threadIdx.x]=v; }
__global__ void a8(float*o){ __shared__ float s[1024]; 
 s[4*threadIdx.x]=o[threadIdx.x]; s[4*threadIdx.x+1]=2; s[4*threadIdx.x+2]=o[5]; s[4*threadIdx.x+3]=1; __syncthreads(); o[threadIdx.x]=s[threadIdx.y]; }
__global__ void a9(float*o){ __shared__ float s[1024]; 
 s[2*threadIdx.x]=o[threadIdx.x]; s[2*threadIdx.x+1]=2;  __syncthreads(); o[threadIdx.x]=s[2*threadIdx.y]+s[2*threadIdx.y+1]; }
__global__ void b1(float*o, int k){ extern __shared__ float d[]; 
 d[2*threadIdx.x]=o[threadIdx.x]; d[2*threadIdx.x+1]=2;  __syncthreads(); o[threadIdx.x]=d[4*threadIdx.y+k]+d[4*threadIdx.y+k+1]; }
__global__ void b2(float*o, int k){ __shared__ float s[1024];
 s[threadIdx.x]=o[threadIdx.x]; __syncthreads(); float v=0; for(int i=0;i<k;i+=4) v+=s[i]*s[i+1]*s[i+2]*s[i+3]; o[threadIdx.x]=v; }
__global__ void b3(float*o, int k){ __shared__ float s[1024];
 s[threadIdx.x]=o[threadIdx.x]; __syncthreads(); float v=0; for(int i=0;i<k;i++) v+=s[i]; o[threadIdx.x]=v; }
__global__ void b4(float*o, int k){ __shared__ float s[1024];
 s[threadIdx.x]=o[threadIdx.x]; __syncthreads(); float v=0; for(int i=0;i<64;i++) v+=s[i+k]; o[threadIdx.x]=v; }
__global__ void b5(short*o, int k){ __shared__ short s[1024];
 s[threadIdx.x]=o[threadIdx.x]; __syncthreads(); short v=0; for(int i=0;i<16;i++) v+=s[threadIdx.x*16+i]; o[threadIdx.x]=v; }
__global__ void b6(char*o, int k){ __shared__ char s[1024];
 s[threadIdx.x]=o[threadIdx.x]; __syncthreads(); short v=0; for(int i=0;i<16;i++) v+=s[threadIdx.x*16+i]; o[threadIdx.x]=v; }
__global__ void b7(double*o, int k){ __shared__ double s[1024];
 s[threadIdx.x]=o[threadIdx.x]; __syncthreads(); double v=0; for(int i=0;i<8;i++) v+=s[threadIdx.x*8+i]; o[threadIdx.x]=v; }
__device__ float g[1024];
__global__ void c1(float*o){ o[threadIdx.x]=g[4*threadIdx.x]+g[4*threadIdx.x+1]+g[4*threadIdx.x+2]+g[4*threadIdx.x+3]; }
__global__ void c2(float*o){ float4*p=(float4*)(o+4*threadIdx.x); float a=p->x,b=p->y; o[threadIdx.x]=a+b; }
__global__ void c3(const float4*o,float*q){ float4 v=o[threadIdx.x]; q[threadIdx.x]=v.y+v.z; }
__global__ void c4(const float4*o,float*q){ float4 v=o[threadIdx.x]; q[threadIdx.x]=v.x+v.y+v.z; }
__global__ void c5(const float4*o,float*q){ float4 v=o[threadIdx.x]; q[threadIdx.x]=v.x+v.w; }
__global__ void c6(const float4*o,float*q){ float4 v=o[threadIdx.x]; q[threadIdx.x]=v.x+v.z; }
