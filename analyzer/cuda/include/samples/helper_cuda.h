// Error checking and device choice of the samples, in our own words, with their messages.
#pragma once
// Its sibling for the driver API leaves out what this one has, where it finds this name.
#define COMMON_HELPER_CUDA_H_

#include "cuda_runtime.h"
#include "helper_string.h"
#include <stdint.h>

#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif

template <typename T>
void check(T result, const char* const call, const char* const file, int const line) {
  if (!result) return;
  fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)result, cudaGetErrorName((cudaError_t)result), call);
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)
static inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
inline void __printLastCudaError(const char* message, const char* file, const int line) {
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, (int)error, cudaGetErrorString(error));
}
inline void __getLastCudaError(const char* message, const char* file, const int line) {
  cudaError_t error = cudaPeekAtLastError();
  __printLastCudaError(message, file, line);
  if (error != cudaSuccess) exit(EXIT_FAILURE);
}
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)
inline int ftoi(float value) { return value >= 0 ? (int)(value + 0.5) : (int)(value - 0.5); }
// Cores of a multiprocessor by compute capability.
inline int _ConvertSMVer2Cores(int major, int minor) {
  if (major == 3) return 192;
  if (major == 6) return minor == 0 ? 64 : 128;
  if (major == 7) return 64;
  if (major == 8) return minor == 0 ? 64 : 128;
  return 128;
}
inline const char* _ConvertSMVer2ArchName(int major, int minor) {
  if (major == 8 && minor == 9) return "Ada";
  switch (major) {
    case 3: return "Kepler";
    case 5: return "Maxwell";
    case 6: return "Pascal";
    case 7: return minor == 5 ? "Turing" : minor == 2 ? "Xavier" : "Volta";
    case 8: return "Ampere";
    case 9: return "Hopper";
    case 10: return "Blackwell";
    case 12: return "Blackwell";
    default: return "Graphics Device";
  }
}
inline int __wl_attribute(cudaDeviceAttr attribute, int device) {
  int value = 0;
  checkCudaErrors(cudaDeviceGetAttribute(&value, attribute, device));
  return value;
}
// The device with the most cores; all have one clock here.
inline int gpuGetMaxGflopsDeviceId() {
  int count = 0, best = 0;
  long most = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  for (int device = 0; device < count; ++device) {
    const int major = __wl_attribute(cudaDevAttrComputeCapabilityMajor, device), minor = __wl_attribute(cudaDevAttrComputeCapabilityMinor, device);
    const long cores = (long)__wl_attribute(cudaDevAttrMultiProcessorCount, device) * _ConvertSMVer2Cores(major, minor);
    if (cores > most) {
      most = cores;
      best = device;
    }
  }
  return best;
}
inline int gpuDeviceInit(int device) {
  int count = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  if (device < 0) device = 0;
  if (device > count - 1) {
    fprintf(stderr, "\n>> %d CUDA capable GPU device(s) detected. <<\n>> gpuDeviceInit (-device=%d) is not a valid GPU device. <<\n\n", count, device);
    return -device;
  }
  checkCudaErrors(cudaSetDevice(device));
  const int major = __wl_attribute(cudaDevAttrComputeCapabilityMajor, device), minor = __wl_attribute(cudaDevAttrComputeCapabilityMinor, device);
  printf("gpuDeviceInit() CUDA Device [%d]: \"%s\n", device, _ConvertSMVer2ArchName(major, minor));
  return device;
}
inline int findCudaDevice(int argc, const char** argv) {
  if (checkCmdLineFlag(argc, argv, "device")) {
    int device = getCmdLineArgumentInt(argc, argv, "device=");
    if (device < 0) {
      printf("Invalid command line parameter\n ");
      exit(EXIT_FAILURE);
    }
    device = gpuDeviceInit(device);
    if (device < 0) {
      printf("exiting...\n");
      exit(EXIT_FAILURE);
    }
    return device;
  }
  const int device = gpuGetMaxGflopsDeviceId();
  checkCudaErrors(cudaSetDevice(device));
  const int major = __wl_attribute(cudaDevAttrComputeCapabilityMajor, device), minor = __wl_attribute(cudaDevAttrComputeCapabilityMinor, device);
  printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, _ConvertSMVer2ArchName(major, minor), major, minor);
  return device;
}
// None of the simulated devices is integrated.
inline int findIntegratedGPU() {
  fprintf(stderr, "CUDA error: No GLES-CUDA Interop capable GPU found.\n");
  exit(EXIT_FAILURE);
}
inline bool checkCudaCapabilities(int wantedMajor, int wantedMinor) {
  int device = 0;
  checkCudaErrors(cudaGetDevice(&device));
  const int major = __wl_attribute(cudaDevAttrComputeCapabilityMajor, device), minor = __wl_attribute(cudaDevAttrComputeCapabilityMinor, device);
  if (major > wantedMajor || (major == wantedMajor && minor >= wantedMinor)) {
    printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", device, _ConvertSMVer2ArchName(major, minor), major, minor);
    return true;
  }
  printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", wantedMajor, wantedMinor);
  return false;
}
