// What the devices can do.
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <iostream>
#include <memory>
#include <string>
int main(int argc, char **argv) {
    int deviceCount = 0;
    cudaError_t error_id = cudaGetDeviceCount(&deviceCount);
    if (error_id != cudaSuccess) {
        printf("cudaGetDeviceCount returned %d\n-> %s\n", static_cast<int>(error_id), cudaGetErrorString(error_id));
        exit(EXIT_FAILURE);
    }
    int driverVersion = 0, runtimeVersion = 0;
    for (int dev = 0; dev < deviceCount; ++dev) {
        cudaSetDevice(dev);
        cudaDeviceProp deviceProp;
        cudaGetDeviceProperties(&deviceProp, dev);
        cudaDriverGetVersion(&driverVersion);
        cudaRuntimeGetVersion(&runtimeVersion);
        std::cout << deviceProp.name << " " << driverVersion / 1000 << "." << (driverVersion % 100) / 10 << std::endl;
        char msg[256];
        snprintf(msg, sizeof(msg), "  Total amount of global memory: %.0f MBytes (%llu bytes)\n", static_cast<float>(deviceProp.totalGlobalMem / 1048576.0f), (unsigned long long)deviceProp.totalGlobalMem);
        printf("%s", msg);
        printf("  (%03d) Multiprocessors, (%03d) CUDA Cores/MP\n", deviceProp.multiProcessorCount, _ConvertSMVer2Cores(deviceProp.major, deviceProp.minor));
        printf("  Memory Bus Width: %d-bit, L2 %d bytes, shared %zu, regs %d, warp %d\n", deviceProp.memoryBusWidth, deviceProp.l2CacheSize, deviceProp.sharedMemPerBlock, deviceProp.regsPerBlock, deviceProp.warpSize);
        printf("  Max dimension size of a grid (%d, %d, %d)\n", deviceProp.maxGridSize[0], deviceProp.maxGridSize[1], deviceProp.maxGridSize[2]);
        printf("  Texture pitch %zu UVA %s Managed %s\n", deviceProp.texturePitchAlignment, deviceProp.unifiedAddressing ? "Yes" : "No", deviceProp.managedMemory ? "Yes" : "No");
        int value;
        cudaDeviceGetAttribute(&value, cudaDevAttrConcurrentManagedAccess, dev);
    }
    if (deviceCount >= 2) {
        int can;
        cudaDeviceCanAccessPeer(&can, 0, 1);
        if (can) cudaDeviceEnablePeerAccess(1, 0);
    }
    std::string sProfileString = "deviceQuery";
    std::unique_ptr<int[]> unused(new int[3]);
    return EXIT_SUCCESS;
}
