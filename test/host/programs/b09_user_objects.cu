// Objects that graphs keep alive: destroyed once, when the program and the last graph have let them go.
#include <cstdio>

static void destroyed(void* p) { printf("destroyed %d\n", *(int*)p); }

int main() {
  int first = 1, second = 2;
  cudaUserObject_t a, b;
  printf("%s\n", cudaGetErrorName(cudaUserObjectCreate(&a, &first, destroyed, 1, 0)));
  cudaUserObjectCreate(&a, &first, destroyed, 1, cudaUserObjectNoDestructorSync);
  cudaUserObjectCreate(&b, &second, destroyed, 2, cudaUserObjectNoDestructorSync);
  cudaGraph_t graph, clone;
  cudaGraphCreate(&graph, 0);
  cudaGraphRetainUserObject(graph, a, 1, cudaGraphUserObjectMove);
  cudaGraphRetainUserObject(graph, b);
  cudaGraphNode_t node;
  cudaGraphAddEmptyNode(&node, graph, 0, 0);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph);
  cudaGraphClone(&clone, graph);
  puts("the graph goes");
  cudaGraphDestroy(graph);
  puts("its clone goes");
  cudaGraphDestroy(clone);
  puts("the executable goes");
  cudaGraphExecDestroy(exec);
  cudaDeviceSynchronize();
  puts("the program lets go");
  printf("%s\n", cudaGetErrorName(cudaUserObjectRetain(b)));
  cudaUserObjectRelease(b, 2);
  puts("one is left");
  cudaUserObjectRelease(b);
}
