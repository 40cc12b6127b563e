// Local arrays with variable indices.
#include <cuda_runtime.h>
#define T threadIdx.x
__global__ void ru8(float*o,int k){ float a[8]; for(int i=0;i<8;i++) a[i]=o[i+T]; o[T]=a[k]; }
__global__ void rv8(float*o,int k){ float a[8]; for(int i=0;i<8;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]; }
__global__ void rr8(float*o,int k){ float a[8]; for(int i=0;i<8;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]; }
__global__ void rrr8(float*o,int k){ float a[8]; for(int i=0;i<8;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]+a[k]; }
__global__ void wv8(float*o,int k){ float a[8]; for(int i=0;i<8;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; float v=0; for(int i=0;i<8;i++) v+=a[i]; o[T]=v; }
__global__ void wr8(float*o,int k){ float a[8]; for(int i=0;i<8;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; o[T]=a[k]; }
__global__ void in8(float*o,int k){ float a[8]; for(int i=0;i<8;i++) a[i]=o[i+T]; float v=0; for(int j=0;j<k;j++) v+=a[j]; o[T]=v; }
__global__ void st8(float*o,int k){ float a[8]; int p=0; for(int j=0;j<k;j++) { if(o[j]>0) a[p++]=o[j]; else if(p>0) o[j]=a[--p]; } }
__global__ void ru16(float*o,int k){ float a[16]; for(int i=0;i<16;i++) a[i]=o[i+T]; o[T]=a[k]; }
__global__ void rv16(float*o,int k){ float a[16]; for(int i=0;i<16;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]; }
__global__ void rr16(float*o,int k){ float a[16]; for(int i=0;i<16;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]; }
__global__ void rrr16(float*o,int k){ float a[16]; for(int i=0;i<16;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]+a[k]; }
__global__ void wv16(float*o,int k){ float a[16]; for(int i=0;i<16;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; float v=0; for(int i=0;i<16;i++) v+=a[i]; o[T]=v; }
__global__ void wr16(float*o,int k){ float a[16]; for(int i=0;i<16;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; o[T]=a[k]; }
__global__ void in16(float*o,int k){ float a[16]; for(int i=0;i<16;i++) a[i]=o[i+T]; float v=0; for(int j=0;j<k;j++) v+=a[j]; o[T]=v; }
__global__ void st16(float*o,int k){ float a[16]; int p=0; for(int j=0;j<k;j++) { if(o[j]>0) a[p++]=o[j]; else if(p>0) o[j]=a[--p]; } }
__global__ void ru24(float*o,int k){ float a[24]; for(int i=0;i<24;i++) a[i]=o[i+T]; o[T]=a[k]; }
__global__ void rv24(float*o,int k){ float a[24]; for(int i=0;i<24;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]; }
__global__ void rr24(float*o,int k){ float a[24]; for(int i=0;i<24;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]; }
__global__ void rrr24(float*o,int k){ float a[24]; for(int i=0;i<24;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]+a[k]; }
__global__ void wv24(float*o,int k){ float a[24]; for(int i=0;i<24;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; float v=0; for(int i=0;i<24;i++) v+=a[i]; o[T]=v; }
__global__ void wr24(float*o,int k){ float a[24]; for(int i=0;i<24;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; o[T]=a[k]; }
__global__ void in24(float*o,int k){ float a[24]; for(int i=0;i<24;i++) a[i]=o[i+T]; float v=0; for(int j=0;j<k;j++) v+=a[j]; o[T]=v; }
__global__ void st24(float*o,int k){ float a[24]; int p=0; for(int j=0;j<k;j++) { if(o[j]>0) a[p++]=o[j]; else if(p>0) o[j]=a[--p]; } }
__global__ void ru32(float*o,int k){ float a[32]; for(int i=0;i<32;i++) a[i]=o[i+T]; o[T]=a[k]; }
__global__ void rv32(float*o,int k){ float a[32]; for(int i=0;i<32;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]; }
__global__ void rr32(float*o,int k){ float a[32]; for(int i=0;i<32;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]; }
__global__ void rrr32(float*o,int k){ float a[32]; for(int i=0;i<32;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]+a[k]; }
__global__ void wv32(float*o,int k){ float a[32]; for(int i=0;i<32;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; float v=0; for(int i=0;i<32;i++) v+=a[i]; o[T]=v; }
__global__ void wr32(float*o,int k){ float a[32]; for(int i=0;i<32;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; o[T]=a[k]; }
__global__ void in32(float*o,int k){ float a[32]; for(int i=0;i<32;i++) a[i]=o[i+T]; float v=0; for(int j=0;j<k;j++) v+=a[j]; o[T]=v; }
__global__ void st32(float*o,int k){ float a[32]; int p=0; for(int j=0;j<k;j++) { if(o[j]>0) a[p++]=o[j]; else if(p>0) o[j]=a[--p]; } }
__global__ void ru48(float*o,int k){ float a[48]; for(int i=0;i<48;i++) a[i]=o[i+T]; o[T]=a[k]; }
__global__ void rv48(float*o,int k){ float a[48]; for(int i=0;i<48;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]; }
__global__ void rr48(float*o,int k){ float a[48]; for(int i=0;i<48;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]; }
__global__ void rrr48(float*o,int k){ float a[48]; for(int i=0;i<48;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]+a[k]; }
__global__ void wv48(float*o,int k){ float a[48]; for(int i=0;i<48;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; float v=0; for(int i=0;i<48;i++) v+=a[i]; o[T]=v; }
__global__ void wr48(float*o,int k){ float a[48]; for(int i=0;i<48;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; o[T]=a[k]; }
__global__ void in48(float*o,int k){ float a[48]; for(int i=0;i<48;i++) a[i]=o[i+T]; float v=0; for(int j=0;j<k;j++) v+=a[j]; o[T]=v; }
__global__ void st48(float*o,int k){ float a[48]; int p=0; for(int j=0;j<k;j++) { if(o[j]>0) a[p++]=o[j]; else if(p>0) o[j]=a[--p]; } }
__global__ void ru64(float*o,int k){ float a[64]; for(int i=0;i<64;i++) a[i]=o[i+T]; o[T]=a[k]; }
__global__ void rv64(float*o,int k){ float a[64]; for(int i=0;i<64;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]; }
__global__ void rr64(float*o,int k){ float a[64]; for(int i=0;i<64;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]; }
__global__ void rrr64(float*o,int k){ float a[64]; for(int i=0;i<64;i++) a[i]=o[i+T]; o[T]=a[((int)o[T])&31]+a[((int)o[T+1])&31]+a[k]; }
__global__ void wv64(float*o,int k){ float a[64]; for(int i=0;i<64;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; float v=0; for(int i=0;i<64;i++) v+=a[i]; o[T]=v; }
__global__ void wr64(float*o,int k){ float a[64]; for(int i=0;i<64;i++) a[i]=o[i+T]; a[((int)o[T])&31]=3; o[T]=a[k]; }
__global__ void in64(float*o,int k){ float a[64]; for(int i=0;i<64;i++) a[i]=o[i+T]; float v=0; for(int j=0;j<k;j++) v+=a[j]; o[T]=v; }
__global__ void st64(float*o,int k){ float a[64]; int p=0; for(int j=0;j<k;j++) { if(o[j]>0) a[p++]=o[j]; else if(p>0) o[j]=a[--p]; } }
