// A scan whose initial value the device writes before: the host must not read it.
#include <cstdio>
#include <cub/cub.cuh>
__global__ void begin(int* first, int* in, int n) {
  if (threadIdx.x == 0) *first = 100;
  for (int i = threadIdx.x; i < n; i += blockDim.x) in[i] = i % 7;
}
int main() {
  const int n = 1000;
  int *first, *in, *out;
  cudaMalloc(&first, sizeof(int));
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  begin<<<1, 128>>>(first, in, n);
  const cub::FutureValue<int> later(first);
  size_t bytes = 0;
  void* storage = nullptr;
  cub::DeviceScan::ExclusiveScan(storage, bytes, in, out, cub::Sum(), later, n);
  cudaMalloc(&storage, bytes);
  cub::DeviceScan::ExclusiveScan(storage, bytes, in, out, cub::Sum(), later, n);
  int found[n], wrong = 0;
  cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
  for (int i = 0, sum = 100; i < n; i++) {
    wrong += found[i] != sum;
    sum += i % 7;
  }
  printf("%d %d %d wrong %d\n", found[0], found[1], found[n - 1], wrong);
  for (void* one : {(void*)first, (void*)in, (void*)out, storage}) cudaFree(one);
  return 0;
}
