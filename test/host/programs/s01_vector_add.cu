// The first sample of every course: helpers, error checks, verification.
#include <helper_cuda.h>
#include <helper_functions.h>
__global__ void vectorAdd(const float* a, const float* b, float* c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i] + 0.0f;
}
int main(int argc, char** argv) {
  int n = 50000;
  if (checkCmdLineFlag(argc, (const char**)argv, "n")) n = getCmdLineArgumentInt(argc, (const char**)argv, "n=");
  findCudaDevice(argc, (const char**)argv);
  size_t size = n * sizeof(float);
  printf("[Vector addition of %d elements]\n", n);
  float *a = (float*)malloc(size), *b = (float*)malloc(size), *c = (float*)malloc(size);
  for (int i = 0; i < n; ++i) { a[i] = rand() / (float)RAND_MAX; b[i] = rand() / (float)RAND_MAX; }
  float *da = NULL, *db = NULL, *dc = NULL;
  checkCudaErrors(cudaMalloc((void**)&da, size));
  checkCudaErrors(cudaMalloc((void**)&db, size));
  checkCudaErrors(cudaMalloc((void**)&dc, size));
  checkCudaErrors(cudaMemcpy(da, a, size, cudaMemcpyHostToDevice));
  checkCudaErrors(cudaMemcpy(db, b, size, cudaMemcpyHostToDevice));
  int threads = 256, blocks = (n + threads - 1) / threads;
  printf("CUDA kernel launch with %d blocks of %d threads\n", blocks, threads);
  vectorAdd<<<blocks, threads>>>(da, db, dc, n);
  getLastCudaError("vectorAdd failed");
  checkCudaErrors(cudaMemcpy(c, dc, size, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    if (fabs(a[i] + b[i] - c[i]) > 1e-5) { fprintf(stderr, "Result verification failed at element %d!\n", i); exit(EXIT_FAILURE); }
  printf("Test PASSED\n");
  cudaFree(da); cudaFree(db); cudaFree(dc);
  free(a); free(b); free(c);
  return 0;
}
