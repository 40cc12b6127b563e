// Registers cannot be indexed: an array whose index is known only when it runs lies in local memory, which is global memory
// with one copy for each thread. The copies are interleaved: lanes at the same index share sectors, lanes at different ones
// do not. Unrolled loops with constant indices stay in registers.
__global__ void local(const int* order, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float kept[16];
    for (int k = 0; k < 16; k++) kept[k] = k * 0.5f;
    for (int k = 0; k < n; k++) kept[order[k] & 15] += 1.0f;
    out[i] = kept[order[i] & 15];
}
