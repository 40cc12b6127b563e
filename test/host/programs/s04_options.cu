// Long and short options by GNU's getopt, usage text, environment.
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
__global__ void fill(int* p, int n, int v) { for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = v; }
int main() {
  const char* words[] = {"bench", "-n", "100", "file1", "--repeat=3", "-v", "--name", "gpu", "file2", "-x5"};
  char* argv[11];
  for (int i = 0; i < 10; ++i) argv[i] = strdup(words[i]);
  argv[10] = NULL;
  int argc = 10, n = 10, repeat = 1, verbose = 0, x = 0, c, index = 0;
  const char* name = "none";
  static struct option options[] = {{"repeat", required_argument, 0, 'r'}, {"name", required_argument, 0, 'm'}, {"verbose", no_argument, 0, 'v'}, {0, 0, 0, 0}};
  while ((c = getopt_long(argc, argv, "n:vx:r:", options, &index)) != -1) {
    switch (c) {
      case 'n': n = atoi(optarg); break;
      case 'r': repeat = atoi(optarg); break;
      case 'm': name = optarg; break;
      case 'v': verbose = 1; break;
      case 'x': x = atoi(optarg); break;
      default: return 2;
    }
  }
  printf("n=%d repeat=%d verbose=%d name=%s x=%d rest:", n, repeat, verbose, name, x);
  for (int i = optind; i < argc; ++i) printf(" %s", argv[i]);
  printf("\n");
  int* p;
  cudaMallocManaged(&p, n * sizeof(int));
  for (int i = 0; i < repeat; ++i) fill<<<1, 64>>>(p, n, i);
  cudaDeviceSynchronize();
  printf("%d %d\n", p[0], p[n - 1]);
  cudaFree(p);
  for (int i = 0; i < 10; ++i) free(argv[i]);
}
