/** Handles of cuBLAS: programs that only set the library up run; what would need its kernels is refused by name. */
import assert from "node:assert/strict";
import { printed, simulate } from "./support";

const program = (body: string) => `#include <cublas_v2.h>
#include <cublasLt.h>
__global__ void twice(float* values) { values[threadIdx.x] *= 2; }
int main() {
  cublasHandle_t handle;
  cublasLtHandle_t light;
  printf("%d %d\\n", cublasCreate(&handle), cublasLtCreate(&light));
${body}
  return 0;
}
`;

describe("cuBLAS on the simulated host", () => {
  it("gives handles that remember what is set, and refuses those that are destroyed", async () => {
    const result = await simulate(
      program(`  cudaStream_t stream, found;
  cublasMath_t mode;
  cublasPointerMode_t pointers;
  cudaStreamCreate(&stream);
  printf("%d %d %d\\n", cublasSetStream(handle, stream), cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH),
         cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  cublasGetStream(handle, &found);
  cublasGetMathMode(handle, &mode);
  cublasGetPointerMode(handle, &pointers);
  printf("%d %d %d\\n", found == stream, mode, pointers);
  float* values;
  cudaMallocManaged(&values, 128);
  values[3] = 1.5f;
  twice<<<1, 32, 0, stream>>>(values);
  cudaStreamSynchronize(stream);
  printf("%g\\n", values[3]);
  cudaFree(values);
  cudaStreamDestroy(stream);
  printf("%d %d\\n", cublasDestroy(handle), cublasLtDestroy(light));
  printf("%d %d\\n", cublasDestroy(handle), cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));`),
    );
    assert.equal(result.outcome.message, "");
    assert.equal(printed(result), "0 0\n0 0 0\n1 3 1\n3\n0 0\n1 1\n");
    assert.deepEqual(result.findings, []);
  });

  it("stops at a product with its name and place", async () => {
    const result = await simulate(
      program(`  float one = 1, *a = nullptr;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, 4, a, 4, &one, a, 4);`),
    );
    assert.equal(result.outcome.kind, "unsupported");
    assert.match(result.outcome.message, /cublasSgemm/);
    assert.equal(result.outcome.location?.line, 4 + 9);
  });
});
