#include <cstdio>
#include "shared.h"
static int state = 5;
static __global__ void local(int* p) { p[threadIdx.x] = 1; }
__global__ void usePoly(float* d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { d[i] = poly(d[i]); atomicAdd(&hits, 1); } }
int otherState();
void runLocal(int* p);
int main(int argc, char** argv) {
  const int n = 256;
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i) v[i] = i;
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, v.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  launch_scale(d, Job{n, 2.0f}, 0);
  offset<<<1, n>>>(d, n, 1.0f);
  float c[4] = {1, 1, 0, 0};
  cudaMemcpyToSymbol(coefficients, c, sizeof c);
  usePoly<<<2, 128>>>(d, n);
  cudaMemcpy(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  int h;
  cudaMemcpyFromSymbol(&h, hits, sizeof h);
  printf("%g %g %d mean %g\n", v[0], v[255], h, host_mean(v));
  int own = counter(), theirs = fromCpp();
  printf("add %d twice %d %g counter %d %d state %d %d\n", add_c(2, 3), twice(4), twice(1.5), own, theirs, state, otherState());
  int* p;
  cudaMalloc(&p, 128);
  local<<<1, 16>>>(p);
  runLocal(p);
  int hp[32];
  cudaMemcpy(hp, p, 128, cudaMemcpyDeviceToHost);
  printf("local %d %d global %d\n", hp[0], hp[20], globalValue);
  cudaFree(d);
  cudaFree(p);
  return argc;
}
