// A viewer's shading pass: types of a window system that is not there, in extern "C" functions, in containers and at the end.
#include <algorithm>
#include <array>
#include <vector>
#include <helper_math.h>
#include <scene/surface_window.h>

extern SwBuffer sharedVertices;
static std::vector<SwFrame> frames;

extern "C" void bindFrame(SwFrame frame, unsigned int* counts) { swBind(frame, counts, 0); }

__global__ void tint(float4* colours, int n, float amount) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 colour = lerp(colours[i], make_float4(1.0f), amount);
  colour = fminf(fmaxf(colour, make_float4(0.0f)), make_float4(1.0f));
  colours[i] = clamp(smoothstep(make_float4(0.1f), make_float4(0.9f), colour), 0.0f, 1.0f);
}

extern "C" __global__ void cells(const float3* positions, int3* cell, uint* occupied, float size, int3 extent) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int3 at = clamp(make_int3(floorf(positions[i] / size)), make_int3(0), extent - 1);
  at = min(max(at, -abs(at)), extent);
  cell[i] = at;
  uint3 wide = make_uint3(at);
  atomicAdd(&occupied[dot(wide, make_uint3(1, extent.x, extent.x * extent.y))], 1u);
}

class Presenter {
 public:
  void add(const SwImage& image) { images.push_back(image); }
  void sortImages() {
    std::sort(images.begin(), images.end(), [](const SwImage& a, const SwImage& b) { return a.depth < b.depth; });
    std::array<SwAttribute, 3> attributes{};
    attributes[0].slot = 0;
  }
  SwImage& at(size_t i) { return images[i]; }

 private:
  std::vector<SwImage> images;
};

void present(float4* colours, int n) {
  std::vector<SwMode> modes(4);
  std::vector<SwMode> wanted = modes;
  wanted.push_back(SW_MODE_FIFO);
  tint<<<(n + 127) / 128, 128>>>(colours, n, 0.25f);
}

extern "C" void presentAll(SwBuffer buffer, float4* colours, int n) {
  SwBuffer* mapped = swMap(buffer);
  tint<<<(n + 127) / 128, 128>>>(colours, n, 0.5f);
  swUnmap(mapped);
}
