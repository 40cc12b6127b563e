#include <cstdio>
#include <cstdlib>
#include <cstring>
const int MAX_THREADS_PER_BLOCK = 448;
struct Node {
  int start, count;
};
__global__ void expand(const Node* nodes, const int* edges, bool* frontier, bool* next, int* cost, int n) {
  int i = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
  if (i >= n || !frontier[i]) return;
  frontier[i] = false;
  for (int e = nodes[i].start; e < nodes[i].start + nodes[i].count; e++)
    if (cost[edges[e]] < 0) {
      cost[edges[e]] = cost[i] + 1;
      next[edges[e]] = true;
    }
}
__global__ void advance(bool* frontier, bool* next, bool* again, int n) {
  int i = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
  if (i < n && next[i]) {
    frontier[i] = true;
    next[i] = false;
    *again = true;
  }
}
int main(int argc, char** argv) {
  int n = 5000;
  if (argc == 2) {
    FILE* file = fopen(argv[1], "r");
    if (!file) return 1;
    if (fscanf(file, "%d", &n) != 1) return 1;
    fclose(file);
  }
  int blocks = 1, threads = n;
  if (n > MAX_THREADS_PER_BLOCK) {
    blocks = (int)ceil(n / (double)MAX_THREADS_PER_BLOCK);
    threads = MAX_THREADS_PER_BLOCK;
  }
  Node* nodes = (Node*)malloc(n * sizeof(Node));
  int* edges = (int*)malloc(2 * n * sizeof(int));
  int* cost = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) {
    nodes[i] = {2 * i, 2};
    edges[2 * i] = (i + 1) % n;
    edges[2 * i + 1] = (i * 7 + 3) % n;
    cost[i] = -1;
  }
  cost[0] = 0;
  Node* dNodes;
  int *dEdges, *dCost;
  bool *frontier, *next, *dAgain, again, first = true;
  cudaMalloc((void**)&dNodes, n * sizeof(Node));
  cudaMalloc((void**)&dEdges, 2 * n * sizeof(int));
  cudaMalloc((void**)&dCost, n * sizeof(int));
  cudaMalloc((void**)&frontier, n);
  cudaMalloc((void**)&next, n);
  cudaMalloc((void**)&dAgain, 1);
  cudaMemset(frontier, 0, n);
  cudaMemset(next, 0, n);
  cudaMemcpy(frontier, &first, 1, cudaMemcpyHostToDevice);
  cudaMemcpy(dNodes, nodes, n * sizeof(Node), cudaMemcpyHostToDevice);
  cudaMemcpy(dEdges, edges, 2 * n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dCost, cost, n * sizeof(int), cudaMemcpyHostToDevice);
  dim3 grid(blocks, 1, 1), block(threads, 1, 1);
  do {
    again = false;
    cudaMemcpy(dAgain, &again, 1, cudaMemcpyHostToDevice);
    expand<<<grid, block, 0>>>(dNodes, dEdges, frontier, next, dCost, n);  // launch expand 12 448 0
    advance<<<grid, block, 0>>>(frontier, next, dAgain, n);  // launch advance 12 448 0
    cudaMemcpy(&again, dAgain, 1, cudaMemcpyDeviceToHost);
  } while (again);
  cudaMemcpy(cost, dCost, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", cost[n - 1]);
}
