/** Launches through the driver: kernels by name from a module, and its functions looked up by name, as libraries do. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeEngine } from "../support/engine";

const KERNEL = `extern "C" __global__ void scaled(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}
`;

const BY_NAME = `#include <cuda.h>
int main() {
  CUmodule module;
  CUfunction function;
  CUdeviceptr data;
  int n = 1000;
  cuModuleLoad(&module, "kernel.ptx");
  cuModuleGetFunction(&function, module, "scaled");
  cuMemAlloc(&data, n * sizeof(float));
  void* parameters[] = {&data, &n};
  cuLaunchKernel(function, (n + 95) / 96, 2, 1, 96, 1, 1, 64, nullptr, parameters, nullptr);
  cuMemFree(data);
}
`;

/** How libraries come by functions of the driver. */
const ENTRY = `#include <cuda.h>
#include <dlfcn.h>
void* entry(const char* name) {
  static void* library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == nullptr) throw 1;
  static auto find = (decltype(cuGetProcAddress)*)dlsym(library, "cuGetProcAddress");
  void* function;
  if (find(name, &function, 12000, 0, nullptr) != CUDA_SUCCESS) throw 2;
  return function;
}
`;

/** What `cuda::launch` of CCCL does, without its types. */
const LOOKED_UP = `${ENTRY}template <int N> __global__ void filled(int* out, int value) { out[threadIdx.x] = value + N; }
void launched(CUlaunchConfig& config, CUfunction function, void** parameters) {
  static auto launch = (decltype(cuLaunchKernelEx)*)entry("cuLaunchKernelEx");
  if (launch(&config, function, parameters, nullptr) != CUDA_SUCCESS) throw 3;
}
template <class... Parameters, class... Given>
void start(CUlaunchConfig config, void (*kernel)(Parameters...), Given... given) {
  cudaFunction_t function;
  cudaGetFuncBySymbol(&function, (const void*)kernel);
  void* all[] = {&given...};
  launched(config, (CUfunction)function, all);
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  CUlaunchConfig config{};
  config.gridDimX = 3; config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 16; config.blockDimY = 4; config.blockDimZ = 1;
  start(config, filled<1>, out, 5);
  config.blockDimY = 8;
  config.sharedMemBytes = 256;
  start(config, filled<2>, out, 6);
}
`;

/** Shared memory that is set when the driver has said what the kernel may have, as `cuda::dynamic_shared_memory` does. */
const ASKED = `${ENTRY}__global__ void scratch(float* out) {
  extern __shared__ float part[];
  part[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = part[threadIdx.x ^ 1];
}
CUresult give(CUlaunchConfig& config, CUfunction function, int bytes) {
  static auto load = (decltype(cuFuncLoad)*)entry("cuFuncLoad");
  CUresult status = load(function);
  if (status != CUDA_SUCCESS) return status;
  static auto ask = (decltype(cuFuncGetAttribute)*)entry("cuFuncGetAttribute");
  int fixed{};
  status = ask(&fixed, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
  if (status != CUDA_SUCCESS) return status;
  if (fixed + bytes > 49152) return CUDA_ERROR_INVALID_VALUE;
  config.sharedMemBytes = bytes;
  return status;
}
int main() {
  float* out;
  cudaMalloc(&out, 4096);
  cudaFunction_t function;
  cudaGetFuncBySymbol(&function, (const void*)scratch);
  CUlaunchConfig config{};
  config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = 64;
  void* parameters[] = {&out};
  give(config, (CUfunction)function, 64 * sizeof(float));
  cuLaunchKernelEx(&config, (CUfunction)function, parameters, nullptr);
}
`;

describe("launches through the driver", () => {
  const engine = nodeEngine();
  const folder = mkdtempSync(join(tmpdir(), "driver-"));
  before(() => {
    writeFileSync(join(folder, "kernel.cu"), KERNEL);
    writeFileSync(join(folder, "program.cpp"), BY_NAME);
  });
  after(() => {
    engine.dispose();
    rmSync(folder, { recursive: true });
  });
  const launchesOf = async (path: string, text: string) => {
    const { kernels } = await engine.inspect({ path, text });
    return kernels.map(({ signature, launches: [first] }) => {
      const { grid, block, shared, from, line } = first!;
      return [signature, grid, block, shared, from, line];
    });
  };

  it("are those of the file that finds the kernel in a module by its name", async () => {
    assert.deepEqual(await launchesOf(join(folder, "kernel.cu"), KERNEL), [
      ["scaled", [11, 2, 1], [96, 1, 1], 64, "site", 11],
    ]);
  });

  it("are followed through functions that are looked up by name", async () => {
    const line = LOOKED_UP.split("\n").findIndex((one) => one.includes("if (launch(")) + 1;
    assert.deepEqual(await launchesOf("/driver/looked.cu", LOOKED_UP), [
      ["filled<1>(int*, int)", [3, 1, 1], [16, 4, 1], 0, "site", line],
      ["filled<2>(int*, int)", [3, 1, 1], [16, 8, 1], 256, "site", line],
    ]);
  });

  it("have the shared memory that is set after the driver was asked for the kernel's attributes", async () => {
    const line = ASKED.split("\n").findIndex((one) => one.includes("cuLaunchKernelEx(")) + 1;
    assert.deepEqual(await launchesOf("/driver/asked.cu", ASKED), [
      ["scratch(float*)", [1, 1, 1], [64, 1, 1], 256, "site", line],
    ]);
  });
});
