// The device half of a tensor library's extension: accessors, a dispatch by hand, templated kernels.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <vector>

namespace tensor {
template <typename T, int N> struct RestrictAccessor {
    T *__restrict__ data_;
    int64_t sizes_[N];
    int64_t strides_[N];
    __host__ __device__ int64_t size(int i) const { return sizes_[i]; }
    __device__ T &at(int64_t i, int64_t j) { return data_[i * strides_[0] + j * strides_[1]]; }
    __device__ const T &at(int64_t i, int64_t j) const { return data_[i * strides_[0] + j * strides_[1]]; }
};
}  // namespace tensor

template <typename scalar_t> __device__ __forceinline__ scalar_t sigmoid(scalar_t z) { return 1.0 / (1.0 + exp(-z)); }
template <typename scalar_t> __device__ __forceinline__ scalar_t d_sigmoid(scalar_t z) {
    const auto s = sigmoid(z);
    return (1.0 - s) * s;
}
template <typename scalar_t> __device__ __forceinline__ scalar_t elu(scalar_t z, scalar_t alpha = 1.0) { return fmax(0.0, z) + fmin(0.0, alpha * (exp(z) - 1.0)); }

template <typename scalar_t>
__global__ void lltm_cuda_forward_kernel(const tensor::RestrictAccessor<scalar_t, 2> gates, const tensor::RestrictAccessor<scalar_t, 2> old_cell, tensor::RestrictAccessor<scalar_t, 2> new_h, tensor::RestrictAccessor<scalar_t, 2> new_cell) {
    const int n = blockIdx.y;
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < gates.size(1)) {
        const scalar_t input_gate = sigmoid(gates.at(n, c));
        const scalar_t candidate = elu(gates.at(n, c + 1));
        new_cell.at(n, c) = old_cell.at(n, c) + candidate * input_gate;
        new_h.at(n, c) = tanh(new_cell.at(n, c)) * d_sigmoid(gates.at(n, c));
    }
}
enum class ScalarType { Float, Double };
#define DISPATCH_FLOATING(TYPE, ...)                                                       \
    [&] {                                                                                  \
        switch (TYPE) {                                                                    \
            case ScalarType::Float: { using scalar_t = float; return __VA_ARGS__(); }      \
            default: { using scalar_t = double; return __VA_ARGS__(); }                    \
        }                                                                                  \
    }()
template <typename T> tensor::RestrictAccessor<T, 2> accessor(void *p, int64_t rows, int64_t columns) { return {(T *)p, {rows, columns}, {columns, 1}}; }

std::vector<void *> lltm_cuda_forward(ScalarType type, void *gates, void *cell, int64_t batch, int64_t state, cudaStream_t stream) {
    const int threads = 1024;
    const dim3 blocks((state + threads - 1) / threads, batch);
    DISPATCH_FLOATING(type, [&] {
        lltm_cuda_forward_kernel<scalar_t><<<blocks, threads, 0, stream>>>(accessor<scalar_t>(gates, batch, state), accessor<scalar_t>(cell, batch, state), accessor<scalar_t>(cell, batch, state), accessor<scalar_t>(cell, batch, state));
    });
    return {gates, cell};
}
