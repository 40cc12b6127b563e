#pragma once
// Element-wise operations on tensors: what a tensor holds and how long it is, only the callers of the library know.
struct Tensor {
  void* data;
  long long count;
  int type;
};
bool fitsInt(const Tensor& tensor);
int partsOf(const Tensor& tensor);
Tensor partOf(const Tensor& tensor, int index);
bool isContiguous(const Tensor& tensor);
cudaStream_t currentStream();

template <typename T>
struct Fill {
  T value;
  using Type = T;
  __device__ T operator()() const { return value; }
};
constexpr int threads() { return 128; }
constexpr int work() { return 4; }

template <typename F>
__global__ void dense(int n, F f, typename F::Type* out) {
  int base = blockIdx.x * threads() * work() + threadIdx.x;
  for (int i = 0; i < work(); i++)
    if (base + i * threads() < n) out[base + i * threads()] = f();
}
template <int THREADS, typename F>
__global__ void strided(int n, F f, typename F::Type* out, int stride) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) out[i * stride] = f();
}
template <typename F>
void launchAll(const Tensor& tensor, const F& f) {
  auto* data = (typename F::Type*)tensor.data;
  int n = (int)tensor.count;
  if (isContiguous(tensor)) {
    dense<F><<<(n + threads() * work() - 1) / (threads() * work()), threads(), 0, currentStream()>>>(n, f, data);
    return;
  }
  strided<64, F><<<(n + 63) / 64, 64, 0, currentStream()>>>(n, f, data, 2);
}
/** A tensor with more elements than an int counts is worked on in parts. */
template <typename F>
void forEach(const Tensor& tensor, const F& f) {
  if (!fitsInt(tensor)) {
    for (int i = 0; i < partsOf(tensor); i++) forEach(partOf(tensor, i), f);
    return;
  }
  launchAll(tensor, f);
}
