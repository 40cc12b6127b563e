#include <cstdio>  // Warps that add to one address in shared memory, where additions are loops of compare-and-swap.
template<typename T> __global__ void one(T* out) {
  __shared__ T t;
  if (threadIdx.x == 0) t = 0; __syncthreads();
  atomicAdd(&t, (T)1); __syncthreads();
  if (threadIdx.x == 0) out[0] = t;
}
template<typename T> __global__ void byParity(T* out) {
  __shared__ T t[2];
  if (threadIdx.x < 2) t[threadIdx.x] = 0; __syncthreads();
  atomicAdd(&t[threadIdx.x & 1], (T)1); __syncthreads();
  if (threadIdx.x < 2) out[threadIdx.x] = t[threadIdx.x];
}
template<typename T> __global__ void spread(T* out, int m) {
  __shared__ T t[32];
  if (threadIdx.x < 32) t[threadIdx.x] = 0; __syncthreads();
  atomicAdd(&t[threadIdx.x & m], (T)1); __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = t[threadIdx.x];
}
template<typename T> __global__ void leaders(T* out) {
  __shared__ T t;
  if (threadIdx.x == 0) t = 0; __syncthreads();
  if ((threadIdx.x & 31) == 0) atomicAdd(&t, (T)1); __syncthreads();
  if (threadIdx.x == 0) out[0] = t;
}
template<typename T> __global__ void ownWarp(T* out) {
  __shared__ T t[32];
  if (threadIdx.x < 32) t[threadIdx.x] = 0; __syncthreads();
  atomicAdd(&t[threadIdx.x >> 5], (T)1); __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = t[threadIdx.x];
}
template<typename T> __global__ void loop(T* out, int n) {
  __shared__ T t;
  if (threadIdx.x == 0) t = 0; __syncthreads();
  for (int k = 0; k < n; k++) atomicAdd(&t, (T)1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = t;
}
template<typename T> __global__ void histogram(T* out, const int* in) {
  __shared__ T t[16];
  if (threadIdx.x < 16) t[threadIdx.x] = 0; __syncthreads();
  atomicAdd(&t[in[threadIdx.x] & 15], (T)1); __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = t[threadIdx.x];
}
template<typename T> void all(T* o, int* in) {
  for (int w : {1, 2, 3, 4, 5, 8, 16, 32}) one<T><<<1, w * 32>>>(o);
  for (int w : {2, 4, 8}) byParity<T><<<1, w * 32>>>(o);
  for (int w : {2, 4, 8}) spread<T><<<1, w * 32>>>(o, 31);
  for (int w : {2, 4, 8}) spread<T><<<1, w * 32>>>(o, 3);
  for (int w : {2, 4, 8, 32}) leaders<T><<<1, w * 32>>>(o);
  for (int w : {2, 4, 8}) ownWarp<T><<<1, w * 32>>>(o);
  for (int w : {2, 4}) loop<T><<<1, w * 32>>>(o, 3);
  for (int w : {2, 4, 8}) histogram<T><<<1, w * 32>>>(o, in);
  one<T><<<200, 64>>>(o); one<T><<<2000, 128>>>(o);
}
int main() {
  char* o; cudaMalloc(&o, 1 << 16); int* in; cudaMalloc(&in, 1 << 16); static int h[1 << 14]; for (int k = 0; k < 1 << 14; k++) h[k] = (k * 7919) >> 3; cudaMemcpy(in, h, 1 << 16, cudaMemcpyHostToDevice);
  all((double*)o, in); all((float*)o, in); all((unsigned long long*)o, in);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
