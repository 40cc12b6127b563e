/**
 * Random kernels for the cross-check, as CUDA text: index forms, widths, structures, shared tiles with and without padding,
 * atomics, guards, loops, switches, calls, and blocks of one to three dimensions.
 */
import fc from "fast-check";
import type { Dim3 } from "../../analyzer/hardware/model";

/** A kernel with the launch that is written for it. */
export interface RandomKernel {
  readonly element: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Elements of a row of the shared tile. */
  readonly row: number;
  readonly body: readonly string[];
}

/** Elements of every global buffer, and of every shared array. Indices are masked to them. */
export const GLOBAL_ELEMENTS = 1 << 14;
const SHARED_ELEMENTS = 1 << 9;
const TILE_ROWS = 16;

/** Values of the parameters: `n` stands at the launch, `m` and `limit` are not known there. `limit` lets every thread through. */
export const KNOWN_N = 37;
export const LIMIT = 1 << 20;

const blocks: readonly Dim3[] = [
  [32, 1, 1],
  [64, 1, 1],
  [128, 1, 1],
  [256, 1, 1],
  [96, 1, 1],
  [33, 1, 1],
  [100, 1, 1],
  [17, 1, 1],
  [32, 4, 1],
  [16, 16, 1],
  [8, 8, 1],
  [24, 5, 1],
  [7, 9, 1],
  [1, 64, 1],
  [4, 40, 1],
  [16, 4, 2],
  [4, 4, 4],
  [5, 3, 7],
  [2, 8, 16],
  [8, 1, 12],
];

const leaf = fc.constantFrom(
  "threadIdx.x",
  "threadIdx.x",
  "threadIdx.x",
  "threadIdx.y",
  "threadIdx.y",
  "threadIdx.z",
  "blockIdx.x",
  "blockIdx.y",
  "blockDim.x",
  "n",
  "m",
  "k",
  "i",
  "i",
  "t",
);
const small = fc.integer({ min: 1, max: 40 });
const power = fc.constantFrom(1, 2, 4, 8, 16, 32, 64, 128);

