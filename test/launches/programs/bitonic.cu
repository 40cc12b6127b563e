#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                        \
  do {                                                                     \
    cudaError_t error = (call);                                            \
    if (error != cudaSuccess) {                                            \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                             \
    }                                                                      \
  } while (0)
__global__ void bitonicStep(float* values, int j, int k) {
  unsigned int i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ j;
  if (other > i && ((i & k) == 0) == (values[i] > values[other])) {
    float kept = values[i];
    values[i] = values[other];
    values[other] = kept;
  }
}
__global__ void check(const float* values, int* wrong, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && values[i] > values[i + 1]) atomicAdd(wrong, 1);
}
int main(int argc, char** argv) {
  const int THREADS = 512, BLOCKS = 8, N = THREADS * BLOCKS;
  float* host = (float*)malloc(N * sizeof(float));
  srand(7);
  for (int i = 0; i < N; i++) host[i] = rand() % 1000;
  float* values;
  int* wrong;
  CHECK(cudaMalloc(&values, N * sizeof(float)));
  CHECK(cudaMallocManaged(&wrong, sizeof(int)));
  *wrong = 0;
  CHECK(cudaMemcpy(values, host, N * sizeof(float), cudaMemcpyHostToDevice));
  for (int k = 2; k <= N; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) bitonicStep<<<BLOCKS, THREADS>>>(values, j, k);  // launch bitonicStep 8 512 0
  check<<<(unsigned)(N / 256), 256u>>>(values, wrong, N);  // launch check 16 256 0
  CHECK(cudaDeviceSynchronize());
  printf("%d wrong\n", *wrong);
  free(host);
}
