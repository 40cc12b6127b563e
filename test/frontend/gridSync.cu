// Cooperative launch: conjugate-gradient steps with grid-wide barriers.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ double grid_dot_result = 0.0;
__device__ void gpuDotProduct(float *a, float *b, int size, const cg::thread_block &cta, const cg::grid_group &grid) {
    extern __shared__ double tmp[];
    double temp_sum = 0.0;
    for (int i = grid.thread_rank(); i < size; i += grid.size()) temp_sum += static_cast<double>(a[i] * b[i]);
    cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
    for (int i = tile32.size() / 2; i > 0; i >>= 1) temp_sum += tile32.shfl_down(temp_sum, i);
    if (tile32.thread_rank() == 0) tmp[tile32.meta_group_rank()] = temp_sum;
    cg::sync(cta);
    if (cta.thread_rank() == 0) {
        double s = 0;
        for (int i = 0; i < tile32.meta_group_size(); i++) s += tmp[i];
        atomicAdd(&grid_dot_result, s);
    }
}
extern "C" __global__ void gpuConjugateGradient(float *x, float *r, float *p, int N, int steps) {
    cg::thread_block cta = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    for (int k = 0; k < steps; k++) {
        gpuDotProduct(r, r, N, cta, grid);
        cg::sync(grid);
        float beta = (float)grid_dot_result;
        for (int i = grid.thread_rank(); i < N; i += grid.size()) p[i] = r[i] + beta * p[i];
        grid.sync();
        if (threadIdx.x == 0 && blockIdx.x == 0) grid_dot_result = 0.0;
        cg::sync(grid);
        for (int i = grid.thread_rank(); i < N; i += grid.size()) x[i] += p[i];
    }
}
int main() {
    int N = 1 << 16, steps = 4, blocksPerSM = 0, device = 0;
    float *x, *r, *p;
    cudaMalloc(&x, N * 4); cudaMalloc(&r, N * 4); cudaMalloc(&p, N * 4);
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, device);
    if (!prop.cooperativeLaunch) return 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocksPerSM, gpuConjugateGradient, 256, 64);
    void *args[] = {(void *)&x, (void *)&r, (void *)&p, (void *)&N, (void *)&steps};
    dim3 dimGrid(prop.multiProcessorCount * blocksPerSM, 1, 1), dimBlock(256, 1, 1);
    cudaLaunchCooperativeKernel((void *)gpuConjugateGradient, dimGrid, dimBlock, args, 64, NULL);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
