// A breadth-first search by levels over a graph in compressed rows, with a flag copied back each round.
#include <cstdio>
#include <cstring>
#include <queue>
#include <random>
#include <vector>
struct Node { int start, count; };
__global__ void expand(const Node* nodes, const int* edges, bool* mask, bool* next, const bool* seen, int* cost, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !mask[i]) return;
  mask[i] = false;
  for (int e = nodes[i].start; e < nodes[i].start + nodes[i].count; ++e)
    if (!seen[edges[e]]) { cost[edges[e]] = cost[i] + 1; next[edges[e]] = true; }
}
__global__ void advance(bool* mask, bool* next, bool* seen, bool* over, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && next[i]) { mask[i] = seen[i] = true; *over = true; next[i] = false; }
}
int main() {
  const int n = 2000;
  std::mt19937 g(5);
  std::uniform_int_distribution<int> degree(1, 5), target(0, n - 1);
  std::vector<Node> nodes(n);
  std::vector<int> edges;
  for (auto& one : nodes) {
    one.start = edges.size();
    one.count = degree(g);
    for (int i = 0; i < one.count; ++i) edges.push_back(target(g));
  }
  std::vector<int> want(n, -1), cost(n, -1);
  std::queue<int> q;
  q.push(0);
  want[0] = cost[0] = 0;
  for (; !q.empty(); q.pop())
    for (int e = 0; e < nodes[q.front()].count; ++e) {
      int to = edges[nodes[q.front()].start + e];
      if (want[to] < 0) { want[to] = want[q.front()] + 1; q.push(to); }
    }
  Node* dn; int *de, *dc; bool *mask, *next, *seen, *over;
  cudaMalloc(&dn, n * sizeof(Node)); cudaMalloc(&de, edges.size() * 4); cudaMalloc(&dc, n * 4);
  cudaMalloc(&mask, n); cudaMalloc(&next, n); cudaMalloc(&seen, n); cudaMalloc(&over, 1);
  cudaMemcpy(dn, nodes.data(), n * sizeof(Node), cudaMemcpyHostToDevice);
  cudaMemcpy(de, edges.data(), edges.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, cost.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(mask, 0, n); cudaMemset(next, 0, n); cudaMemset(seen, 0, n);
  cudaMemset(mask, 1, 1); cudaMemset(seen, 1, 1);
  int rounds = 0;
  for (bool more = true; more; ++rounds) {
    more = false;
    cudaMemcpy(over, &more, 1, cudaMemcpyHostToDevice);
    expand<<<(n + 255) / 256, 256>>>(dn, de, mask, next, seen, dc, n);
    advance<<<(n + 255) / 256, 256>>>(mask, next, seen, over, n);
    cudaMemcpy(&more, over, 1, cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(cost.data(), dc, n * 4, cudaMemcpyDeviceToHost);
  printf("edges %zu rounds %d %s\n", edges.size(), rounds, cost == want ? "PASS" : "FAIL");
  cudaFree(dn); cudaFree(de); cudaFree(dc); cudaFree(mask); cudaFree(next); cudaFree(seen); cudaFree(over);
}
