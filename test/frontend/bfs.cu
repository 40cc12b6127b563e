// Breadth-first search over a CSR-like graph, two kernels and a host loop, in the manner of Rodinia.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cuda.h>

#define MAX_THREADS_PER_BLOCK 512
struct Node { int starting; int no_of_edges; };

__global__ void Kernel(Node *g_graph_nodes, int *g_graph_edges, bool *g_graph_mask, bool *g_updating_graph_mask, bool *g_graph_visited, int *g_cost, int no_of_nodes) {
    int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
    if (tid < no_of_nodes && g_graph_mask[tid]) {
        g_graph_mask[tid] = false;
        for (int i = g_graph_nodes[tid].starting; i < (g_graph_nodes[tid].no_of_edges + g_graph_nodes[tid].starting); i++) {
            int id = g_graph_edges[i];
            if (!g_graph_visited[id]) {
                g_cost[id] = g_cost[tid] + 1;
                g_updating_graph_mask[id] = true;
            }
        }
    }
}
__global__ void Kernel2(bool *g_graph_mask, bool *g_updating_graph_mask, bool *g_graph_visited, bool *g_over, int no_of_nodes) {
    int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
    if (tid < no_of_nodes && g_updating_graph_mask[tid]) {
        g_graph_mask[tid] = true;
        g_graph_visited[tid] = true;
        *g_over = true;
        g_updating_graph_mask[tid] = false;
    }
}
int no_of_nodes, edge_list_size;
FILE *fp;
void BFSGraph(int argc, char **argv) {
    char *input_f = argv[1];
    fp = fopen(input_f, "r");
    if (!fp) { printf("Error Reading graph file\n"); return; }
    int source = 0;
    fscanf(fp, "%d", &no_of_nodes);
    int num_of_blocks = 1, num_of_threads_per_block = no_of_nodes;
    if (no_of_nodes > MAX_THREADS_PER_BLOCK) {
        num_of_blocks = (int)ceil(no_of_nodes / (double)MAX_THREADS_PER_BLOCK);
        num_of_threads_per_block = MAX_THREADS_PER_BLOCK;
    }
    Node *h_graph_nodes = (Node *)malloc(sizeof(Node) * no_of_nodes);
    bool *h_graph_mask = (bool *)malloc(sizeof(bool) * no_of_nodes);
    int start, edgeno;
    for (unsigned int i = 0; i < no_of_nodes; i++) {
        fscanf(fp, "%d %d", &start, &edgeno);
        h_graph_nodes[i].starting = start;
        h_graph_nodes[i].no_of_edges = edgeno;
        h_graph_mask[i] = false;
    }
    h_graph_mask[source] = true;
    Node *d_graph_nodes;
    cudaMalloc((void **)&d_graph_nodes, sizeof(Node) * no_of_nodes);
    cudaMemcpy(d_graph_nodes, h_graph_nodes, sizeof(Node) * no_of_nodes, cudaMemcpyHostToDevice);
    int *d_edges, *d_cost;
    bool *d_mask, *d_updating, *d_visited, *d_over;
    cudaMalloc((void **)&d_edges, sizeof(int) * edge_list_size);
    cudaMalloc((void **)&d_cost, sizeof(int) * no_of_nodes);
    cudaMalloc((void **)&d_mask, no_of_nodes);
    cudaMalloc((void **)&d_updating, no_of_nodes);
    cudaMalloc((void **)&d_visited, no_of_nodes);
    cudaMalloc((void **)&d_over, sizeof(bool));
    dim3 grid(num_of_blocks, 1, 1), threads(num_of_threads_per_block, 1, 1);
    int k = 0;
    bool stop;
    do {
        stop = false;
        cudaMemcpy(d_over, &stop, sizeof(bool), cudaMemcpyHostToDevice);
        Kernel<<<grid, threads, 0>>>(d_graph_nodes, d_edges, d_mask, d_updating, d_visited, d_cost, no_of_nodes);
        Kernel2<<<grid, threads, 0>>>(d_mask, d_updating, d_visited, d_over, no_of_nodes);
        cudaMemcpy(&stop, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
        k++;
    } while (stop);
    printf("Kernel Executed %d times\n", k);
}
int main(int argc, char **argv) { no_of_nodes = 0; edge_list_size = 0; BFSGraph(argc, argv); }
