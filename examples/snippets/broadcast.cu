// Lanes that read the same word of shared memory share it: 1 wavefront, however many they are. Two words of one bank are 2.
__global__ void broadcast(float* out) {
    __shared__ float weights[64];
    if (threadIdx.x < 64) weights[threadIdx.x] = threadIdx.x * 0.5f;
    __syncthreads();
    float same = weights[threadIdx.x / 32];
    float two = weights[threadIdx.x % 2 * 32];
    out[threadIdx.x] = same + two;
}
