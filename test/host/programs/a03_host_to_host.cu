// A copy between two host buffers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  int a[4] = {1, 2, 3, 4}, b[4] = {0};
  SAY(cudaMemcpy(b, a, sizeof a, cudaMemcpyHostToHost));
  printf("%d %d\n", b[0], b[3]);
}
