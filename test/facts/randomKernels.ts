/** Random kernels for the cross-check: index forms, widths, guards, loops and block shapes, as CUDA text. */
import fc from "fast-check";
import type { Dim3 } from "../../analyzer/facts/model";

/** A kernel with the launch that is written for it. */
export interface RandomKernel {
  readonly element: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly body: readonly string[];
}

/** Elements of every global buffer, and of every shared array. Indices are masked to them. */
export const GLOBAL_ELEMENTS = 1 << 14;
const SHARED_ELEMENTS = 1 << 9;

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
  [32, 4, 1],
  [16, 16, 1],
  [8, 8, 1],
  [24, 5, 1],
  [16, 4, 2],
];

const leaf = fc.constantFrom(
  "threadIdx.x",
  "threadIdx.x",
  "threadIdx.x",
  "threadIdx.y",
  "blockIdx.x",
  "n",
  "m",
  "k",
  "i",
);
const small = fc.integer({ min: 1, max: 40 });
const power = fc.constantFrom(1, 2, 4, 8, 16, 32, 64, 128);

/** Integer expressions; `k` is the loop variable, or 3 where there is no loop. */
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
    fc.tuple(leaf, tie("expression")).map(([a, b]) => `(${a} < ${b} ? ${a} : ${b})`),
    fc.tuple(leaf, leaf).map(([a, b]) => `(${a} * ${b})`),
  ),
}));

const index = (elements: number): fc.Arbitrary<string> => expression.map((text) => `(${text}) & ${elements - 1}`);
const global = index(GLOBAL_ELEMENTS);
const shared = index(SHARED_ELEMENTS);

const statement = fc.oneof(
  fc.tuple(global, global).map(([a, b]) => `out[${a}] = in[${b}];`),
  fc.tuple(shared, global).map(([a, b]) => `s[${a}] = in[${b}];`),
  fc.tuple(global, shared).map(([a, b]) => `out[${a}] = s[${b}];`),
  fc.tuple(shared, shared).map(([a, b]) => `s[${a}] = s[${b}];`),
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
);

const part = fc
  .record({
    guard: fc.option(guard, { freq: 2 }),
    loop: fc.option(loop, { freq: 2 }),
    statements: fc.array(statement, { minLength: 1, maxLength: 2 }),
  })
  .map(({ guard: condition, loop: head, statements }) => {
    const inner = statements.join(" ");
    const looped = head ? `_Pragma("unroll 1") ${head} { ${inner} }` : inner;
    return condition ? `if (${condition}) { ${looped} }` : looped;
  });

export const randomKernel: fc.Arbitrary<RandomKernel> = fc.record({
  element: fc.constantFrom("char", "short", "int", "float", "double", "float2", "float4"),
  grid: fc.integer({ min: 1, max: 3 }).map((x): Dim3 => [x, 1, 1]),
  block: fc.constantFrom(...blocks),
  body: fc.array(part, { minLength: 1, maxLength: 3 }),
});

/** One file with many kernels `kernel0`, `kernel1`, … and their launches. */
export function kernelFile(kernels: readonly RandomKernel[]): string {
  const definitions = kernels.map(
    (
      { element, body },
      at,
    ) => `__global__ void kernel${at}(const ${element}* in, ${element}* out, int n, int m, int limit) {
    __shared__ ${element} s[${SHARED_ELEMENTS}];
    const int k = 3;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
${body.map((line) => `    ${line}`).join("\n    __syncthreads();\n")}
}`,
  );
  const launches = kernels.map(
    ({ element, grid, block }, at) =>
      `    kernel${at}<<<dim3(${grid.join(", ")}), dim3(${block.join(", ")})>>>((const ${element}*)in, (${element}*)out, ${KNOWN_N}, m, limit);`,
  );
  return `#include <cuda_runtime.h>\n\n${definitions.join("\n\n")}\n\nvoid run(const void* in, void* out, int m, int limit) {\n${launches.join("\n")}\n}\n`;
}
