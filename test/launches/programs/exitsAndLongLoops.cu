// A program that ends by exit() on every path, and loops around launches whose rounds take long on the host.
#include <stdio.h>
#include <stdlib.h>

const int BYTES = 3000000;

__global__ void copyBytes(unsigned char* out, const unsigned char* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void blend(unsigned char* out, const unsigned char* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (out[i] + in[i]) / 2;
}

__global__ void sumRows(int* out, const int* in, int columns) {
  int sum = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += in[blockIdx.x * columns + i];
  atomicAdd(&out[blockIdx.x], sum);
}

static void reference(int* out, const int* in, int rows, int columns) {
  for (int row = 0; row < rows; row++) {
    out[row] = 0;
    for (int i = 0; i < columns; i++) out[row] += in[row * columns + i];
  }
}

static int rows(int* out, const int* in, int* checked, const int* host, int rows, int columns) {
  for (int i = 0; i < 3; i++) {
    sumRows<<<rows, columns / 4>>>(out, in, columns);  // launch sumRows 300 32 0; sumRows 300 64 0; sumRows 300 128 0
    reference(checked, host, rows, columns);
  }
  return checked[0];
}

int main() {
  int n = BYTES & 0xffffff00;
  unsigned char* host = (unsigned char*)malloc(n);
  unsigned char *older, *newer;
  cudaMalloc(&older, n);
  cudaMalloc(&newer, n);
  for (int i = 0; i < n; i++) host[i] = i & 0xff;
  cudaMemcpy(older, host, n, cudaMemcpyHostToDevice);
  int failures = 0;
  dim3 grid((n + 255) / 256), block(256);
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < n / 64; i++) host[i] = rand() & 0xff;
    cudaMemcpy(newer, host, n, cudaMemcpyHostToDevice);
    if (round >= 2) {
      blend<<<grid, block>>>(newer, older, n);  // launch blend 11718 256 0
      failures += cudaGetLastError() != cudaSuccess;
    }
  }
  copyBytes<<<grid.x / 2, 512>>>(older, newer, n);  // launch copyBytes 5859 512 0
  int *in, *out, *numbers = (int*)calloc(300 * 512, sizeof(int)), *checked = (int*)malloc(300 * sizeof(int));
  cudaMalloc(&in, 300 * 512 * sizeof(int));
  cudaMalloc(&out, 300 * sizeof(int));
  cudaMemset(out, 0, 300 * sizeof(int));
  cudaMemcpy(in, numbers, 300 * 512 * sizeof(int), cudaMemcpyHostToDevice);
  for (int columns = 128; columns <= 512; columns *= 2) failures += rows(out, in, checked, numbers, 300, columns);
  cudaFree(in);
  cudaFree(out);
  cudaFree(older);
  cudaFree(newer);
  if (failures) {
    printf("%d failures\n", failures);
    exit(EXIT_FAILURE);
  }
  printf("passed\n");
  exit(EXIT_SUCCESS);
}
