// An image written and read as PGM with the samples' helpers, filtered through a texture.
#include <helper_cuda.h>
#include <helper_functions.h>
__global__ void rotate(float* out, int w, int h, float angle, cudaTextureObject_t tex) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = tex2D<float>(tex, w - x - 0.5f, y + 0.5f);
}
int main(int argc, char** argv) {
  const unsigned w = 64, h = 32;
  float* made = (float*)malloc(w * h * sizeof(float));
  for (unsigned i = 0; i < w * h; ++i) made[i] = (i % w) * 4 / 255.0f;
  if (!sdkSavePGM("input.pgm", made, w, h)) return 1;
  char* path = sdkFindFilePath("input.pgm", argv[0]);
  if (!path) { printf("Unable to source image file\n"); exit(EXIT_FAILURE); }
  float* data = NULL;
  unsigned width, height;
  if (!sdkLoadPGM(path, &data, &width, &height)) return 1;
  printf("Loaded '%s', %d x %d pixels\n", path, width, height);
  cudaChannelFormatDesc desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray* array;
  checkCudaErrors(cudaMallocArray(&array, &desc, width, height));
  checkCudaErrors(cudaMemcpy2DToArray(array, 0, 0, data, width * 4, width * 4, height, cudaMemcpyHostToDevice));
  cudaTextureObject_t tex;
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  cudaTextureDesc t;
  memset(&t, 0, sizeof t);
  t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp;
  t.filterMode = cudaFilterModePoint;
  t.readMode = cudaReadModeElementType;
  checkCudaErrors(cudaCreateTextureObject(&tex, &r, &t, NULL));
  float* d;
  checkCudaErrors(cudaMalloc(&d, width * height * 4));
  dim3 block(8, 8, 1), grid(width / 8, height / 8, 1);
  rotate<<<grid, block>>>(d, width, height, 0, tex);
  getLastCudaError("Kernel execution failed");
  float* back = (float*)malloc(width * height * 4);
  checkCudaErrors(cudaMemcpy(back, d, width * height * 4, cudaMemcpyDeviceToHost));
  bool same = true;
  for (unsigned y = 0; y < height; ++y) for (unsigned x = 0; x < width; ++x) same = same && back[y * width + x] == data[y * width + width - 1 - x];
  printf("compare %d %d\n", same, compareData(back, back, width * height, 0.005f, 0.15f));
  checkCudaErrors(cudaDestroyTextureObject(tex));
  checkCudaErrors(cudaFreeArray(array));
  checkCudaErrors(cudaFree(d));
  remove("input.pgm");
  free(data); free(back); free(made); free(path);
}
