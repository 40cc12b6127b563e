// Register-blocked double-precision product, and a naive one over a struct of dimensions.
typedef struct { int width; int height; int stride; double *elements; } Matrix;
__device__ double GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, double value) { A.elements[row * A.stride + col] = value; }
#define BLOCK_SIZE 16
__device__ Matrix GetSubMatrix(Matrix A, int row, int col) {
    Matrix Asub;
    Asub.width = BLOCK_SIZE;
    Asub.height = BLOCK_SIZE;
    Asub.stride = A.stride;
    Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
    return Asub;
}
__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C) {
    Matrix Csub = GetSubMatrix(C, blockIdx.y, blockIdx.x);
    double Cvalue = 0;
    int row = threadIdx.y, col = threadIdx.x;
    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Matrix Asub = GetSubMatrix(A, blockIdx.y, m), Bsub = GetSubMatrix(B, m, blockIdx.x);
        __shared__ double As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ double Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e) Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}
template <int TM, int TN, int BM, int BN, int BK> __global__ void __launch_bounds__((BM / TM) * (BN / TN)) blocked(int M, int N, int K, const double *A, const double *B, double *C) {
    __shared__ double a[BK][BM + 1], b[BK][BN];
    double acc[TM][TN] = {};
    const int threads = (BM / TM) * (BN / TN), tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += threads) a[i % BK][i / BK] = A[(blockIdx.y * BM + i / BK) * K + k0 + i % BK];
        for (int i = threadIdx.x; i < BN * BK; i += threads) b[i / BN][i % BN] = B[(k0 + i / BN) * N + blockIdx.x * BN + i % BN];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k)
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j) acc[i][j] += a[k][ty * TM + i] * b[k][tx * TN + j];
        __syncthreads();
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) C[(blockIdx.y * BM + ty * TM + i) * N + blockIdx.x * BN + tx * TN + j] = acc[i][j];
}
void MatMul(const Matrix A, const Matrix B, Matrix C) {
    Matrix d_A = A;
    cudaMalloc(&d_A.elements, A.width * A.height * sizeof(double));
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE), dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
    MatMulKernel<<<dimGrid, dimBlock>>>(d_A, B, C);
    blocked<4, 4, 64, 64, 8><<<dim3(C.width / 64, C.height / 64), 256>>>(A.height, B.width, A.width, A.elements, B.elements, C.elements);
    cudaFree(d_A.elements);
}
