// Host threads with streams of their own, host functions at their ends.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
__global__ void square(int* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] *= p[i]; }
static std::mutex m;
static int finished = 0;
static void CUDART_CB done(void* data) { std::lock_guard<std::mutex> l(m); finished += *(int*)data; }
int main() {
  const int workers = 4, n = 1000;
  std::vector<std::thread> threads;
  long sums[workers];
  for (int w = 0; w < workers; ++w)
    threads.emplace_back([w, &sums] {
      cudaSetDevice(0);
      cudaStream_t s;
      cudaStreamCreate(&s);
      int *h, *d, mark = 1 << w;
      cudaMallocHost(&h, n * sizeof(int));
      cudaMalloc(&d, n * sizeof(int));
      for (int i = 0; i < n; ++i) h[i] = i % (w + 2);
      cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
      square<<<(n + 255) / 256, 256, 0, s>>>(d, n);
      cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s);
      cudaLaunchHostFunc(s, done, &mark);
      cudaStreamSynchronize(s);
      sums[w] = 0;
      for (int i = 0; i < n; ++i) sums[w] += h[i];
      cudaFree(d);
      cudaFreeHost(h);
      cudaStreamDestroy(s);
    });
  for (auto& t : threads) t.join();
  printf("%ld %ld %ld %ld %d\n", sums[0], sums[1], sums[2], sums[3], finished);
}
