// A pool of host threads, each with a stream, that take jobs from a queue and answer through futures.
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
#include <cuda_runtime.h>
__global__ void scale(float* v, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= by;
}
class Pool {
public:
  explicit Pool(int count) {
    for (int i = 0; i < count; i++) threads.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> lock(guard);
      closing = true;
    }
    wake.notify_all();
    for (auto& one : threads) one.join();
  }
  std::future<float> add(int n, float by) {
    auto job = std::make_shared<std::packaged_task<float(cudaStream_t)>>([n, by](cudaStream_t s) { return run(n, by, s); });
    auto result = job->get_future();
    {
      std::lock_guard<std::mutex> lock(guard);
      jobs.push([job](cudaStream_t s) { (*job)(s); });
    }
    wake.notify_one();
    return result;
  }

private:
  static float run(int n, float by, cudaStream_t s) {
    std::vector<float> h(n);
    for (int i = 0; i < n; i++) h[i] = i;
    float* d;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpyAsync(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice, s);
    scale<<<(n + 127) / 128, 128, 0, s>>>(d, n, by);
    cudaMemcpyAsync(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    cudaFree(d);
    float sum = 0;
    for (float one : h) sum += one;
    return sum;
  }
  void work() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (;;) {
      std::function<void(cudaStream_t)> job;
      {
        std::unique_lock<std::mutex> lock(guard);
        wake.wait(lock, [this] { return closing || !jobs.empty(); });
        if (jobs.empty()) break;
        job = std::move(jobs.front());
        jobs.pop();
      }
      job(s);
    }
    cudaStreamDestroy(s);
  }
  std::mutex guard;
  std::condition_variable wake;
  std::queue<std::function<void(cudaStream_t)>> jobs;
  std::vector<std::thread> threads;
  bool closing = false;
};
int main() {
  std::vector<std::future<float>> results;
  {
    Pool pool(3);
    for (int i = 1; i <= 6; i++) results.push_back(pool.add(100 * i, 0.5f * i));
    for (auto& one : results) printf("%.1f\n", one.get());
  }
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
