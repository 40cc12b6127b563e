// Types and prototypes of cuFFT's extensions: several devices, types by name, callbacks. Enough to parse typical host code.
// The simulator does not run the library. Reference: cuFFT documentation.
#pragma once

#include "cufft.h"
#include "library_types.h"
#include "warplens/size.h"

#define MAX_CUDA_DESCRIPTOR_GPUS 64
typedef enum libFormat_t { LIB_FORMAT_CUFFT = 0, LIB_FORMAT_UNDEFINED = 1 } libFormat;
typedef struct cudaXtDesc_t {
  int version, nGPUs, GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
  void* data[MAX_CUDA_DESCRIPTOR_GPUS];
  size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
  void* cudaXtState;
} cudaXtDesc;
typedef struct cudaLibXtDesc_t {
  int version;
  cudaXtDesc* descriptor;
  libFormat library;
  int subFormat;
  void* libDescriptor;
} cudaLibXtDesc;
typedef enum cufftXtSubFormat_t {
  CUFFT_XT_FORMAT_INPUT = 0, CUFFT_XT_FORMAT_OUTPUT = 1, CUFFT_XT_FORMAT_INPLACE = 2,
  CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3, CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
  CUFFT_COPY_HOST_TO_DEVICE = 0, CUFFT_COPY_DEVICE_TO_HOST = 1, CUFFT_COPY_DEVICE_TO_DEVICE = 2
} cufftXtCopyType;
typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX = 0, CUFFT_CB_LD_COMPLEX_DOUBLE = 1, CUFFT_CB_LD_REAL = 2, CUFFT_CB_LD_REAL_DOUBLE = 3,
  CUFFT_CB_ST_COMPLEX = 4, CUFFT_CB_ST_COMPLEX_DOUBLE = 5, CUFFT_CB_ST_REAL = 6, CUFFT_CB_ST_REAL_DOUBLE = 7,
  CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;
typedef cufftComplex (*cufftCallbackLoadC)(void* in, size_t offset, void* info, void* shared);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void* in, size_t offset, void* info, void* shared);
typedef cufftReal (*cufftCallbackLoadR)(void* in, size_t offset, void* info, void* shared);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void* in, size_t offset, void* info, void* shared);
typedef void (*cufftCallbackStoreC)(void* out, size_t offset, cufftComplex value, void* info, void* shared);
typedef void (*cufftCallbackStoreZ)(void* out, size_t offset, cufftDoubleComplex value, void* info, void* shared);
typedef void (*cufftCallbackStoreR)(void* out, size_t offset, cufftReal value, void* info, void* shared);
typedef void (*cufftCallbackStoreD)(void* out, size_t offset, cufftDoubleReal value, void* info, void* shared);

extern "C" {
cufftResult cufftXtSetGPUs(cufftHandle plan, int count, int* devices);
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc** result, cufftXtSubFormat format);
cufftResult cufftXtFree(cudaLibXtDesc* memory);
cufftResult cufftXtMemcpy(cufftHandle plan, void* to, void* from, cufftXtCopyType type);
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed, long long istride, long long idist, cudaDataType in, long long* onembed, long long ostride, long long odist, cudaDataType out, long long batch, size_t* workSize, cudaDataType execution);
cufftResult cufftXtExec(cufftHandle plan, void* in, void* out, int direction);
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out, int direction);
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out, int direction);
cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out);
cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out, int direction);
cufftResult cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out);
cufftResult cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out);
cufftResult cufftXtSetCallback(cufftHandle plan, void** callbacks, cufftXtCallbackType type, void** info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t size);
}
