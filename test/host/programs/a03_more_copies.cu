// Copies between arrays, of boxes between devices, and the checks of each.
#include <cstdio>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
int main() {
  cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
  cudaArray_t a, b;
  SAY(cudaMallocArray(&a, &ints, 8, 4));
  SAY(cudaMallocArray(&b, &ints, 8, 4));
  int h[32], back[32] = {};
  for (int i = 0; i < 32; i++) h[i] = i * i;
  SAY(cudaMemcpy2DToArray(a, 0, 0, h, 32, 32, 4, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy2DArrayToArray(b, 8, 1, a, 0, 0, 16, 2, cudaMemcpyDeviceToDevice));
  SAY(cudaMemcpy2DFromArray(back, 32, b, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
  printf("%d %d %d %d\n", back[10], back[11], back[18], back[21]);
  SAY(cudaMemcpy2DArrayToArray(b, 24, 3, a, 0, 0, 16, 2, cudaMemcpyDeviceToDevice));
  SAY(cudaGetLastError());
  cudaStream_t s;
  cudaStreamCreate(&s);
  SAY(cudaMemcpy2DToArrayAsync(b, 0, 0, h, 32, 32, 4, cudaMemcpyHostToDevice, s));
  SAY(cudaMemcpy2DFromArrayAsync(back, 32, b, 0, 0, 32, 4, cudaMemcpyDeviceToHost, s));
  SAY(cudaStreamSynchronize(s));
  printf("%d %d\n", back[5], back[31]);
  cudaPitchedPtr p, q;
  SAY(cudaMalloc3D(&p, make_cudaExtent(24, 3, 2)));
  SAY(cudaMalloc3D(&q, make_cudaExtent(24, 3, 2)));
  SAY(cudaMemset3D(p, 7, make_cudaExtent(24, 3, 2)));
  cudaMemcpy3DPeerParms peer = {};
  peer.srcPtr = p;
  peer.dstPtr = q;
  peer.extent = make_cudaExtent(24, 3, 2);
  SAY(cudaMemcpy3DPeer(&peer));
  SAY(cudaMemcpy3DPeerAsync(&peer, s));
  unsigned char box[144];
  cudaMemcpy3DParms down = {};
  down.srcPtr = q;
  down.dstPtr = make_cudaPitchedPtr(box, 24, 24, 3);
  down.extent = make_cudaExtent(24, 3, 2);
  down.kind = cudaMemcpyDeviceToHost;
  SAY(cudaMemcpy3DAsync(&down, s));
  SAY(cudaStreamSynchronize(s));
  printf("%d %d\n", box[0], box[143]);
  unsigned flags = 99;
  void *pinned, *mapped;
  SAY(cudaHostAlloc(&pinned, 64, cudaHostAllocMapped | cudaHostAllocWriteCombined));
  SAY(cudaHostGetFlags(&flags, pinned));
  printf("flags %u\n", flags);
  SAY(cudaHostGetDevicePointer(&mapped, pinned, 0));
  printf("same %d\n", mapped == pinned);
  SAY(cudaHostGetFlags(&flags, h));
  SAY(cudaHostRegister(h, sizeof h, cudaHostRegisterDefault));
  SAY(cudaHostRegister(h, sizeof h, cudaHostRegisterDefault));
  SAY(cudaHostGetFlags(&flags, h));
  printf("flags %u\n", flags);
  SAY(cudaHostUnregister(h));
  SAY(cudaHostUnregister(h));
  SAY(cudaGetLastError());
  cudaFreeHost(pinned);
  cudaFreeArray(a);
  cudaFreeArray(b);
  cudaFree(p.ptr);
  cudaFree(q.ptr);
  cudaStreamDestroy(s);
}
