/** Calls that the simulated runtime lacks: each stops the run with its name, its line and a reason; profilers' calls do nothing. */
import assert from "node:assert/strict";
import { HEAD_LINES, printed, simulate } from "./support";

const cases: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  [
    "code that is loaded",
    "CUlibrary l;\n  cuLibraryLoadData(&l, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0);",
    /^cuLibraryLoadData is not simulated: it loads code/,
  ],
  [
    "a library",
    'cudaLibrary_t l;\n  cudaLibraryLoadFromFile(&l, "k.cubin", 0, 0, 0, 0, 0, 0);',
    /^cudaLibraryLoadFromFile is not/,
  ],
  [
    "a function that the driver has not",
    'void* f;\n  cudaGetDriverEntryPoint("cuNothing", &f, 0);',
    /^cudaGetDriverEntryPoint asks for “cuNothing”, which the simulated driver does not have$/,
  ],
  [
    "a default stream for each thread",
    'void* f;\n  cuGetProcAddress("cuInit", &f, 12000, 2, nullptr);',
    /^cuGetProcAddress asks for functions with a default stream for each thread, and there is one$/,
  ],
  [
    "a call of a refused function through its pointer",
    'CUresult (*f)(CUgraph, void*, void*, size_t);\n  cudaGetDriverEntryPoint("cuGraphAddDependencies", (void**)&f, 0); f(0, 0, 0, 0);',
    /^cuGraphAddDependencies is not simulated: it adds/,
  ],
  [
    "another library",
    'const int flags = RTLD_NOW;\n  dlopen("/opt/libm.so.6", flags);',
    /^dlopen of “\/opt\/libm.so.6” is not simulated: .* the driver's, libcuda.so.1$/,
  ],
  [
    "a function of the program itself by its name",
    'void* library = RTLD_DEFAULT;\n  dlsym(library, "main");',
    /^dlsym of “main” is not simulated: it is not of a library that dlopen gave$/,
  ],
  [
    "another interface's memory",
    "cudaExternalMemory_t m;\n  cudaImportExternalMemory(&m, nullptr);",
    /there is none: copy through/,
  ],
  ["clusters at once", "int n;\n  cudaOccupancyMaxActiveClusters(&n, main2, nullptr);", /differs from chip to chip/],
  [
    "the management library",
    "int x = 0;\n  return nvmlInit_v2() + x;",
    /^nvmlInit_v2 is not simulated: it manages the machine's devices/,
  ],
  [
    "a tensor map of an image's patches",
    "CUtensorMap m;\n  cuTensorMapEncodeIm2col(&m, CU_TENSOR_MAP_DATA_TYPE_INT32, 3, 0, 0, 0, 0, 0, 0, 0, 0, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);",
    /^cuTensorMapEncodeIm2col is not simulated: it describes the patches of an image.*cuTensorMapEncodeTiled$/,
  ],
  [
    "an interleaved tensor",
    "CUtensorMap m; cudaFree(nullptr);\n  cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_INT32, 3, 0, 0, 0, 0, 0, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);",
    /^cuTensorMapEncodeTiled of interleaved tensors is not simulated$/,
  ],
  [
    "a node through the driver",
    "CUgraph g;\n  cuGraphAddDependencies(g, nullptr, nullptr, 0);",
    /use the runtime's call, whose name begins with cudaGraph$/,
  ],
  [
    "memory in pieces",
    "CUmemAllocationProp p = {};\n  size_t n; cuMemGetAllocationGranularity(&n, &p, CU_MEM_ALLOC_GRANULARITY_MINIMUM);",
    /allocate it whole/,
  ],
];

const HEAD = "#include <cuda.h>\n#include <dlfcn.h>\n#include <nvml.h>\n__global__ void main2() {}\nint main() {\n  ";

describe("calls that are not simulated", () => {
  for (const [what, text, message] of cases) {
    it(`stop at ${what}`, async () => {
      const { outcome } = await simulate(`${HEAD}${text}\n}`);
      assert.equal(outcome.kind, "unsupported");
      assert.match(outcome.message, message);
      assert.equal(outcome.location?.line, HEAD_LINES + 7);
    });
  }

  it("do nothing where they are for profilers", async () => {
    const result = await simulate(`#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>
__global__ void k() {}
int main() {
  cudaError_t started = cudaProfilerStart();
  nvtxRangePushA("part");
  { nvtx3::scoped_range range{"inner"}; k<<<1, 1>>>(); }
  nvtxRangePop();
  nvtxMarkA("done");
  printf("%d %d %d\\n", started, cudaProfilerStop(), cudaDeviceSynchronize());
}`);
    assert.equal(result.outcome.message, "");
    assert.equal(printed(result), "0 0 0\n");
    assert.equal(result.launches.length, 1);
  });
});
