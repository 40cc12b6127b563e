/** Programs that launch clusters: by attribute, by the kernel's declaration, and what is refused of both. */
import assert from "node:assert/strict";
import { printed, simulate } from "./support";

const program = `
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void sumOfCluster(const int* in, int* out) {
  __shared__ int total;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) total = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(&total, 0), in[blockIdx.x * blockDim.x + threadIdx.x]);
  cluster.sync();
  if (cluster.thread_rank() == 0) out[cg::this_grid().cluster_rank()] = total;
}
__global__ void __cluster_dims__(2, 2) declared(int* out) {
  if (threadIdx.x == 0) out[blockIdx.y * gridDim.x + blockIdx.x] = cg::this_cluster().block_rank() + 10 * __clusterSizeInBlocks();
}
#define SAY(call) printf("%s\\n", cudaGetErrorName(call))
int main() {
  int *in, *out, h[64];
  cudaMalloc(&in, 64 * 32 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) h[i] = i;
  for (int k = 0; k < 32; ++k) cudaMemcpy(in + 64 * k, h, sizeof h, cudaMemcpyHostToDevice);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 4;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(32);
  config.blockDim = dim3(64);
  config.attrs = &attribute;
  config.numAttrs = 1;
  SAY(cudaLaunchKernelEx(&config, sumOfCluster, (const int*)in, out));
  SAY(cudaMemcpy(h, out, 8 * sizeof(int), cudaMemcpyDeviceToHost));
  printf("%d %d\\n", h[0], h[7]);
  attribute.val.clusterDim.x = 16;
  SAY(cudaLaunchKernelEx(&config, sumOfCluster, (const int*)in, out));
  cudaGetLastError();
  SAY(cudaFuncSetAttribute((const void*)sumOfCluster, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  SAY(cudaLaunchKernelEx(&config, sumOfCluster, (const int*)in, out));
  SAY(cudaMemcpy(h, out, 2 * sizeof(int), cudaMemcpyDeviceToHost));
  printf("%d %d\\n", h[0], h[1]);
  declared<<<dim3(4, 2), 32>>>(out);
  SAY(cudaGetLastError());
  SAY(cudaMemcpy(h, out, 8 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i) printf("%d ", h[i]);
  printf("\\n");
  declared<<<dim3(4, 3), 32>>>(out);
  SAY(cudaGetLastError());
  config.gridDim = dim3(4, 4);
  attribute.val.clusterDim.x = 4;
  SAY(cudaLaunchKernelEx(&config, declared, out));
  SAY(cudaDeviceSynchronize());
}
`;

describe("programs with clusters", () => {
  it("run them by attribute and by declaration, and refuse what the hardware refuses", async () => {
    const result = await simulate(program);
    assert.equal(result.outcome.kind, "completed", result.outcome.message);
    const [ok, refused] = ["cudaSuccess", "cudaErrorInvalidClusterSize"];
    const all = 63 * 32;
    assert.deepEqual(printed(result).trimEnd().split("\n"), [
      ...[ok, ok, `${4 * all} ${4 * all}`],
      ...[refused, ok, ok, ok, `${16 * all} ${16 * all}`],
      ...[ok, ok, "40 41 40 41 42 43 42 43 "],
      ...[refused, refused, ok],
    ]);
  });
});
