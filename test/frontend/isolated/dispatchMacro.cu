// A binding of a framework: templates that only an unknown macro launches.
#include <torch/extension.h>
template <typename scalar_t, int STEP>
__global__ void C10_LAUNCH_BOUNDS_1(256) scale(scalar_t* out) { out[threadIdx.x * STEP] *= scalar_t(2); }
torch::Tensor run(torch::Tensor x) {
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "scale", ([&] {
    scale<scalar_t, 8><<<1, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<scalar_t>());
  }));
  return x;
}
