// Types and prototypes of cuSOLVER for dense matrices, enough to parse typical host code. The simulator does not run the library.
#pragma once

#include "cuComplex.h"
#include "cublas_v2.h"
#include "cusolver_common.h"
#include "driver_types.h"

typedef struct cusolverDnContext* cusolverDnHandle_t;
typedef struct cusolverDnParams* cusolverDnParams_t;
typedef struct syevjInfo* syevjInfo_t;
typedef struct gesvdjInfo* gesvdjInfo_t;
extern "C" {
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream);
#define __WL_SOLVER(P, T, R)                                                                                                        \
  cusolverStatus_t cusolverDn##P##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a, int lda, int* size); \
  cusolverStatus_t cusolverDn##P##potrf(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a, int lda, T* space, int size, int* info); \
  cusolverStatus_t cusolverDn##P##potrs(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, int columns, const T* a, int lda, T* b, int ldb, int* info); \
  cusolverStatus_t cusolverDn##P##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T* a, int lda, int* size);              \
  cusolverStatus_t cusolverDn##P##getrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T* space, int* pivots, int* info);  \
  cusolverStatus_t cusolverDn##P##getrs(cusolverDnHandle_t handle, cublasOperation_t operation, int n, int columns, const T* a, int lda, const int* pivots, T* b, int ldb, int* info); \
  cusolverStatus_t cusolverDn##P##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T* a, int lda, int* size);              \
  cusolverStatus_t cusolverDn##P##geqrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T* tau, T* space, int size, int* info); \
  cusolverStatus_t cusolverDn##P##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* size);                             \
  cusolverStatus_t cusolverDn##P##gesvd(cusolverDnHandle_t handle, signed char u, signed char v, int m, int n, T* a, int lda, R* s, T* left, int ldu, T* right, int ldv, T* space, int size, R* reals, int* info);
__WL_SOLVER(S, float, float)
__WL_SOLVER(D, double, double)
__WL_SOLVER(C, cuComplex, float)
__WL_SOLVER(Z, cuDoubleComplex, double)
#undef __WL_SOLVER
}
