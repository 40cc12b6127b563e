// Objects whose operator new takes managed memory, passed by reference.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
struct Managed {
  void* operator new(size_t n) { void* p; cudaMallocManaged(&p, n); cudaDeviceSynchronize(); return p; }
  void operator delete(void* p) { cudaDeviceSynchronize(); cudaFree(p); }
};
struct Text : Managed {
  int length;
  char* data;
  Text(const char* s) { length = strlen(s); cudaMallocManaged(&data, length + 1); memcpy(data, s, length + 1); }
  ~Text() { cudaFree(data); }
};
__global__ void shout(Text& t) { if (threadIdx.x < t.length) t.data[threadIdx.x] -= 32; }
int main() {
  Text* t = new Text("warp");
  shout<<<1, 32>>>(*t);
  SAY(cudaDeviceSynchronize());
  puts(t->data);
  delete t;
  SAY(cudaGetLastError());
}
