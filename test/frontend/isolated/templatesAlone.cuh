// A header opened alone: every kernel a template that nobody here launches.
#pragma once
#include "not_here.h"
namespace lib {
enum class Layout { Rows, Columns };
struct Square { __host__ __device__ float operator()(float x) const { return x * x; } };
template <typename T, int BLOCK = 256>
__global__ void __launch_bounds__(BLOCK) scale(T *__restrict__ out, const T *__restrict__ in, T by, size_t n) {
    size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i < n) out[i] = in[i] * by;
}
template <typename F, typename T>
__global__ void map(F f, T *data) {
    data[threadIdx.x] = f(data[threadIdx.x]);
}
template <Layout L, unsigned WIDTH>
__global__ void copy(int *out, const int *in) {
    if constexpr (L == Layout::Rows) out[threadIdx.x] = in[threadIdx.x];
    else out[threadIdx.x] = in[threadIdx.x * WIDTH];
}
template <class T, class... Rest>
__global__ void pack(T *out, Rest... rest) {
    out[threadIdx.x] = (T(0) + ... + T(rest));
}
template <typename Index>
__global__ void bits(Index *p) {
    p[threadIdx.x] = p[threadIdx.x] % 3 | 1;
}
}  // namespace lib
