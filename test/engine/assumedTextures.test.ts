/** Kernels that read textures and surfaces, by themselves: only their program creates the objects, and no fetch traps for it. */
import assert from "node:assert/strict";
import type { SimulateJson } from "../../engine/formats/simulation";
import { nodeEngine } from "../support/engine";

const text = `#include <cuda_runtime.h>
struct Images { cudaTextureObject_t from; int width; cudaSurfaceObject_t to; };
__constant__ cudaTextureObject_t table[4];
__global__ void direct(float* out, cudaTextureObject_t tex) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[y * gridDim.x * 16 + x] = tex2D<float>(tex, x + 0.5f, y + 0.5f);
}
__global__ void inStructure(Images images) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  uchar4 v = tex2D<uchar4>(images.from, x, y);
  surf2Dwrite(v, images.to, x * sizeof(uchar4), y, cudaBoundaryModeTrap);
}
__global__ void inMemory(float* out, const cudaTextureObject_t* handles) {
  int i = threadIdx.y * 16 + threadIdx.x;
  out[i] = tex1Dfetch<float>(handles[i % 3], i) + tex3D<float>(table[i % 4], i, 0, 0) + tex2DLayered<float>(table[0], i, 1, 2);
}
__global__ void beyond(cudaSurfaceObject_t surface) {
  surf2Dwrite(1.0f, surface, 1 << 30, threadIdx.y);
}
__global__ void compared(float* differs, cudaTextureObject_t tex) {
  int i = threadIdx.x;
  if (tex2D<float>(tex, i, 0) == tex2D<float>(tex, i + 1, 0)) __trap();
  if (tex2D<float>(tex, i, 0) < 0 || tex2D<float>(tex, i, 0) >= 1) __trap();
}
__global__ void normalised(cudaTextureObject_t tex) {
  if (tex2D<float>(tex, 0.1f, 0.5f) == tex2D<float>(tex, 0.9f, 0.5f)) __trap();
}
__global__ void unequal(cudaTextureObject_t tex) {
  if (tex2D<float>(tex, threadIdx.x, 0) >= 0) __trap();
}
int main() {
  dim3 grid(4, 4), block(16, 16);
  float* out;
  cudaMalloc(&out, 4096 * 4);
  cudaTextureObject_t tex = 0;
  cudaSurfaceObject_t surface = 0;
  Images images;
  direct<<<grid, block>>>(out, tex);
  inStructure<<<grid, block>>>(images);
  inMemory<<<1, block>>>(out, nullptr);
  beyond<<<1, block>>>(surface);
  compared<<<1, block>>>(out, tex);
  normalised<<<1, block>>>(tex);
  unequal<<<1, block>>>(tex);
}
`;
const path = "/w/textures.cu";

describe("textures and surfaces of a kernel by itself", () => {
  const engine = nodeEngine();
  after(() => engine.dispose());
  const run = (kernel: string, source = text): Promise<SimulateJson> =>
    engine.simulate({ path, text: source }, { kernel, arguments: new Map() });

  it("are real ones, as arguments, in structures, in memory and in constants", async () => {
    for (const kernel of ["direct", "inStructure", "inMemory", "compared"]) {
      const result = await run(kernel);
      assert.equal(result.outcome, "completed", `${kernel}: ${result.message}`);
    }
  });

  it("are as large as the launch, so that every thread reads its own texel", async () => {
    const { launches } = await run("direct");
    // A warp reads two rows of 16 texels: eight quads of lanes, each in one sector of 4 × 2 texels.
    const warps = 16 * 8;
    assert.equal(launches[0]!.metrics.l1tex__t_sectors_pipe_tex_mem_texture, warps * 8);
  });

  it("are read with normalised coordinates where the file says so", async () => {
    const described = (value: string) =>
      `${text}\nvoid describe(cudaTextureDesc& d) { d.normalizedCoords = ${value}; }\n`;
    assert.equal((await run("normalised", described("1"))).outcome, "completed");
    assert.equal((await run("normalised", described("false"))).outcome, "trapped");
    assert.equal((await run("normalised")).outcome, "trapped");
  });

  it("drop what is written outside of their assumed size", async () => {
    assert.equal((await run("beyond")).outcome, "completed");
  });

  it("stand among the assumed values of what traps for another reason", async () => {
    const { message, assumed } = await run("unequal");
    assert.deepEqual(assumed, ["tex = a texture of an assumed size"]);
    assert.match(message, /^Under assumed values \(tex = a texture of an assumed size\): Thread /);
  });
});
