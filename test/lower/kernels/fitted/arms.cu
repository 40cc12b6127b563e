// Stores, loads and arithmetic at the end of the arms of branches.
#include <cuda_runtime.h>
#define I int i = blockIdx.x * blockDim.x + threadIdx.x;
__global__ void sameStore(const int* in, int* out, int n) { I if (i>=n) return; int v=in[i]; if (v>3) out[i]=v*5; else out[i]=in[i+n]; out[i+n]=v; }
__global__ void otherStore(const int* in, int* out, int n) { I if (i>=n) return; int v=in[i]; if (v>3) out[i]=v*5; else out[v]=in[i+n]; out[i+n]=v; }
__global__ void withoutElse(const int* in, int* out, int n) { I if (i>=n) return; int v=in[i]; if (v>3) out[i]=v*5; else if (v<-3) out[i]=in[i+n]; out[i+n]=in[i+5]; }
__global__ void threeArms(const int* in, int* out, int n) { I if (i>=n) return; int v=in[i]; if (v>3) out[i]=v*5; else if (v<-3) out[i]=in[i+n]; else out[i]=in[i+n+n]; out[i+n]=in[i+5]; }
__global__ void fourCases(const int* in, int* out, int n) { I if (i>=n) return; int v=in[i]; switch(v&3){case 0: out[i]=in[v]; break; case 1: out[i]=in[v+4]; break; case 2: out[i]=in[v+n]; break; default: out[i]=in[v+7]*9;} out[i+n]=in[i+5]; }
__global__ void behindReturn(const int* in, int* out, int n) { I if (i>=n) return; int v=in[i]; if (v>3) out[i]=in[i+n]*5; else out[i]=in[i+n+n]; }
__global__ void insideGuard(const int* in, int* out, int n) { I if (i<n) { int v=in[i]; if (v>3) out[i]=in[i+n]*5; else out[i]=in[i+n+n]; } }
__global__ void inLoop(const int* in, int* out, int n) { I for (int k=i;k<n;k+=64) { int v=in[k]; if (v>3) out[k]=in[k+n]*5; else out[k]=in[k+n+n]; } }
__global__ void inLoopWithoutElse(const int* in, int* out, int n) { I for (int k=i;k<n;k+=64) { int v=in[k]; if (v>3) out[k]=in[k+n]*5; else if (v<-3) out[k]=in[k+n+n]; } }
__global__ void atTheEnd(const int* in, int* out, int n) { I int v=in[i]; if (v>3) out[i]=in[i+n]*5; else out[i]=in[i+n+n]; }
__global__ void atTheEndWithoutElse(const int* in, int* out, int n) { I int v=in[i]; if (v>3) out[i]=in[i+n]*5; else if (v<-3) out[i]=in[i+n+n]; }
__global__ void threeArmsAtTheEnd(const int* in, int* out, int n) { I int v=in[i]; if (v>3) out[i]=in[i+n]*5; else if (v<-3) out[i]=in[i+n+n]; else out[i]=in[7]; }
__global__ void sharedNeighbours(const int* in, int* out, int n) { __shared__ int s[64]; I int v=in[i]; if (v>3) s[threadIdx.x]=in[i+n]*5; else s[threadIdx.x+1]=in[i+n+n]; __syncthreads(); out[i]=s[v]; }
__global__ void loads(const int* in, int* out, int n) { I if (i>=n) return; int v=in[i]; int r; if (v>3) r=in[i+n]; else r=in[i+n+n]; out[i]=r; }
__global__ void products(const int* in, int* out, int n) { I if (i>=n) return; int v=in[i]; int r; if (v>3) r=in[i+n]*3; else r=in[v]*5; out[i]=r; }
__global__ void twoArrays(const int* a, const int* b, int* out, int n) { I if (i>=n) return; int v=a[i]; int r; if (v>3) { out[i+n]=1; r=a[v]; } else r=b[v]; out[i]=r; }
__global__ void additions(int* a, int* b, int n) { I if (i>=n) return; if (a[i]>3) atomicAdd(&b[i],1); else atomicAdd(&b[i+n],2); }
