// Types and prototypes of cuBLAS, enough to parse typical host code. The simulator does not run the library.
#pragma once
#define CUBLASAPI
#define CUBLASWINAPI
#define CUBLAS_API_H_

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "driver_types.h"
#include "library_types.h"

typedef struct cublasContext* cublasHandle_t;
typedef enum {
  CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cudaDataType cublasDataType_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum { CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3 } cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef enum { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 } cublasGemmAlgo_t;

extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t size);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
const char* cublasGetStatusString(cublasStatus_t status);
const char* cublasGetStatusName(cublasStatus_t status);
cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a, cudaDataType ka, int lda, const void* b, cudaDataType kb, int ldb, const void* beta, void* c, cudaDataType kc, int ldc, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a, cudaDataType ka, int lda, long long sa, const void* b, cudaDataType kb, int ldb, long long sb, const void* beta, void* c, cudaDataType kc, int ldc, long long sc, int batch, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasSgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float* alpha, const float* a, int lda, const float* b, int ldb, const float* beta, float* c, int ldc);
cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float* alpha, const float* a, int lda, long long sa, const float* b, int ldb, long long sb, const float* beta, float* c, int ldc, long long sc, int batch);
cublasStatus_t cublasSgemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float* alpha, const float* const a[], int lda, const float* const b[], int ldb, const float* beta, float* const c[], int ldc, int batch);
cublasStatus_t cublasSgemv(cublasHandle_t handle, cublasOperation_t t, int m, int n, const float* alpha, const float* a, int lda, const float* x, int incx, const float* beta, float* y, int incy);
cublasStatus_t cublasSaxpy(cublasHandle_t handle, int n, const float* alpha, const float* x, int incx, float* y, int incy);
cublasStatus_t cublasScopy(cublasHandle_t handle, int n, const float* x, int incx, float* y, int incy);
cublasStatus_t cublasSscal(cublasHandle_t handle, int n, const float* alpha, float* x, int incx);
cublasStatus_t cublasSswap(cublasHandle_t handle, int n, float* x, int incx, float* y, int incy);
cublasStatus_t cublasSgeam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const float* alpha, const float* a, int lda, const float* beta, const float* b, int ldb, float* c, int ldc);
cublasStatus_t cublasStrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int m, int n, const float* alpha, const float* a, int lda, float* b, int ldb);
cublasStatus_t cublasSnrm2(cublasHandle_t handle, int n, const float* x, int incx, float* result);
cublasStatus_t cublasSasum(cublasHandle_t handle, int n, const float* x, int incx, float* result);
cublasStatus_t cublasIsamax(cublasHandle_t handle, int n, const float* x, int incx, int* result);
cublasStatus_t cublasSdot(cublasHandle_t handle, int n, const float* x, int incx, const float* y, int incy, float* result);
cublasStatus_t cublasDgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const double* alpha, const double* a, int lda, const double* b, int ldb, const double* beta, double* c, int ldc);
cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const double* alpha, const double* a, int lda, long long sa, const double* b, int ldb, long long sb, const double* beta, double* c, int ldc, long long sc, int batch);
cublasStatus_t cublasDgemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const double* alpha, const double* const a[], int lda, const double* const b[], int ldb, const double* beta, double* const c[], int ldc, int batch);
cublasStatus_t cublasDgemv(cublasHandle_t handle, cublasOperation_t t, int m, int n, const double* alpha, const double* a, int lda, const double* x, int incx, const double* beta, double* y, int incy);
cublasStatus_t cublasDaxpy(cublasHandle_t handle, int n, const double* alpha, const double* x, int incx, double* y, int incy);
cublasStatus_t cublasDcopy(cublasHandle_t handle, int n, const double* x, int incx, double* y, int incy);
cublasStatus_t cublasDscal(cublasHandle_t handle, int n, const double* alpha, double* x, int incx);
cublasStatus_t cublasDswap(cublasHandle_t handle, int n, double* x, int incx, double* y, int incy);
cublasStatus_t cublasDgeam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const double* alpha, const double* a, int lda, const double* beta, const double* b, int ldb, double* c, int ldc);
cublasStatus_t cublasDtrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int m, int n, const double* alpha, const double* a, int lda, double* b, int ldb);
cublasStatus_t cublasDnrm2(cublasHandle_t handle, int n, const double* x, int incx, double* result);
cublasStatus_t cublasDasum(cublasHandle_t handle, int n, const double* x, int incx, double* result);
cublasStatus_t cublasIdamax(cublasHandle_t handle, int n, const double* x, int incx, int* result);
cublasStatus_t cublasDdot(cublasHandle_t handle, int n, const double* x, int incx, const double* y, int incy, double* result);
cublasStatus_t cublasCgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuComplex* alpha, const cuComplex* a, int lda, const cuComplex* b, int ldb, const cuComplex* beta, cuComplex* c, int ldc);
cublasStatus_t cublasCgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuComplex* alpha, const cuComplex* a, int lda, long long sa, const cuComplex* b, int ldb, long long sb, const cuComplex* beta, cuComplex* c, int ldc, long long sc, int batch);
cublasStatus_t cublasCgemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuComplex* alpha, const cuComplex* const a[], int lda, const cuComplex* const b[], int ldb, const cuComplex* beta, cuComplex* const c[], int ldc, int batch);
cublasStatus_t cublasCgemv(cublasHandle_t handle, cublasOperation_t t, int m, int n, const cuComplex* alpha, const cuComplex* a, int lda, const cuComplex* x, int incx, const cuComplex* beta, cuComplex* y, int incy);
cublasStatus_t cublasCaxpy(cublasHandle_t handle, int n, const cuComplex* alpha, const cuComplex* x, int incx, cuComplex* y, int incy);
cublasStatus_t cublasCcopy(cublasHandle_t handle, int n, const cuComplex* x, int incx, cuComplex* y, int incy);
cublasStatus_t cublasCscal(cublasHandle_t handle, int n, const cuComplex* alpha, cuComplex* x, int incx);
cublasStatus_t cublasCswap(cublasHandle_t handle, int n, cuComplex* x, int incx, cuComplex* y, int incy);
cublasStatus_t cublasCgeam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const cuComplex* alpha, const cuComplex* a, int lda, const cuComplex* beta, const cuComplex* b, int ldb, cuComplex* c, int ldc);
cublasStatus_t cublasCtrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int m, int n, const cuComplex* alpha, const cuComplex* a, int lda, cuComplex* b, int ldb);
cublasStatus_t cublasScnrm2(cublasHandle_t handle, int n, const cuComplex* x, int incx, float* result);
cublasStatus_t cublasScasum(cublasHandle_t handle, int n, const cuComplex* x, int incx, float* result);
cublasStatus_t cublasIcamax(cublasHandle_t handle, int n, const cuComplex* x, int incx, int* result);
cublasStatus_t cublasZgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, const cuDoubleComplex* b, int ldb, const cuDoubleComplex* beta, cuDoubleComplex* c, int ldc);
cublasStatus_t cublasZgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, long long sa, const cuDoubleComplex* b, int ldb, long long sb, const cuDoubleComplex* beta, cuDoubleComplex* c, int ldc, long long sc, int batch);
cublasStatus_t cublasZgemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* const a[], int lda, const cuDoubleComplex* const b[], int ldb, const cuDoubleComplex* beta, cuDoubleComplex* const c[], int ldc, int batch);
cublasStatus_t cublasZgemv(cublasHandle_t handle, cublasOperation_t t, int m, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta, cuDoubleComplex* y, int incy);
cublasStatus_t cublasZaxpy(cublasHandle_t handle, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy);
cublasStatus_t cublasZcopy(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy);
cublasStatus_t cublasZscal(cublasHandle_t handle, int n, const cuDoubleComplex* alpha, cuDoubleComplex* x, int incx);
cublasStatus_t cublasZswap(cublasHandle_t handle, int n, cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy);
cublasStatus_t cublasZgeam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, const cuDoubleComplex* beta, const cuDoubleComplex* b, int ldb, cuDoubleComplex* c, int ldc);
cublasStatus_t cublasZtrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int m, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, cuDoubleComplex* b, int ldb);
cublasStatus_t cublasDznrm2(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, double* result);
cublasStatus_t cublasDzasum(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, double* result);
cublasStatus_t cublasIzamax(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, int* result);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* const a[], cudaDataType ka, int lda, const void* const b[], cudaDataType kb, int ldb, const void* beta, void* const c[], cudaDataType kc, int ldc, int count, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float* alpha, const void* a, cudaDataType ka, int lda, const void* b, cudaDataType kb, int ldb, const float* beta, void* c, cudaDataType kc, int ldc);
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half* alpha, const __half* a, int lda, const __half* b, int ldb, const __half* beta, __half* c, int ldc);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half* alpha, const __half* a, int lda, long long sa, const __half* b, int ldb, long long sb, const __half* beta, __half* c, int ldc, long long sc, int count);
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half* alpha, const __half* const a[], int lda, const __half* const b[], int ldb, const __half* beta, __half* const c[], int ldc, int count);
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x, cudaDataType kx, int incx, const void* y, cudaDataType ky, int incy, void* result, cudaDataType kr, cudaDataType compute);
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void* x, cudaDataType kx, int incx, void* result, cudaDataType kr, cudaDataType compute);
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType ka, const void* x, cudaDataType kx, int incx, void* y, cudaDataType ky, int incy, cudaDataType compute);
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType ka, void* x, cudaDataType kx, int incx, cudaDataType compute);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb, cudaStream_t stream);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
cublasStatus_t cublasIsamin(cublasHandle_t handle, int n, const float* x, int incx, int* result);
cublasStatus_t cublasSsyrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t t, int n, int k, const float* alpha, const float* a, int lda, const float* beta, float* c, int ldc);
cublasStatus_t cublasSsymm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const float* alpha, const float* a, int lda, const float* b, int ldb, const float* beta, float* c, int ldc);
cublasStatus_t cublasSsymv(cublasHandle_t handle, cublasFillMode_t fill, int n, const float* alpha, const float* a, int lda, const float* x, int incx, const float* beta, float* y, int incy);
cublasStatus_t cublasStrmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int m, int n, const float* alpha, const float* a, int lda, const float* b, int ldb, float* c, int ldc);
cublasStatus_t cublasStrsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int n, const float* a, int lda, float* x, int incx);
cublasStatus_t cublasSdgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const float* a, int lda, const float* x, int incx, float* c, int ldc);
cublasStatus_t cublasSgemvStridedBatched(cublasHandle_t handle, cublasOperation_t t, int m, int n, const float* alpha, const float* a, int lda, long long sa, const float* x, int incx, long long sx, const float* beta, float* y, int incy, long long sy, int count);
cublasStatus_t cublasSgemvBatched(cublasHandle_t handle, cublasOperation_t t, int m, int n, const float* alpha, const float* const a[], int lda, const float* const x[], int incx, const float* beta, float* const y[], int incy, int count);
cublasStatus_t cublasStrsmBatched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int m, int n, const float* alpha, const float* const a[], int lda, float* const b[], int ldb, int count);
cublasStatus_t cublasSgetrfBatched(cublasHandle_t handle, int n, float* const a[], int lda, int* pivots, int* info, int count);
cublasStatus_t cublasSgetriBatched(cublasHandle_t handle, int n, const float* const a[], int lda, const int* pivots, float* const c[], int ldc, int* info, int count);
cublasStatus_t cublasSmatinvBatched(cublasHandle_t handle, int n, const float* const a[], int lda, float* const inverse[], int ldi, int* info, int count);
cublasStatus_t cublasIdamin(cublasHandle_t handle, int n, const double* x, int incx, int* result);
cublasStatus_t cublasDsyrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t t, int n, int k, const double* alpha, const double* a, int lda, const double* beta, double* c, int ldc);
cublasStatus_t cublasDsymm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const double* alpha, const double* a, int lda, const double* b, int ldb, const double* beta, double* c, int ldc);
cublasStatus_t cublasDsymv(cublasHandle_t handle, cublasFillMode_t fill, int n, const double* alpha, const double* a, int lda, const double* x, int incx, const double* beta, double* y, int incy);
cublasStatus_t cublasDtrmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int m, int n, const double* alpha, const double* a, int lda, const double* b, int ldb, double* c, int ldc);
cublasStatus_t cublasDtrsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int n, const double* a, int lda, double* x, int incx);
cublasStatus_t cublasDdgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const double* a, int lda, const double* x, int incx, double* c, int ldc);
cublasStatus_t cublasDgemvStridedBatched(cublasHandle_t handle, cublasOperation_t t, int m, int n, const double* alpha, const double* a, int lda, long long sa, const double* x, int incx, long long sx, const double* beta, double* y, int incy, long long sy, int count);
cublasStatus_t cublasDgemvBatched(cublasHandle_t handle, cublasOperation_t t, int m, int n, const double* alpha, const double* const a[], int lda, const double* const x[], int incx, const double* beta, double* const y[], int incy, int count);
cublasStatus_t cublasDtrsmBatched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int m, int n, const double* alpha, const double* const a[], int lda, double* const b[], int ldb, int count);
cublasStatus_t cublasDgetrfBatched(cublasHandle_t handle, int n, double* const a[], int lda, int* pivots, int* info, int count);
cublasStatus_t cublasDgetriBatched(cublasHandle_t handle, int n, const double* const a[], int lda, const int* pivots, double* const c[], int ldc, int* info, int count);
cublasStatus_t cublasDmatinvBatched(cublasHandle_t handle, int n, const double* const a[], int lda, double* const inverse[], int ldi, int* info, int count);
cublasStatus_t cublasSger(cublasHandle_t handle, int m, int n, const float* alpha, const float* x, int incx, const float* y, int incy, float* a, int lda);
cublasStatus_t cublasSrot(cublasHandle_t handle, int n, float* x, int incx, float* y, int incy, const float* cosine, const float* sine);
cublasStatus_t cublasDger(cublasHandle_t handle, int m, int n, const double* alpha, const double* x, int incx, const double* y, int incy, double* a, int lda);
cublasStatus_t cublasDrot(cublasHandle_t handle, int n, double* x, int incx, double* y, int incy, const double* cosine, const double* sine);
}
#ifdef __cplusplus
// Before CUDA 11 the type that is computed in was a cudaDataType, which C++ may still give. Reference: cuBLAS, "cublasGemmEx()".
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a, cudaDataType ka, int lda, const void* b, cudaDataType kb, int ldb, const void* beta, void* c, cudaDataType kc, int ldc, cudaDataType compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* const a[], cudaDataType ka, int lda, const void* const b[], cudaDataType kb, int ldb, const void* beta, void* const c[], cudaDataType kc, int ldc, int count, cudaDataType compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a, cudaDataType ka, int lda, long long sa, const void* b, cudaDataType kb, int ldb, long long sb, const void* beta, void* c, cudaDataType kc, int ldc, long long sc, int batch, cudaDataType compute, cublasGemmAlgo_t algorithm);
#endif
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
