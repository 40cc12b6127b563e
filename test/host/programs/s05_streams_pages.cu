// Streams over page-aligned memory of mmap that is registered, as the samples' stream program does.
#include <helper_cuda.h>
#include <helper_functions.h>
#include <sys/mman.h>
#define ALIGN_UP(x, size) (((size_t)x + (size - 1)) & (~(size - 1)))
__global__ void init(int* data, int* factor, int rounds) { int i = blockIdx.x * blockDim.x + threadIdx.x; for (int k = 0; k < rounds; k++) data[i] += *factor; }
int main() {
  const int streams = 4, n = 1 << 16, bytes = n * sizeof(int);
  int *raw = (int*)mmap(NULL, bytes + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  int* a = (int*)ALIGN_UP(raw, 4096);
  checkCudaErrors(cudaHostRegister(a, bytes, cudaHostRegisterMapped));
  int *d, *factor, five = 5;
  checkCudaErrors(cudaMalloc(&d, bytes));
  checkCudaErrors(cudaMalloc(&factor, sizeof(int)));
  checkCudaErrors(cudaMemset(d, 0, bytes));
  checkCudaErrors(cudaMemcpy(factor, &five, sizeof five, cudaMemcpyHostToDevice));
  cudaStream_t s[streams];
  for (auto& one : s) checkCudaErrors(cudaStreamCreate(&one));
  for (int i = 0; i < streams; i++) init<<<n / streams / 256, 256, 0, s[i]>>>(d + i * n / streams, factor, 4);
  for (int i = 0; i < streams; i++) checkCudaErrors(cudaMemcpyAsync(a + i * n / streams, d + i * n / streams, bytes / streams, cudaMemcpyDeviceToHost, s[i]));
  checkCudaErrors(cudaDeviceSynchronize());
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i];
  printf("%ld %s\n", sum, sum == 20l * n ? "ok" : "wrong");
  for (auto& one : s) checkCudaErrors(cudaStreamDestroy(one));
  checkCudaErrors(cudaHostUnregister(a));
  munmap(raw, bytes + 4096);
  checkCudaErrors(cudaFree(d));
  checkCudaErrors(cudaFree(factor));
}
