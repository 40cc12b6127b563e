// Stream priorities, callbacks, events between streams, memory pools.
#include <chrono>
#include <cstdio>
#include <vector>
__global__ void work(double *x, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) for (int r = 0; r < rounds; r++) x[i] = sin(x[i]) + cos(x[i]);
}
void CUDART_CB done(cudaStream_t, cudaError_t status, void *data) { printf("%s %s\n", (const char *)data, cudaGetErrorName(status)); }
int main() {
    int low, high;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    cudaStream_t streams[2];
    cudaStreamCreateWithPriority(&streams[0], cudaStreamNonBlocking, low);
    cudaStreamCreateWithPriority(&streams[1], cudaStreamNonBlocking, high);
    std::vector<cudaEvent_t> events(2);
    for (auto &e : events) cudaEventCreate(&e, cudaEventBlockingSync);
    auto begin = std::chrono::high_resolution_clock::now();
    double *x;
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    unsigned long long threshold = 1 << 30;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    cudaMallocAsync(&x, 4096 * sizeof(double), streams[0]);
    work<<<16, 256, 0, streams[0]>>>(x, 4096, 100);
    cudaEventRecord(events[0], streams[0]);
    cudaStreamWaitEvent(streams[1], events[0]);
    work<<<16, 256, 0, streams[1]>>>(x, 4096, 10);
    cudaStreamAddCallback(streams[1], done, (void *)"second", 0);
    cudaLaunchHostFunc(streams[1], [](void *p) { printf("%p\n", p); }, nullptr);
    while (cudaStreamQuery(streams[1]) == cudaErrorNotReady) {
    }
    cudaFreeAsync(x, streams[0]);
    cudaDeviceSynchronize();
    auto end = std::chrono::high_resolution_clock::now();
    printf("%f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    for (auto s : streams) cudaStreamDestroy(s);
}
