// A finding with a fix, one that a comment silences, and a function that does not compile.
__global__ void column(float* out, const float* in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void strided(float* out, const float* in) {
  // warplens-ignore-next-line uncoalesced-access: the table is 4 KiB and read once
  out[threadIdx.x] = in[threadIdx.x * 32];
}

__global__ void broken(int* p) { p[0] = = 1; }

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  column<<<1, dim3(32, 32)>>>(out, in);
  strided<<<1, 32>>>(out, in);
  cudaDeviceSynchronize();
}
