// Two devices: peer access, peer copies, portable pinned memory.
#include <helper_cuda.h>
__global__ void SimpleKernel(float *src, float *dst) { const int idx = blockIdx.x * blockDim.x + threadIdx.x; dst[idx] = src[idx] * 2.0f; }
int main(int argc, char **argv) {
    int gpu_n;
    checkCudaErrors(cudaGetDeviceCount(&gpu_n));
    if (gpu_n < 2) exit(EXIT_WAIVED);
    int gpuid[2] = {0, 1}, can_access_peer;
    checkCudaErrors(cudaDeviceCanAccessPeer(&can_access_peer, gpuid[0], gpuid[1]));
    checkCudaErrors(cudaSetDevice(gpuid[0]));
    checkCudaErrors(cudaDeviceEnablePeerAccess(gpuid[1], 0));
    const size_t buf_size = 1024 * 1024 * 16 * sizeof(float);
    float *g0, *g1, *h0;
    checkCudaErrors(cudaMalloc(&g0, buf_size));
    checkCudaErrors(cudaSetDevice(gpuid[1]));
    checkCudaErrors(cudaMalloc(&g1, buf_size));
    checkCudaErrors(cudaHostAlloc(&h0, buf_size, cudaHostAllocPortable));
    cudaStream_t stream;
    checkCudaErrors(cudaStreamCreate(&stream));
    for (int i = 0; i < 100; i++) {
        if (i % 2 == 0) checkCudaErrors(cudaMemcpy(g1, g0, buf_size, cudaMemcpyDefault));
        else checkCudaErrors(cudaMemcpyPeerAsync(g0, gpuid[0], g1, gpuid[1], buf_size, stream));
    }
    const dim3 threads(512, 1), blocks((buf_size / sizeof(float)) / threads.x, 1);
    SimpleKernel<<<blocks, threads>>>(g0, g1);
    checkCudaErrors(cudaDeviceSynchronize());
    checkCudaErrors(cudaDeviceDisablePeerAccess(gpuid[0]));
    checkCudaErrors(cudaFreeHost(h0));
    cudaDeviceReset();
}
