#include <cuda_runtime.h>

// One instantiation is padded already: what frees the other would harm it.
template <int PAD>
__global__ void column(int* out) {
    __shared__ int tile[32][32 + PAD];
    tile[threadIdx.y][threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
    //                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: shared-bank-conflict "No padding of tile"
}

// One dimension: there is no row to pad.
__global__ void strided(int* out) {
    __shared__ int line[1024];
    line[threadIdx.x] = threadIdx.x;
    line[threadIdx.x + 256] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = line[threadIdx.x * 4 % 512];
    //                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: shared-bank-conflict "for example from i to i + i / 32"
}

// The rows are also walked over as one line.
__global__ void whole(int* out) {
    __shared__ int tile[32][32];
    int* flat = &tile[0][0];
    flat[threadIdx.y * 32 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y] + (&tile[0])[0][0];
    //                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: shared-bank-conflict "without all of its subscripts"
}

void run(int* out) {
    column<0><<<1, dim3(32, 32)>>>(out);
    column<1><<<1, dim3(32, 32)>>>(out);
    strided<<<1, 256>>>(out);
    whole<<<1, dim3(32, 32)>>>(out);
}
