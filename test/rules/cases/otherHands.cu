// broken: pitfalls and their right versions as other people write them; only the outline is read
#include <chrono>
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <vector>
static void check(cudaError_t e) { if (e != cudaSuccess) throw e; }
template <typename T> class DeviceArray {
public:
    explicit DeviceArray(size_t n) : size_(n) { check(cudaMalloc(&data_, n * sizeof(T))); }
    ~DeviceArray() { cudaFree(data_); }
    void upload(const std::vector<T>& src) { check(cudaMemcpy(data_, src.data(), size_ * sizeof(T), cudaMemcpyDeviceToHost)); }
//                                                                                                  ^^^^^^^^^^^^^^^^^^^^^^ expect: copy-kind "data_ is device memory (cudaMalloc"
    void download(std::vector<T>& dst) const { check(cudaMemcpy(dst.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost)); }
private:
    T* data_ = nullptr;
    size_t size_;
};
void arrayParameter(float* to, float from[1024]) { cudaMemcpy(to, from, sizeof(from), cudaMemcpyHostToDevice); }
//                                                                      ^^^^^^^^^^^^ expect: copy-size "sizeof(from) is 8 bytes, the size of the pointer, not of the memory th"
namespace settings { __constant__ float gain; }
__device__ unsigned long long hits;
__global__ void count(const float* p) { if (p[threadIdx.x] > settings::gain) atomicAdd(&hits, 1ULL); }
void tune(float by) { settings::gain = by; }
//                    ^^^^^^^^^^^^^^^^^^^ expect: device-symbol "gain is a __constant__ variable: this changes a host copy, not the dev"
unsigned long long found() { return hits; }
//                                  ^^^^ expect: device-symbol "hits is a __device__ variable: the host reads a copy of its own. Use c"
void show() { std::cout << hits << "\n"; unsigned long long copy; cudaMemcpyFromSymbol(&copy, hits, sizeof(hits)); }
//                         ^^^^ expect: device-symbol "hits is a __device__ variable: the host reads a copy of its own. Use c"
__global__ void clear(float* volume, int nx, int ny) { int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y; if (x < nx) volume[(z * ny + y) * nx + x] = 0; }
//                                                                                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: pitched-memory "Rows of volume are box.pitch bytes apart (cudaMalloc3D"
void volumes(int nx, int ny, int nz) {
    cudaPitchedPtr box; cudaMalloc3D(&box, make_cudaExtent(nx * sizeof(float), ny, nz));
    clear<<<dim3(ny, nz), 128>>>((float*)box.ptr, nx, ny);
    cudaFree(box.ptr);
}
struct Mesh { float* vertices; int count; };
__global__ void move(Mesh m) { if (threadIdx.x < m.count) m.vertices[threadIdx.x] += 1; }
void meshes(int n) {
    std::vector<float> v(n); Mesh host = {v.data(), n}, device = {nullptr, n}, *copy;
    move<<<1, 256>>>(host);
//                   ^^^^ expect: wrong-side-pointer "host.vertices points to pageable host memory (the std::vector v), whic"
    cudaMalloc(&device.vertices, n * sizeof(float)); cudaMalloc(&copy, sizeof(Mesh));
    cudaMemcpy(&copy->vertices, &device.vertices, sizeof(float*), cudaMemcpyHostToDevice);
    move<<<1, 256>>>(device);
    cudaFree(device.vertices); cudaFree(copy);
}
void rowsOf(float** g, float* h, int n) { cudaMemcpy(h, g[0] + n, n * sizeof(float), cudaMemcpyDeviceToHost); }
void pointers(int n, float* h) {
    float* parts[2]; for (int i = 0; i < 2; i++) cudaMalloc(&parts[i], 2 * n * sizeof(float));
    rowsOf(parts, h, n);
    const float** list = new const float*[n]; float** other; other = new float*[n]; delete[] list; delete[] other;
}
void directives(int n) {
    float* d; cudaMalloc(&d, n * sizeof(float));
#pragma acc parallel loop deviceptr(d)
    for (int i = 0; i < n; i++) d[i] = i;
    cudaFree(d);
}
void temporary(float* in, float* out, int n) {
    void* t = nullptr; size_t bytes = 0;
    cub::DeviceReduce::Sum(t, bytes, in, out, n);
    cudaMalloc(&t, bytes); cudaMemset(t, 0, 256); cudaFree(t);
}
__global__ void set(int* m, int w) { unsigned x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y; if (x < w) m[x + y * w] = x; }
//                                                                                                                                             ^^^^^^^^^^^^ expect: threads-past-end "The last of 112×64 threads"
__global__ void setBoth(int* m, int w, int h) { unsigned x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y; if (x < w && y < h) m[x + y * w] = x; }
__global__ void tiled(const float* in, float* out) { __shared__ float t[16][16]; t[threadIdx.y][threadIdx.x] = in[threadIdx.x]; __syncthreads(); out[threadIdx.x] = t[0][threadIdx.x % 16]; }
//                                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: threads-past-end "Threads 16 to 31 along y"
void planes(const float* f, float* g) {
    int* m; cudaMalloc(&m, 100 * 50 * sizeof(int));
    set<<<dim3(7, 4), dim3(16, 16)>>>(m, 100);
    setBoth<<<dim3(7, 4), dim3(16, 16)>>>(m, 100, 50);
    tiled<<<4, dim3(32, 32)>>>(f, g);
    cudaFree(m);
}
struct Context { int *host, *dev; cudaStream_t s; };
int early(Context* c, int n) {
    cudaHostAlloc((void**)&c->host, n * sizeof(int), cudaHostAllocDefault);
    cudaMemcpyAsync(c->host, c->dev, n * sizeof(int), cudaMemcpyDeviceToHost, c->s);
    printf("%d\n", c->host[0]);
//                 ^^^^^^^^^^ expect: missing-synchronization "The host reads c->host while the copy of"
    cudaStreamSynchronize(c->s);
    return c->host[n - 1];
}
void tooMuchL2(float* p, cudaStream_t s) {
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1ull << 30);
//                                                     ^^^^^^^^^^ expect: l2-persistence "1073741824 bytes are to be set aside of L2, but sm_90 allows 39321600:"
    cudaStreamAttrValue w = {}; w.accessPolicyWindow.num_bytes = 1ull << 31;
