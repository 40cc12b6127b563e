// Work of the host beside an asynchronous copy and kernel, with events and the samples' timer.
#include <helper_cuda.h>
#include <helper_functions.h>
__global__ void increment(int* g, int by) { int i = blockIdx.x * blockDim.x + threadIdx.x; g[i] = g[i] + by; }
bool correct(int* data, const int n, const int x) {
  for (int i = 0; i < n; i++) if (data[i] != x) { printf("Error! data[%d] = %d, ref = %d\n", i, data[i], x); return false; }
  return true;
}
int main(int argc, char* argv[]) {
  int device = findCudaDevice(argc, (const char**)argv);
  cudaDeviceProp p;
  checkCudaErrors(cudaGetDeviceProperties(&p, device));
  printf("major %d warp %d\n", p.major, p.warpSize);
  int n = 1 << 16, nbytes = n * sizeof(int), value = 26;
  int *a = 0, *d_a = 0;
  checkCudaErrors(cudaMallocHost((void**)&a, nbytes));
  memset(a, 0, nbytes);
  checkCudaErrors(cudaMalloc((void**)&d_a, nbytes));
  checkCudaErrors(cudaMemset(d_a, 255, nbytes));
  dim3 threads = dim3(512, 1), blocks = dim3(n / threads.x, 1);
  cudaEvent_t start, stop;
  checkCudaErrors(cudaEventCreate(&start));
  checkCudaErrors(cudaEventCreate(&stop));
  StopWatchInterface* timer = NULL;
  sdkCreateTimer(&timer);
  sdkResetTimer(&timer);
  checkCudaErrors(cudaDeviceSynchronize());
  sdkStartTimer(&timer);
  cudaEventRecord(start, 0);
  cudaMemcpyAsync(d_a, a, nbytes, cudaMemcpyHostToDevice, 0);
  increment<<<blocks, threads, 0, 0>>>(d_a, value);
  cudaMemcpyAsync(a, d_a, nbytes, cudaMemcpyDeviceToHost, 0);
  cudaEventRecord(stop, 0);
  sdkStopTimer(&timer);
  unsigned long counter = 0;
  while (cudaEventQuery(stop) == cudaErrorNotReady) counter++;
  float ms = -1;
  checkCudaErrors(cudaEventElapsedTime(&ms, start, stop));
  printf("timed %d cpu %d\n", ms > 0.0f, sdkGetTimerValue(&timer) >= 0.0f);
  bool ok = correct(a, n, value);
  sdkDeleteTimer(&timer);
  checkCudaErrors(cudaEventDestroy(start));
  checkCudaErrors(cudaEventDestroy(stop));
  checkCudaErrors(cudaFreeHost(a));
  checkCudaErrors(cudaFree(d_a));
  printf("%s\n", ok ? "passed" : "failed");
  exit(ok ? EXIT_SUCCESS : EXIT_FAILURE);
}
