#include <cstdio>
#define SIZE 160
#include "included.inc.cu"
int main() {
  float* data;
  cudaMalloc(&data, 100 * SIZE * sizeof(float));
  first<<<100, SIZE>>>(data);  // launch first 100 160 0
  second<<<dim3{50, 2, 1}, dim3{SIZE, 1, 1}>>>(data);  // launch second 50,2 160 0
  cudaDeviceSynchronize();
}
