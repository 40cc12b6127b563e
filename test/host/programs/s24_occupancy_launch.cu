// Launch sizes from the occupancy calculator, attributes of functions, dynamic shared memory by size.
#include <cstdio>
#include <helper_cuda.h>
__global__ void square(int* a, int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < n) a[i] *= a[i]; }
__global__ void tile(float* out) { extern __shared__ float t[]; t[threadIdx.x] = threadIdx.x; __syncthreads(); out[threadIdx.x] = t[blockDim.x - 1 - threadIdx.x]; }
int main() {
  const int n = 100000;
  int *h = new int[n], *d, size, minimum;
  for (int i = 0; i < n; ++i) h[i] = i % 1000;
  checkCudaErrors(cudaMalloc(&d, n * sizeof(int)));
  checkCudaErrors(cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice));
  checkCudaErrors(cudaOccupancyMaxPotentialBlockSize(&minimum, &size, (void*)square, 0, n));
  square<<<(n + size - 1) / size, size>>>(d, n);
  checkCudaErrors(cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost));
  bool ok = true;
  for (int i = 0; i < n; ++i) ok = ok && h[i] == (i % 1000) * (i % 1000);
  printf("%s %d\n", ok ? "Test PASSED" : "Test FAILED", size >= 32);
  cudaFuncAttributes a;
  checkCudaErrors(cudaFuncGetAttributes(&a, tile));
  printf("static %zu max %d\n", a.sharedSizeBytes, a.maxThreadsPerBlock);
  float *out, back[256];
  checkCudaErrors(cudaMalloc(&out, sizeof back));
  for (int threads : {32, 256}) {
    tile<<<1, threads, threads * sizeof(float)>>>(out);
    getLastCudaError("tile");
    checkCudaErrors(cudaMemcpy(back, out, threads * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%d: %g %g\n", threads, back[0], back[threads - 1]);
  }
  checkCudaErrors(cudaFree(out));
  checkCudaErrors(cudaFree(d));
  delete[] h;
}
