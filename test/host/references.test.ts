/** Texture and surface references, which CUDA 12 removed: no GPU records them any more, so they are held against what the guide of CUDA 11 says. */
import assert from "node:assert/strict";
import { printed, simulate } from "./support";

describe("references", () => {
  it("of textures fetch from bound linear memory and from bound arrays", async () => {
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
    // Reading which texture is bound is no memory access: only the fetches and the store are.
    const accesses = result.launches.flatMap(({ lines }) =>
      lines.map(({ access }) => [access.space, access.op, access.width]),
    );
    assert.deepEqual(
      accesses.filter(([space]) => space === "global"),
      [["global", "store", 4]],
    );
    assert.deepEqual(
      result.findings.map(({ kind, severity, message }) => [kind, severity, message]),
      [["removed-api", undefined, "Texture references were removed in CUDA 12. Use cudaTextureObject_t."]],
    );
  });

  it("of surfaces are read and written in every form, and unbound ones refused", async () => {
    const result = await simulate(`surface<void, cudaSurfaceType2D> image;
surface<void, 2> copy;
__global__ void k() {
  float x, y = surf2Dread<float>(image, threadIdx.x * 4, threadIdx.y);
  surf2Dread(&x, image, threadIdx.x * 4, threadIdx.y, cudaBoundaryModeTrap);
  surf2Dwrite(x + y, copy, threadIdx.x * 4, threadIdx.y);
}
int main() {
  float h[16], out[16];
  for (int i = 0; i < 16; ++i) h[i] = i;
  cudaArray *a, *b;
  cudaChannelFormatDesc c = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &c, 4, 4, cudaArraySurfaceLoadStore);
  cudaMallocArray(&b, &c, 4, 4, cudaArraySurfaceLoadStore);
  cudaMemcpyToArray(a, 0, 0, h, 64, cudaMemcpyHostToDevice);
  printf("%d %d %d\\n", cudaBindSurfaceToArray(image, a), cudaBindSurfaceToArray(copy, b, c), cudaBindSurfaceToArray(copy, nullptr, c));
  k<<<1, dim3(4, 4)>>>();
  cudaMemcpyFromArray(out, b, 0, 0, 64, cudaMemcpyDeviceToHost);
  printf("%g %g\\n", out[1], out[15]);
  cudaFreeArray(a); cudaFreeArray(b);
}`);
    assert.equal(printed(result), "0 0 400\n2 30\n");
    assert.deepEqual(
      result.findings.map(({ kind, severity }) => [kind, severity]),
      [
        ["failed-call", "warning"],
        ["removed-api", undefined],
      ],
    );
  });
});
