// Shared memory has 32 banks of one word. A column of a 32-word row lies in one bank: 32 wavefronts for a request.
// Make a row 33 words, tile[32][33], and run it again: 1.
__global__ void banks(float* out) {
    __shared__ float tile[32][32];
    tile[threadIdx.x / 32][threadIdx.x % 32] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x % 32][threadIdx.x / 32];
}
