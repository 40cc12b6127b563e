// broken: host code as people write it in classes, with helpers and streams; only the outline is read
#include <chrono>
#include <cstdlib>
#include <memory>
#include <vector>
struct PinnedDeleter { void operator()(float* p) const { cudaFreeHost(p); } };
using PinnedPtr = std::unique_ptr<float[], PinnedDeleter>;
static PinnedPtr makePinned(size_t n) { float* p; cudaMallocHost(&p, n * sizeof(float)); return PinnedPtr(p); }
__global__ void work(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = a[i] * 2 + 1; }
// Two classes with members of one name; what a constructor's list initializes.
class Pageable {
public:
    explicit Pageable(int n) : n_(n), host_(new float[n]) { cudaMalloc(&dev_, n * sizeof(float)); }
    ~Pageable() { delete[] host_; cudaFree(dev_); }
    void send(cudaStream_t s) { cudaMemcpyAsync(dev_ + n_ / 2, host_ + n_ / 2, n_ / 2 * sizeof(float), cudaMemcpyHostToDevice, s); }
//                                                             ^^^^^^^^^^^^^^ expect: pageable-async-copy "host_ + n_ / 2 is pageable memory (new): this cudaMemcpyAsync overlaps"
private:
    int n_; float* host_; float* dev_ = nullptr;
};
class Pinned {
public:
    explicit Pinned(int n) : n_(n), host_(makePinned(n)) { cudaMalloc(&dev_, n * sizeof(float)); }
    ~Pinned() { cudaFree(dev_); }
    void send(cudaStream_t s) { cudaMemcpyAsync(dev_, host_.get(), n_ * sizeof(float), cudaMemcpyHostToDevice, s); }
private:
    int n_; PinnedPtr host_; float* dev_ = nullptr;
};
template <typename T> struct Image {
    T* pixels = nullptr; T* copy = nullptr; size_t w = 0, h = 0;
    void create() {
        cudaHostAlloc(reinterpret_cast<void**>(&pixels), w * h * sizeof(T), cudaHostAllocPortable);
        cudaMalloc(reinterpret_cast<void**>(&copy), w * h * sizeof(T));
    }
    void pull(cudaStream_t s) { cudaMemcpyAsync(pixels, copy, w * h * sizeof(T), cudaMemcpyDeviceToDevice, s); }
//                                                                               ^^^^^^^^^^^^^^^^^^^^^^^^ expect: copy-kind "pixels is host memory (cudaHostAlloc,"
    void push(cudaStream_t s) { cudaMemcpyAsync(copy, pixels, w * h * sizeof(T), cudaMemcpyHostToDevice, s); }
    void destroy() { free(pixels); cudaFree(copy); }
//                   ^^^^^^^^^^^^ expect: mismatched-free "pixels was allocated by cudaHostAlloc,"
};
// Streams in arrays that loops visit.
void unusedArray(float* h, float* d, int chunk) {
    cudaStream_t streams[4];
    for (auto& s : streams) cudaStreamCreate(&s);
    for (int i = 0; i < 4; ++i) {
        cudaMemcpyAsync(d + i * chunk, h + i * chunk, chunk * sizeof(float), cudaMemcpyHostToDevice);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: no-overlap "This copy is in the default stream, the streams streams"
        work<<<(chunk + 255) / 256, 256>>>(d + i * chunk, chunk);
    }
    cudaDeviceSynchronize();
    for (auto& s : streams) cudaStreamDestroy(s);
}
void usedArray(float* h, float* d, int chunk) {
    cudaStream_t streams[4];
    int next = 0;
    for (auto& s : streams) cudaStreamCreate(&s);
    for (auto& s : streams) work<<<(chunk + 255) / 256, 256, 0, s>>>(d + chunk * next++, chunk);
    for (auto& s : streams) { cudaStreamSynchronize(s); cudaStreamDestroy(s); }
}
void copiesBetween(float* h, float* d, int half, cudaStream_t* st) {
    for (int i = 0; i < 2; ++i) {
        work<<<(half + 255) / 256, 256, 0, st[i]>>>(d + i * half, half);
        cudaMemcpy(h + i * half, d + i * half, half * sizeof(float), cudaMemcpyDeviceToHost);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: no-overlap "This copy in the default stream waits for st[i]"
    }
}
double steady(float* d, int n) {
    using clk = std::chrono::steady_clock;
    const auto t0 = clk::now();
    work<<<64, 256>>>(d, n);
    const auto t = clk::now() - t0;
//                 ^^^^^^^^^^ expect: unsynchronized-timing "This times the launch of"
    cudaDeviceSynchronize();
    const auto t1 = clk::now();
    work<<<64, 256>>>(d, n);
    cudaDeviceSynchronize();
    return std::chrono::duration<double>(t + (clk::now() - t1)).count();
}
void devices(int n) {
    float* all[2];
    for (int i = 0; i < 2; ++i) { cudaSetDevice(i); cudaMalloc(&all[i], n * sizeof(float)); }
    float *zero, *one;
    cudaSetDevice(0); cudaMalloc(&zero, n * sizeof(float));
    cudaSetDevice(1); cudaMalloc(&one, n * sizeof(float));
    work<<<(n + 255) / 256, 256>>>(zero, n);
//                                 ^^^^ expect: wrong-device "zero is memory of device 0"
    work<<<(n + 255) / 256, 256>>>(one, n);
    if (n > 100) cudaSetDevice(0);
    work<<<(n + 255) / 256, 256>>>(one, n);
    cudaDeviceSynchronize(); cudaFree(zero); cudaFree(one); for (float* p : all) cudaFree(p);
}
void streamsOfDevices(int n) {
    float* zero; cudaStream_t own;
    cudaSetDevice(0); cudaMalloc(&zero, n * sizeof(float)); cudaStreamCreate(&own);
    cudaSetDevice(1);
    work<<<(n + 255) / 256, 256, 0, own>>>(zero, n);
    cudaDeviceSynchronize(); cudaStreamDestroy(own); cudaFree(zero);
}
