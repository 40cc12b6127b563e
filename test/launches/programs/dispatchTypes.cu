#include <cstdio>
#include <stdexcept>
#include <string>
#define DISPATCH(name, T, ...)                   \
  if (name == "float") {                         \
    using T = float;                             \
    __VA_ARGS__                                  \
  } else if (name == "double") {                 \
    using T = double;                            \
    __VA_ARGS__                                  \
  } else {                                       \
    throw std::invalid_argument("no such type"); \
  }
template <typename T>
__global__ void norm(const T* in, T* out, int n) {
  __shared__ T part[128];
  part[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[127];
}
template <typename T, int BM, int BN>
__global__ void tile(T* c, int n) {
  int row = blockIdx.y * BM + threadIdx.x / BN, column = blockIdx.x * BN + threadIdx.x % BN;
  c[row * n + column] = 1;
}
#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))
void runNorm(const std::string& type, const void* in, void* out, int n) {
  DISPATCH(type, T, norm<T><<<n / 128, 128>>>((const T*)in, (T*)out, n);)  // launch norm<float> 32 128 0; norm<double> 16 128 0
}
void runTile(int n, float* c) {
  const unsigned int BM = 16, BN = 32;
  dim3 gridDim(CEIL_DIV(n, BN), CEIL_DIV(n, BM));
  dim3 blockDim((BM * BN) / 1);
  tile<float, BM, BN><<<gridDim, blockDim>>>(c, n);  // launch tile<float,16,32> 4,8 512 0
}
void dispatch(int number, float* c) {
  switch (number) {
    case 0:
      runTile(64, c);
      break;
    case 1:
      runTile(128, c);
      break;
    default:
      throw std::invalid_argument("no such kernel");
  }
}
int main(int argc, char** argv) {
  void *in, *out;
  cudaMalloc(&in, 1 << 16);
  cudaMalloc(&out, 1 << 16);
  try {
    runNorm("float", in, out, 4096);
    runNorm("double", in, out, 2048);
    dispatch(argc > 1 ? std::stoi(argv[1]) : 1, (float*)out);
  } catch (const std::exception& error) {
    printf("%s\n", error.what());
    return 1;
  }
  return cudaDeviceSynchronize();
}
