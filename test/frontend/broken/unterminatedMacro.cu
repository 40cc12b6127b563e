#define CHECK(call) do { \
    cudaError_t e = (call); \
    if (e != cudaSuccess) { \
#define BLOCK 128
#if defined(USE_FAST
__global__ void fast(float *x) { x[threadIdx.x] = __expf(x[threadIdx.x]); }
#else
__global__ void slow(float *x) { x[threadIdx.x] = expf(x[threadIdx.x]); }
#endif
__global__ void tail(float *x) { __shared__ float s[BLOCK]; s[threadIdx.x] = x[threadIdx.x]; __syncthreads(); x[threadIdx.x] = s[BLOCK - 1 - threadIdx.x]; }
