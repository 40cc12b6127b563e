// Sparse matrix times vector: scalar, one warp a row, and ELL.
#include <cstdio>
#include <cusparse.h>
template <typename T> __global__ void spmv_csr_scalar(int rows, const int *__restrict__ ptr, const int *__restrict__ indices, const T *__restrict__ data, const T *__restrict__ x, T *__restrict__ y) {
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < rows) {
        T dot = 0;
        for (int jj = ptr[row]; jj < ptr[row + 1]; jj++) dot += data[jj] * x[indices[jj]];
        y[row] += dot;
    }
}
template <typename T> __global__ void spmv_csr_vector(int rows, const int *ptr, const int *indices, const T *data, const T *x, T *y) {
    int thread_id = blockDim.x * blockIdx.x + threadIdx.x, warp_id = thread_id / 32, lane = thread_id & 31;
    if (warp_id >= rows) return;
    T sum = 0;
    for (int jj = ptr[warp_id] + lane; jj < ptr[warp_id + 1]; jj += 32) sum += data[jj] * __ldg(&x[indices[jj]]);
    for (int delta = 16; delta; delta >>= 1) sum += __shfl_xor_sync(~0u, sum, delta);
    if (lane == 0) y[warp_id] += sum;
}
__global__ void spmv_ell(int rows, int width, const int *indices, const double *data, const double *x, double *y) {
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row >= rows) return;
    double dot = 0;
    for (int n = 0; n < width; n++) {
        int col = indices[rows * n + row];
        double val = data[rows * n + row];
        if (val != 0) dot += val * x[col];
    }
    y[row] += dot;
}
int main() {
    int *i;
    double *d;
    cudaMalloc(&i, 1 << 20);
    cudaMalloc(&d, 1 << 20);
    spmv_csr_scalar<double><<<4, 256>>>(1000, i, i, d, d, d);
    spmv_csr_vector<double><<<125, 256>>>(1000, i, i, d, d, d);
    spmv_ell<<<4, 256>>>(1000, 8, i, d, d, d);
    cusparseHandle_t handle = 0;
    cusparseCreate(&handle);
    cusparseDestroy(handle);
}
