import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Outline } from "../../analyzer/syntax";
import { kernelsOf, syntax, textOf } from "./support";

const read = (path: string) => readFileSync(path, "utf8");
const outlineOf = async (text: string): Promise<Outline> => (await syntax()).outline(text);
const texts = (text: string, spans: readonly { start: number; end: number }[]) =>
  spans.map((span) => textOf(text, span));

describe("syntax: the outline", () => {
  it("knows the kernels, launches, arrays, includes and macros of the example", async () => {
    const text = read("examples/transpose.cu");
    const outline = await outlineOf(text);
    assert.deepEqual(kernelsOf(outline), ["transposeNaive", "transposeTile", "transposePadded"]);
    assert.deepEqual(
      outline.launches.map((one) => [one.kernel, ...texts(text, one.configuration), ...texts(text, one.arguments)]),
      ["transposeNaive", "transposeTile", "transposePadded"].map((name) => [name, "grid", "block", "in", "out", "n"]),
    );
    assert.deepEqual(
      outline.arrays.map((one) => [one.name, one.type, one.isShared, ...texts(text, one.dimensions)]),
      [
        ["tile", "float", true, "TILE", "TILE"],
        ["tile", "float", true, "TILE", "TILE + 1"],
      ],
    );
    assert.deepEqual(
      outline.includes.map((one) => [one.path, one.system]),
      [
        ["cstdio", true],
        ["cuda_runtime.h", true],
      ],
    );
    assert.deepEqual(
      outline.macros.map((one) => [one.name, one.body]),
      [["TILE", "32"]],
    );
    const main = outline.functions.findIndex((one) => one.name === "main");
    assert.ok(outline.calls.filter((one) => one.callee === "cudaMalloc").every((one) => one.within === main));
    assert.deepEqual(
      outline.functions[1]!.statements.map((one) => text.slice(one.start, one.end).slice(0, 12)),
      [
        "__shared__ f",
        "int x = bloc",
        "int y = bloc",
        "tile[threadI",
        "__syncthread",
        "x = blockIdx",
        "y = blockIdx",
        "out[y * n + ",
      ],
    );
  });

  it("keeps template arguments and parameters apart from names", async () => {
    const text = read("test/hardware/programs/shared_banks.cu");
    const outline = await outlineOf(text);
    assert.equal(kernelsOf(outline).length, 13);
    const strides = outline.launches.filter((one) => one.kernel === "stride");
    assert.deepEqual(
      strides.map((one) => one.templateArguments),
      ["int", "double", "short", "char"],
    );
    assert.equal(outline.functions.find((one) => one.name === "columnOfTile")?.template, "int PAD");
    assert.deepEqual(outline.structures?.[0]?.members, [
      { name: "a", type: "float" },
      { name: "b", type: "float" },
      { name: "c", type: "float" },
    ]);
    const dynamic = outline.arrays.filter((one) => one.isExtern);
    assert.deepEqual(
      dynamic.map((one) => [one.name, ...texts(text, one.dimensions)]),
      [
        ["s", ""],
        ["s", ""],
      ],
    );
  });

  it("keeps the head of a template, defaults and all, with what it is the head of", async () => {
    const head = "template <typename T, int N = 4, class F = Box<Pair<T>>>";
    const text = `${head}\n__global__ void k(T* out) { *out = N; }\ntemplate <int N = 2>\nstruct S { int a[N]; };\n`;
    const outline = await outlineOf(text);
    assert.deepEqual(
      outline.functions.map((one) => [one.name, one.template]),
      [["k", head.slice("template <".length, -1)]],
    );
    assert.equal(outline.declarations.length, 2);
  });

  it("reads every launch of a file with loops and macros around them", async () => {
    const text = read("test/hardware/programs/coalescing.cu");
    const outline = await outlineOf(text);
    assert.equal(kernelsOf(outline).length, (text.match(/__global__/g) ?? []).length);
    assert.equal(outline.launches.length, (text.match(/<<</g) ?? []).length);
  });

  it("names a structure by its typedef", async () => {
    const outline = await outlineOf("typedef struct { int width; float* elements; } Matrix;");
    assert.deepEqual(
      outline.structures?.map((one) => [one.name, one.members]),
      [
        [
          "Matrix",
          [
            { name: "width", type: "int" },
            { name: "elements", type: "float*" },
          ],
        ],
      ],
    );
  });

  it("knows methods, operators, constructors and what stands in namespaces", async () => {
    const outline = await outlineOf(`
      namespace a { namespace { struct S { __device__ int get(int i) const { return i; } S() : x(1) {} int x; }; }
      __device__ int S::set(int i) { return i; } }
      extern "C" { __global__ void plain(); }
      __host__ __device__ float2 operator+(const float2& a, const float2& b) { return a; }
      template <class T, int N = 4> struct Box { __device__ T& at(int i) { return items[i]; } T items[N]; };
      template <> __global__ void special<int>(int* p) { }
      auto late(int a) -> int { return a; }`);
    assert.deepEqual(
      outline.functions.map((one) => [one.qualifiedName, one.isDevice, one.returnType, one.parameters.length]),
      [
        ["a::S::get", true, "int", 1],
        ["a::S::S", false, "", 0],
        ["a::S::set", true, "int", 1],
        ["plain", true, "void", 0],
        ["operator+", true, "float2", 2],
        ["Box::at", true, "T&", 1],
        ["special", true, "void", 1],
        ["late", false, "auto", 1],
      ],
    );
  });

  it("tells a variable that starts with names from a function", async () => {
    const text = "#define T 8\nint main() { dim3 block(T, T); std::vector<float> v(n); void (*f)(int); int x; }";
    const outline = await outlineOf(text);
    assert.deepEqual(
      outline.variables?.map((one) => [one.name, one.type, one.initializer?.parts]),
      [
        ["block", "dim3", ["T", "T"]],
        ["v", "std::vector<float>", ["n"]],
        ["f", "void*", undefined],
        ["x", "int", undefined],
      ],
    );
    assert.deepEqual(
      outline.functions.map((one) => one.name),
      ["main"],
    );
  });

  it("does not mind how lines end, nor what characters strings hold", async () => {
    const text = read("test/hardware/programs/shared_banks.cu").replace("dynamic %08x", "dynamic 😀→ß %08x");
    const [unix, windows] = [text, text.replaceAll("\n", "\r\n")];
    const names = async (one: string) => {
      const { functions, launches, arrays, macros } = await outlineOf(one);
      return [
        functions.map(({ nameSpan, statements }) => [textOf(one, nameSpan), statements.length]),
        launches.map((launch) => texts(one, launch.configuration)),
        arrays.map((array) => texts(one, array.dimensions)),
        macros.map(({ name, body }) => [name, body]),
      ];
    };
    assert.deepEqual(await names(windows), await names(unix));
    const last = (await outlineOf(unix)).functions.at(-1)!;
    assert.equal(unix.slice(last.body!.end - 12, last.body!.end), " return 0;\n}");
  });

  it("reads a body that is one try block", async () => {
    const outline = await outlineOf("int main() try { return 0; } catch (...) { return 1; }\nvoid next() {}");
    assert.deepEqual(
      outline.functions.map((one) => [one.name, one.body !== undefined]),
      [
        ["main", true],
        ["next", true],
      ],
    );
  });
});
