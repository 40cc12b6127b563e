// Matrices as structures, naive and tiled.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
struct Matrix { int width, height; float* elements; };
__global__ void naive(Matrix a, Matrix b, Matrix c) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
  for (int k = 0; k < a.width; ++k) s += a.elements[y * a.width + k] * b.elements[k * b.width + x];
  c.elements[y * c.width + x] = s;
}
__global__ void tiled(Matrix a, Matrix b, Matrix c) {
  __shared__ float s[8][8], t[8][8];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float v = 0;
  for (int m = 0; m < a.width / 8; ++m) {
    s[threadIdx.y][threadIdx.x] = a.elements[y * a.width + m * 8 + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = b.elements[(m * 8 + threadIdx.y) * b.width + x];
    __syncthreads();
    for (int k = 0; k < 8; ++k) v += s[threadIdx.y][k] * t[k][threadIdx.x];
    __syncthreads();
  }
  c.elements[y * c.width + x] -= v;
}
int main() {
  const int n = 16;
  float h[n * n];
  Matrix m[3];
  for (int i = 0; i < 3; ++i) {
    m[i].width = m[i].height = n;
    cudaMalloc(&m[i].elements, sizeof h);
    for (int k = 0; k < n * n; ++k) h[k] = (k * (i + 1)) % 7;
    cudaMemcpy(m[i].elements, h, sizeof h, cudaMemcpyHostToDevice);
  }
  naive<<<dim3(2, 2), dim3(8, 8)>>>(m[0], m[1], m[2]);
  cudaMemcpy(h, m[2].elements, sizeof h, cudaMemcpyDeviceToHost);
  float expected = 0;
  for (int k = 0; k < n; ++k) expected += (float)((3 * n + k) % 7) * ((2 * (k * n + 5)) % 7);
  printf("%d\n", h[3 * n + 5] == expected);
  tiled<<<dim3(2, 2), dim3(8, 8)>>>(m[0], m[1], m[2]);
  cudaMemcpy(h, m[2].elements, sizeof h, cudaMemcpyDeviceToHost);
  float worst = 0;
  for (int k = 0; k < n * n; ++k) worst = h[k] * h[k] > worst ? h[k] * h[k] : worst;
  printf("%g\n", worst);
  for (int i = 0; i < 3; ++i) cudaFree(m[i].elements);
}
