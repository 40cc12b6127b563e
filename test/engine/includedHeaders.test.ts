/** Headers by an absolute path are read, and headers that are not found are named where a declaration is wanting. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultConfiguration } from "../../engine/model/configuration";
import { nodeEngine } from "../support/engine";

describe("headers that a file includes", () => {
  const engine = nodeEngine();
  const folder = mkdtempSync(join(tmpdir(), "headers-"));
  const path = join(folder, "main.cu");
  before(() => {
    writeFileSync(join(folder, "width.h"), `#pragma once\n#include <${folder}/more.h>\n#define WIDTH (MORE * 2)\n`);
    writeFileSync(join(folder, "more.h"), "#define MORE 48\n");
    writeFileSync(join(folder, "asks.h"), '#include "absent_too.h"\n');
  });
  after(() => {
    engine.dispose();
    rmSync(folder, { recursive: true });
  });

  it("are read by an absolute path, for the device, its launches and a run", async () => {
    const text = `#include "${folder}/width.h"
__global__ void f(int* out) { out[threadIdx.x] = WIDTH; }
int main() {
  int* out;
  cudaMalloc(&out, WIDTH * sizeof(int));
  f<<<1, WIDTH>>>(out);
  cudaFree(out);
}
`;
    const { kernels, left_out } = await engine.inspect({ path, text });
    assert.deepEqual(left_out, []);
    assert.deepEqual(kernels[0]!.launches[0]!.block, [96, 1, 1]);
    assert.equal(kernels[0]!.accesses[0]!.column, text.split("\n")[1]!.indexOf("out[threadIdx.x]"));
    const run = await engine.simulateProgram({ path, text }, { arguments: [] });
    assert.equal(run.outcome, "completed", run.message);
  });

  it("of a project are guessed in customary folders, but no stand-in for a header of the system's", async () => {
    const project = join(folder, "project");
    mkdirSync(join(project, "port/tests"), { recursive: true });
    mkdirSync(join(project, "tools/util/include/library"), { recursive: true });
    mkdirSync(join(project, "parts/include/parts"), { recursive: true });
    writeFileSync(join(project, "parts/include/parts/one.h"), "#define PART 1\n");
    writeFileSync(join(project, "port/unistd.h"), "#error for another system\n");
    writeFileSync(join(project, "port/shape.h"), "#define HEIGHT 4\n");
    writeFileSync(join(project, "tools/util/include/library/width.h"), "#define WIDTH 64\n");
    const text = `#include <library/width.h>
#include <parts/one.h>
#include <shape.h>
#include <unistd.h>
__global__ void f(int* out) { out[threadIdx.x] = WIDTH * HEIGHT * PART; }
int main() { f<<<getpid() > 0, WIDTH>>>(nullptr); }
`;
    const { kernels, left_out } = await engine.inspect({ path: join(project, "port/tests/a.cu"), text });
    assert.deepEqual(left_out, []);
    assert.deepEqual(kernels[0]!.launches[0]!.block, [64, 1, 1]);
  });

  it("may be thousands, as those of large libraries are", async () => {
    const many = join(folder, "many");
    mkdirSync(many);
    const count = 1800;
    for (let i = 0; i < count; i++)
      writeFileSync(join(many, `part${i}.h`), `#pragma once\n#include "part${i + 1}.h"\n#define PART${i}\n`);
    writeFileSync(join(many, `part${count}.h`), "#pragma once\n#define WIDTH 96\n");
    const all = Array.from({ length: count + 1 }, (_, i) => `#include "part${count - i}.h"\n`).join("");
    writeFileSync(join(many, "all.h"), all);
    const text = '#include "all.h"\n__global__ void f() {}\nint main() { f<<<1, WIDTH>>>(); }\n';
    const { kernels, left_out } = await engine.inspect({ path: join(many, "a.cu"), text });
    assert.deepEqual(left_out, []);
    assert.deepEqual(kernels[0]!.launches[0]!.block, [96, 1, 1]);
  });

  it("have the kernels of a source that calls their templates and launches nothing itself", async () => {
    writeFileSync(
      join(folder, "scaling.cuh"),
      `#pragma once
template <typename T> __global__ void scale(T* out, T by) { out[blockIdx.x * blockDim.x + threadIdx.x] *= by; }
template <typename T> void scaled(T* out, T by, int n) { scale<<<(n + 127) / 128, 128>>>(out, by); }
`,
    );
    const text = '#include "scaling.cuh"\nvoid twice(float* out, int n) { scaled(out, 2.0f, n); }\n';
    const { kernels } = await engine.inspect({ path: join(folder, "twice.cu"), text });
    assert.deepEqual(
      kernels.map((one) => [one.signature, one.launches[0]!.block]),
      [["scale<float>(float*, float)", [128, 1, 1]]],
    );
  });

  it("of an installed toolkit are read where ours lack them, and lead to ours otherwise", async () => {
    const toolkit = join(folder, "toolkit/include");
    mkdirSync(join(toolkit, "crt"), { recursive: true });
    for (const name of ["cuda_runtime.h", "cuda_runtime_api.h", "cuda_fp16.h"])
      writeFileSync(join(toolkit, name), "#error for another compiler\n");
    writeFileSync(join(toolkit, "crt/extra_part.h"), "#define WIDTH 96\n");
    writeFileSync(
      join(toolkit, "cuda_extra.h"),
      '#pragma once\n#include "cuda_runtime.h"\n#include "crt/extra_part.h"\n',
    );
    mkdirSync(join(folder, "app"));
    writeFileSync(join(folder, "app/cuda_fp16.h"), "#include <cuda_fp16.h>\n#define OWN 2\n");
    const text = `#include <cuda_runtime.h>
#include "cuda_fp16.h"
#include <cuda_extra.h>
__global__ void f(__half* p) { p[threadIdx.x] = __float2half(1.0f); }
int main() { f<<<OWN, WIDTH>>>(nullptr); }
`;
    const compile = { ...defaultConfiguration.compile, includeFolders: [toolkit] };
    const other = nodeEngine({ ...defaultConfiguration, compile });
    const { kernels, left_out } = await other.inspect({ path: join(folder, "app/a.cu"), text });
    other.dispose();
    assert.deepEqual(left_out, []);
    assert.deepEqual(kernels[0]!.launches[0]!.block, [96, 1, 1]);
    assert.deepEqual(kernels[0]!.launches[0]!.grid, [2, 1, 1]);
  });

  it("of the standard library share their locks", async () => {
    const text = `#include <mutex>
#include <memory_resource>
__global__ void f() {}
int main() {
  std::pmr::synchronized_pool_resource pool;
  std::mutex mutex;
  std::unique_lock<std::mutex> lock(mutex);
  f<<<pool.is_equal(pool), 32>>>();
}
`;
    const { kernels, left_out } = await engine.inspect({ path, text });
    assert.deepEqual(left_out, []);
    assert.deepEqual(kernels[0]!.launches[0]!.block, [32, 1, 1]);
  });

  it("are named with their lines where what is left out may need them", async () => {
    const text = `#include <vector>
#include "absent.h"
#include "asks.h"
__global__ void f(Shape shape, int* out) { out[threadIdx.x] = shape.width; }
__global__ void g(int* out) { out[threadIdx.x] = 1; }
__global__ void h(const Shape& shape, int* out) { out[threadIdx.x] = shape.height; }
`;
    const { kernels, left_out } = await engine.inspect({ path, text });
    assert.deepEqual(
      kernels.map((one) => one.kernel),
      ["g"],
    );
    const missing = "“absent.h” of line 2 and “absent_too.h” of line 1 of asks.h are not found";
    const reason = `${missing}, and f and h are left out, which may need them: Variable has incomplete type 'Shape' (line 4).`;
    assert.deepEqual(left_out, [{ function: '#include "absent.h"', reason }], "one line for what follows from it");
    await assert.rejects(engine.simulate({ path, text }, { kernel: "h", arguments: new Map() }), {
      message: `Kernel h could not be compiled: ${reason}`,
    });
  });

  it("are named where a program does not compile without them", async () => {
    const text = `#include "absent.h"\n__global__ void f() {}\nint main() { f<<<ceil_div(100, 32), 32>>>(); }\n`;
    await assert.rejects(engine.simulateProgram({ path, text }, { arguments: [] }), {
      message: `${path}: the host code does not compile: “absent.h” of line 1 is not found, and here: use of undeclared identifier 'ceil_div' (line 3).`,
    });
  });

  it("are named where a source has no kernel without them, and by no header, nor where another system asks for them", async () => {
    const host = "void start(float* p);\nvoid f(float* p) { start(p); }\n";
    const text = `#include "asks.h"\n${host}`;
    const { left_out } = await engine.inspect({ path, text });
    const reason = "“absent_too.h” of line 1 of asks.h is not found, and no kernel is found without it.";
    assert.deepEqual(left_out, [{ function: '#include "absent_too.h"', reason }]);
    const leftOutOf = async (name: string, code: string) =>
      (await engine.inspect({ path: join(folder, name), text: code })).left_out;
    assert.deepEqual(await leftOutOf("part.cuh", text), []);
    const others = [
      "#if !defined(USE_AMD)\n#else\n#include <hip/absent.h>\n#endif\n",
      "#if ! defined OTHER_MAKER\n#else\n#include <hip/absent.h>\n#endif\n",
      "#ifdef __HIPCC__\n#define IS_AMD 1\n#else\n#define IS_AMD 0\n#endif\n#if IS_AMD\n#include <hip/absent.h>\n#endif\n",
      "#define IS_NVIDIA_ABSENT (0)\n#define IS_AMD 0 // no\n#if ! IS_AMD\n#else\n#include <hip/absent.h>\n#endif\n",
      "#if 0\n#define USE_AMD 1\n#endif\n#ifdef USE_AMD\n#include <hip/absent.h>\n#endif\n",
      "#include <vector>\n#include <cuda_fp16.h>\n",
    ];
    for (const other of others) assert.deepEqual(await leftOutOf("other.cu", other + host), [], other);
    const wanted = [
      "#define IS_AMD 1\n#if IS_AMD\n#include <absent.h>\n#endif\n",
      "#define IS_AMD 0\n#if !IS_AMD\n#include <absent.h>\n#endif\n",
      "#define IS_AMD 0\n#ifdef IS_AMD\n#include <absent.h>\n#endif\n",
      "#define WITH(x) 0\n#if WITH(1) == 0\n#include <absent.h>\n#endif\n",
    ];
    for (const one of wanted) assert.equal((await leftOutOf("other.cu", one + host)).length, 1, one);
  });

  it("are not named for other errors", async () => {
    const text = `#include "absent.h"\n__global__ void f(int* out) { out[threadIdx.x] = 1 +; }\n`;
    const { left_out } = await engine.inspect({ path, text });
    assert.ok(left_out.length > 0 && left_out.every((one) => !one.reason.includes("absent.h")));
  });
});
