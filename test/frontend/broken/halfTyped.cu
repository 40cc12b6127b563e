__global__ void good(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2.0f;
}
__global__ void typing(float *x) {
    int i = threadIdx.
    x[i] = 
}
__global__ void alsoGood(int *p) { p[threadIdx.x * 32] = 1; }
int main() {
    float *d;
    cudaMalloc(&d, 1024 * sizeof(float));
    good<<<4, 256>>>(d, 1024);
    cudaMemcpy(
}