//                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: l2-persistence "The window has 2147483648 bytes, but accessPolicyMaxWindowSize is 1342"
    cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &w);
}
void chunks(float* h, float* d, int n, cudaStream_t st) {
    for (int c = 0; c < 4; c++) {
        float *to = d + c * n, *from = h + c * n;
        cudaMemcpyAsync(to, from, n * sizeof(float), cudaMemcpyHostToDevice, st);
        set<<<1, 256, 0, st>>>((int*)to, n);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: no-overlap "Every chunk of this loop is copied and computed in st: no copy overlap"
        cudaMemcpyAsync(from, to, n * sizeof(float), cudaMemcpyDeviceToHost, st);
    }
}
struct Rows { double** rows; int n; };
__global__ void halve(Rows r) { if (threadIdx.x < r.n) r.rows[blockIdx.x][threadIdx.x] *= 0.5; }
//                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: double-indirection "Each access through r.rows first loads a row's pointer: one more 8-byt"
__global__ void first(float** p, float* out) { *out = p[0][0]; }
cudaTextureObject_t ofCaller(cudaArray_t from) {
    cudaTextureDesc td = {}; td.filterMode = cudaFilterModeLinear; cudaResourceDesc rd = {}; rd.res.array.array = from;
    cudaTextureObject_t t; cudaCreateTextureObject(&t, &rd, &td, nullptr); return t;
}
cudaTextureObject_t ofBytes(int w, int h) {
    cudaArray_t a; cudaChannelFormatDesc ch = cudaCreateChannelDesc<uchar4>(); cudaMallocArray(&a, &ch, w, h);
    cudaTextureDesc td = {}; td.filterMode = cudaFilterModeLinear; cudaResourceDesc rd = {}; rd.res.array.array = a;
//                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: texture-description "Linear filtering of integers is refused in element mode. Read them wit"
    cudaTextureObject_t t; cudaCreateTextureObject(&t, &rd, &td, nullptr); return t;
}
void twoIntervals(float* d) {
    auto a = std::chrono::steady_clock::now(); cudaDeviceSynchronize(); auto b = std::chrono::steady_clock::now();
    printf("%f\n", std::chrono::duration<float>(b - a).count());
    count<<<1, 32>>>(d);
    auto c = std::chrono::steady_clock::now(); cudaDeviceSynchronize(); auto e = std::chrono::steady_clock::now();
    printf("%f\n", std::chrono::duration<float>(e - c).count());
}
void mappedByCast(int n) {
    int *h, *d; cudaHostAlloc((void**)&h, n * sizeof(int), cudaHostAllocMapped); cudaHostGetDevicePointer((void**)&d, (void*)h, 0);
    set<<<1, 256>>>(d, n);
    if (h[0] != 1) printf("early\n");
//      ^^^^ expect: missing-synchronization "The host reads h while the kernel of"
    cudaDeviceSynchronize(); cudaFreeHost(h);
}
__managed__ int counter;
__device__ float* lookup;
__global__ void bump() { atomicAdd(&counter, 1); }
int tooEarly() { counter = 0; bump<<<1, 32>>>(); return counter; }
//                                                      ^^^^^^^ expect: missing-synchronization "The host reads counter while the kernel"
int inTime() { counter = 0; bump<<<1, 32>>>(); cudaDeviceSynchronize(); return counter; }
void handsOverSymbol() { count<<<1, 32>>>(lookup); }
//                                        ^^^^^^ expect: device-symbol "lookup is a __device__ variable: the host reads a copy of its own."
struct Waiting { ~Waiting() { cudaDeviceSynchronize(); } };
float guarded(float* m, int n) { cudaMallocManaged(&m, n * sizeof(float)); move<<<1, 256>>>({m, n}); { Waiting w; } float s = *m; cudaFree(m); return s; }
void range(int n, float* d, cudaStream_t st) {
    float* h; cudaMallocHost((void**)&h, n * sizeof(float)); cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, st);
    std::vector<float> copy(h, h + n); cudaStreamSynchronize(st); cudaFreeHost(h);
//                     ^^^^ expect: missing-synchronization "The host reads h while the copy"
}
struct Scratch { Scratch(size_t n) { init(n); } void init(size_t n) { cudaMalloc(&p, n); } void* p; };
static Scratch scratch(1 << 20);
//             ^^^^^^^ expect: static-runtime-call "scratch is static: its constructor calls cudaMalloc"
void stackMember() { float stack[32]; Mesh m; m.vertices = stack; m.count = 32; move<<<1, 32>>>(m); }
//                                                                                              ^ expect: wrong-side-pointer "m.vertices points to pageable host memory (the array stack)"
void pushes(float* d, std::vector<float>& v, cudaStream_t s) { cudaMemcpyAsync(d, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice, s); }
//                                                                                ^^^^^^^^ expect: pageable-async-copy "v.data() is pageable memory (the std::vector v)"
