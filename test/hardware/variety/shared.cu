// Shared memory by width, stride and use.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void sharedCopy_char(const char* in, char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ char s[128];
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[127 - threadIdx.x];
}

__global__ void sharedCopy_short(const short* in, short* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ short s[128];
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[127 - threadIdx.x];
}

__global__ void sharedCopy_int(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128];
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[127 - threadIdx.x];
}

__global__ void sharedCopy_float(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float s[128];
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[127 - threadIdx.x];
}

__global__ void sharedCopy_double(const double* in, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ double s[128];
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[127 - threadIdx.x];
}

__global__ void sharedCopy_float2(const float2* in, float2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float2 s[128];
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[127 - threadIdx.x];
}

__global__ void sharedCopy_float4(const float4* in, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float4 s[128];
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[127 - threadIdx.x];
}

__global__ void sharedStride2(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128 * 2];
    s[threadIdx.x * 2] = in[i];
    __syncthreads();
    out[i] = s[(127 - threadIdx.x) * 2];
}

__global__ void sharedStride3(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128 * 3];
    s[threadIdx.x * 3] = in[i];
    __syncthreads();
    out[i] = s[(127 - threadIdx.x) * 3];
}

__global__ void sharedStride4(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128 * 4];
    s[threadIdx.x * 4] = in[i];
    __syncthreads();
    out[i] = s[(127 - threadIdx.x) * 4];
}

__global__ void sharedStride5(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128 * 5];
    s[threadIdx.x * 5] = in[i];
    __syncthreads();
    out[i] = s[(127 - threadIdx.x) * 5];
}

__global__ void sharedStride8(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128 * 8];
    s[threadIdx.x * 8] = in[i];
    __syncthreads();
    out[i] = s[(127 - threadIdx.x) * 8];
}

__global__ void sharedStride16(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128 * 16];
    s[threadIdx.x * 16] = in[i];
    __syncthreads();
    out[i] = s[(127 - threadIdx.x) * 16];
}

__global__ void sharedStride17(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128 * 17];
    s[threadIdx.x * 17] = in[i];
    __syncthreads();
    out[i] = s[(127 - threadIdx.x) * 17];
}

__global__ void sharedStride32(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128 * 32];
    s[threadIdx.x * 32] = in[i];
    __syncthreads();
    out[i] = s[(127 - threadIdx.x) * 32];
}

__global__ void sharedStride33(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128 * 33];
    s[threadIdx.x * 33] = in[i];
    __syncthreads();
    out[i] = s[(127 - threadIdx.x) * 33];
}

__global__ void sharedRow(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float s[128][4];
    for (int j = 0; j < 4; ++j) s[threadIdx.x][j] = in[i + j * 128];
    __syncthreads();
    float t = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) t += s[127 - threadIdx.x][j];
    out[i] = t;
}

__global__ void sharedRow5(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float s[128][5];
    for (int j = 0; j < 4; ++j) s[threadIdx.x][j] = in[i + j * 128];
    __syncthreads();
    float t = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) t += s[127 - threadIdx.x][j];
    out[i] = t;
}

__global__ void sharedTwo(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int a[128], b[128];
    a[threadIdx.x] = in[i];
    b[threadIdx.x] = in[i + 1];
    __syncthreads();
    out[i] = a[threadIdx.x ^ 1] + b[threadIdx.x ^ 2];
}

__global__ void sharedReduce(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128];
    s[threadIdx.x] = in[i];
    __syncthreads();
    for (int w = 64; w > 0; w >>= 1) {
        if (threadIdx.x < w) s[threadIdx.x] += s[threadIdx.x + w];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

__global__ void sharedInterleaved(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[128];
    s[threadIdx.x] = in[i];
    __syncthreads();
    for (int w = 1; w < 128; w *= 2) {
        int j = 2 * w * threadIdx.x;
        if (j < 128) s[j] += s[j + w];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

__global__ void sharedScan(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int s[2][128];
    int p = 0;
    s[0][threadIdx.x] = in[i];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        s[1 - p][threadIdx.x] = threadIdx.x >= d ? s[p][threadIdx.x] + s[p][threadIdx.x - d] : s[p][threadIdx.x];
        p = 1 - p;
        __syncthreads();
    }
    out[i] = s[p][threadIdx.x];
}


static unsigned checksum(const void* device, size_t bytes) {
    unsigned* host = (unsigned*)malloc(bytes);
    CHECK(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
    unsigned h = 2166136261u;
    for (size_t i = 0; i < bytes / 4; ++i) h = (h ^ host[i]) * 16777619u;
    free(host);
    return h;
}

int main() {
    const size_t size = 1 << 20;
    char *in, *out;
    CHECK(cudaMalloc(&in, size));
    CHECK(cudaMalloc(&out, size));
    int* host = (int*)malloc(size);
    for (size_t i = 0; i < size / 4; ++i) host[i] = (int)(i * 48271 % 65521);
    CHECK(cudaMemcpy(in, host, size, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, size));
    sharedCopy_char<<<4, 128>>>((const char*)in, (char*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedCopy_char %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedCopy_short<<<4, 128>>>((const short*)in, (short*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedCopy_short %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedCopy_int<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedCopy_int %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedCopy_float<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedCopy_float %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedCopy_double<<<4, 128>>>((const double*)in, (double*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedCopy_double %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedCopy_float2<<<4, 128>>>((const float2*)in, (float2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedCopy_float2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedCopy_float4<<<4, 128>>>((const float4*)in, (float4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedCopy_float4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedStride2<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedStride2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedStride3<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedStride3 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedStride4<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedStride4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedStride5<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedStride5 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedStride8<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedStride8 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedStride16<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedStride16 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedStride17<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedStride17 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedStride32<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedStride32 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedStride33<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedStride33 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedRow<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedRow %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedRow5<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedRow5 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedTwo<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedTwo %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedReduce<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedReduce %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedInterleaved<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedInterleaved %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    sharedScan<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("sharedScan %08x\n", checksum(out, 65536));
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
