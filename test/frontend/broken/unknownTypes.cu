#include "project/config.h"
#include <missing/library.hpp>
using namespace missing;
static Tensor<float, 4> weights;
__global__ void usesUnknown(View<float> v) { v(threadIdx.x) = 0; }
__global__ void plain(const float *in, float *out, int stride) { out[threadIdx.x] = in[threadIdx.x * stride]; }
template <typename T> __global__ void generic(T *p, int n) { int i = threadIdx.x; if (i < n) p[i] = T(i); }
void launch(const Tensor<float, 4> &t, Context &ctx) {
    auto stream = ctx.stream();
    plain<<<t.size(0), 256, 0, stream>>>(t.data(), t.data(), 8);
    generic<<<1, 64>>>(t.data<float>(), 64);
    Status s = ctx.Wait();
}
