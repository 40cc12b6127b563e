// Macros by which code around CUDA's core libraries asks what there is, and the libraries' names of qualifiers.
// A project's own edition defines them itself: ours are taken away then.
#pragma once

#ifndef _CCCL_CTK_AT_LEAST
#define _CCCL_CTK_AT_LEAST(major, minor) \
  (__CUDACC_VER_MAJOR__ > (major) || (__CUDACC_VER_MAJOR__ == (major) && __CUDACC_VER_MINOR__ >= (minor)))
#define _CCCL_CTK_BELOW(major, minor) (!_CCCL_CTK_AT_LEAST(major, minor))
#define _CCCL_HAS_NVFP16() 1
#define _CCCL_HAS_NVBF16() 1
#define _CCCL_HAS_INT128() 1
#define _CCCL_HAS_FLOAT128() 0
#define _CCCL_SUPPRESS_DEPRECATED_PUSH
#define _CCCL_SUPPRESS_DEPRECATED_POP
#define _CCCL_SUPPRESS_DEPRECATED_NVRTC_DIAG
#define _CCCL_HOST __host__
#define _CCCL_DEVICE __device__
#define _CCCL_HOST_DEVICE __host__ __device__
#define _CCCL_FORCEINLINE __forceinline__
#define _CCCL_EXEC_CHECK_DISABLE
#endif
