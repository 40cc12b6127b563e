#include <cstdio>
__global__ void naive(float* out, const float* in, int n) { out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x * n]; }
__global__ void tiled(float* out, const float* in, int n) { out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x + n]; }
__global__ void diagonal(float* out, const float* in, int n) { out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x * (n + 1)]; }
__global__ void once(float* out) { out[threadIdx.x] = 0; }
template <int W>
__global__ void wide(float* out, const float* in, int n) { out[blockIdx.x * W + threadIdx.x] = in[threadIdx.x + n]; }

struct Variant {
  const char* name;
  void (*kernel)(float*, const float*, int);
  int threads;
};

int main(int argc, char** argv) {
  float *in, *out;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 20);
  void (*kernel)(float*, const float*, int) = &naive;
  for (int i = 0; i < 3; i++) {
    switch (i) {
      case 0:
        kernel = &naive;
        break;
      case 1:
        kernel = &tiled;
        break;
      case 2:
        kernel = &diagonal;
        break;
    }
    kernel<<<16, 32 << i>>>(out, in, 64);  // launch naive 16 32 0; tiled 16 64 0; diagonal 16 128 0
  }
  void (*table[])(float*, const float*, int) = {wide<32>, wide<64>};
  const int widths[] = {32, 64};
  for (int i = 0; i < 2; i++) table[i]<<<4, widths[i]>>>(out, in, 64);  // launch wide<32> 4 32 0; wide<64> 4 64 0
  const Variant variants[] = {{"naive", naive, 256}, {"tiled", tiled, 384}};
  for (const Variant& one : variants) {
    one.kernel<<<8, one.threads>>>(out, in, 16);  // launch naive 8 256 0; tiled 8 384 0
    printf("%s\n", one.name);
  }
  auto clear = once;
  clear<<<1, 512>>>(out);  // launch once 1 512 0
  cudaDeviceSynchronize();
}
