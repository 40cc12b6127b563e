// Several neighbouring elements per thread: merged where alignment is known, else not.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void block2_char(const char* in, char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 2 + 1 < n)
        for (int j = 0; j < 2; ++j) out[i * 2 + j] = in[i * 2 + j];
}

__global__ void block4_char(const char* in, char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 4 + 3 < n)
        for (int j = 0; j < 4; ++j) out[i * 4 + j] = in[i * 4 + j];
}

__global__ void pairs_char(const char* in, char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < n) {
        out[2 * i] = in[2 * i + 1];
        out[2 * i + 1] = in[2 * i];
    }
}

__global__ void stencil_char(const char* in, char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = in[i - 1] + in[i] + in[i + 1];
}

__global__ void block2_short(const short* in, short* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 2 + 1 < n)
        for (int j = 0; j < 2; ++j) out[i * 2 + j] = in[i * 2 + j];
}

__global__ void block4_short(const short* in, short* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 4 + 3 < n)
        for (int j = 0; j < 4; ++j) out[i * 4 + j] = in[i * 4 + j];
}

__global__ void pairs_short(const short* in, short* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < n) {
        out[2 * i] = in[2 * i + 1];
        out[2 * i + 1] = in[2 * i];
    }
}

__global__ void stencil_short(const short* in, short* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = in[i - 1] + in[i] + in[i + 1];
}

__global__ void block2_int(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 2 + 1 < n)
        for (int j = 0; j < 2; ++j) out[i * 2 + j] = in[i * 2 + j];
}

__global__ void block4_int(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 4 + 3 < n)
        for (int j = 0; j < 4; ++j) out[i * 4 + j] = in[i * 4 + j];
}

__global__ void pairs_int(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < n) {
        out[2 * i] = in[2 * i + 1];
        out[2 * i + 1] = in[2 * i];
    }
}

__global__ void stencil_int(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = in[i - 1] + in[i] + in[i + 1];
}

__global__ void block2_float(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 2 + 1 < n)
        for (int j = 0; j < 2; ++j) out[i * 2 + j] = in[i * 2 + j];
}

__global__ void block4_float(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 4 + 3 < n)
        for (int j = 0; j < 4; ++j) out[i * 4 + j] = in[i * 4 + j];
}

__global__ void pairs_float(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < n) {
        out[2 * i] = in[2 * i + 1];
        out[2 * i + 1] = in[2 * i];
    }
}

__global__ void stencil_float(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = in[i - 1] + in[i] + in[i + 1];
}

__global__ void block2_double(const double* in, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 2 + 1 < n)
        for (int j = 0; j < 2; ++j) out[i * 2 + j] = in[i * 2 + j];
}

__global__ void block4_double(const double* in, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 4 + 3 < n)
        for (int j = 0; j < 4; ++j) out[i * 4 + j] = in[i * 4 + j];
}

__global__ void pairs_double(const double* in, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < n) {
        out[2 * i] = in[2 * i + 1];
        out[2 * i + 1] = in[2 * i];
    }
}

__global__ void stencil_double(const double* in, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = in[i - 1] + in[i] + in[i + 1];
}

__global__ void cast4_float(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 < n) {
        float4 v = reinterpret_cast<const float4*>(in)[i];
        out[i] = v.x * v.y + v.z * v.w;
    }
}

__global__ void castStore_float(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 < n) reinterpret_cast<float4*>(out)[i] = make_float4(in[i], in[i] + 1, in[i] + 2, in[i] + 3);
}

__global__ void ldg_float(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __ldg(&in[i]) + __ldg(&in[n - 1 - i]);
}

__global__ void strided8_int(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (8 * i < n) out[8 * i] = in[8 * i] + in[8 * i + 4];
}

__global__ void row3_float(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (3 * i + 2 < n) out[i] = in[3 * i] * in[3 * i + 1] + in[3 * i + 2];
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
    block2_char<<<4, 128>>>((const char*)in, (char*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("block2_char %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    block4_char<<<4, 128>>>((const char*)in, (char*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("block4_char %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    pairs_char<<<4, 128>>>((const char*)in, (char*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("pairs_char %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    stencil_char<<<4, 128>>>((const char*)in, (char*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("stencil_char %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    block2_short<<<4, 128>>>((const short*)in, (short*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("block2_short %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    block4_short<<<4, 128>>>((const short*)in, (short*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("block4_short %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    pairs_short<<<4, 128>>>((const short*)in, (short*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("pairs_short %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    stencil_short<<<4, 128>>>((const short*)in, (short*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("stencil_short %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    block2_int<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("block2_int %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    block4_int<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("block4_int %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    pairs_int<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("pairs_int %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    stencil_int<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("stencil_int %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    block2_float<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("block2_float %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    block4_float<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("block4_float %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    pairs_float<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("pairs_float %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    stencil_float<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("stencil_float %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    block2_double<<<4, 128>>>((const double*)in, (double*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("block2_double %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    block4_double<<<4, 128>>>((const double*)in, (double*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("block4_double %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    pairs_double<<<4, 128>>>((const double*)in, (double*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("pairs_double %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    stencil_double<<<4, 128>>>((const double*)in, (double*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("stencil_double %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    cast4_float<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("cast4_float %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    castStore_float<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("castStore_float %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    ldg_float<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("ldg_float %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    strided8_int<<<4, 128>>>((const int*)in, (int*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("strided8_int %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    row3_float<<<4, 128>>>((const float*)in, (float*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("row3_float %08x\n", checksum(out, 65536));
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
