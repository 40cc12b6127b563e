/** Texture references, which CUDA 12 removed: no GPU records them any more, so they are held against what the guide of CUDA 11 says. */
import assert from "node:assert/strict";
import { printed, simulate } from "./support";

describe("texture references", () => {
  it("fetch from bound linear memory and from bound arrays", async () => {
    const result = await simulate(`texture<float, 1, cudaReadModeElementType> line;
texture<float, 2, cudaReadModeElementType> image;
__global__ void k(float* out) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x) + tex2D(image, threadIdx.x % 4 + 0.5f, 1.5f); }
int main() {
  float h[32], *d, *o;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&d, 128); cudaMalloc(&o, 128);
  cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
  cudaArray* a;
  cudaChannelFormatDesc c = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &c, 4, 4);
  cudaMemcpyToArray(a, 0, 0, h, 64, cudaMemcpyHostToDevice);
  printf("%d %d\\n", cudaBindTexture(0, line, d, 128), cudaBindTextureToArray(image, a));
  k<<<1, 32>>>(o);
  cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost);
  printf("%g %g\\n", h[1], h[31]);
  cudaUnbindTexture(line); cudaFree(d); cudaFree(o); cudaFreeArray(a);
}`);
    assert.equal(printed(result), "0 0\n6 38\n");
    assert.deepEqual(result.findings, []);
  });
});
