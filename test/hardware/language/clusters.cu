/* Accesses through addresses that name a block of the cluster: the own one, another, or one of each. */ #include <cooperative_groups.h>
#include <cstdio>
namespace cg=cooperative_groups;
__global__ void __cluster_dims__(2,1,1) ld_f4s1_remote(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=p[t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f4s1_remote(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()^1); p[t]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f4s1_own(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=p[t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f4s1_own(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()); p[t]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f4s1_mixed(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); out[blockIdx.x*64+t]=p[t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f4s1_mixed(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); p[t]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f4s2_remote(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=p[(t*2)&255]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f4s2_remote(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()^1); p[(t*2)&255]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f4s2_own(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=p[(t*2)&255]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f4s2_own(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()); p[(t*2)&255]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f4s2_mixed(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); out[blockIdx.x*64+t]=p[(t*2)&255]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f4s2_mixed(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); p[(t*2)&255]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f4s32_remote(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=p[(t*32)&255]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f4s32_remote(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()^1); p[(t*32)&255]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f4s32_own(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=p[(t*32)&255]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f4s32_own(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()); p[(t*32)&255]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f4s32_mixed(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); out[blockIdx.x*64+t]=p[(t*32)&255]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f4s32_mixed(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); p[(t*32)&255]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f8s1_remote(float2*out){
  __shared__ float2 s[128]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<128;i+=blockDim.x) s[i]=make_float2(0,0); c.sync();
  float2*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=p[t&127]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f8s1_remote(float2*out){
  __shared__ float2 s[128]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<128;i+=blockDim.x) s[i]=make_float2(0,0); c.sync();
  float2*p=c.map_shared_rank(s,c.block_rank()^1); p[t&127]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f8s1_own(float2*out){
  __shared__ float2 s[128]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<128;i+=blockDim.x) s[i]=make_float2(0,0); c.sync();
  float2*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=p[t&127]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f8s1_own(float2*out){
  __shared__ float2 s[128]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<128;i+=blockDim.x) s[i]=make_float2(0,0); c.sync();
  float2*p=c.map_shared_rank(s,c.block_rank()); p[t&127]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f8s1_mixed(float2*out){
  __shared__ float2 s[128]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<128;i+=blockDim.x) s[i]=make_float2(0,0); c.sync();
  float2*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); out[blockIdx.x*64+t]=p[t&127]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f8s1_mixed(float2*out){
  __shared__ float2 s[128]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<128;i+=blockDim.x) s[i]=make_float2(0,0); c.sync();
  float2*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); p[t&127]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f16s1_remote(float4*out){
  __shared__ float4 s[64]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<64;i+=blockDim.x) s[i]=make_float4(0,0,0,0); c.sync();
  float4*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=p[t&63]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f16s1_remote(float4*out){
  __shared__ float4 s[64]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<64;i+=blockDim.x) s[i]=make_float4(0,0,0,0); c.sync();
  float4*p=c.map_shared_rank(s,c.block_rank()^1); p[t&63]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f16s1_own(float4*out){
  __shared__ float4 s[64]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<64;i+=blockDim.x) s[i]=make_float4(0,0,0,0); c.sync();
  float4*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=p[t&63]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f16s1_own(float4*out){
  __shared__ float4 s[64]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<64;i+=blockDim.x) s[i]=make_float4(0,0,0,0); c.sync();
  float4*p=c.map_shared_rank(s,c.block_rank()); p[t&63]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_f16s1_mixed(float4*out){
  __shared__ float4 s[64]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<64;i+=blockDim.x) s[i]=make_float4(0,0,0,0); c.sync();
  float4*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); out[blockIdx.x*64+t]=p[t&63]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_f16s1_mixed(float4*out){
  __shared__ float4 s[64]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<64;i+=blockDim.x) s[i]=make_float4(0,0,0,0); c.sync();
  float4*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); p[t&63]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_c1s1_remote(unsigned char*out){
  __shared__ unsigned char s[1024]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<1024;i+=blockDim.x) s[i]=0; c.sync();
  unsigned char*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=p[t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_c1s1_remote(unsigned char*out){
  __shared__ unsigned char s[1024]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<1024;i+=blockDim.x) s[i]=0; c.sync();
  unsigned char*p=c.map_shared_rank(s,c.block_rank()^1); p[t]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_c1s1_own(unsigned char*out){
  __shared__ unsigned char s[1024]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<1024;i+=blockDim.x) s[i]=0; c.sync();
  unsigned char*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=p[t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_c1s1_own(unsigned char*out){
  __shared__ unsigned char s[1024]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<1024;i+=blockDim.x) s[i]=0; c.sync();
  unsigned char*p=c.map_shared_rank(s,c.block_rank()); p[t]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_c1s1_mixed(unsigned char*out){
  __shared__ unsigned char s[1024]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<1024;i+=blockDim.x) s[i]=0; c.sync();
  unsigned char*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); out[blockIdx.x*64+t]=p[t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_c1s1_mixed(unsigned char*out){
  __shared__ unsigned char s[1024]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<1024;i+=blockDim.x) s[i]=0; c.sync();
  unsigned char*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); p[t]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_bcast_remote(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=p[0]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_bcast_remote(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()^1); p[0]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_bcast_own(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=p[0]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_bcast_own(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,c.block_rank()); p[0]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) ld_bcast_mixed(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); out[blockIdx.x*64+t]=p[0]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) st_bcast_mixed(float*out){
  __shared__ float s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0.f; c.sync();
  float*p=c.map_shared_rank(s,(threadIdx.x&16)?c.block_rank()^1:c.block_rank()); p[0]=out[blockIdx.x*64+t]; c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) red_s1_remote(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()^1); atomicAdd(p+(t),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) atom_s1_remote(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=atomicAdd(p+(t),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) red_same_remote(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()^1); atomicAdd(p+(0),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) atom_same_remote(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=atomicAdd(p+(0),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) red_two_remote(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()^1); atomicAdd(p+(t&1),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) atom_two_remote(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=atomicAdd(p+(t&1),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) red_s32_remote(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()^1); atomicAdd(p+((t*32)&255),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) atom_s32_remote(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()^1); out[blockIdx.x*64+t]=atomicAdd(p+((t*32)&255),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) red_s1_own(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()); atomicAdd(p+(t),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) atom_s1_own(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=atomicAdd(p+(t),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) red_same_own(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()); atomicAdd(p+(0),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) atom_same_own(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=atomicAdd(p+(0),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) red_two_own(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()); atomicAdd(p+(t&1),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) atom_two_own(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=atomicAdd(p+(t&1),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) red_s32_own(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()); atomicAdd(p+((t*32)&255),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
__global__ void __cluster_dims__(2,1,1) atom_s32_own(int*out){
  __shared__ int s[256]; auto c=cg::this_cluster(); int t=threadIdx.x;
  for(int i=t;i<256;i+=blockDim.x) s[i]=0; c.sync();
  int*p=c.map_shared_rank(s,c.block_rank()); out[blockIdx.x*64+t]=atomicAdd(p+((t*32)&255),1); c.sync(); if (out==nullptr) out[0]=s[t];
}
int main(){void*d;cudaMalloc(&d,1<<16);cudaMemset(d,0,1<<16);
ld_f4s1_remote<<<2,64>>>((float*)d);
st_f4s1_remote<<<2,64>>>((float*)d);
ld_f4s1_own<<<2,64>>>((float*)d);
st_f4s1_own<<<2,64>>>((float*)d);
ld_f4s1_mixed<<<2,64>>>((float*)d);
st_f4s1_mixed<<<2,64>>>((float*)d);
ld_f4s2_remote<<<2,64>>>((float*)d);
st_f4s2_remote<<<2,64>>>((float*)d);
ld_f4s2_own<<<2,64>>>((float*)d);
st_f4s2_own<<<2,64>>>((float*)d);
ld_f4s2_mixed<<<2,64>>>((float*)d);
st_f4s2_mixed<<<2,64>>>((float*)d);
ld_f4s32_remote<<<2,64>>>((float*)d);
st_f4s32_remote<<<2,64>>>((float*)d);
ld_f4s32_own<<<2,64>>>((float*)d);
st_f4s32_own<<<2,64>>>((float*)d);
ld_f4s32_mixed<<<2,64>>>((float*)d);
st_f4s32_mixed<<<2,64>>>((float*)d);
ld_f8s1_remote<<<2,64>>>((float2*)d);
st_f8s1_remote<<<2,64>>>((float2*)d);
ld_f8s1_own<<<2,64>>>((float2*)d);
st_f8s1_own<<<2,64>>>((float2*)d);
ld_f8s1_mixed<<<2,64>>>((float2*)d);
st_f8s1_mixed<<<2,64>>>((float2*)d);
ld_f16s1_remote<<<2,64>>>((float4*)d);
st_f16s1_remote<<<2,64>>>((float4*)d);
ld_f16s1_own<<<2,64>>>((float4*)d);
st_f16s1_own<<<2,64>>>((float4*)d);
ld_f16s1_mixed<<<2,64>>>((float4*)d);
st_f16s1_mixed<<<2,64>>>((float4*)d);
ld_c1s1_remote<<<2,64>>>((unsigned char*)d);
st_c1s1_remote<<<2,64>>>((unsigned char*)d);
ld_c1s1_own<<<2,64>>>((unsigned char*)d);
st_c1s1_own<<<2,64>>>((unsigned char*)d);
ld_c1s1_mixed<<<2,64>>>((unsigned char*)d);
st_c1s1_mixed<<<2,64>>>((unsigned char*)d);
ld_bcast_remote<<<2,64>>>((float*)d);
st_bcast_remote<<<2,64>>>((float*)d);
ld_bcast_own<<<2,64>>>((float*)d);
st_bcast_own<<<2,64>>>((float*)d);
ld_bcast_mixed<<<2,64>>>((float*)d);
st_bcast_mixed<<<2,64>>>((float*)d);
red_s1_remote<<<2,64>>>((int*)d);
atom_s1_remote<<<2,64>>>((int*)d);
red_same_remote<<<2,64>>>((int*)d);
atom_same_remote<<<2,64>>>((int*)d);
red_two_remote<<<2,64>>>((int*)d);
atom_two_remote<<<2,64>>>((int*)d);
red_s32_remote<<<2,64>>>((int*)d);
atom_s32_remote<<<2,64>>>((int*)d);
red_s1_own<<<2,64>>>((int*)d);
atom_s1_own<<<2,64>>>((int*)d);
red_same_own<<<2,64>>>((int*)d);
atom_same_own<<<2,64>>>((int*)d);
red_two_own<<<2,64>>>((int*)d);
atom_two_own<<<2,64>>>((int*)d);
red_s32_own<<<2,64>>>((int*)d);
atom_s32_own<<<2,64>>>((int*)d);
printf("%s\n",cudaGetErrorString(cudaDeviceSynchronize()));return 0;}
