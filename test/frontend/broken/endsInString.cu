#include <stdio.h>
__global__ void k(float *x) { x[threadIdx.x] += 1; }
int main() {
    printf("half a strin
