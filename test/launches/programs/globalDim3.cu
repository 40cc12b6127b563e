#include <cstdio>
dim3 gBlock(32, 4);
dim3 gGrid;
static const dim3 small(8, 8, 2);
static int gThreads = 96;

__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 4) tile[j][threadIdx.x] = in[(blockIdx.y * 32 + j) * n + x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 4) out[(blockIdx.x * 32 + j) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][j];
}
__global__ void cube(float* data) { data[(threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x] = 1; }
__global__ void line(float* data) { data[threadIdx.x] += 1; }

void setup(int n) { gGrid = dim3(n / gBlock.x, n / 32); }

int main() {
  const int n = 256;
  float *in, *out;
  cudaMalloc(&in, n * n * 4);
  cudaMalloc(&out, n * n * 4);
  setup(n);
  transpose<<<gGrid, gBlock>>>(out, in, n);  // launch transpose 8,8 32,4 0
  cube<<<1, small>>>(out);  // launch cube 1 8,8,2 0
  gThreads *= 2;
  line<<<2, gThreads>>>(out);  // launch line 2 192 0
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
