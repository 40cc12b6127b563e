// The runtime is used before main, by a static object.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
struct Early {
  int* d;
  Early() { printf("%s\n", cudaGetErrorName(cudaMalloc(&d, 64))); }
};
static Early early;
int main() {
  int h = 5, back = 0;
  SAY(cudaMemcpy(early.d, &h, 4, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy(&back, early.d, 4, cudaMemcpyDeviceToHost));
  printf("%d\n", back);
  SAY(cudaFree(early.d));
}
