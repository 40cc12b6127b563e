#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <cub/cub.cuh>
__global__ void scale(float *x, float f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= f;
}
int main() {
    thrust::device_vector<float> v(1 << 20);
    thrust::sort(v.begin(), v.end());
    scale<<<4096, 256>>>(thrust::raw_pointer_cast(v.data()), 2.0f, v.size());
    void *temp = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(temp, bytes, v.begin(), v.end(), v.size());
    return 0;
}
