#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define BLOCK_SIZE 208
#define SOFTENING 1e-9f
typedef struct { float x, y, z, vx, vy, vz; } Body;
__global__ void bodyForce(Body* p, float dt, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  float fx = 0;
  for (int j = 0; j < n; j++) {
    float dx = p[j].x - p[i].x;
    fx += dx * rsqrtf(dx * dx + SOFTENING);
  }
  p[i].vx += dt * fx;
}
__global__ void integrate(Body* p, float dt, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) p[i].x += p[i].vx * dt;
}
void randomize(float* data, int n) {
  for (int i = 0; i < n; i++) data[i] = 2.0f * (rand() / (float)RAND_MAX) - 1.0f;
}
int main(const int argc, const char** argv) {
  int nBodies = 3000;
  int nIters = 2;
  if (argc > 1) nBodies = atoi(argv[1]);
  const float dt = 0.01f;
  int bytes = nBodies * sizeof(Body);
  float* buf = (float*)malloc(bytes);
  randomize(buf, 6 * nBodies);
  float* d_buf;
  cudaMalloc(&d_buf, bytes);
  Body* d_p = (Body*)d_buf;
  int nBlocks = (nBodies + BLOCK_SIZE - 1) / BLOCK_SIZE;
  for (int iter = 1; iter <= nIters; iter++) {
    cudaMemcpy(d_buf, buf, bytes, cudaMemcpyHostToDevice);
    bodyForce<<<nBlocks, BLOCK_SIZE>>>(d_p, dt, nBodies);  // launch bodyForce 15 208 0
    cudaMemcpy(buf, d_buf, bytes, cudaMemcpyDeviceToHost);
    integrate<<<nBlocks, BLOCK_SIZE>>>(d_p, dt, nBodies);  // launch integrate 15 208 0
  }
  free(buf);
  cudaFree(d_buf);
}
