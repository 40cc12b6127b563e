// What device queries print that does not depend on the driver.
#include <cstdio>
#include <helper_cuda.h>
int main() {
  int count = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  printf("found %d\n", count > 0);
  cudaDeviceProp p;
  checkCudaErrors(cudaGetDeviceProperties(&p, 0));
  printf("CUDA Capability Major/Minor version number: %d.%d\n", p.major, p.minor);
  printf("  (%03d) Multiprocessors, (%03d) CUDA Cores/MP: %d CUDA Cores\n", p.multiProcessorCount, _ConvertSMVer2Cores(p.major, p.minor), _ConvertSMVer2Cores(p.major, p.minor) * p.multiProcessorCount);
  printf("  Maximum Texture Dimension Size (x,y,z) 1D=(%d), 2D=(%d, %d), 3D=(%d, %d, %d)\n", p.maxTexture1D, p.maxTexture2D[0], p.maxTexture2D[1], p.maxTexture3D[0], p.maxTexture3D[1], p.maxTexture3D[2]);
  printf("  Total amount of constant memory: %zu bytes\n", p.totalConstMem);
  printf("  Total amount of shared memory per block: %zu bytes\n", p.sharedMemPerBlock);
  printf("  Total shared memory per multiprocessor: %zu bytes\n", p.sharedMemPerMultiprocessor);
  printf("  Total number of registers available per block: %d\n", p.regsPerBlock);
  printf("  Warp size: %d\n", p.warpSize);
  printf("  Maximum number of threads per multiprocessor: %d\n", p.maxThreadsPerMultiProcessor);
  printf("  Maximum number of threads per block: %d\n", p.maxThreadsPerBlock);
  printf("  Max dimension size of a thread block (x,y,z): (%d, %d, %d)\n", p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]);
  printf("  Max dimension size of a grid size (x,y,z): (%d, %d, %d)\n", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
  printf("  Maximum memory pitch: %zu bytes\n", p.memPitch);
  printf("  Texture alignment: %zu bytes\n", p.textureAlignment);
  printf("  Integrated %s, unified addressing %s, map host %s\n", p.integrated ? "Yes" : "No", p.unifiedAddressing ? "Yes" : "No", p.canMapHostMemory ? "Yes" : "No");
  checkCudaCapabilities(3, 0);
}
