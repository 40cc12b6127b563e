// A structure with a pointer is copied with what it points to.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
struct Node { int n; int* values; };
__global__ void sum(const Node* node, int* out) { for (int i = 0; i < node->n; ++i) *out += node->values[i]; }
int main() {
  int v[4] = {1, 20, 300, 4000}, *dv, *out, zero = 0;
  Node h = {4, nullptr}, *d;
  cudaMalloc(&dv, sizeof v);
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&out, 4);
  cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
  h.values = dv;
  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(out, &zero, 4, cudaMemcpyHostToDevice);
  sum<<<1, 1>>>(d, out);
  cudaMemcpy(&zero, out, 4, cudaMemcpyDeviceToHost);
  printf("%d %zu\n", zero, sizeof(Node));
  cudaFree(dv);
  cudaFree(d);
  cudaFree(out);
}
