// Global memory moves in sectors of 32 bytes. Neighbouring lanes 8 elements apart each need a sector of their own:
// 32 sectors a request where 4 would do. Index by threadIdx.x alone and run it again.
__global__ void stride(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * 8];
}
