// Thread block clusters: distributed shared memory histogram, launched by cudaLaunchKernelEx.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) swapHalves(int *data) {
    __shared__ int s[128];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = data[blockIdx.x * 128 + threadIdx.x];
    cluster.sync();
    int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    data[blockIdx.x * 128 + threadIdx.x] = other[threadIdx.x];
    cluster.sync();
}
__global__ void clusterHist(int *bins, const int nbins, const int bins_per_block, const int *__restrict__ input, size_t array_size) {
    extern __shared__ int smem[];
    cg::cluster_group cluster = cg::this_cluster();
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) smem[i] = 0;
    cluster.sync();
    for (int i = tid; i < array_size; i += blockDim.x * gridDim.x) {
        int binid = min(max(input[i], 0), nbins - 1);
        int *dst = cluster.map_shared_rank(smem, binid / bins_per_block);
        atomicAdd(dst + binid % bins_per_block, 1);
    }
    cluster.sync();
    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) atomicAdd(&bins[cluster.block_rank() * bins_per_block + i], smem[i]);
}
void run(int *bins, int *input, cudaStream_t stream) {
    swapHalves<<<8, 128>>>(input);
    cudaLaunchConfig_t config = {0};
    config.gridDim = 16;
    config.blockDim = 256;
    config.dynamicSmemBytes = 128 * sizeof(int);
    config.stream = stream;
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = 2;
    attribute[0].val.clusterDim.y = 1;
    attribute[0].val.clusterDim.z = 1;
    config.numAttrs = 1;
    config.attrs = attribute;
    cudaFuncSetAttribute((void *)clusterHist, cudaFuncAttributeMaxDynamicSharedMemorySize, config.dynamicSmemBytes);
    cudaLaunchKernelEx(&config, clusterHist, bins, 256, 128, (const int *)input, (size_t)65536);
}
