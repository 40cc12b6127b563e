#include <cuda_runtime.h>

__global__ void gatherRows(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // warplens-ignore-next-line uncoalesced-access: measured, the rows are cached
    out[i] = in[i * 64];
    out[i + 4096] = in[i * 64 + 1];
    //              ^^^^^^^^^^^^^^ expect: uncoalesced-access "eighbouring threads are 256 bytes apart"
    out[i + 8192] = in[i * 64 + 2]; // NOLINT(uncoalesced-access)
}

void run(const float* in, float* out) { gatherRows<<<16, 256>>>(in, out); }
