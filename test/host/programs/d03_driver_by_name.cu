// Functions of the driver that are found by their names, as libraries do that are linked without it: in its library, from
// the driver itself and from the runtime. Calls through the pointers take integers, pointers, records and floats' words.
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>

__global__ void scale(float* out, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = by * i;
}

// A call through a pointer to a function of the program's own, beside those of the driver.
static int twice(int x) { return 2 * x; }

typedef CUresult (*Find)(const char*, void**, int, unsigned long long, CUdriverProcAddressQueryResult*);

int main() {
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  printf("library %d\n", library != nullptr);
  Find find = (Find)dlsym(library, "cuGetProcAddress_v2");
  auto get = [&](const char* name) {
    void* found = nullptr;
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    const CUresult result = find(name, &found, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status);
    printf("%s: %d %d %d\n", name, (int)result, (int)status, found != nullptr);
    return found;
  };
  auto init = (CUresult(*)(unsigned))get("cuInit");
  auto count = (CUresult(*)(int*))get("cuDeviceGetCount");
  auto name = (CUresult(*)(CUresult, const char**))get("cuGetErrorName");
  printf("init %d\n", (int)init(0));
  int devices = 0;
  printf("count %d", (int)count(&devices));
  printf(" of %d\n", devices);
  const char* text = nullptr;
  name(CUDA_ERROR_INVALID_VALUE, &text);
  printf("%s\n", text);

  // Without a current context a stream has its own, and the default stream has none.
  CUcontext primary = nullptr, itsOwn = nullptr;
  CUstream apart;
  cuDevicePrimaryCtxRetain(&primary, 0);
  cuCtxPushCurrent(primary);
  cuStreamCreate(&apart, CU_STREAM_NON_BLOCKING);
  cuCtxPopCurrent(&itsOwn);
  printf("default %d", (int)cuStreamGetCtx(nullptr, &itsOwn));
  printf(" own %d", (int)cuStreamGetCtx(apart, &itsOwn));
  printf(" %d\n", itsOwn == primary);

  const int n = 100;
  float* out;
  cudaMallocManaged(&out, n * sizeof(float));
  void* address = nullptr;
  cudaDriverEntryPointQueryResult status;
  printf("entry %d", (int)cudaGetDriverEntryPoint("cuLaunchKernel", &address, cudaEnableDefault, &status));
  printf(" %d\n", (int)status);
  auto launch = (decltype(&cuLaunchKernel))address;
  cudaFunction_t kernel;
  cudaGetFuncBySymbol(&kernel, scale);
  cudaKernel_t handle;
  if (cudaGetKernel(&handle, scale) != cudaSuccess) printf("no handle\n");
  // Kernels are loaded when they are launched, or before.
  printf("load %d %d\n", (int)cuFuncLoad((CUfunction)kernel), (int)cuFuncLoad(nullptr));
  float by = 0.5f;
  int size = n;
  void* arguments[] = {&out, &by, &size};
  printf("launch %d\n", (int)launch((CUfunction)kernel, 4, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  cudaDeviceSynchronize();
  float sum = 0;
  for (int i = 0; i < n; i++) sum += out[i];
  int (*volatile own)(int) = twice;
  printf("sum %g, twice %d\n", sum, own(21));
  CUcontext current = nullptr, context = nullptr, other = nullptr;
  CUgreenCtx green = nullptr;
  cuCtxGetCurrent(&current);
  auto contextOf = (CUresult(*)(CUstream, CUcontext*))get("cuStreamGetCtx");
  printf("context %d", (int)contextOf(nullptr, &context));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  printf(" %d", (int)cuStreamGetCtx_v2(stream, &other, &green));
  printf(" %d %d %d\n", context == current, other == current, green == nullptr);
  cudaStreamDestroy(stream);
  printf("same %d\n", dlsym(library, "cuInit") == get("cuInit"));
  cudaFree(out);
  dlclose(library);
}
