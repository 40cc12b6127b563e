/** Modules of the driver API: what nvcc would have made of a program's source files, found by its name. */
import assert from "node:assert/strict";
import { withModules } from "../../simulator/host/runtime/driver/modules";
import { printed, simulate } from "./support";

const source = `#include <cuda.h>
#include <string>
#define SAY(call) printf("%d ", (int)(call))
extern "C" __global__ void scale(float* out, float by, int n) {
  if (threadIdx.x < n) out[threadIdx.x] *= by;
}
__constant__ int numbers[3];
extern "C" __global__ void copied(int* out) { out[threadIdx.x] = numbers[threadIdx.x]; }
static std::string read(const char* name) {
  FILE* file = fopen(name, "rb");
  if (!file) return "";
  char bytes[200] = {};
  std::string text(bytes, fread(bytes, 1, sizeof bytes, file));
  fclose(file);
  return text;
}
`;

const files = withModules(new Map([["data/test.ptx", new Uint8Array([47, 47])]]), ["src/test.cu"]);
const run = (body: string) => simulate(`${source}int main() {\n${body}\n}\n`, 1, { files });

const begin = `CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  cuInit(0);
  cuDeviceGet(&device, 0);
`;

describe("modules of the driver API", () => {
  it("are loaded from files and from memory, and give kernels and variables by their names", async () => {
    const result = await run(`${begin}
      SAY(cuModuleLoad(&module, "test.ptx"));
      cuCtxCreate(&context, 0, device);
      SAY(cuModuleLoad(&module, "absent.ptx"));
      SAY(cuModuleLoadData(&module, nullptr));
      SAY(cuModuleLoad(&module, "data/test.ptx"));
      SAY(cuModuleGetFunction(&function, module, "nothing"));
      SAY(cuModuleGetFunction(&function, module, "scale"));
      int grid = 0, block = 0;
      SAY(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 0));
      printf("%d %d ", grid, block);
      float values[3] = {1, 2, 3}, by = 2.5f;
      int n = 2, back[3];
      CUdeviceptr memory;
      cuMemAlloc(&memory, sizeof values);
      cuMemcpyHtoD(memory, values, sizeof values);
      void* list[] = {&memory, &by, &n};
      SAY(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, list, nullptr));
      cuMemcpyDtoH(values, memory, sizeof values);
      printf("%g %g %g\\n", values[0], values[1], values[2]);
      SAY(cuModuleUnload(module));
      SAY(cuModuleUnload(module));
      SAY(cuModuleLoadData(&module, read("test64.fatbin").c_str()));
      CUdeviceptr variable;
      size_t bytes;
      SAY(cuModuleGetGlobal(&variable, &bytes, module, "absent"));
      SAY(cuModuleGetGlobal(&variable, &bytes, module, "numbers"));
      const int numbersOfHost[] = {7, 8, 9};
      SAY(cuMemcpyHtoD(variable, numbersOfHost, bytes));
      SAY(cuMemcpyHtoD(variable, numbersOfHost, bytes + 1));
      void* address;
      SAY(cudaGetSymbolAddress(&address, numbers));
      printf("%d ", (CUdeviceptr)address == variable);
      SAY(cudaMemcpy(back, address, 12, cudaMemcpyDeviceToHost));
      SAY(cudaMemset(address, 0, 4));
      SAY(cuModuleGetFunction(&function, module, "copied"));
      void* copiedList[] = {&memory};
      SAY(cuLaunchKernel(function, 1, 1, 1, 3, 1, 1, 0, 0, copiedList, nullptr));
      cuMemcpyDtoH(back, memory, sizeof back);
      printf("%zu %d %d %d\\n", bytes, back[0], back[1], back[2]);
      SAY(cuModuleUnload(module));
      cuMemFree(memory);
      cuCtxDestroy(context);`);
    assert.equal(result.outcome.message, "");
    assert.equal(printed(result), "201 301 1 0 500 0 0 264 1024 0 2.5 5 3\n0 400 0 500 0 0 1 0 1 0 0 0 0 12 0 8 9\n0 ");
    assert.deepEqual(
      result.launches.map(({ launch }) => launch.kernel),
      ["scale", "copied"],
    );
  });

  it("are linked, with nothing to tell of a compile", async () => {
    const result = await run(`${begin}
      cuCtxCreate(&context, 0, device);
      CUlinkState link;
      char log[8] = "unknown";
      CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
      void* values[] = {log, (void*)8};
      SAY(cuLinkCreate(2, options, values, &link));
      const std::string text = read("test.ptx");
      SAY(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void*)text.c_str(), text.size() + 1, nullptr, 0, nullptr, nullptr));
      void* made;
      size_t bytes;
      SAY(cuLinkComplete(link, &made, &bytes));
      SAY(cuModuleLoadData(&module, made));
      SAY(cuModuleGetFunction(&function, module, "scale"));
      SAY(cuLinkDestroy(link));
      SAY(cuLinkDestroy(link));
      printf("<%s> %zu\\n", log, (size_t)values[1]);`);
    assert.equal(result.outcome.message, "");
    assert.equal(printed(result), "0 0 0 0 0 0 400 <> 0\n");
  });

  it("of code that is compiled already stop the run, with what to do instead", async () => {
    const result = await run(`${begin}
      cuCtxCreate(&context, 0, device);
      cuModuleLoadData(&module, ".version 8.0\\n.target sm_90\\n");`);
    assert.equal(result.outcome.kind, "unsupported");
    assert.match(
      result.outcome.message,
      /cuModuleLoadData is given code that is compiled already.*name their source file/,
    );
  });
});
