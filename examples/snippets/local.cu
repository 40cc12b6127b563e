// Registers cannot be indexed: an array whose index is known only when it runs lies in local memory, which is global memory
// with one copy for each thread. Unrolled loops with constant indices stay in registers.
__global__ void local(const int* order, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float kept[8];
    for (int k = 0; k < 8; k++) kept[order[k] & 7] = k * 0.5f + i;
    out[i] = kept[order[i] & 7];
}
