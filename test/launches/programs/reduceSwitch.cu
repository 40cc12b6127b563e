#include <cstdio>
template <class T, unsigned int blockSize>
__global__ void reduce(const T* in, T* out, unsigned int n) {
  extern __shared__ __align__(8) unsigned char raw[];
  T* shared = reinterpret_cast<T*>(raw);
  unsigned int t = threadIdx.x, i = blockIdx.x * blockSize * 2 + t;
  shared[t] = (i < n ? in[i] : 0) + (i + blockSize < n ? in[i + blockSize] : 0);
  __syncthreads();
  for (unsigned int s = blockSize / 2; s > 0; s >>= 1) {
    if (t < s) shared[t] += shared[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = shared[0];
}

template <class T>
void launchReduce(int n, int threads, int blocks, const T* in, T* out) {
  dim3 block(threads, 1, 1);
  dim3 grid(blocks, 1, 1);
  int bytes = threads <= 32 ? 2 * threads * sizeof(T) : threads * sizeof(T);
  switch (threads) {
    case 512:
      reduce<T, 512><<<grid, block, bytes>>>(in, out, n);
      break;
    case 256:
      reduce<T, 256><<<grid, block, bytes>>>(in, out, n);  // launch reduce<int,256> 512 256 1024; reduce<int,256> 1 256 1024
      break;
    case 128:
      reduce<T, 128><<<grid, block, bytes>>>(in, out, n);
      break;
    case 32:
      reduce<T, 32><<<grid, block, bytes>>>(in, out, n);
      break;
  }
}

int main() {
  const int n = 1 << 18, threads = 256;
  int blocks = (n + threads * 2 - 1) / (threads * 2);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, blocks * sizeof(int));
  cudaMemset(in, 1, n * sizeof(int));
  launchReduce<int>(n, threads, blocks, in, out);
  launchReduce<int>(blocks, threads, 1, out, out);
  int sum;
  cudaMemcpy(&sum, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", sum);
}
