// Atomics by operation, type, space, and whether address and value are the warp's.
#include <cuda_runtime.h>
__global__ void sadd_one(int*o,int k){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicAdd(&s[o[threadIdx.x]&63],1); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void saddr_one(int*o,int k){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); int r=atomicAdd(&s[o[threadIdx.x]&63],1); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]+r; }
__global__ void saddu_one(int*o,int k){ __shared__ int s; s=0; __syncthreads(); atomicAdd(&s,1); __syncthreads(); o[threadIdx.x]=s; }
__global__ void saddur_one(int*o,int k){ __shared__ int s; s=0; __syncthreads(); int r=atomicAdd(&s,1); __syncthreads(); o[threadIdx.x]=s+r; }
__global__ void gaddu_one(int*o,int k){ atomicAdd(o,1); }
__global__ void gaddur_one(int*o,int k){ o[threadIdx.x+1]=atomicAdd(o,1); }
__global__ void gaddb_one(int*o,int k){ atomicAdd(o+blockIdx.x,1); }
__global__ void sadd_two(int*o,int k){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicAdd(&s[o[threadIdx.x]&63],2); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void saddr_two(int*o,int k){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); int r=atomicAdd(&s[o[threadIdx.x]&63],2); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]+r; }
__global__ void saddu_two(int*o,int k){ __shared__ int s; s=0; __syncthreads(); atomicAdd(&s,2); __syncthreads(); o[threadIdx.x]=s; }
__global__ void saddur_two(int*o,int k){ __shared__ int s; s=0; __syncthreads(); int r=atomicAdd(&s,2); __syncthreads(); o[threadIdx.x]=s+r; }
__global__ void gaddu_two(int*o,int k){ atomicAdd(o,2); }
__global__ void gaddur_two(int*o,int k){ o[threadIdx.x+1]=atomicAdd(o,2); }
__global__ void gaddb_two(int*o,int k){ atomicAdd(o+blockIdx.x,2); }
__global__ void sadd_m1(int*o,int k){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicAdd(&s[o[threadIdx.x]&63],-1); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void saddr_m1(int*o,int k){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); int r=atomicAdd(&s[o[threadIdx.x]&63],-1); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]+r; }
__global__ void saddu_m1(int*o,int k){ __shared__ int s; s=0; __syncthreads(); atomicAdd(&s,-1); __syncthreads(); o[threadIdx.x]=s; }
__global__ void saddur_m1(int*o,int k){ __shared__ int s; s=0; __syncthreads(); int r=atomicAdd(&s,-1); __syncthreads(); o[threadIdx.x]=s+r; }
__global__ void gaddu_m1(int*o,int k){ atomicAdd(o,-1); }
__global__ void gaddur_m1(int*o,int k){ o[threadIdx.x+1]=atomicAdd(o,-1); }
__global__ void gaddb_m1(int*o,int k){ atomicAdd(o+blockIdx.x,-1); }
__global__ void sadd_tid(int*o,int k){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicAdd(&s[o[threadIdx.x]&63],(int)threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void saddr_tid(int*o,int k){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); int r=atomicAdd(&s[o[threadIdx.x]&63],(int)threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]+r; }
__global__ void saddu_tid(int*o,int k){ __shared__ int s; s=0; __syncthreads(); atomicAdd(&s,(int)threadIdx.x); __syncthreads(); o[threadIdx.x]=s; }
__global__ void saddur_tid(int*o,int k){ __shared__ int s; s=0; __syncthreads(); int r=atomicAdd(&s,(int)threadIdx.x); __syncthreads(); o[threadIdx.x]=s+r; }
__global__ void gaddu_tid(int*o,int k){ atomicAdd(o,(int)threadIdx.x); }
__global__ void gaddur_tid(int*o,int k){ o[threadIdx.x+1]=atomicAdd(o,(int)threadIdx.x); }
__global__ void gaddb_tid(int*o,int k){ atomicAdd(o+blockIdx.x,(int)threadIdx.x); }
__global__ void sadd_arg(int*o,int k){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicAdd(&s[o[threadIdx.x]&63],k); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void saddr_arg(int*o,int k){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); int r=atomicAdd(&s[o[threadIdx.x]&63],k); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]+r; }
__global__ void saddu_arg(int*o,int k){ __shared__ int s; s=0; __syncthreads(); atomicAdd(&s,k); __syncthreads(); o[threadIdx.x]=s; }
__global__ void saddur_arg(int*o,int k){ __shared__ int s; s=0; __syncthreads(); int r=atomicAdd(&s,k); __syncthreads(); o[threadIdx.x]=s+r; }
__global__ void gaddu_arg(int*o,int k){ atomicAdd(o,k); }
__global__ void gaddur_arg(int*o,int k){ o[threadIdx.x+1]=atomicAdd(o,k); }
__global__ void gaddb_arg(int*o,int k){ atomicAdd(o+blockIdx.x,k); }
__global__ void ssub_one(int*o){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicSub(&s[o[threadIdx.x]&63],1); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void sinc(unsigned*o){ __shared__ unsigned s[64]; s[threadIdx.x]=0; __syncthreads(); atomicInc(&s[o[threadIdx.x]&63],100); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void sincmax(unsigned*o){ __shared__ unsigned s[64]; s[threadIdx.x]=0; __syncthreads(); atomicInc(&s[o[threadIdx.x]&63],0xffffffff); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void sadd_f(float*o){ __shared__ float s[64]; s[threadIdx.x]=0; __syncthreads(); atomicAdd(&s[((int)o[threadIdx.x])&63],(float)1); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void gaddu_f(float*o){ atomicAdd(o,(float)threadIdx.x); }
__global__ void gaddur_f(float*o){ o[threadIdx.x+1]=atomicAdd(o,(float)threadIdx.x); }
__global__ void gadd_f(float*o){ atomicAdd(o+threadIdx.x,(float)threadIdx.x); }
__global__ void sadd_d(double*o){ __shared__ double s[64]; s[threadIdx.x]=0; __syncthreads(); atomicAdd(&s[((int)o[threadIdx.x])&63],(double)1); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void gaddu_d(double*o){ atomicAdd(o,(double)threadIdx.x); }
__global__ void gaddur_d(double*o){ o[threadIdx.x+1]=atomicAdd(o,(double)threadIdx.x); }
__global__ void gadd_d(double*o){ atomicAdd(o+threadIdx.x,(double)threadIdx.x); }
__global__ void sadd_ull(unsigned long long*o){ __shared__ unsigned long long s[64]; s[threadIdx.x]=0; __syncthreads(); atomicAdd(&s[((int)o[threadIdx.x])&63],(unsigned long long)1); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void gaddu_ull(unsigned long long*o){ atomicAdd(o,(unsigned long long)threadIdx.x); }
__global__ void gaddur_ull(unsigned long long*o){ o[threadIdx.x+1]=atomicAdd(o,(unsigned long long)threadIdx.x); }
__global__ void gadd_ull(unsigned long long*o){ atomicAdd(o+threadIdx.x,(unsigned long long)threadIdx.x); }
__global__ void gu_Max(int*o){ atomicMax(o,(int)threadIdx.x); }
__global__ void gur_Max(int*o){ o[threadIdx.x+1]=atomicMax(o,(int)threadIdx.x); }
__global__ void guu_Max(unsigned*o,unsigned k){ atomicMax(o,k); }
__global__ void s_Max(int*o){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicMax(&s[o[threadIdx.x]&63],threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void su_Max(int*o){ __shared__ int s; s=0; __syncthreads(); atomicMax(&s,threadIdx.x); __syncthreads(); o[threadIdx.x]=s; }
__global__ void gu_Min(int*o){ atomicMin(o,(int)threadIdx.x); }
__global__ void gur_Min(int*o){ o[threadIdx.x+1]=atomicMin(o,(int)threadIdx.x); }
__global__ void guu_Min(unsigned*o,unsigned k){ atomicMin(o,k); }
__global__ void s_Min(int*o){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicMin(&s[o[threadIdx.x]&63],threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void su_Min(int*o){ __shared__ int s; s=0; __syncthreads(); atomicMin(&s,threadIdx.x); __syncthreads(); o[threadIdx.x]=s; }
__global__ void gu_And(int*o){ atomicAnd(o,(int)threadIdx.x); }
__global__ void gur_And(int*o){ o[threadIdx.x+1]=atomicAnd(o,(int)threadIdx.x); }
__global__ void guu_And(unsigned*o,unsigned k){ atomicAnd(o,k); }
__global__ void s_And(int*o){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicAnd(&s[o[threadIdx.x]&63],threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void su_And(int*o){ __shared__ int s; s=0; __syncthreads(); atomicAnd(&s,threadIdx.x); __syncthreads(); o[threadIdx.x]=s; }
__global__ void gu_Or(int*o){ atomicOr(o,(int)threadIdx.x); }
__global__ void gur_Or(int*o){ o[threadIdx.x+1]=atomicOr(o,(int)threadIdx.x); }
__global__ void guu_Or(unsigned*o,unsigned k){ atomicOr(o,k); }
__global__ void s_Or(int*o){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicOr(&s[o[threadIdx.x]&63],threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void su_Or(int*o){ __shared__ int s; s=0; __syncthreads(); atomicOr(&s,threadIdx.x); __syncthreads(); o[threadIdx.x]=s; }
__global__ void gu_Xor(int*o){ atomicXor(o,(int)threadIdx.x); }
__global__ void gur_Xor(int*o){ o[threadIdx.x+1]=atomicXor(o,(int)threadIdx.x); }
__global__ void guu_Xor(unsigned*o,unsigned k){ atomicXor(o,k); }
__global__ void s_Xor(int*o){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicXor(&s[o[threadIdx.x]&63],threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void su_Xor(int*o){ __shared__ int s; s=0; __syncthreads(); atomicXor(&s,threadIdx.x); __syncthreads(); o[threadIdx.x]=s; }
__global__ void gu_Exch(int*o){ atomicExch(o,(int)threadIdx.x); }
__global__ void gur_Exch(int*o){ o[threadIdx.x+1]=atomicExch(o,(int)threadIdx.x); }
__global__ void guu_Exch(unsigned*o,unsigned k){ atomicExch(o,k); }
__global__ void s_Exch(int*o){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicExch(&s[o[threadIdx.x]&63],threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void su_Exch(int*o){ __shared__ int s; s=0; __syncthreads(); atomicExch(&s,threadIdx.x); __syncthreads(); o[threadIdx.x]=s; }
__global__ void gu_Inc(unsigned*o){ atomicInc(o,1000u); }
__global__ void gu_Dec(unsigned*o){ atomicDec(o,1000u); }
__global__ void gu_Sub(int*o){ atomicSub(o,threadIdx.x); }
__global__ void gu_CAS(int*o){ atomicCAS(o,1,threadIdx.x); }
__global__ void s_CAS(int*o){ __shared__ int s[64]; s[threadIdx.x]=0; __syncthreads(); atomicCAS(&s[o[threadIdx.x]&63],1,threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void s_CASl(unsigned long long*o){ __shared__ unsigned long long s[64]; s[threadIdx.x]=0; __syncthreads(); atomicCAS(&s[o[threadIdx.x]&63],1,threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void s_CASs(unsigned short*o){ __shared__ unsigned short s[64]; s[threadIdx.x]=0; __syncthreads(); atomicCAS(&s[o[threadIdx.x]&63],1,threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void s_Maxl(long long*o){ __shared__ long long s[64]; s[threadIdx.x]=0; __syncthreads(); atomicMax(&s[o[threadIdx.x]&63],threadIdx.x); __syncthreads(); o[threadIdx.x]=s[threadIdx.x]; }
__global__ void gif0(int*o){ if(threadIdx.x==0) atomicAdd(o,3); }
__global__ void gifl(int*o,int k){ if(threadIdx.x<k) atomicAdd(o,3); }
__global__ void gloop(int*o,int k){ for(int i=threadIdx.x;i<k;i+=32) atomicAdd(o,i); }
__global__ void gptr(int**o,int k){ atomicAdd(*o,k); }
__global__ void gy(int*o,int k){ atomicAdd(o+threadIdx.y,k); }
__global__ void gidx(int*o,int k){ atomicAdd(o+k*4,k); }
__global__ void gblk(int*o,int k){ atomicAdd_block(o,k); }
__global__ void gsys(int*o,int k){ atomicAdd_system(o,k); }
__global__ void gw(int*o,int k){ atomicAdd(o+threadIdx.x/32,k); }