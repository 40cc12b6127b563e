// Constructors, conversions and steps of __half and __nv_bfloat16, on the device and on the host, and shared arrays at file scope.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
__shared__ float tile[64];
__shared__ int grid2[4][8];
template <class T> __host__ __device__ float made() {
  T f(1.5f), d(2.5), i(-3), u(4u), l(5ll), ul(6ull), s((short)7), us((unsigned short)8), ln(9l), uln(10ul), c(f);
  T all[] = {f, d, i, u, l, ul, s, us, ln, uln, c};
  float sum = 0;
  for (T x : all) sum = sum * 2 + (float)x;
  f = 3, d = 2.0, i = 1u;
  sum += (float)f++ + (float)(++d) + (float)i-- + (float)(--i);
  sum += 100 * (int)all[3] + 200 * (unsigned)all[4] + (long long)all[1] + (bool)all[0] + (short)all[6] + (double)all[9];
  f += T(0.25f), f *= T(2);
  return sum + (float)f;
}
template <class T2, class T> __host__ __device__ float pairs() {
  T2 p(T(1), T(2)), old = p++;
  ++p, p--;
  return (float)p.x * 10 + (float)p.y + 100 * ((float)old.x * 10 + (float)old.y);
}
__host__ __device__ float crossed() {
  __nv_bfloat16 b(1.00390625f);
  __half h(b), small(1.0009765625f);
  return (float)h * 8 + (float)__nv_bfloat16(small) + ((float)static_cast<__half>(__nv_bfloat16(70000.0f)) > 65504.0f);
}
__global__ void run(float* out) {
  const int t = threadIdx.x;
  tile[t] = t, grid2[t % 4][t / 4 % 8] = t;
  __syncthreads();
  out[8 + t] = tile[63 - t] + 100 * grid2[t % 4][t / 4 % 8];
  if (t == 0) out[0] = made<__half>(), out[1] = made<__nv_bfloat16>(), out[2] = pairs<__half2, __half>(), out[3] = pairs<__nv_bfloat162, __nv_bfloat16>(), out[4] = crossed();
}
int main() {
  float* out;
  cudaMallocManaged(&out, 72 * sizeof(float));
  run<<<1, 64>>>(out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  printf("device: %g %g %g %g %g\n", out[0], out[1], out[2], out[3], out[4]);
  printf("host: %g %g %g %g %g\n", made<__half>(), made<__nv_bfloat16>(), pairs<__half2, __half>(), pairs<__nv_bfloat162, __nv_bfloat16>(), crossed());
  int wrong = 0;
  for (int t = 0; t < 64; t++) wrong += out[8 + t] != 63 - t + 100 * (t < 32 ? t + 32 : t);
  printf("%d wrong\n", wrong);
  cudaFree(out);
}
