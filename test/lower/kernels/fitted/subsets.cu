// Every subset of a float4's members: by value, by member, stored, and of a shared array.
#include <cuda_runtime.h>
__global__ void val_x(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.x; }
__global__ void mem_x(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].x; }
__global__ void sts_x(float4*p,float*q){ float v=q[0]; p[threadIdx.x].x=v; }
__global__ void shm_x(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+0]; }
__global__ void sst_x(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+0]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_y(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.y; }
__global__ void mem_y(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].y; }
__global__ void sts_y(float4*p,float*q){ float v=q[0]; p[threadIdx.x].y=v; }
__global__ void shm_y(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+1]; }
__global__ void sst_y(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+1]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_xy(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.x+v.y; }
__global__ void mem_xy(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].x+p[threadIdx.x].y; }
__global__ void sts_xy(float4*p,float*q){ float v=q[0]; p[threadIdx.x].x=v;p[threadIdx.x].y=v; }
__global__ void shm_xy(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+0]+s[threadIdx.x*4+1]; }
__global__ void sst_xy(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+0]=v;s[threadIdx.x*4+1]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_z(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.z; }
__global__ void mem_z(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].z; }
__global__ void sts_z(float4*p,float*q){ float v=q[0]; p[threadIdx.x].z=v; }
__global__ void shm_z(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+2]; }
__global__ void sst_z(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+2]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_xz(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.x+v.z; }
__global__ void mem_xz(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].x+p[threadIdx.x].z; }
__global__ void sts_xz(float4*p,float*q){ float v=q[0]; p[threadIdx.x].x=v;p[threadIdx.x].z=v; }
__global__ void shm_xz(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+0]+s[threadIdx.x*4+2]; }
__global__ void sst_xz(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+0]=v;s[threadIdx.x*4+2]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_yz(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.y+v.z; }
__global__ void mem_yz(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].y+p[threadIdx.x].z; }
__global__ void sts_yz(float4*p,float*q){ float v=q[0]; p[threadIdx.x].y=v;p[threadIdx.x].z=v; }
__global__ void shm_yz(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+1]+s[threadIdx.x*4+2]; }
__global__ void sst_yz(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+1]=v;s[threadIdx.x*4+2]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_xyz(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.x+v.y+v.z; }
__global__ void mem_xyz(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].x+p[threadIdx.x].y+p[threadIdx.x].z; }
__global__ void sts_xyz(float4*p,float*q){ float v=q[0]; p[threadIdx.x].x=v;p[threadIdx.x].y=v;p[threadIdx.x].z=v; }
__global__ void shm_xyz(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+0]+s[threadIdx.x*4+1]+s[threadIdx.x*4+2]; }
__global__ void sst_xyz(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+0]=v;s[threadIdx.x*4+1]=v;s[threadIdx.x*4+2]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_w(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.w; }
__global__ void mem_w(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].w; }
__global__ void sts_w(float4*p,float*q){ float v=q[0]; p[threadIdx.x].w=v; }
__global__ void shm_w(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+3]; }
__global__ void sst_w(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+3]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_xw(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.x+v.w; }
__global__ void mem_xw(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].x+p[threadIdx.x].w; }
__global__ void sts_xw(float4*p,float*q){ float v=q[0]; p[threadIdx.x].x=v;p[threadIdx.x].w=v; }
__global__ void shm_xw(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+0]+s[threadIdx.x*4+3]; }
__global__ void sst_xw(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+0]=v;s[threadIdx.x*4+3]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_yw(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.y+v.w; }
__global__ void mem_yw(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].y+p[threadIdx.x].w; }
__global__ void sts_yw(float4*p,float*q){ float v=q[0]; p[threadIdx.x].y=v;p[threadIdx.x].w=v; }
__global__ void shm_yw(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+1]+s[threadIdx.x*4+3]; }
__global__ void sst_yw(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+1]=v;s[threadIdx.x*4+3]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_xyw(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.x+v.y+v.w; }
__global__ void mem_xyw(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].x+p[threadIdx.x].y+p[threadIdx.x].w; }
__global__ void sts_xyw(float4*p,float*q){ float v=q[0]; p[threadIdx.x].x=v;p[threadIdx.x].y=v;p[threadIdx.x].w=v; }
__global__ void shm_xyw(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+0]+s[threadIdx.x*4+1]+s[threadIdx.x*4+3]; }
__global__ void sst_xyw(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+0]=v;s[threadIdx.x*4+1]=v;s[threadIdx.x*4+3]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_zw(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.z+v.w; }
__global__ void mem_zw(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].z+p[threadIdx.x].w; }
__global__ void sts_zw(float4*p,float*q){ float v=q[0]; p[threadIdx.x].z=v;p[threadIdx.x].w=v; }
__global__ void shm_zw(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+2]+s[threadIdx.x*4+3]; }
__global__ void sst_zw(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+2]=v;s[threadIdx.x*4+3]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_xzw(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.x+v.z+v.w; }
__global__ void mem_xzw(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].x+p[threadIdx.x].z+p[threadIdx.x].w; }
__global__ void sts_xzw(float4*p,float*q){ float v=q[0]; p[threadIdx.x].x=v;p[threadIdx.x].z=v;p[threadIdx.x].w=v; }
__global__ void shm_xzw(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+0]+s[threadIdx.x*4+2]+s[threadIdx.x*4+3]; }
__global__ void sst_xzw(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+0]=v;s[threadIdx.x*4+2]=v;s[threadIdx.x*4+3]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_yzw(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.y+v.z+v.w; }
__global__ void mem_yzw(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].y+p[threadIdx.x].z+p[threadIdx.x].w; }
__global__ void sts_yzw(float4*p,float*q){ float v=q[0]; p[threadIdx.x].y=v;p[threadIdx.x].z=v;p[threadIdx.x].w=v; }
__global__ void shm_yzw(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+1]+s[threadIdx.x*4+2]+s[threadIdx.x*4+3]; }
__global__ void sst_yzw(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+1]=v;s[threadIdx.x*4+2]=v;s[threadIdx.x*4+3]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }
__global__ void val_xyzw(const float4*p,float*q){ float4 v=p[threadIdx.x]; q[threadIdx.x]=v.x+v.y+v.z+v.w; }
__global__ void mem_xyzw(const float4*p,float*q){ q[threadIdx.x]=p[threadIdx.x].x+p[threadIdx.x].y+p[threadIdx.x].z+p[threadIdx.x].w; }
__global__ void sts_xyzw(float4*p,float*q){ float v=q[0]; p[threadIdx.x].x=v;p[threadIdx.x].y=v;p[threadIdx.x].z=v;p[threadIdx.x].w=v; }
__global__ void shm_xyzw(float*q){ __shared__ float s[512]; s[threadIdx.x]=q[1]; __syncthreads(); q[threadIdx.x]=s[threadIdx.x*4+0]+s[threadIdx.x*4+1]+s[threadIdx.x*4+2]+s[threadIdx.x*4+3]; }
__global__ void sst_xyzw(float*q){ __shared__ float s[512]; float v=q[1]; s[threadIdx.x*4+0]=v;s[threadIdx.x*4+1]=v;s[threadIdx.x*4+2]=v;s[threadIdx.x*4+3]=v; __syncthreads(); q[threadIdx.x]=s[threadIdx.y]; }