/** Integer expressions; `k` is the loop variable, or 3 where there is no loop; `t` the thread's index in its block. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.tuple(leaf, fc.constantFrom("*", "+", "-"), small).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(tie("expression"), fc.constantFrom("+", "+", "-"), tie("expression"))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie("expression"), fc.constantFrom("/", "%", "*"), small).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie("expression"), fc.constantFrom("&", "|", "^"), small).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie("expression"), fc.constantFrom("/", "%", "*"), power).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(tie("expression"), fc.constantFrom("<<", ">>"), fc.integer({ min: 0, max: 4 }))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie("expression"), fc.constantFrom("^", "&", "|"), leaf).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(leaf, tie("expression")).map(([a, b]) => `(${a} < ${b} ? ${a} : ${b})`),
    fc.tuple(leaf, leaf).map(([a, b]) => `(${a} * ${b})`),
    fc.tuple(leaf, tie("expression")).map(([a, b]) => `nearer(${a}, ${b})`),
    fc.tuple(leaf, small).map(([a, b]) => `wrapped<${b}>(${a})`),
    tie("expression").map((a) => `bent(${a})`),
    tie("expression").map((a) => `bentApart(${a})`),
    fc
      .tuple(fc.constantFrom("__brev(", "__popc(", "__clz(", "abs((int)", "(unsigned)(", "(long long)("), leaf)
      .map(([call, a]) => `(int)(${call}${a}) & 511)`),
  ),
}));

const index = (elements: number): fc.Arbitrary<string> => expression.map((text) => `(${text}) & ${elements - 1}`);
const global = index(GLOBAL_ELEMENTS);
const shared = index(SHARED_ELEMENTS);
const record = index(GLOBAL_ELEMENTS >> 1);
const member = fc.constantFrom("x", "y", "z");
const cell = fc.tuple(index(TILE_ROWS), expression).map(([a, b]) => `tile[${a}][(unsigned)(${b}) % ROW]`);

const statement = fc.oneof(
  fc.tuple(global, global).map(([a, b]) => `out[${a}] = in[${b}];`),
  fc.tuple(shared, global).map(([a, b]) => `s[${a}] = in[${b}];`),
  fc.tuple(global, shared).map(([a, b]) => `out[${a}] = s[${b}];`),
  fc.tuple(shared, shared).map(([a, b]) => `s[${a}] = s[${b}];`),
  fc.tuple(cell, global).map(([a, b]) => `${a} = in[${b}];`),
  fc.tuple(global, cell).map(([a, b]) => `out[${a}] = ${b};`),
  fc.tuple(record, member, record, member).map(([a, x, b, y]) => `points[${a}].${x} = from[${b}].${y};`),
  fc.tuple(record, record).map(([a, b]) => `points[${a}] = from[${b}];`),
  fc.tuple(global, global).map(([a, b]) => `put(out, ${a}, in[${b}]);`),
  fc.tuple(global, global).map(([a, b]) => `putApart(out, ${a}, in[${b}]);`),
  fc.tuple(global, global, small).map(([a, b, c]) => `out[${a}] = firstApart(in, ${b}, ${c});`),
  fc
    .tuple(fc.constantFrom("Add", "Max", "Or", "Exch"), shared, fc.constantFrom("1", "3", "t"))
    .map(([op, a, value]) => `atomic${op}(&h[${a}], ${value});`),
  fc
    .tuple(fc.constantFrom("Add", "Min", "And"), global, fc.constantFrom("1", "t"))
    .map(([op, a, value]) => `atomic${op}(&counts[${a}], ${value});`),
  fc.tuple(shared, global).map(([a, b]) => `counts[${b}] = atomicAdd(&h[${a}], 2);`),
);

const guard = fc.oneof(
  small.map((value) => `threadIdx.x < ${value}`),
  power.map((value) => `threadIdx.x % ${value} == 0`),
  fc.constantFrom(
    "i < limit",
    "threadIdx.x & 1",
    "blockIdx.x == 1",
    "(threadIdx.x ^ 5) < 16",
    "threadIdx.x < 4 || threadIdx.x > 24",
    "t < 48",
    "t / 32 == 1",
    "threadIdx.y == 0 && i < limit",
    "threadIdx.x > 0 && threadIdx.x < blockDim.x - 1",
  ),
  fc.tuple(expression, small).map(([a, b]) => `(${a}) > ${b}`),
);

const loop = fc.constantFrom(
  "for (int k = 0; k < 5; ++k)",
  "for (int k = 1; k < blockDim.x; k *= 2)",
  "for (int k = blockDim.x / 2; k > 0; k >>= 1)",
  "for (int k = threadIdx.x; k < 300; k += blockDim.x)",
  "for (int k = 0; k < m; ++k)",
  "for (int k = i; k < limit >> 9; k += gridDim.x * blockDim.x)",
  "for (int k = 0; k < (threadIdx.x & 7); ++k)",
  "for (int k = 7; k >= 0; k -= 3)",
  "for (int k = 0; k < 4 + blockIdx.x; ++k)",
  "for (int k = threadIdx.y; k < 24; k += blockDim.y)",
  "for (int j = 0, k = 1; j < 3; ++j, k = k * 3 + 1)",
);

const part = fc
  .record({
    guard: fc.option(guard, { freq: 2 }),
    loop: fc.option(loop, { freq: 2 }),
    inner: fc.option(
      fc.oneof(
        guard.map((condition) => `if (${condition})`),
        fc.constant("for (int q = 0; q < 3; ++q)"),
      ),
      { freq: 4 },
    ),
    statements: fc.array(statement, { minLength: 1, maxLength: 2 }),
    other: fc.option(statement, { freq: 5 }),
    choice: fc.option(fc.tuple(expression, statement, statement, statement), { freq: 6 }),
  })
  .map(({ guard: condition, loop: head, inner, statements, other, choice }) => {
    const [chosen, a, b, c] = choice ?? [];
    const cases = choice
      ? `switch ((${chosen}) & 3) { case 0: ${a} break; case 1: ${b} break; case 2: break; default: ${c} }`
      : statements.join(" ");
    const nested = inner ? `${inner} { ${cases} }` : cases;
    const looped = head ? `_Pragma("unroll 1") ${head} { ${nested} }` : nested;
    return condition ? `if (${condition}) { ${looped} }${other ? ` else { ${other} }` : ""}` : looped;
  });

export const randomKernel: fc.Arbitrary<RandomKernel> = fc.record({
  element: fc.constantFrom("char", "short", "int", "float", "double", "float2", "float4"),
  grid: fc.constantFrom<Dim3>([1, 1, 1], [2, 1, 1], [3, 1, 1], [2, 2, 1], [1, 3, 1]),
  block: fc.constantFrom(...blocks),
  row: fc.constantFrom(8, 16, 17, 24, 32, 33, 34, 36),
  body: fc.array(part, { minLength: 1, maxLength: 3 }),
});

const helpers = `struct Point { float x, y, z; };
__device__ int nearer(int a, int b) { return a < b ? 2 * a : b + 1; }
template <int N> __device__ int wrapped(int a) { return a % N; }
__device__ int bent(int a) {
    if (a & 1) return a + 7;
    return a >> 1;
}
template <typename T> __device__ void put(T* to, int at, T value) { to[at] = value; }
__noinline__ __device__ int bentApart(int a) { return (a ^ 3) - threadIdx.x; }
template <typename T> __noinline__ __device__ void putApart(T* to, int at, T value) {
    if (at & 2) to[at] = value;
}
template <typename T> __noinline__ __device__ T firstApart(const T* from, int at, int count) {
    T found = from[at];
#pragma unroll 1
    for (int k = 1; k < count; k *= 3)
        if (threadIdx.x % k == 1) found = from[at ^ k];
    return found;
}`;

/** One file with many kernels `kernel0`, `kernel1`, … and their launches. */
export function kernelFile(kernels: readonly RandomKernel[]): string {
  const definitions = kernels.map(
    (
      { element, body, row },
      at,
    ) => `__global__ void kernel${at}(const ${element}* in, ${element}* out, int n, int m, int limit, const Point* from, Point* points, int* counts) {
    const int ROW = ${row};
    __shared__ ${element} s[${SHARED_ELEMENTS}];
    __shared__ ${element} tile[${TILE_ROWS}][ROW];
    __shared__ int h[${SHARED_ELEMENTS}];
    const int k = 3;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
${body.map((line) => `    ${line}`).join("\n    __syncthreads();\n")}
}`,
  );
  const launches = kernels.map(
    ({ element, grid, block }, at) =>
      `    kernel${at}<<<dim3(${grid.join(", ")}), dim3(${block.join(", ")})>>>((const ${element}*)in, (${element}*)out, ${KNOWN_N}, m, limit, (const Point*)in, (Point*)out, (int*)out);`,
  );
  return `#include <cuda_runtime.h>\n\n${helpers}\n\n${definitions.join("\n\n")}\n\nvoid run(const void* in, void* out, int m, int limit) {\n${launches.join("\n")}\n}\n`;
}
