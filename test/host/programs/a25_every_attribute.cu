// Every attribute that a device answers, but for those that name its place on the machine.
#include <cstdio>
#include <cuda_runtime.h>
int main() {
  for (int a = 1; a <= 145; a++) {
    if (a == cudaDevAttrPciBusId || a == 139 || a == 140) continue;
    int value = -7;
    cudaError_t code = cudaDeviceGetAttribute(&value, (cudaDeviceAttr)a, 0);
    printf("%d %d %d\n", a, (int)code, value);
  }
}
