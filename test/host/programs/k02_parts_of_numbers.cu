// Functions that give two results, on the device: the parts of a number, and a remainder with its quotient.
#include <cmath>
#include <cstdio>

struct Parts {
  int exponent, wide, quotient, other;
  float fraction, rest, whole, left;
  double fine, tail, part, right;
};

__host__ __device__ Parts parts(float x) {
  Parts p;
  p.fraction = frexpf(x, &p.exponent);
  p.fine = frexp((double)x * 1e-300, &p.wide);
  p.rest = modff(x, &p.whole);
  p.tail = modf((double)x + 0.25, &p.part);
  p.left = remquof(x, 0.75f, &p.quotient);
  p.right = remquo((double)x, -1.75, &p.other);
  return p;
}

__global__ void take(const float* in, Parts* out, int* powers) {
  out[threadIdx.x] = parts(in[threadIdx.x]);
  int exponent;
  frexp((float)(threadIdx.x + 1), &exponent);
  powers[threadIdx.x] = 1 << (exponent - 1);
}

int main() {
  const float values[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.1f, -7.625f, 1e30f, -3e-39f, INFINITY, -INFINITY, 1e-45f, 33.4999f};
  const int n = sizeof values / sizeof values[0];
  float* in;
  Parts* out;
  int* powers;
  cudaMallocManaged(&in, sizeof values);
  cudaMallocManaged(&out, n * sizeof(Parts));
  cudaMallocManaged(&powers, n * sizeof(int));
  for (int i = 0; i < n; i++) in[i] = values[i];
  take<<<1, n>>>(in, out, powers);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) {
    const Parts p = out[i];
    printf("%d: %g", powers[i], values[i]);
    if (std::isfinite(values[i]))
      printf(" = %a * 2^%d, %a * 2^%d; %a (%d), %a (%d)", p.fraction, p.exponent, p.fine, p.wide, p.left, p.quotient & 7,
             p.right, p.other & 7);
    printf("; %a + %a, %a + %a\n", p.whole, p.rest, p.part, p.tail);
  }
  cudaFree(in);
  cudaFree(out);
  cudaFree(powers);
}
