// Kernels that launch kernels, through streams of the device.
#include <cstdio>
__global__ void child(int depth) { printf("%d\n", depth); }
template <int N> __global__ void tchild(int* p) { p[threadIdx.x] = N; }
__global__ void parent(int depth, int* p) {
  if (threadIdx.x == 0) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    child<<<1, 32, 0, s>>>(depth + 1);
    cudaStreamDestroy(s);
    tchild<3><<<1, blockDim.x>>>(p);
  }
}
int main() { parent<<<1, 1>>>(0, nullptr); return 0; }
