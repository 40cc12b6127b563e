// Gaussian elimination with tiny kernels, launched in a loop with one-dimensional rows of blocks.
#include <stdio.h>
__global__ void Fan1(float *m_cuda, float *a_cuda, int Size, int t) {
    if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t) return;
    *(m_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) = *(a_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) / *(a_cuda + Size * t + t);
}
__global__ void Fan2(float *m_cuda, float *a_cuda, float *b_cuda, int Size, int j1, int t) {
    if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t) return;
    if (threadIdx.y + blockIdx.y * blockDim.y >= Size - t) return;
    int xidx = blockIdx.x * blockDim.x + threadIdx.x, yidx = blockIdx.y * blockDim.y + threadIdx.y;
    a_cuda[Size * (xidx + 1 + t) + (yidx + t)] -= m_cuda[Size * (xidx + 1 + t) + t] * a_cuda[Size * t + (yidx + t)];
    if (yidx == 0) b_cuda[xidx + 1 + t] -= m_cuda[Size * (xidx + 1 + t) + (yidx + t)] * b_cuda[t];
}
int Size = 1024;
float *m, *a, *b;
void ForwardSub() {
    float *m_cuda, *a_cuda, *b_cuda;
    cudaMalloc((void **)&m_cuda, Size * Size * sizeof(float));
    cudaMalloc((void **)&a_cuda, Size * Size * sizeof(float));
    cudaMalloc((void **)&b_cuda, Size * sizeof(float));
    cudaMemcpy(m_cuda, m, Size * Size * sizeof(float), cudaMemcpyHostToDevice);
    int block_size = 512, grid_size = (Size / block_size) + (!(Size % block_size) ? 0 : 1), blockSize2d = 4;
    dim3 dimBlock(block_size), dimGrid(grid_size);
    int gridSize2d = (Size / blockSize2d) + (!(Size % blockSize2d ? 0 : 1));
    dim3 dimBlockXY(blockSize2d, blockSize2d), dimGridXY(gridSize2d, gridSize2d);
    for (int t = 0; t < (Size - 1); t++) {
        Fan1<<<dimGrid, dimBlock>>>(m_cuda, a_cuda, Size, t);
        cudaThreadSynchronize();
        Fan2<<<dimGridXY, dimBlockXY>>>(m_cuda, a_cuda, b_cuda, Size, Size - t, t);
        cudaThreadSynchronize();
        cudaError_t err = cudaGetLastError();
        if (cudaSuccess != err) { fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err)); exit(EXIT_FAILURE); }
    }
    cudaMemcpy(m, m_cuda, Size * Size * sizeof(float), cudaMemcpyDeviceToHost);
}
