// broken: a stream is no size
#include <cuda_runtime.h>

__global__ void scale(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f; }

__global__ void dynamic(float* data) {
    extern __shared__ float s[];
    s[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = s[0];
}

struct Job { cudaStream_t stream; int blocks; };

void streams(float* data, cudaStream_t stream, cudaStream_t* many, Job job) {
    scale<<<16, 256, stream>>>(data);
//                   ^^^^^^ expect: launch-config-order "stream is a stream"
    scale<<<16, 256, many[1]>>>(data);
//                   ^^^^^^^ expect: launch-config-order "Insert 0 before it"
    scale<<<16, 256, job.stream>>>(data);
//                   ^^^^^^^^^^ expect: launch-config-order "job.stream is a stream"
    scale<<<16, 256, 0, stream>>>(data);
    scale<<<job.blocks, 256, 0, job.stream>>>(data);
}

void orders(float* data, int n) {
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    scale<<<blocks, threads>>>(data);
    scale<<<threads, blocks>>>(data);
//          ^^^^^^^^^^^^^^^ expect: launch-config-order "counts blocks of threads threads"
    dim3 block(32, 8), grid(64, 64);
    scale<<<grid, block>>>(data);
    scale<<<block, grid>>>(data);
//          ^^^^^^^^^^^ expect: launch-config-order "Grid and block are exchanged"
    scale<<<256, (n + 255) / 256>>>(data);
//          ^^^^^^^^^^^^^^^^^^^^ expect: launch-config-order "counts blocks of 256 threads"
    dim3 tiles((n + 15) / 16, (n + 7) / 8), tile(16, 8);
    scale<<<tiles, tile>>>(data);
    scale<<<tile, tiles>>>(data);
//          ^^^^^^^^^^^ expect: launch-config-order "tiles counts blocks of tile threads"
    scale<<<128, 4096>>>(data);
//          ^^^^^^^^^ expect: launch-config-order "a block cannot have 4096 threads"
}

void limits(float* data, cudaStream_t stream) {
    scale<<<4, 2048>>>(data);
//             ^^^^ expect: launch-config-order "over the limit of 1024"
    scale<<<4, dim3(1, 1, 128)>>>(data);
//             ^^^^^^^^^^^^^^^ expect: launch-config-order "128 threads in z is over the limit of 64"
    scale<<<dim3(1, 70000), 128>>>(data);
//          ^^^^^^^^^^^^^^ expect: launch-config-order "70000 blocks in y is over the limit of 65535"
    scale<<<0, 128>>>(data);
//          ^ expect: launch-config-order "without blocks"
    dynamic<<<1, 256>>>(data);
//            ^^^^^^ expect: launch-config-order "the dynamic shared array s"
    dynamic<<<1, 256, 256 * sizeof(float)>>>(data);
    dynamic<<<1, 256, 64 * 1024>>>(data);
//                    ^^^^^^^^^ expect: launch-config-order "over the limit of 49152"
}

#define ELEMENTS 1000
#define BLOCKS (ELEMENTS / 256)

__global__ void guarded(float* data, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] *= 2.0f;
}

__global__ void striding(float* data, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) data[i] *= 2.0f;
}

void rest(float* data, int n) {
    guarded<<<ELEMENTS / 256, 256>>>(data, ELEMENTS);
//            ^^^^^^^^^^^^^^ expect: launch-config-order "the last 232 of 1000 get no thread"
    guarded<<<BLOCKS, 256>>>(data, ELEMENTS);
//            ^^^^^^ expect: launch-config-order "rounds down"
    guarded<<<n / 256, 256>>>(data, n);
//            ^^^^^^^ expect: launch-config-order "unless n is a multiple of 256"
    guarded<<<(n + 255) / 256, 256>>>(data, n);
    guarded<<<1024 / 256, 256>>>(data, 1024);
    scale<<<n / 256, 256>>>(data);
//          ^^^^^^^ expect: launch-config-order "unless n is a multiple of 256"
    striding<<<n / 256, 256>>>(data, n);
    striding<<<ELEMENTS / 256, 256>>>(data, ELEMENTS);
}

void multiple(float* data, int n, int m, int tiles) {
    if (n % 256 != 0) return;
    guarded<<<n / 256, 256>>>(data, n);
    assert(m % 256 == 0);
    scale<<<m / 256, 256>>>(data);
    int whole = tiles * 256;
    scale<<<whole / 256, 256>>>(data);
}

int everyElement = 1 << 20;
dim3 whole(everyElement / 256, 1, 1);
int someElements = 1000;
dim3 partial(someElements / 256, 1, 1);
//           ^^^^^^^^^^^^^^^^^^ expect: launch-config-order "the last 232 of 1000 get no thread"

void sizesOfTheFile(float* data) {
    guarded<<<whole, 256>>>(data, everyElement);
    guarded<<<partial, 256>>>(data, someElements);
}
