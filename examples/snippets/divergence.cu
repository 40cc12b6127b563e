// Even and odd lanes part at the condition, so the warp goes both ways with half of its lanes.
// A condition on threadIdx.x / 32 splits no warp.
__global__ void divergence(const float* in, float* even, float* odd) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2 == 0) {
        even[i] = in[i] * 2.0f;
    } else {
        odd[i] = in[i] + 1.0f;
    }
}
