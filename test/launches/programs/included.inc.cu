// Included by includesSource.cu.
__global__ void first(float* data) { data[blockIdx.x * SIZE + threadIdx.x] = 1; }
__global__ void second(float* data) { data[blockIdx.x * SIZE + threadIdx.x] += 1; }
