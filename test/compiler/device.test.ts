import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { compileHost } from "../../analyzer/compiler/pass/host";
import { printFunction } from "../../analyzer/ir/print";
import { readModule } from "../../analyzer/ir/reader/reader";
import { sharedClang, sharedSyntax } from "./support";

const programs = join(process.cwd(), "test/hardware/programs");

const cache = createCompileCache();

describe("the device pass", () => {
  for (const name of readdirSync(programs)) {
    it(`compiles ${name} as recorded, nothing left out`, async () => {
      const source = { path: `home/me/${name}`, text: readFileSync(join(programs, name), "utf8") };
      const compiled = await compileDevice({
        clang: await sharedClang(),
        source,
        files: new Map(),
        options: defaultOptions,
        cache,
      });
      assert.deepEqual(compiled.errors, []);
      assert.deepEqual(compiled.leftOut, []);
      const module = readModule(compiled.bitcode!);
      assert.ok(module.functions.some((one) => one.isKernel));
    });
  }
});

describe("both passes", () => {
  const programs = {
    "have the macros of a g++ beside those of nvcc": `#if !defined(__GNUC__) || __GNUC__ < 5 || !defined(__GNUG__) || !defined(__NVCC__) || !defined(__x86_64__)
#error "what nvcc defines is not defined"
#endif
__global__ void kernel(int* p) { *p = __GNUC__; }
int main() { kernel<<<1, 1>>>(nullptr); }
`,
    "take a trait of the standard library that a library specializes for its own type, as CUTLASS does": `#include <type_traits>
template <int N> struct Reference { int* at; };
template <int N> struct std::is_reference<Reference<N>> { static constexpr bool value = true; };
__global__ void kernel(int* p) { *p = std::is_reference<Reference<4>>::value; }
int main() { kernel<<<1, 1>>>(nullptr); }
`,
    "take a narrower type in braces, as nvcc and g++ do": `struct Pair { int key; float value; };
__global__ void kernel(Pair* p, unsigned n) { *p = Pair{n * threadIdx.x, 1.0f}; }
int main(int argc, char**) { unsigned u = argc; Pair p{u, 2.0f}; kernel<<<1, 1>>>(nullptr, p.key); }
`,
  };
  for (const [name, text] of Object.entries(programs)) {
    it(name, async () => {
      const source = { path: "home/me/both.cu", text };
      for (const pass of [compileDevice, compileHost]) {
        const { errors, leftOut, bitcode } = await pass({
          clang: await sharedClang(),
          source,
          files: new Map(),
          options: defaultOptions,
          cache,
        });
        assert.deepEqual({ errors, leftOut }, { errors: [], leftOut: [] });
        assert.ok(bitcode);
      }
    });
  }
});

describe("optimised IR", () => {
  // Loads that `nvcc -arch=sm_90 -O3 -ptx` (13.0) has for the same text, vectors counted by their elements.
  const loads = { 16: 34, 32: 66, 64: 130 };
  for (const [tile, expected] of Object.entries(loads)) {
    it(`unrolls the inner loop over a tile of ${tile} as nvcc does`, async () => {
      const text = `__global__ void product(float* c, const float* a, const float* b, int n) {
  __shared__ float l[${tile}][${tile}], r[${tile}][${tile} + 1];
  int x = blockIdx.x * ${tile} + threadIdx.x, y = blockIdx.y * ${tile} + threadIdx.y;
  float s = 0;
  for (int t = 0; t < n / ${tile}; t++) {
    l[threadIdx.y][threadIdx.x] = a[y * n + t * ${tile} + threadIdx.x];
    r[threadIdx.y][threadIdx.x] = b[(t * ${tile} + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < ${tile}; k++) s += l[threadIdx.y][k] * r[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = s;
}
`;
      const source = { path: "home/me/a.cu", text };
      const outline = (await sharedSyntax()).outline(text);
      const { bitcode } = await compileDevice({
        clang: await sharedClang(),
        source,
        outline,
        files: new Map(),
        options: defaultOptions,
        cache,
      });
      const kernel = readModule(bitcode!).functions.find((one) => one.isKernel)!;
      const found = printFunction(kernel).match(/= load /g);
      assert.equal(found?.length, expected);
    });
  }
});

describe("the complete level", () => {
  it("keeps what the optimiser would take for impossible", async () => {
    const text = `__global__ void reads(int* out) {
  __shared__ int never[32];
  out[threadIdx.x] = never[threadIdx.x];
}
`;
    const source = { path: "home/me/a.cu", text };
    const loadsAt = async (level: "optimised" | "complete") => {
      const extras = { cache, level };
      const outline = (await sharedSyntax()).outline(text);
      const clang = await sharedClang();
      const { bitcode, errors } = await compileDevice({
        clang,
        source,
        outline,
        files: new Map(),
        options: defaultOptions,
        ...extras,
      });
      assert.deepEqual(errors, []);
      const kernel = readModule(bitcode!).functions.find((one) => one.isKernel)!;
      return (printFunction(kernel).match(/load i32/g) ?? []).length;
    };
    assert.equal(await loadsAt("optimised"), 0);
    assert.ok((await loadsAt("complete")) > 0);
  });
});

describe("the host pass", () => {
  for (const name of readdirSync(programs)) {
    it(`compiles ${name} as recorded, with its launches`, async () => {
      const source = { path: `home/me/${name}`, text: readFileSync(join(programs, name), "utf8") };
      const outline = (await sharedSyntax()).outline(source.text);
      const compiled = await compileHost({
        clang: await sharedClang(),
        source,
        outline,
        files: new Map(),
        options: defaultOptions,
        cache,
      });
      assert.deepEqual(compiled.errors, []);
      assert.deepEqual(compiled.leftOut, []);
      const module = readModule(compiled.bitcode!);
      assert.ok(module.functions.some((one) => one.name === "__cudaPushCallConfiguration"));
      assert.ok(module.functions.some((one) => one.name === "main" && one.blocks.length > 0));
    });
  }

  it("keeps the rest of a program when a statement of it fails", async () => {
    const text = `#include <nowhere/device_vector.h>
__global__ void scale(float* out, int n) { out[threadIdx.x] *= n; }
int answer() { return 42; }
int main() {
  nowhere::device_vector<float> v(10);
  float* p;
  cudaMalloc(&p, 4096);
  scale<<<dim3(4, 2), 64, 128>>>(p, 7);
  v.push_back(3);
  return answer();
}
`;
    const source = { path: "home/me/a.cu", text };
    const outline = (await sharedSyntax()).outline(text);
    const compiled = await compileHost({
      clang: await sharedClang(),
      source,
      outline,
      files: new Map(),
      options: defaultOptions,
      cache,
    });
    assert.deepEqual([...new Set(compiled.leftOut.map((one) => one.function))], ["main"]);
    const main = readModule(compiled.bitcode!).functions.find((one) => one.name === "main")!;
    assert.match(printFunction(main), /__cudaPushCallConfiguration/);
    assert.match(printFunction(main), /ret i32 42/);
  });
});
