#include <cstdio>  // Atomic operations of 64 bits at one address, in shared and global memory, and loops of them.
__global__ void shared_add1_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); atomicAdd(&t, (T)1); __syncthreads(); out[threadIdx.x] = t; }
__global__ void shared_add1_used(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); T r = atomicAdd(&t, (T)1); out[threadIdx.x] = r; }
__global__ void shared_add5_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); atomicAdd(&t, (T)5); __syncthreads(); out[threadIdx.x] = t; }
__global__ void shared_add5_used(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); T r = atomicAdd(&t, (T)5); out[threadIdx.x] = r; }
__global__ void shared_addU_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); atomicAdd(&t, (T)u); __syncthreads(); out[threadIdx.x] = t; }
__global__ void shared_addU_used(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); T r = atomicAdd(&t, (T)u); out[threadIdx.x] = r; }
__global__ void shared_addV_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); atomicAdd(&t, (T)threadIdx.x); __syncthreads(); out[threadIdx.x] = t; }
__global__ void shared_addV_used(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); T r = atomicAdd(&t, (T)threadIdx.x); out[threadIdx.x] = r; }
__global__ void shared_maxV_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); atomicMax(&t, (T)threadIdx.x); __syncthreads(); out[threadIdx.x] = t; }
__global__ void shared_maxV_used(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); T r = atomicMax(&t, (T)threadIdx.x); out[threadIdx.x] = r; }
__global__ void shared_minU_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); atomicMin(&t, (T)u); __syncthreads(); out[threadIdx.x] = t; }
__global__ void shared_minU_used(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); T r = atomicMin(&t, (T)u); out[threadIdx.x] = r; }
__global__ void shared_andV_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); atomicAnd(&t, (T)threadIdx.x); __syncthreads(); out[threadIdx.x] = t; }
__global__ void shared_andV_used(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); T r = atomicAnd(&t, (T)threadIdx.x); out[threadIdx.x] = r; }
__global__ void shared_orU_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); atomicOr(&t, (T)u); __syncthreads(); out[threadIdx.x] = t; }
__global__ void shared_orU_used(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); T r = atomicOr(&t, (T)u); out[threadIdx.x] = r; }
__global__ void shared_xorV_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); atomicXor(&t, (T)threadIdx.x); __syncthreads(); out[threadIdx.x] = t; }
__global__ void shared_xorV_used(unsigned long long* out, unsigned u) { typedef unsigned long long T; __shared__ T t; if (threadIdx.x == 0) t = 7; __syncthreads(); T r = atomicXor(&t, (T)threadIdx.x); out[threadIdx.x] = r; }
__global__ void global_add1_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T;  atomicAdd(&out[4096], (T)1); }
__global__ void global_add1_used(unsigned long long* out, unsigned u) { typedef unsigned long long T;  T r = atomicAdd(&out[4096], (T)1); out[threadIdx.x] = r; }
__global__ void global_add5_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T;  atomicAdd(&out[4096], (T)5); }
__global__ void global_add5_used(unsigned long long* out, unsigned u) { typedef unsigned long long T;  T r = atomicAdd(&out[4096], (T)5); out[threadIdx.x] = r; }
__global__ void global_addU_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T;  atomicAdd(&out[4096], (T)u); }
__global__ void global_addU_used(unsigned long long* out, unsigned u) { typedef unsigned long long T;  T r = atomicAdd(&out[4096], (T)u); out[threadIdx.x] = r; }
__global__ void global_addV_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T;  atomicAdd(&out[4096], (T)threadIdx.x); }
__global__ void global_addV_used(unsigned long long* out, unsigned u) { typedef unsigned long long T;  T r = atomicAdd(&out[4096], (T)threadIdx.x); out[threadIdx.x] = r; }
__global__ void global_maxV_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T;  atomicMax(&out[4096], (T)threadIdx.x); }
__global__ void global_maxV_used(unsigned long long* out, unsigned u) { typedef unsigned long long T;  T r = atomicMax(&out[4096], (T)threadIdx.x); out[threadIdx.x] = r; }
__global__ void global_minU_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T;  atomicMin(&out[4096], (T)u); }
__global__ void global_minU_used(unsigned long long* out, unsigned u) { typedef unsigned long long T;  T r = atomicMin(&out[4096], (T)u); out[threadIdx.x] = r; }
__global__ void global_andV_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T;  atomicAnd(&out[4096], (T)threadIdx.x); }
__global__ void global_andV_used(unsigned long long* out, unsigned u) { typedef unsigned long long T;  T r = atomicAnd(&out[4096], (T)threadIdx.x); out[threadIdx.x] = r; }
__global__ void global_orU_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T;  atomicOr(&out[4096], (T)u); }
__global__ void global_orU_used(unsigned long long* out, unsigned u) { typedef unsigned long long T;  T r = atomicOr(&out[4096], (T)u); out[threadIdx.x] = r; }
__global__ void global_xorV_unused(unsigned long long* out, unsigned u) { typedef unsigned long long T;  atomicXor(&out[4096], (T)threadIdx.x); }
__global__ void global_xorV_used(unsigned long long* out, unsigned u) { typedef unsigned long long T;  T r = atomicXor(&out[4096], (T)threadIdx.x); out[threadIdx.x] = r; }
template<typename T> __global__ void loop(T* out, int n) {
  __shared__ T t;
  if (threadIdx.x == 0) t = 0; __syncthreads();
  for (int k = 0; k < n; k++) atomicAdd(&t, (T)1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = t;
}
template<typename T> __global__ void strided(T* out, int n) {
  __shared__ T t[32];
  t[threadIdx.x & 31] = 0; __syncthreads();
  for (int k = threadIdx.x; k < n; k += blockDim.x) atomicAdd(&t[k % 7], (T)k);
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x & 31];
}
template<typename T> __global__ void some(T* out, int n) {
  __shared__ T t[32];
  t[threadIdx.x & 31] = 0; __syncthreads();
  if (threadIdx.x < n) atomicAdd(&t[threadIdx.x % 5], (T)threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x & 31];
}
__global__ void member(unsigned long long* out, int n) { __shared__ unsigned long long s[4]; if (threadIdx.x < 4) s[threadIdx.x] = 0; __syncthreads(); if (threadIdx.x < n) atomicAdd(&s[blockIdx.x & 3], 1ull); __syncthreads(); if (threadIdx.x < 4) out[threadIdx.x] = s[threadIdx.x]; }
__global__ void signedLong(long long* out, int n) { __shared__ long long s; if (threadIdx.x == 0) s = 0; __syncthreads(); atomicAdd((unsigned long long*)&s, (unsigned long long)n); __syncthreads(); if (threadIdx.x < 4) out[threadIdx.x] = s; }

