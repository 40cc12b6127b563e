#include <cstdio>
#include <cstdlib>
#include <utility>
#define NX 64
#define NY 48
const int NZ = 40;
enum Axis { X = 8, Y = 4, Z = 4 };
__global__ void sweep(const float* in, float* out, int3 size) {
  int x = blockIdx.x * X + threadIdx.x, y = blockIdx.y * Y + threadIdx.y, z = blockIdx.z * Z + threadIdx.z;
  if (x > 0 && x < size.x && y < size.y && z < size.z) out[(z * size.y + y) * size.x + x] = in[(z * size.y + y) * size.x + x - 1];
}
__global__ void planes(float* data, uint2 extent) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < extent.x) data[blockIdx.y * extent.x + x] += 1;
}
__global__ void edges(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
static inline unsigned up(unsigned a, unsigned b) { return a / b + (a % b != 0); }
static dim3 blocksOf(const int3& size, const dim3& block) {
  return dim3(up(size.x, block.x), up(size.y, block.y), up(size.z, block.z));
}
int main(int argc, char* argv[]) {
  const int steps = argc > 1 ? atoi(argv[1]) : 3;
  const int3 size = make_int3(NX, NY, NZ);
  const dim3 block(X, Y, Z);
  float *a, *b;
  cudaMalloc(&a, NX * NY * NZ * sizeof(float));
  cudaMalloc(&b, NX * NY * NZ * sizeof(float));
  for (int s = 0; s < steps; ++s) {
    sweep<<<blocksOf(size, block), block>>>(a, b, size);  // launch sweep 8,12,10 8,4,4 0
    std::swap(a, b);
  }
  uint2 extent{NX * 3, NY};
  planes<<<dim3(up(extent.x, 48), extent.y), 48>>>(a, extent);  // launch planes 4,48 48 0
  int left = NX * NY, threads = 1024;
  while (threads > left) threads >>= 1;
  edges<<<left / threads, threads>>>(a);  // launch edges 3 1024 0
  dim3 tail = block;
  tail.z = 1;
  std::swap(tail.x, tail.y);
  edges<<<1, tail.x * tail.y * tail.z>>>(a);  // launch edges 1 32 0
  cudaDeviceSynchronize();
}
