// Owners of device memory as classes with moves, exceptions for errors, a functor as template argument.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
class CudaError : public std::runtime_error {
public:
  CudaError(cudaError_t e, const char* what) : std::runtime_error(std::string(what) + ": " + cudaGetErrorName(e)) {}
};
inline void check(cudaError_t e, const char* what) { if (e != cudaSuccess) throw CudaError(e, what); }
#define CHECKED(call) check(call, #call)
template <class T> class Buffer {
  T* p = nullptr;
  size_t n = 0;
public:
  explicit Buffer(size_t count) : n(count) { CHECKED(cudaMalloc(&p, n * sizeof(T))); }
  Buffer(const std::vector<T>& v) : Buffer(v.size()) { CHECKED(cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice)); }
  Buffer(Buffer&& o) noexcept : p(std::exchange(o.p, nullptr)), n(std::exchange(o.n, 0)) {}
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(p); }
  T* get() const { return p; }
  size_t size() const { return n; }
  std::vector<T> host() const { std::vector<T> v(n); CHECKED(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
};
struct Scale { float by; __host__ __device__ float operator()(float x) const { return by * x; } };
struct Clamp { float low, high; __host__ __device__ float operator()(float x) const { return x < low ? low : x > high ? high : x; } };
template <class F> __global__ void apply(float* p, int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = f(p[i]); }
template <class F> Buffer<float> transformed(Buffer<float> b, F f) {
  apply<<<(b.size() + 127) / 128, 128>>>(b.get(), b.size(), f);
  CHECKED(cudaGetLastError());
  return b;
}
int main() {
  std::vector<float> v(300);
  for (size_t i = 0; i < v.size(); ++i) v[i] = i;
  auto result = transformed(transformed(Buffer<float>(v), Scale{0.5f}), Clamp{10, 100}).host();
  std::transform(v.begin(), v.end(), v.begin(), Scale{0.5f});
  std::transform(v.begin(), v.end(), v.begin(), Clamp{10, 100});
  printf("%d %g %g\n", result == v, result[0], result[299]);
  try {
    CHECKED(cudaMemcpy(nullptr, v.data(), 16, cudaMemcpyHostToDevice));
  } catch (const CudaError& e) {
    printf("%s\n", e.what());
  }
  try {
    std::unique_ptr<Buffer<double>> huge(new Buffer<double>(1ull << 60));
  } catch (const std::exception& e) {
    printf("%s\n", e.what());
  }
}
