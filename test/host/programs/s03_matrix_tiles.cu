// Matrix product with template tile size, arguments with defaults, checked by relative error.
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>
template <int SIZE> __global__ void product(float* c, float* a, float* b, int wa, int wb) {
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int i = wa * SIZE * by, j = SIZE * bx; i <= wa * SIZE * by + wa - 1; i += SIZE, j += SIZE * wb) {
    __shared__ float as[SIZE][SIZE], bs[SIZE][SIZE];
    as[ty][tx] = a[i + wa * ty + tx];
    bs[ty][tx] = b[j + wb * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < SIZE; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[wb * SIZE * by + SIZE * bx + wb * ty + tx] = sum;
}
void constant(float* data, int size, float val) { for (int i = 0; i < size; ++i) data[i] = val; }
int run(int block, const dim3& da, const dim3& db) {
  unsigned int na = da.x * da.y, nb = db.x * db.y;
  float *ha, *hb, *hc, *d_a, *d_b, *d_c;
  checkCudaErrors(cudaMallocHost(&ha, na * sizeof(float)));
  checkCudaErrors(cudaMallocHost(&hb, nb * sizeof(float)));
  constant(ha, na, 1.0f);
  constant(hb, nb, 0.01f);
  dim3 dc(db.x, da.y, 1);
  unsigned int bytes = dc.x * dc.y * sizeof(float);
  checkCudaErrors(cudaMallocHost(&hc, bytes));
  checkCudaErrors(cudaMalloc(reinterpret_cast<void**>(&d_a), na * sizeof(float)));
  checkCudaErrors(cudaMalloc(reinterpret_cast<void**>(&d_b), nb * sizeof(float)));
  checkCudaErrors(cudaMalloc(reinterpret_cast<void**>(&d_c), bytes));
  cudaStream_t stream;
  checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  checkCudaErrors(cudaMemcpyAsync(d_a, ha, na * sizeof(float), cudaMemcpyHostToDevice, stream));
  checkCudaErrors(cudaMemcpyAsync(d_b, hb, nb * sizeof(float), cudaMemcpyHostToDevice, stream));
  dim3 threads(block, block), grid(db.x / threads.x, da.y / threads.y);
  if (block == 16) product<16><<<grid, threads, 0, stream>>>(d_c, d_a, d_b, da.x, db.x);
  else product<32><<<grid, threads, 0, stream>>>(d_c, d_a, d_b, da.x, db.x);
  checkCudaErrors(cudaMemcpyAsync(hc, d_c, bytes, cudaMemcpyDeviceToHost, stream));
  checkCudaErrors(cudaStreamSynchronize(stream));
  bool correct = true;
  for (int i = 0; i < (int)(dc.x * dc.y); i++) {
    double abs_err = fabs(hc[i] - (da.x * 0.01f)), rel = abs_err / fabs(hc[i]) / da.x;
    if (rel > 1e-6) correct = false;
  }
  printf("block %d: %s %.4f\n", block, correct ? "Result = PASS" : "Result = FAIL", hc[0]);
  checkCudaErrors(cudaFreeHost(ha)); checkCudaErrors(cudaFreeHost(hb)); checkCudaErrors(cudaFreeHost(hc));
  checkCudaErrors(cudaFree(d_a)); checkCudaErrors(cudaFree(d_b)); checkCudaErrors(cudaFree(d_c));
  checkCudaErrors(cudaStreamDestroy(stream));
  return correct ? EXIT_SUCCESS : EXIT_FAILURE;
}
int main() {
  dim3 a(64, 64, 1), b(128, 64, 1);
  printf("MatrixA(%d,%d), MatrixB(%d,%d)\n", a.x, a.y, b.x, b.y);
  return run(16, a, b) | run(32, a, b);
}
