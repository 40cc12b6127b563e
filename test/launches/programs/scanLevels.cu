#include <cstdio>
#include <vector>
template <int B>
__global__ void scanBlock(int* data, int* sums, int n) {
  __shared__ int s[B];
  int i = blockIdx.x * B + threadIdx.x;
  s[threadIdx.x] = i < n ? data[i] : 0;
  __syncthreads();
  for (int d = 1; d < B; d <<= 1) {
    int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    __syncthreads();
    s[threadIdx.x] += v;
    __syncthreads();
  }
  if (i < n) data[i] = s[threadIdx.x];
  if (threadIdx.x == B - 1 && sums) sums[blockIdx.x] = s[threadIdx.x];
}
template <int B>
__global__ void addSums(int* data, const int* sums, int n) {
  int i = (blockIdx.x + 1) * B + threadIdx.x;
  if (i < n) data[i] += sums[blockIdx.x];
}
constexpr int kBlock = 1 << 8;
void scan(int* data, int n) {
  int blocks = (n + kBlock - 1) / kBlock;
  int* sums = nullptr;
  if (blocks > 1) cudaMalloc(&sums, blocks * sizeof(int));
  scanBlock<kBlock><<<blocks, kBlock>>>(data, sums, n);  // launch scanBlock<256> 1172 256 0; scanBlock<256> 5 256 0; scanBlock<256> 1 256 0
  if (blocks > 1) {
    scan(sums, blocks);
    addSums<kBlock><<<blocks - 1, kBlock>>>(data, sums, n);  // launch addSums<256> 4 256 0; addSums<256> 1171 256 0
    cudaFree(sums);
  }
}
int main() {
  std::vector<int> host(300000, 1);
  int* data;
  cudaMalloc(&data, host.size() * sizeof(int));
  cudaMemcpy(data, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
  scan(data, (int)host.size());
  cudaMemcpy(host.data(), data, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", host.back());
}
