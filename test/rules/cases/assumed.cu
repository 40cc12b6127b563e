#include <cuda_runtime.h>

// No launch is known: what holds for every usual block is said as such.
__global__ void rows(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * 1024];
//           ^^^^^^^^^^^^ expect: uncoalesced-access "no block is known; the same for all usual blocks from 64 to 1024"
}

__global__ void byBlock(const float* in, float* out) {
    out[threadIdx.x] = in[threadIdx.x * (blockDim.x / 32)];
//                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: uncoalesced-access "an assumed block of 256; 8 to 32 for usual blocks"
}

struct Particle { float x, y, z; };

__global__ void move(Particle* particles, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    particles[i].x += dt;
//  ^^^^^^^^^^^^^^ expect: uncoalesced-access "the stride of the structure `Particle`, and use the 4 bytes of `x`"
}

__global__ void sums(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; ++j) sum += in[i * n + j];
//                                     ^^^^^^^^^^^^^ expect: uncoalesced-access "neighbouring threads are `n` elements apart"
    out[i] = sum;
}

__global__ void columns(float* out) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
//                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: shared-bank-conflict "Lanes 0 to 31 address different words of bank 0, because neighbouring threads are 128 bytes apart"
}

__global__ void sameWord(int* out) {
    __shared__ int flags[4];
    if (threadIdx.x < 4) flags[threadIdx.x] = 0;
    __syncthreads();
    atomicExch(&flags[1], threadIdx.x);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: shared-bank-conflict "let one lane do it"
    __syncthreads();
    out[threadIdx.x] = flags[threadIdx.x & 3];
}
