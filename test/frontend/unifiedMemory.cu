// Managed memory: prefetch, advice, `__managed__` variables and a base class that allocates itself there.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <new>

class Managed {
public:
    void *operator new(size_t len) {
        void *ptr;
        cudaMallocManaged(&ptr, len);
        cudaDeviceSynchronize();
        return ptr;
    }
    void operator delete(void *ptr) {
        cudaDeviceSynchronize();
        cudaFree(ptr);
    }
};
class String : public Managed {
    int length;
    char *data;
public:
    String() : length(0), data(0) {}
    String(const char *s) : length(strlen(s)), data(nullptr) {
        cudaMallocManaged(&data, length + 1);
        memcpy(data, s, length + 1);
    }
    __host__ __device__ char &operator[](int i) { return data[i]; }
    __host__ __device__ int size() const { return length; }
    ~String() { cudaFree(data); }
};
struct DataElement : public Managed {
    String name;
    int value;
};
__managed__ int hits = 0;
__device__ __managed__ float threshold = 0.5f;
__global__ void Kernel_by_pointer(DataElement *elem) {
    printf("On device: name=%c value=%d\n", elem->name[0], elem->value);
    elem->name[0] = 'p';
    elem->value++;
}
__global__ void init(float *a, float *b, int n) {
    int stride = blockDim.x * gridDim.x;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride) {
        a[i] = 1.0f;
        b[i] = 2.0f;
        if (a[i] > threshold) atomicAdd(&hits, 1);
    }
}
int main() {
    int N = 1 << 20, device = -1, sms;
    float *x, *y;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaMallocManaged(&x, N * sizeof(float));
    cudaMallocManaged(&y, N * sizeof(float), cudaMemAttachGlobal);
    cudaMemAdvise(x, N * sizeof(float), cudaMemAdviseSetReadMostly, device);
    cudaMemAdvise(y, N * sizeof(float), cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId);
    cudaMemPrefetchAsync(x, N * sizeof(float), device, NULL);
    init<<<32 * sms, 256>>>(x, y, N);
    cudaMemPrefetchAsync(y, N * sizeof(float), cudaCpuDeviceId);
    cudaDeviceSynchronize();
    DataElement *e = new DataElement;
    e->value = 10;
    Kernel_by_pointer<<<1, 1>>>(e);
    cudaDeviceSynchronize();
    printf("%d %d %f\n", hits, e->value, y[0]);
    delete e;
    return 0;
}
