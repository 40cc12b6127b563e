// Blocks whose rows are shorter than a warp, boxes, columns, partial warps, several elements a thread.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void narrowRows(const int* in, int* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = in[y * width + x] + x;
}

__global__ void oddRows(const short* in, short* out, int pitch) {
    int x = threadIdx.x, y = threadIdx.y + blockIdx.x * blockDim.y;
    out[y * pitch + x] = in[y * pitch + x];
}

__global__ void boxes(const int* in, int* out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz) {
        int here = (z * ny + y) * nx + x;
        out[here] = in[here] - in[(z * ny + y) * nx + (nx - 1 - x)];
    }
}

__global__ void depthFastest(const int* in, int* out, int nz) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    out[(x * blockDim.y + y) * nz + z] = in[(z * blockDim.y + y) * blockDim.x + x];
}

__global__ void singleColumn(const int* in, int* out, int width) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    out[row] = in[row * width + blockIdx.x];
}

__global__ void flatIndex(const int* in, int* out) {
    int flat = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int block = blockIdx.x + gridDim.x * blockIdx.y;
    int threads = blockDim.x * blockDim.y * blockDim.z;
    out[block * threads + flat] = in[block * threads + (flat + 3) % threads];
}

__global__ void gridStride2d(const int* in, int* out, int width, int height) {
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
            out[y * width + x] = in[y * width + x] * 2;
}

__global__ void twoPerThread(const int* in, int* out, int n) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n) {
        out[i] = in[i + 1];
        out[i + 1] = in[i];
    }
}

__global__ void blocked(const int* in, int* out, int each) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    int sum = 0;
    for (int k = 0; k < each; k++) sum += in[first + k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void triangle(const int* in, int* out) {
    int row = threadIdx.y, column = threadIdx.x;
    if (column <= row) out[row * (row + 1) / 2 + column] = in[row * blockDim.x + column];
}

__global__ void lastPartial(const long long* in, long long* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + in[i + 1];
}

static unsigned char *in, *out;
static const size_t bytes = 1 << 18;

// Prints a checksum of what the kernel wrote and clears it for the next one.
static void report(const char* name) {
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    unsigned* host = (unsigned*)malloc(bytes);
    CHECK(cudaMemcpy(host, out, bytes, cudaMemcpyDeviceToHost));
    unsigned sum = 2166136261u;
    for (size_t i = 0; i < bytes / 4; i++) sum = (sum ^ host[i]) * 16777619u;
    printf("%s %08x\n", name, sum);
    free(host);
    CHECK(cudaMemset(out, 0, bytes));
}

static void prepare() {
    unsigned* host = (unsigned*)malloc(bytes);
    for (size_t i = 0; i < bytes / 4; i++) host[i] = (unsigned)(i * 7 % 251);
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, bytes));
    free(host);
}

int main() {
    prepare();
    narrowRows<<<dim3(5, 4), dim3(8, 8)>>>((const int*)in, (int*)out, 37, 30);
    report("narrowRows");
    oddRows<<<3, dim3(12, 7)>>>((const short*)in, (short*)out, 20);
    report("oddRows");
    boxes<<<dim3(3, 2, 2), dim3(4, 4, 4)>>>((const int*)in, (int*)out, 11, 8, 7);
    report("boxes");
    depthFastest<<<1, dim3(8, 4, 6)>>>((const int*)in, (int*)out, 6);
    report("depthFastest");
    singleColumn<<<dim3(1, 3), dim3(1, 64)>>>((const int*)in, (int*)out, 50);
    report("singleColumn");
    flatIndex<<<dim3(2, 2), dim3(5, 3, 4)>>>((const int*)in, (int*)out);
    report("flatIndex");
    gridStride2d<<<dim3(2, 2), dim3(32, 4)>>>((const int*)in, (int*)out, 100, 21);
    report("gridStride2d");
    twoPerThread<<<3, 100>>>((const int*)in, (int*)out, 555);
    report("twoPerThread");
    blocked<<<4, 64>>>((const int*)in, (int*)out, 7);
    report("blocked");
    triangle<<<1, dim3(24, 24)>>>((const int*)in, (int*)out);
    report("triangle");
    lastPartial<<<6, 72>>>((const long long*)in, (long long*)out);
    report("lastPartial");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
