// Error checking and device choice of the samples, our own minimal versions.
#pragma once

#include "cuda_runtime.h"
#include "helper_string.h"

#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif

template <typename T>
static inline void check(T result, const char* const call, const char* const file, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d \"%s\"\n", file, line, (int)result, call);
    exit(EXIT_FAILURE);
  }
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)
static inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
static inline void __getLastCudaError(const char* message, const char* file, const int line) {
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    fprintf(stderr, "%s(%i) : %s : (%d) %s.\n", file, line, message, (int)error, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
  }
}
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
static inline void __printLastCudaError(const char* message, const char* file, const int line) {
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) fprintf(stderr, "%s(%i) : %s : (%d) %s.\n", file, line, message, (int)error, cudaGetErrorString(error));
}
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)
static inline int ftoi(float value) { return value >= 0 ? (int)(value + 0.5) : (int)(value - 0.5); }
// Cores of a multiprocessor by compute capability.
static inline int _ConvertSMVer2Cores(int major, int minor) {
  if (major == 3) return 192;
  if (major == 6) return minor == 0 ? 64 : 128;
  if (major == 7) return 64;
  if (major == 8) return minor == 0 ? 64 : 128;
  return 128;
}
static inline const char* _ConvertSMVer2ArchName(int major, int) {
  return major == 7 ? "Volta" : major == 8 ? "Ampere" : major == 9 ? "Hopper" : major == 10 ? "Blackwell" : "Graphics Device";
}
static inline int gpuGetMaxGflopsDeviceId() { return 0; }
static inline int gpuDeviceInit(int device) {
  checkCudaErrors(cudaSetDevice(device));
  return device;
}
static inline int findCudaDevice(int argc, const char** argv) {
  return gpuDeviceInit(checkCmdLineFlag(argc, argv, "device") ? getCmdLineArgumentInt(argc, argv, "device") : 0);
}
static inline int findIntegratedGPU() { return -1; }
static inline bool checkCudaCapabilities(int major, int minor) {
  cudaDeviceProp properties;
  checkCudaErrors(cudaGetDeviceProperties(&properties, 0));
  return properties.major > major || (properties.major == major && properties.minor >= minor);
}
