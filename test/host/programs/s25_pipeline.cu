// Chunks over several streams with events between them, as a pipeline class.
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>
__global__ void stage(const float* in, float* out, int n, float a) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] * a + 1; }
class Pipeline {
  static constexpr int depth = 3;
  struct Slot { cudaStream_t stream; cudaEvent_t ready; float *in, *out; };
  std::array<Slot, depth> slots;
  int chunk;
public:
  explicit Pipeline(int c) : chunk(c) {
    for (auto& s : slots) {
      cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking);
      cudaEventCreateWithFlags(&s.ready, cudaEventDisableTiming);
      cudaMalloc(&s.in, chunk * sizeof(float));
      cudaMalloc(&s.out, chunk * sizeof(float));
    }
  }
  ~Pipeline() { for (auto& s : slots) { cudaStreamDestroy(s.stream); cudaEventDestroy(s.ready); cudaFree(s.in); cudaFree(s.out); } }
  void run(float* host, int n) {
    for (int at = 0, k = 0; at < n; at += chunk, ++k) {
      Slot& s = slots[k % depth];
      const int count = std::min(chunk, n - at);
      if (k >= depth) cudaEventSynchronize(s.ready);
      cudaMemcpyAsync(s.in, host + at, count * sizeof(float), cudaMemcpyHostToDevice, s.stream);
      stage<<<(count + 127) / 128, 128, 0, s.stream>>>(s.in, s.out, count, 2);
      cudaMemcpyAsync(host + at, s.out, count * sizeof(float), cudaMemcpyDeviceToHost, s.stream);
      cudaEventRecord(s.ready, s.stream);
    }
    cudaDeviceSynchronize();
  }
};
int main() {
  const int n = 10000;
  float* h;
  cudaHostAlloc(&h, n * sizeof(float), cudaHostAllocDefault);
  for (int i = 0; i < n; ++i) h[i] = i;
  {
    Pipeline p(1536);
    p.run(h, n);
    p.run(h, n);
  }
  bool ok = true;
  for (int i = 0; i < n; ++i) ok = ok && h[i] == 4.0f * i + 3;
  printf("%s %g\n", ok ? "PASS" : "FAIL", h[n - 1]);
  cudaFreeHost(h);
  return cudaGetLastError();
}
