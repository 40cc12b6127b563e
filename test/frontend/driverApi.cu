// A kernel beside host code that loads a module by the driver API.
#include <cuda.h>
#include <nvtx3/nvToolsExt.h>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#define checkDrv(call) do { CUresult r = (call); if (r != CUDA_SUCCESS) { const char *s; cuGetErrorString(r, &s); std::cerr << s << std::endl; return 1; } } while (0)
extern "C" __global__ void saxpy(float a, const float *x, float *y, size_t n) {
    size_t tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n) y[tid] = a * x[tid] + y[tid];
}
int main(int argc, char **argv) {
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUdeviceptr x, y;
    size_t n = 4096;
    float a = 2.0f;
    std::string path = argc > 1 ? argv[1] : "saxpy.ptx";
    nvtxRangePushA("setup");
    checkDrv(cuInit(0));
    checkDrv(cuDeviceGet(&device, 0));
    checkDrv(cuCtxCreate(&context, 0, device));
    checkDrv(cuModuleLoad(&module, path.c_str()));
    checkDrv(cuModuleGetFunction(&function, module, "saxpy"));
    checkDrv(cuMemAlloc(&x, n * sizeof(float)));
    checkDrv(cuMemAlloc(&y, n * sizeof(float)));
    nvtxRangePop();
    void *args[] = {&a, &x, &y, &n};
    checkDrv(cuLaunchKernel(function, n / 128, 1, 1, 128, 1, 1, 0, NULL, args, NULL));
    checkDrv(cuCtxSynchronize());
    saxpy<<<n / 128, 128>>>(a, (float *)x, (float *)y, n);
    cuMemFree(x);
    cuMemFree(y);
    cuCtxDestroy(context);
}
