#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
__global__ void spmv(const int* rows, const int* columns, const float* values, const float* x, float* y, int n) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= n) return;
  float sum = 0;
  for (int i = rows[row] + threadIdx.x; i < rows[row + 1]; i += blockDim.x) sum += values[i] * x[columns[i]];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (threadIdx.x == 0) y[row] = sum;
}
__global__ void zero(float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 0;
}
struct Csr {
  std::vector<int> rows{0}, columns;
  std::vector<float> values;
};
bool read(const char* path, Csr& matrix) {
  std::ifstream file(path);
  if (!file) return false;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    int column;
    float value;
    while (words >> column >> value) {
      matrix.columns.push_back(column);
      matrix.values.push_back(value);
    }
    matrix.rows.push_back((int)matrix.columns.size());
  }
  return true;
}
int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: " << argv[0] << " MATRIX\n";
    return 2;
  }
  Csr matrix;
  if (!read(argv[1], matrix)) return 1;
  const int n = (int)matrix.rows.size() - 1;
  int *rows, *columns;
  float *values, *x, *y;
  cudaMalloc(&rows, matrix.rows.size() * sizeof(int));
  cudaMalloc(&columns, matrix.columns.size() * sizeof(int));
  cudaMalloc(&values, matrix.values.size() * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  zero<<<(n + 255) / 256, 256>>>(y, n);  // launch zero ? 256 0
  dim3 block(32, 8);
  spmv<<<(n + block.y - 1) / block.y, block>>>(rows, columns, values, x, y, n);  // launch spmv ? 32,8 0
  cudaDeviceSynchronize();
}
