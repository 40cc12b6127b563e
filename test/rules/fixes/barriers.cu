#include <cuda_runtime.h>

__global__ void shiftRow(const float* in, float* out, int n) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[(threadIdx.x + 1) % 256];
}

__global__ void blockSum(const float* in, float* out, int n) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    float v = in[i];
    s[threadIdx.x] = v;
    // Everything is there now.
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) {
            s[threadIdx.x] += s[threadIdx.x + k];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = s[0];
    }
}

__global__ void twoGuards(const float* in, float* out, int width, int height) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= width || y >= height) return;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    if (in[0] > 1e30f) return;
    __syncthreads();
    out[y * width + x] = tile[threadIdx.y][15 - threadIdx.x];
}

__global__ void halving(float* data, int n) {
    __shared__ float s[256];
    if (threadIdx.x >= n) return;
    s[threadIdx.x] = data[threadIdx.x];
    int k = blockDim.x / 2;
    __syncthreads();
    while (k > 0) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
        k /= 2;
    }
    data[threadIdx.x] = s[threadIdx.x];
}

__global__ void bothBranches(float* data) {
    __shared__ float s[256];
    if (threadIdx.x < 100) {
        s[threadIdx.x] = data[threadIdx.x];
        __syncthreads();
    } else {
        s[threadIdx.x] = 0;
        __syncthreads();
    }
    data[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void alone(float* data) {
    __shared__ float s[256];
    s[threadIdx.x] = data[threadIdx.x];
    if (threadIdx.x < 100) __syncthreads();
    data[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void beginning(float* data, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = data[threadIdx.x];
    if (threadIdx.x < n) {
        __syncthreads();
        data[threadIdx.x] = s[255 - threadIdx.x];
    }
}

void run(float* in, float* out, int n) {
    shiftRow<<<4, 256>>>(in, out, n);
    blockSum<<<4, 256>>>(in, out, n);
    twoGuards<<<dim3(4, 4), dim3(16, 16)>>>(in, out, n, n);
    halving<<<1, 256>>>(in, n);
    bothBranches<<<1, 256>>>(in);
    alone<<<1, 256>>>(in);
    beginning<<<1, 256>>>(in, n);
}
