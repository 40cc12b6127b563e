#include <iostream>
#include <vector>
#include <cstdlib>
constexpr int WIDTH = 512, HEIGHT = 384;

__global__ void blur(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y < height && x < width) out[y * width + x] = 0.5f * (in[y * width + x] + in[y * width + x - 1]);
}
__global__ void threshold(float* image, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) image[i] = image[i] > 0.5f ? 1 : 0;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "Usage: " << argv[0] << " <iterations>" << std::endl;
    return EXIT_FAILURE;
  }
  int iterations = atoi(argv[1]);
  std::vector<float> image(WIDTH * HEIGHT);
  for (size_t i = 0; i < image.size(); i++) image[i] = (float)rand() / RAND_MAX;
  float *in, *out;
  cudaMalloc(&in, image.size() * sizeof(float));
  cudaMalloc(&out, image.size() * sizeof(float));
  cudaMemcpy(in, image.data(), image.size() * sizeof(float), cudaMemcpyHostToDevice);
  dim3 threads(16, 16);
  dim3 blocks((WIDTH + threads.x - 1) / threads.x, (HEIGHT + threads.y - 1) / threads.y);
  for (int i = 0; i < iterations; i++) {
    blur<<<blocks, threads>>>(in, out, WIDTH, HEIGHT);  // launch blur 32,24 16,16 0
    std::swap(in, out);
  }
  threshold<<<(image.size() + 191) / 192, 192>>>(in, image.size());  // launch threshold 1024 192 0
  cudaMemcpy(image.data(), in, image.size() * sizeof(float), cudaMemcpyDeviceToHost);
  std::cout << image[0] << "\n";
  cudaFree(in);
  cudaFree(out);
}
