import assert from "node:assert/strict";
import type { FunctionOutline } from "../../analyzer/syntax";
import { functionByBrackets } from "../../analyzer/syntax/lowering/fallback";
import { kernelsOf, syntax } from "./support";

const outlineOf = async (text: string) => (await syntax()).outline(text);
const bodies = async (text: string) =>
  (await outlineOf(text)).functions
    .filter((one) => one.body)
    .map((one) => `${one.name} ${text.slice(one.body!.start, one.body!.end)}`);

/** The text with the braces that the outline says are missing. */
function repaired(text: string, functions: readonly FunctionOutline[]): string {
  let result = text;
  for (const { missingBraceAt, missingBraces } of [...functions].reverse()) {
    if (missingBraceAt === undefined) continue;
    result = result.slice(0, missingBraceAt) + "}".repeat(missingBraces!) + result.slice(missingBraceAt);
  }
  return result;
}

describe("syntax: damaged text", () => {
  const second = "__global__ void second(int* p) { p[0] = 1; }";
  const ends: readonly [string, string][] = [
    ["a block that is not closed", `__global__ void first(int* p) {\n  if (p) {\n  p[1] = 2;\n}\n${second}\n`],
    ["a function that is not closed", `__global__ void first(int* p) {\n  p[1] = 2;\n\n${second}\n`],
    ["two braces missing", `__global__ void first(int* p) {\n  for (;;) {\n    p[1] = 2;\n\n${second}\n`],
    ["before a template", `__global__ void first(int* p) {\n  p[1] = 2;\n\ntemplate <int N>\n${second}\n`],
    [
      "before a function of the host",
      `void first(int* p) {\n  p[1] = 2;\n\nint middle(int a) {\n  return a;\n}\n${second}\n`,
    ],
    ["inside a namespace", `namespace n {\n  void first(int* p) {\n    if (p) {\n    p[1] = 2;\n  }\n  ${second}\n}\n`],
    ["before a kernel that is indented", `void first(int* p) {\n  p[1] = 2;\n\n    ${second}\n`],
    ["with a comment behind the last statement", `__global__ void first(int* p) {\n  p[1] = 2; // }\n\n${second}\n`],
    ["before what is no item yet", `${second}\n__global__ void first(int* p) {\n  if (p) {\n  p[1] = 2;\n}\n\n__g\n`],
    ["at the end of the text", `${second}\n__global__ void first(int* p) {\n  p[1] = 2;\n`],
  ];
  for (const [name, text] of ends) {
    it(`${name}: says where the brace belongs`, async () => {
      const { functions } = await outlineOf(text);
      assert.ok(functions.some((one) => one.name === "first" && one.body && one.missingBraceAt !== undefined));
      assert.ok(functions.some((one) => one.name === "second" && one.body && one.missingBraceAt === undefined));
      const again = repaired(text, functions);
      const after = await outlineOf(again);
      assert.ok(
        after.functions.every((one) => one.missingBraceAt === undefined),
        again,
      );
      assert.deepEqual(
        after.functions.map((one) => one.name),
        functions.map((one) => one.name),
      );
    });
  }

  const kept: readonly [string, string][] = [
    ["a call that is not closed", `__global__ void first(int* p) { foo(1, 2; }\n${second}`],
    ["half an assignment", `__global__ void first(int* p) { p[threadIdx.x] = p[ }\n${second}`],
    ["a missing semicolon at the top", `int x = 3\n${second}`],
    ["a prototype without its semicolon", `void other(int)\n${second}`],
    ["a structure without its semicolon", `struct S { int a; }\n${second}`],
    ["a stray brace", `void other() { } }\n${second}`],
    ["a macro call on a line of its own", `DEFINE_THINGS(a, b)\n${second}`],
    ["an unclosed string", `const char* s = "abc;\n${second}`],
    ["a conditional around heads", `#ifdef A\nvoid first(int a) {\n#else\nvoid first() {\n#endif\n}\n${second}`],
    ["a conditional that is not ended", `#ifdef A\n${second}`],
    ["a conditional that is not ended, other arm", `#ifdef A\nint x;\n#else\n${second}`],
    [
      "an attribute that is a macro",
      `#define DEVICE __device__ __forceinline__\nDEVICE int f(int a) { return a; }\n${second}`,
    ],
    [
      "unknown attributes",
      `struct __align__(16) V { int a; };\n__cluster_dims__(2, 1, 1) __global__ void first() { }\n${second}`,
    ],
    ["lambdas for the device", `void f() { auto l = [=] __host__ __device__ (int i) { return i; }; }\n${second}`],
    ["what is no C++ at all", `%% ??? @@ ) ] }\n${second}`],
    ["constructors with braces", `struct S { S(); int a, b; };\nS::S() : a{1}, b{2} { a = 3; }\n${second}`],
  ];
  for (const [name, text] of kept) {
    it(`${name}: keeps what is whole`, async () => {
      assert.ok(kernelsOf(await outlineOf(text)).includes("second"));
    });
  }

  it("ends a function where its braces end, whatever is inside", async () => {
    assert.deepEqual(
      await bodies("void a() { int x[] = {1, 2}; struct B { void c() {} }; '}'; \"}\"; /* } */ }\nvoid d() {}"),
      ["a { int x[] = {1, 2}; struct B { void c() {} }; '}'; \"}\"; /* } */ }", "c {}", "d {}"],
    );
  });

  const members: readonly [string, string][] = [
    ["half a condition", "__device__ int get(int i) const { if ( return a[i]; }"],
    ["a bracket that is not closed", "__device__ int& operator[](int i) {\n    return a[i;\n  }"],
    ["a call that is not closed, behind initialisers", "__device__ S(int q) : a{q}, b(q) { foo(1, 2; }"],
    ["a brace that is not closed", "__device__ int get(int i) const {\n    if (i) {\n    return a[i];\n  }"],
    ["a damaged structure of its own", "struct Inner { int x; void f() { g( ; } int y; };"],
  ];
  for (const [name, damaged] of members) {
    it(`${name} in a structure: keeps the members around it`, async () => {
      const text = `template <class T> struct alignas(16) S {\n  int a[4];\n  void before() { b = 1; }\n  ${damaged}\n  __device__ T after(int i) const { return b; }\n  T b;\n};\n${second}\n`;
      const outline = await outlineOf(text);
      const words = outline.functions.map((one) => text.slice(one.start, one.end));
      const inside = damaged.replace(/^struct Inner \{ int x; | int y; \};$/g, "");
      assert.deepEqual(words, [
        "void before() { b = 1; }",
        inside,
        "__device__ T after(int i) const { return b; }",
        second,
      ]);
      const lacking = outline.functions.filter((one) => one.missingBraceAt !== undefined);
      assert.deepEqual(
        lacking.map((one) => [one.missingBraceAt, one.missingBraces]),
        name.startsWith("a brace") ? [[text.indexOf(damaged) + damaged.length, 1]] : [],
      );
      const structure = outline.structures?.find((one) => one.name === "S");
      assert.deepEqual(structure?.members.map((one) => one.name).sort(), ["a", "b"]);
    });
  }

  it("keeps both arms of a conditional when each can be read by itself", async () => {
    const outline = await outlineOf("#ifdef A\n__global__ void k1() {}\n#else\n__global__ void k2() {}\n#endif");
    assert.deepEqual(kernelsOf(outline), ["k1", "k2"]);
  });

  it("leaves out the arms that definitions of the text itself rule out, and keeps those that a header may decide", async () => {
    const kernel = (name: string) => `__global__ void ${name}() {}\n`;
    const kernels = async (text: string) => (await outlineOf(text)).functions.map((one) => one.name).join(" ");
    const either = (condition: string) => `${condition}\n${kernel("k1")}#else\n${kernel("k2")}#endif\n${kernel("k3")}`;
    assert.equal(await kernels(`#define A\n${either("#ifndef A")}`), "k2 k3");
    assert.equal(await kernels(`#define A 0\n${either("#if A")}`), "k2 k3");
    assert.equal(await kernels(`#define A 2\n${either("#if A == 2")}`), "k1 k3");
    assert.equal(await kernels(`#define A 2\n#define B 1\n${either("#if !defined(A) || B == 2")}`), "k2 k3");
    assert.equal(await kernels(`#define A 2\n#undef A\n${either("#ifdef A")}`), "k1 k2 k3");
    assert.equal(await kernels(`#ifdef B\n#define A 0\n#endif\n${either("#if A")}`), "k1 k2 k3");
    assert.equal(await kernels(`#define A 2\n${either("#if A == 2 && B")}`), "k1 k2 k3");
    const three = `#if A == 1\n${kernel("k1")}#elif A == 2\n${kernel("k2")}#else\n${kernel("k3")}#endif\n`;
    assert.equal(await kernels(`#define A 2\n${three}`), "k2");
    assert.equal(await kernels(three), "k1 k2 k3");
  });

  it("leaves out what is commented out by the preprocessor", async () => {
    const outline = await outlineOf(
      "#if 0\n__global__ void k1() {}\n#define A 1\n#else\n__global__ void k2() {}\n#endif",
    );
    assert.deepEqual(kernelsOf(outline), ["k2"]);
    assert.deepEqual(outline.macros, []);
  });

  it("takes an attribute macro for what it stands for", async () => {
    const text =
      "#define DEVICE static __device__\n#define API\n#define KERNEL __global__ void\nDEVICE int f() { return 1; }\nAPI void g() {}\nAPI DEVICE\nint h() { return 2; }";
    const outline = await outlineOf(text);
    assert.deepEqual(
      outline.functions.map((one) => [one.name, one.isDevice]),
      [
        ["f", true],
        ["g", false],
        ["h", true],
      ],
    );
  });

  it("sees a kernel behind a macro that holds its return type too", async () => {
    const outline = await outlineOf("#define KERNEL __global__ void\nKERNEL first(int* p) { p[0] = 1; }");
    assert.deepEqual(kernelsOf(outline), ["first"]);
  });

  it("counts attributes that the grammar does not know to what they belong to", async () => {
    const text =
      "int a;\n#define DEVICE __device__\n__cluster_dims__(2, 1, 1) __global__ void k() {}\nDEVICE int f() { return 1; }\nDEVICE int table[4];";
    const outline = await outlineOf(text);
    const words = (span: { start: number; end: number }) => text.slice(span.start, span.end);
    const declared = [
      "int a;",
      "__cluster_dims__(2, 1, 1) __global__ void k() {}",
      "DEVICE int f() { return 1; }",
      "DEVICE int table[4];",
    ];
    assert.deepEqual(outline.declarations.map(words), declared);
    assert.deepEqual(outline.functions.map(words), declared.slice(1, 3));
  });

  it("reads a function by its brackets when the grammar cannot read it at all", () => {
    const text = "__global__ void k(int a) ??? { }";
    assert.equal(functionByBrackets(text, 0, text.length, ""), undefined);
    const plain = "template <int N> __global__ void __launch_bounds__(64) n::k(const float* a, int b = 3) { ) ??? }";
    const read = functionByBrackets(plain, 0, plain.length, "m")!;
    assert.deepEqual(
      [read.name, read.qualifiedName, read.isKernel, read.template, read.returnType],
      ["k", "m::n::k", true, "int N", "void"],
    );
    assert.deepEqual(
      read.parameters.map(({ name, type, span }) => [name, type, plain.slice(span.start, span.end)]),
      [
        ["a", "const float*", "const float* a"],
        ["b", "int", "int b = 3"],
      ],
    );
    assert.equal(plain.slice(read.body!.start, read.body!.end), "{ ) ??? }");
  });
});
