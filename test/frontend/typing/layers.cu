// Kernels of two namespaces, one written without indentation and one with, as tests type into them at the marked places.
#include <cuda_runtime.h>

#define TILE 32

namespace layers {

constexpr int LANES = 32;

template <typename T> struct Range {
    T low, high;
    __device__ T clamp(T x) const { return x < low ? low : x > high ? high : x; }
};

__device__ inline float square(float x) { return x * x; }

__global__ void bias(float *out, const float *in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = in[i] + 1.0f;
    }
}

// TOP
__global__ void middle(float *out, const float *in,
                       int n) {
    __shared__ float tile[TILE];
    const int i = threadIdx.x;
    if (i < n) {
        tile[i] = in[i];
    }
    // BODY
    __syncthreads();
    out[i] = square(tile[LANES - 1 - i]);
}

template <typename T, int N>
__global__ void limit(T *out, Range<T> range) {
    for (int k = 0; k < N; ++k) {
        out[k * LANES + threadIdx.x] = range.clamp(out[k * LANES + threadIdx.x]);
    }
}

template __global__ void limit<float, 4>(float *, Range<float>);

}  // namespace layers

namespace steps {
    __device__ int doubled(int x) { return 2 * x; }

    __global__ void first(int *a) {
        if (threadIdx.x < 16) {
            a[threadIdx.x] = doubled(a[threadIdx.x]);
        }
        // INNER
    }

    __global__ void second(int *a) {
        a[threadIdx.x] += 1;
    }
}

__global__ void last(float *out) {
    out[threadIdx.x] = layers::square(out[threadIdx.x]);
}

void run(float *out, const float *in, int n) {
    layers::bias<<<n / 256, 256>>>(out, in, n);
    // HOST
    layers::middle<<<1, 32>>>(out, in, n);
    last<<<1, 32>>>(out);
}
