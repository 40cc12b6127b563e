#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
template <typename scalar_t>
__global__ void relu_kernel(const scalar_t *__restrict__ in, scalar_t *__restrict__ out, size_t n) {
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] > scalar_t(0) ? in[i] : scalar_t(0);
}
template <typename scalar_t>
__global__ void accessor_kernel(torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> a) { a[blockIdx.x][threadIdx.x] = 0; }
torch::Tensor relu_cuda(torch::Tensor x) {
    auto out = torch::empty_like(x);
    const int threads = 256;
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "relu", ([&] {
        relu_kernel<scalar_t><<<(x.numel() + threads - 1) / threads, threads, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), x.numel());
    }));
    return out;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("relu", &relu_cuda); }
