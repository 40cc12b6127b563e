// What nvcc brings without <cmath>: mathematics with an overload for each type, in host code too.
#include <cstdio>

template <class T>
int countFinite(const T* values, int count) {
  int found = 0;
  for (int i = 0; i < count; i++) found += isfinite(values[i]) && !isnan(values[i]);
  return found;
}

__global__ void roots(const float* in, float* out) { out[threadIdx.x] = isinf(in[threadIdx.x]) ? -1 : sqrt(in[threadIdx.x]); }

int main() {
  float values[4] = {2, 3, 1 / 0.0f, 5};
  printf("%d %d\n", countFinite(values, 4), isinf(values[2]));
  // The overload for float: the same digits as a root in single precision.
  printf("%.10f %.10f %.10f\n", sqrt(values[0]), sqrt(2.0), fabs(-values[1]));
  printf("%d %d\n", (int)sizeof(pow(values[0], values[1])), (int)sizeof(pow(values[0], 2.0)));
  float *in, *out;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof values);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  roots<<<1, 4>>>(in, out);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  printf("%g %g\n", values[2], values[3]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
