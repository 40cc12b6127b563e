// Five-point relaxation with a residual by shuffles, pitched rows and ping-pong pointers.
#include <cstdio>
#include <utility>
__global__ void jacobi(const float *__restrict__ in, float *__restrict__ out, size_t pitch, int nx, int ny, float *residual) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    float local = 0.0f;
    if (x < nx - 1 && y < ny - 1) {
        const float *row = (const float *)((const char *)in + y * pitch);
        const float *above = (const float *)((const char *)in + (y - 1) * pitch);
        const float *below = (const float *)((const char *)in + (y + 1) * pitch);
        float next = 0.25f * (row[x - 1] + row[x + 1] + above[x] + below[x]);
        ((float *)((char *)out + y * pitch))[x] = next;
        local = fabsf(next - row[x]);
    }
    for (int o = 16; o; o >>= 1) local = fmaxf(local, __shfl_xor_sync(0xffffffff, local, o));
    if ((threadIdx.x & 31) == 0) atomicMax((int *)residual, __float_as_int(local));
}
int main() {
    const int nx = 1000, ny = 700;
    float *a, *b, *residual;
    size_t pitch;
    cudaMallocPitch((void **)&a, &pitch, nx * sizeof(float), ny);
    cudaMallocPitch((void **)&b, &pitch, nx * sizeof(float), ny);
    cudaMalloc((void **)&residual, sizeof(float));
    cudaMemset2D(a, pitch, 0, nx * sizeof(float), ny);
    dim3 block(32, 8), grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
    for (int i = 0; i < 100; i++) {
        cudaMemsetAsync(residual, 0, sizeof(float));
        jacobi<<<grid, block>>>(a, b, pitch, nx, ny, residual);
        std::swap(a, b);
    }
    float host;
    cudaMemcpy(&host, residual, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", host);
}