int main() { unsigned long long* o; cudaMalloc(&o, 1 << 20);
  shared_add1_unused<<<1, 64>>>(o, 3);
  shared_add1_used<<<1, 64>>>(o, 3);
  shared_add5_unused<<<1, 64>>>(o, 3);
  shared_add5_used<<<1, 64>>>(o, 3);
  shared_addU_unused<<<1, 64>>>(o, 3);
  shared_addU_used<<<1, 64>>>(o, 3);
  shared_addV_unused<<<1, 64>>>(o, 3);
  shared_addV_used<<<1, 64>>>(o, 3);
  shared_maxV_unused<<<1, 64>>>(o, 3);
  shared_maxV_used<<<1, 64>>>(o, 3);
  shared_minU_unused<<<1, 64>>>(o, 3);
  shared_minU_used<<<1, 64>>>(o, 3);
  shared_andV_unused<<<1, 64>>>(o, 3);
  shared_andV_used<<<1, 64>>>(o, 3);
  shared_orU_unused<<<1, 64>>>(o, 3);
  shared_orU_used<<<1, 64>>>(o, 3);
  shared_xorV_unused<<<1, 64>>>(o, 3);
  shared_xorV_used<<<1, 64>>>(o, 3);
  global_add1_unused<<<1, 64>>>(o, 3);
  global_add1_used<<<1, 64>>>(o, 3);
  global_add5_unused<<<1, 64>>>(o, 3);
  global_add5_used<<<1, 64>>>(o, 3);
  global_addU_unused<<<1, 64>>>(o, 3);
  global_addU_used<<<1, 64>>>(o, 3);
  global_addV_unused<<<1, 64>>>(o, 3);
  global_addV_used<<<1, 64>>>(o, 3);
  global_maxV_unused<<<1, 64>>>(o, 3);
  global_maxV_used<<<1, 64>>>(o, 3);
  global_minU_unused<<<1, 64>>>(o, 3);
  global_minU_used<<<1, 64>>>(o, 3);
  global_andV_unused<<<1, 64>>>(o, 3);
  global_andV_used<<<1, 64>>>(o, 3);
  global_orU_unused<<<1, 64>>>(o, 3);
  global_orU_used<<<1, 64>>>(o, 3);
  global_xorV_unused<<<1, 64>>>(o, 3);
  global_xorV_used<<<1, 64>>>(o, 3);
  loop<double><<<1, 32>>>((double*)o, 3); loop<float><<<1, 32>>>((float*)o, 3); loop<unsigned long long><<<1, 32>>>(o, 3); strided<double><<<1, 32>>>((double*)o, 100); strided<float><<<1, 32>>>((float*)o, 100); strided<unsigned long long><<<1, 32>>>(o, 100); some<double><<<1, 32>>>((double*)o, 20); some<float><<<1, 32>>>((float*)o, 20); member<<<3, 64>>>(o, 50); signedLong<<<1, 64>>>((long long*)o, 9);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
