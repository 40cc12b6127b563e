// Vector types whole, by parts, and one part only.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void whole_float2(const float2* in, float2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void rotate_float2(const float2* in, float2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 v = in[i];
        out[i].x = v.y; out[i].y = v.x;
    }
}

__global__ void oneOf_float2(const float2* in, float2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].y = in[i].x;
}

__global__ void whole_float4(const float4* in, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void rotate_float4(const float4* in, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 v = in[i];
        out[i].x = v.y; out[i].y = v.z; out[i].z = v.w; out[i].w = v.x;
    }
}

__global__ void oneOf_float4(const float4* in, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].w = in[i].x;
}

__global__ void whole_int2(const int2* in, int2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void rotate_int2(const int2* in, int2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int2 v = in[i];
        out[i].x = v.y; out[i].y = v.x;
    }
}

__global__ void oneOf_int2(const int2* in, int2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].y = in[i].x;
}

__global__ void whole_int4(const int4* in, int4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void rotate_int4(const int4* in, int4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int4 v = in[i];
        out[i].x = v.y; out[i].y = v.z; out[i].z = v.w; out[i].w = v.x;
    }
}

__global__ void oneOf_int4(const int4* in, int4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].w = in[i].x;
}

__global__ void whole_uchar4(const uchar4* in, uchar4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void rotate_uchar4(const uchar4* in, uchar4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 v = in[i];
        out[i].x = v.y; out[i].y = v.z; out[i].z = v.w; out[i].w = v.x;
    }
}

__global__ void oneOf_uchar4(const uchar4* in, uchar4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].w = in[i].x;
}

__global__ void whole_short2(const short2* in, short2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void rotate_short2(const short2* in, short2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        short2 v = in[i];
        out[i].x = v.y; out[i].y = v.x;
    }
}

__global__ void oneOf_short2(const short2* in, short2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].y = in[i].x;
}

__global__ void whole_short4(const short4* in, short4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void rotate_short4(const short4* in, short4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        short4 v = in[i];
        out[i].x = v.y; out[i].y = v.z; out[i].z = v.w; out[i].w = v.x;
    }
}

__global__ void oneOf_short4(const short4* in, short4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].w = in[i].x;
}

__global__ void whole_double2(const double2* in, double2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void rotate_double2(const double2* in, double2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double2 v = in[i];
        out[i].x = v.y; out[i].y = v.x;
    }
}

__global__ void oneOf_double2(const double2* in, double2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].y = in[i].x;
}

__global__ void whole_float3(const float3* in, float3* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void rotate_float3(const float3* in, float3* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float3 v = in[i];
        out[i].x = v.y; out[i].y = v.z; out[i].z = v.x;
    }
}

__global__ void oneOf_float3(const float3* in, float3* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].z = in[i].x;
}

__global__ void whole_char2(const char2* in, char2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void rotate_char2(const char2* in, char2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        char2 v = in[i];
        out[i].x = v.y; out[i].y = v.x;
    }
}

__global__ void oneOf_char2(const char2* in, char2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i].y = in[i].x;
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
    whole_float2<<<4, 128>>>((const float2*)in, (float2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whole_float2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rotate_float2<<<4, 128>>>((const float2*)in, (float2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rotate_float2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    oneOf_float2<<<4, 128>>>((const float2*)in, (float2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("oneOf_float2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    whole_float4<<<4, 128>>>((const float4*)in, (float4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whole_float4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rotate_float4<<<4, 128>>>((const float4*)in, (float4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rotate_float4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    oneOf_float4<<<4, 128>>>((const float4*)in, (float4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("oneOf_float4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    whole_int2<<<4, 128>>>((const int2*)in, (int2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whole_int2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rotate_int2<<<4, 128>>>((const int2*)in, (int2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rotate_int2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    oneOf_int2<<<4, 128>>>((const int2*)in, (int2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("oneOf_int2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    whole_int4<<<4, 128>>>((const int4*)in, (int4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whole_int4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rotate_int4<<<4, 128>>>((const int4*)in, (int4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rotate_int4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    oneOf_int4<<<4, 128>>>((const int4*)in, (int4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("oneOf_int4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    whole_uchar4<<<4, 128>>>((const uchar4*)in, (uchar4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whole_uchar4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rotate_uchar4<<<4, 128>>>((const uchar4*)in, (uchar4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rotate_uchar4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    oneOf_uchar4<<<4, 128>>>((const uchar4*)in, (uchar4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("oneOf_uchar4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    whole_short2<<<4, 128>>>((const short2*)in, (short2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whole_short2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rotate_short2<<<4, 128>>>((const short2*)in, (short2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rotate_short2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    oneOf_short2<<<4, 128>>>((const short2*)in, (short2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("oneOf_short2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    whole_short4<<<4, 128>>>((const short4*)in, (short4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whole_short4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rotate_short4<<<4, 128>>>((const short4*)in, (short4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rotate_short4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    oneOf_short4<<<4, 128>>>((const short4*)in, (short4*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("oneOf_short4 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    whole_double2<<<4, 128>>>((const double2*)in, (double2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whole_double2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rotate_double2<<<4, 128>>>((const double2*)in, (double2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rotate_double2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    oneOf_double2<<<4, 128>>>((const double2*)in, (double2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("oneOf_double2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    whole_float3<<<4, 128>>>((const float3*)in, (float3*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whole_float3 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rotate_float3<<<4, 128>>>((const float3*)in, (float3*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rotate_float3 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    oneOf_float3<<<4, 128>>>((const float3*)in, (float3*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("oneOf_float3 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    whole_char2<<<4, 128>>>((const char2*)in, (char2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("whole_char2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    rotate_char2<<<4, 128>>>((const char2*)in, (char2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("rotate_char2 %08x\n", checksum(out, 65536));
    CHECK(cudaMemset(out, 0, size));
    oneOf_char2<<<4, 128>>>((const char2*)in, (char2*)out, 400);
    CHECK(cudaDeviceSynchronize());
    printf("oneOf_char2 %08x\n", checksum(out, 65536));
    free(host);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
