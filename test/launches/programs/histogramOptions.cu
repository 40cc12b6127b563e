#include <getopt.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
enum { BINS = 64, WARPS = 6 };
__global__ void histogram(const unsigned char* in, unsigned int* bins, int n) {
  __shared__ unsigned int local[BINS];
  if (threadIdx.x < BINS) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[in[i] % BINS], 1);
  __syncthreads();
  if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
__global__ void merge(unsigned int* bins) { bins[threadIdx.x] += threadIdx.x; }
struct Options {
  int elements = 1 << 16;
  int blocks = 24;
  bool verbose = false;
  std::string input;
};
static Options parse(int argc, char** argv) {
  Options options;
  int c;
  while ((c = getopt(argc, argv, "n:b:vi:")) != -1) {
    switch (c) {
      case 'n':
        options.elements = atoi(optarg);
        break;
      case 'b':
        options.blocks = atoi(optarg);
        break;
      case 'v':
        options.verbose = true;
        break;
      case 'i':
        options.input = optarg;
        break;
      default:
        fprintf(stderr, "Usage: %s [-n elements] [-b blocks] [-v] [-i file]\n", argv[0]);
        exit(1);
    }
  }
  return options;
}
int main(int argc, char** argv) {
  Options options = parse(argc, argv);
  unsigned char* in;
  unsigned int* bins;
  cudaMalloc(&in, options.elements);
  cudaMalloc(&bins, BINS * sizeof(unsigned int));
  cudaMemset(in, 3, options.elements);
  cudaMemset(bins, 0, BINS * sizeof(unsigned int));
  if (options.verbose) printf("%d elements\n", options.elements);
  histogram<<<options.blocks, WARPS * 32>>>(in, bins, options.elements);  // launch histogram 24 192 0
  merge<<<1, BINS>>>(bins);  // launch merge 1 64 0
  cudaDeviceSynchronize();
}
