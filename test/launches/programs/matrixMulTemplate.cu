#include <stdio.h>
#include <stdlib.h>
template <int BLOCK_SIZE>
__global__ void matrixMul(float* C, const float* A, const float* B, int wA, int wB) {
  __shared__ float As[BLOCK_SIZE][BLOCK_SIZE], Bs[BLOCK_SIZE][BLOCK_SIZE];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int m = 0; m < wA / BLOCK_SIZE; m++) {
    As[ty][tx] = A[(blockIdx.y * BLOCK_SIZE + ty) * wA + m * BLOCK_SIZE + tx];
    Bs[ty][tx] = B[(m * BLOCK_SIZE + ty) * wB + blockIdx.x * BLOCK_SIZE + tx];
    __syncthreads();
    for (int k = 0; k < BLOCK_SIZE; k++) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[(blockIdx.y * BLOCK_SIZE + ty) * wB + blockIdx.x * BLOCK_SIZE + tx] = sum;
}

int multiply(int argc, char** argv, int block_size, const dim3& dimsA, const dim3& dimsB) {
  float *A, *B, *C;
  cudaMalloc(&A, dimsA.x * dimsA.y * sizeof(float));
  cudaMalloc(&B, dimsB.x * dimsB.y * sizeof(float));
  cudaMalloc(&C, dimsB.x * dimsA.y * sizeof(float));
  dim3 threads(block_size, block_size);
  dim3 grid(dimsB.x / threads.x, dimsA.y / threads.y);
  if (block_size == 16) {
    matrixMul<16><<<grid, threads>>>(C, A, B, dimsA.x, dimsB.x);
  } else {
    matrixMul<32><<<grid, threads>>>(C, A, B, dimsA.x, dimsB.x);  // launch matrixMul<32> 20,10 32,32 0 ?
  }
  cudaDeviceSynchronize();
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int j = 0; j < 3; j++) {
    if (block_size == 16) {
      matrixMul<16><<<grid, threads, 0, stream>>>(C, A, B, dimsA.x, dimsB.x);
    } else {
      matrixMul<32><<<grid, threads, 0, stream>>>(C, A, B, dimsA.x, dimsB.x);  // launch matrixMul<32> 20,10 32,32 0 ?
    }
  }
  return cudaDeviceSynchronize() == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char** argv) {
  int block_size = 32;
  dim3 dimsA(5 * 2 * block_size, 5 * 2 * block_size, 1);
  dim3 dimsB(5 * 4 * block_size, 5 * 2 * block_size, 1);
  if (argc > 3) {
    dimsA.x = atoi(argv[1]);
    dimsB.x = atoi(argv[2]);
  }
  if (dimsA.x != dimsB.y) {
    printf("Sizes do not fit.\n");
    exit(EXIT_FAILURE);
  }
  exit(multiply(argc, argv, block_size, dimsA, dimsB));
}
