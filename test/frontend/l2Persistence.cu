// L2 set-aside and access policy window on a stream.
#include <algorithm>
#include <cstdio>

__global__ void reuse(int *data, const int *stream, int persistent, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i % persistent] += stream[i];
}
int main() {
    int device = 0;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, device);
    size_t size = std::min(int(prop.l2CacheSize * 0.75), prop.persistingL2CacheMaxSize);
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, size);
    int *hot, *cold;
    const size_t hotBytes = 20 << 20, coldBytes = 200 << 20;
    cudaMalloc(&hot, hotBytes);
    cudaMalloc(&cold, coldBytes);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamAttrValue attribute;
    attribute.accessPolicyWindow.base_ptr = reinterpret_cast<void *>(hot);
    attribute.accessPolicyWindow.num_bytes = std::min((size_t)prop.accessPolicyMaxWindowSize, hotBytes);
    attribute.accessPolicyWindow.hitRatio = 1.0;
    attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    attribute.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);
    for (int i = 0; i < 10; i++) reuse<<<1024, 256, 0, stream>>>(hot, cold, hotBytes / 4, coldBytes / 4);
    attribute.accessPolicyWindow.num_bytes = 0;
    cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);
    cudaCtxResetPersistingL2Cache();
    cudaDeviceSynchronize();
    return 0;
}
