#include <cstdio>
// What a shuffle gives from lanes that do not take part: diverged, exited, or beyond the width.
__global__ void diverged(int*o){int t=threadIdx.x;int v=-1;if(t<16)v=__shfl_sync(0xffff,t+100,t+16);o[t]=v;}
__global__ void divergedDown(int*o){int t=threadIdx.x;int v=-1;if(t<16)v=__shfl_down_sync(0xffff,t+100,8);o[t]=v;}
__global__ void divergedXor(int*o){int t=threadIdx.x;int v=-1;if(t<16)v=__shfl_xor_sync(0xffff,t+100,16);o[t]=v;}
__global__ void divergedUp(int*o){int t=threadIdx.x;int v=-1;if(t>=16)v=__shfl_up_sync(0xffff0000u,t+100,8);o[t]=v;}
__global__ void odd(int*o){int t=threadIdx.x;int v=-1;if(t&1)v=__shfl_sync(0xaaaaaaaau,t+100,t-1);o[t]=v;}
__global__ void exited(int*o){int t=threadIdx.x;if(t>=16)return;o[t]=__shfl_sync(0xffff,t+100,t+16);}
__global__ void exitedFull(int*o){int t=threadIdx.x;if(t>=16){o[t]=-7;return;}o[t]=__shfl_sync(0xffffffffu,t+100,t+16);}
__global__ void exitedDownFull(int*o){int t=threadIdx.x;if(t>=20){o[t]=-7;return;}o[t]=__shfl_down_sync(0xffffffffu,t+100,4);}
__global__ void partial(int*o){int t=threadIdx.x;o[t]=__shfl_down_sync(0xffffffffu,t+100,4);}
__global__ void partialXor(int*o){int t=threadIdx.x;o[t]=__shfl_xor_sync(0xffffffffu,t+100,16);}
__global__ void assigned(int*o,int k){int t=threadIdx.x;int x=t*3+k;if(t>=16)x=t*5+k;int v=x;if(t<16)v=__shfl_sync(0xffff,x,t+16);o[t]=v;}
__global__ void ballotExited(int*o){int t=threadIdx.x;if(t>=16){o[t]=-7;return;}o[t]=__ballot_sync(0xffffffffu,t&1);}
__global__ void matchPart(int*o){int t=threadIdx.x;int v=-1;if(t<16)v=__match_any_sync(0xffff,t&3);o[t]=v;}
__global__ void reduceExited(int*o){int t=threadIdx.x;if(t>=16){o[t]=-7;return;}o[t]=__reduce_add_sync(0xffffffffu,t);}
template<class K> void go(const char*n,K k,int threads=32){int*d;int h[32];cudaMalloc(&d,128);cudaMemset(d,255,128);k<<<1,threads>>>(d);cudaError_t e=cudaDeviceSynchronize();cudaMemcpy(h,d,128,cudaMemcpyDeviceToHost);printf("%s %s:",n,cudaGetErrorString(e));for(int i=0;i<32;i++)printf(" %d",h[i]);printf("\n");cudaFree(d);}
__global__ void assigned0(int*o){int t=threadIdx.x;int x=t*3+o[t];if(t>=16)x=t*5+o[t];int v=x;if(t<16)v=__shfl_sync(0xffff,x,t+16);o[t]=v;}
int main(){go("diverged",diverged);go("divergedDown",divergedDown);go("divergedXor",divergedXor);go("divergedUp",divergedUp);go("odd",odd);go("exited",exited);go("exitedFull",exitedFull);go("exitedDownFull",exitedDownFull);go("partial20",partial,20);go("partialXor20",partialXor,20);go("assigned0",assigned0);go("ballotExited",ballotExited);go("matchPart",matchPart);go("reduceExited",reduceExited);return 0;}
