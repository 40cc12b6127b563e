// Tables of constants inside functions.
#include <cuda_runtime.h>
#define T threadIdx.x
#define EIGHT 1, 5, 2, 9, 7, 3, 8, 4
#define SIXTEEN EIGHT, 11, 15, 12, 19, 17, 13, 18, 14
__global__ void constant8(const int* in, int* out) { const int t[8] = {EIGHT}; out[T] = t[in[T] & 7]; }
__global__ void variable8(const int* in, int* out) { int t[8] = {EIGHT}; out[T] = t[in[T] & 7]; }
__global__ void static8(const int* in, int* out) { static const int t[8] = {EIGHT}; out[T] = t[in[T] & 7]; }
__global__ void evaluated8(const int* in, int* out) { constexpr int t[8] = {EIGHT}; out[T] = t[in[T] & 7]; }
__global__ void staticEvaluated8(const int* in, int* out) { static constexpr int t[8] = {EIGHT}; out[T] = t[in[T] & 7]; }
__global__ void once16(const int* in, int* out) { const int t[16] = {SIXTEEN}; out[T] = t[in[T] & 15]; }
__global__ void twice16(const int* in, int* out) { const int t[16] = {SIXTEEN}; out[T] = t[in[T] & 15] * t[in[T + 64] & 15]; }
__global__ void twice14(const int* in, int* out) { const int t[14] = {EIGHT, 1, 6, 3, 2, 5, 4}; out[T] = t[in[T] & 7] * t[(in[T + 64] & 7) + 5]; }
__global__ void once40(const int* in, float* out) { const float t[40] = {SIXTEEN, SIXTEEN, EIGHT}; out[T] = t[in[T] & 31]; }
__global__ void once33(const int* in, float* out) { const float t[33] = {SIXTEEN, SIXTEEN, 3}; out[T] = t[in[T] & 31]; }
__global__ void bytes(const int* in, int* out) { const char t[17] = "0123456789abcdef"; out[T] = t[in[T] & 15]; }
__global__ void text(const int* in, int* out) { const char* t = "0123456789abcdef"; out[T] = t[in[T] & 15]; }
__global__ void shorts(const int* in, int* out) { const short t[8] = {EIGHT}; out[T] = t[in[T] & 7]; }
__global__ void doubles(const int* in, double* out) { const double t[4] = {1, 5, 2, 9}; out[T] = t[in[T] & 3]; }
__global__ void rows(const int* in, int* out) { const int t[6][2] = {{1, 5}, {2, 9}, {7, 3}, {8, 4}, {6, 0}, {1, 1}}; out[T] = t[in[T] & 3][in[T + 64] & 1]; }
__global__ void known(const int* in, int* out) { const int t[4] = {1, 5, 2, 9}; int s = 0; for (int k = 0; k < 4; ++k) s += in[T + t[k] * 32]; out[T] = s; }
__device__ int look(int x) { const int t[16] = {SIXTEEN}; return t[x & 15]; }
__global__ void inlined(const int* in, int* out) { out[T] = look(in[T]) + look(in[T + 64]); }
__device__ const int device8[8] = {EIGHT};
__global__ void ofDevice(const int* in, int* out) { out[T] = device8[in[T] & 7]; }
__constant__ int constant[8] = {EIGHT};
__global__ void ofConstant(const int* in, int* out) { out[T] = constant[in[T] & 7]; }
__global__ void small(const int* in, int* out, int n) { const int t[4] = {1, 5, 2, 9}; int s = 0; for (int k = 0; k < n; ++k) s += t[in[k * 64 + T] & 3]; out[T] = s; }
__global__ void large(const int* in, int* out, int n) { const int t[12] = {EIGHT, 1, 6, 3, 2}; int s = 0; for (int k = 0; k < n; ++k) s += t[in[k * 64 + T] & 7]; out[T] = s; }
__global__ void early(const int* in, int* out, int n) { const int t[40] = {SIXTEEN, SIXTEEN, EIGHT}; if (T >= n) return; out[T] = t[in[T] & 31]; }
__global__ void copied(const int* in, int* out) { int t[24] = {SIXTEEN, EIGHT}; t[in[T] & 7] = 3; out[T] = t[in[T + 64] & 15]; }
