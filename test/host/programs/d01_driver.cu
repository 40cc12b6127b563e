// The driver API beside the runtime: what it needs first, devices, contexts, memory, fills, streams, events, launches.
#include <cuda.h>
#include <cstdio>
#include <cstring>

static const char* name(CUresult code) {
  const char* text = "?";
  cuGetErrorName(code, &text);
  return text ? text : "no such code";
}

__global__ void add(int* p, int n, char c) { p[blockIdx.x * blockDim.x + threadIdx.x] += n + c; }

int main() {
  CUdevice device;
  CUcontext context, current;
  int count, major, minor, units;
  size_t total;
  CUdeviceptr p;
  puts(name(cuDeviceGet(&device, 0)));
  puts(name(cuInit(0)));
  puts(name(cuMemAlloc(&p, 64)));
  puts(name(cuDeviceGet(&device, 5)));
  cuDeviceGet(&device, 0);
  cuDeviceGetCount(&count);
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  cuDeviceGetAttribute(&units, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  cuDeviceTotalMem(&total, device);
  char text[64];
  cuDeviceGetName(text, sizeof text, device);
  printf("%d %s %d.%d %d %d\n", count, text, major, minor, units, total > 0);
  puts(name(cuDevicePrimaryCtxRetain(&context, device)));
  cuCtxGetCurrent(&current);
  printf("%d\n", current == 0);
  puts(name(cuCtxSetCurrent(context)));
  puts(name(cuMemAlloc(&p, 0)));
  puts(name(cuMemAlloc(&p, 64 * sizeof(int))));
  puts(name(cuMemsetD32(p, 5, 64)));
  puts(name(cuMemsetD32(p + 1, 5, 1)));
  puts(name(cuMemsetD16(p, 7, 2)));
  int host[64], seven = 7;
  cuMemcpyDtoH(host, p, sizeof host);
  printf("%#x %d\n", host[0], host[1]);
  CUfunction function;
  cudaGetFuncBySymbol(&function, (const void*)add);
  char c = 1;
  void* parameters[] = {&p, &seven, &c};
  CUstream stream;
  CUevent start, end;
  cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
  cuEventCreate(&start, CU_EVENT_DEFAULT);
  cuEventCreate(&end, CU_EVENT_DEFAULT);
  cuEventRecord(start, stream);
  puts(name(cuLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, stream, parameters, 0)));
  cuEventRecord(end, stream);
  puts(name(cuStreamSynchronize(stream)));
  float milliseconds = -1;
  puts(name(cuEventElapsedTime(&milliseconds, start, end)));
  printf("%d\n", milliseconds > 0);
  cuMemcpyDtoH(host, p, sizeof host);
  printf("%d %d\n", host[1], host[63]);
  // The same parameters in one buffer.
  char buffer[13];
  memcpy(buffer, &p, 8);
  memcpy(buffer + 8, &seven, 4);
  buffer[12] = 2;
  size_t size = sizeof buffer;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  puts(name(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, 0, 0, extra)));
  puts(name(cuCtxSynchronize()));
  cuMemcpyDtoH(host, p, sizeof host);
  printf("%d\n", host[63]);
  puts(name(cuLaunchKernel(function, 1, 1, 1, 2048, 1, 1, 0, 0, parameters, 0)));
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  int threads, blocks;
  cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
  cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 0);
  printf("%d %d\n", threads, blocks);
  CUdeviceptr base;
  size_t bytes;
  cuMemGetAddressRange(&base, &bytes, p + 100);
  int kind;
  cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p);
  printf("%d %zu %d\n", base == p, bytes, kind == CU_MEMORYTYPE_DEVICE);
  puts(name(cuMemFree(p)));
  puts(name(cuMemFree(p)));
  const char* what;
  cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &what);
  puts(what);
  printf("%s\n", name((CUresult)12345));
  cuEventDestroy(start);
  cuEventDestroy(end);
  cuStreamDestroy(stream);
  puts(name(cuCtxPopCurrent(&current)));
  printf("%d\n", current == context);
  puts(name(cuDevicePrimaryCtxRelease(device)));
}
