/** Files that are made to be hard: nesting, long tokens, sizes, encodings and names. */
import { includeFiles } from "./includeFiles";
import type { HostileFile } from "./model";
import { slowFiles } from "./slowFiles";

const KERNEL = "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n";
const DEEP = 100_000;

/** [name, opening, closing]: repeated, within a kernel or outside of it. */
const nests: readonly (readonly [what: string, open: string, close: string])[] = [
  ["parentheses", "(", ")"],
  ["braces", "{", "}"],
  ["brackets", "[", "]"],
  ["angle brackets", "A<", ">"],
  ["conditions", "#if 1\n", "#endif\n"],
  ["comments that do not nest", "/*", "*/"],
  ["statements if", "if (p) ", ";"],
  ["statements for", "for (;;) ", ";"],
  ["namespaces", "namespace a {", "}"],
  ["structures", "struct S {", "};"],
  ["template lists", "template <template <class> class ", "> "],
  ["lambdas", "[&] {", "}();"],
  ["ternaries", "p ? 1 : ", "1"],
  ["unary minus", "- ", ""],
  ["dereferences", "*", ""],
  ["casts", "(int)", ""],
  ["initialisers", "int a = {", "};"],
  ["switches", "switch (1) {", "}"],
  ["labels", "a: ", ""],
  ["launches", "k<<<", ">>>()"],
  ["raw strings", 'R"(', ')"'],
  ["attributes", "[[", "]]"],
  ["calls", "f(", ")"],
];

const nested: readonly HostileFile[] = nests.flatMap(([what, open, close]) => [
  {
    what: `${DEEP} nested ${what} in a kernel`,
    text: `__global__ void k(int* p) { p[0] = ${open.repeat(DEEP)}1${close.repeat(DEEP)}; }\n${KERNEL}`,
  },
  { what: `${DEEP} open ${what}`, text: `${KERNEL}${open.repeat(DEEP)}` },
]);

const LONG = 1 << 20;

const longTokens: readonly HostileFile[] = (
  [
    ["identifier", `int ${"x".repeat(LONG)};`],
    ["number", `int x = ${"9".repeat(LONG)};`],
    ["fraction", `double x = 0.${"3".repeat(LONG)};`],
    ["hexadecimal number", `unsigned long x = 0x${"f".repeat(LONG)};`],
    ["exponent", `double x = 1e${"9".repeat(LONG)};`],
    ["string", `const char* x = "${"x".repeat(LONG)}";`],
    ["string that nothing ends", `const char* x = "${"x".repeat(LONG)}`],
    ["comment", `/*${"*".repeat(LONG)}*/`],
    ["line of spaces", " ".repeat(4 * LONG)],
    ["series of empty lines", "\n".repeat(LONG)],
    ["series of semicolons", ";".repeat(LONG / 8)],
    ["series of closing braces", "}".repeat(100_000)],
    ["macro", `#define X ${"x ".repeat(LONG / 4)}\nint a = sizeof(int X);`],
    ["name of a macro", `#define ${"X".repeat(LONG)} 1`],
    ["chain of strings", `const char* x = ${'"x" '.repeat(LONG / 16)};`],
    ["continued line", `#define X ${"\\\n".repeat(LONG / 8)}1`],
  ] as const
).map(([what, text]) => ({ what: `a long ${what}`, text: `${text}\n${KERNEL}` }));

const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => one(i)).join("");

const sizes: readonly HostileFile[] = (
  [
    ["kernels", many(2000, (i) => `__global__ void k${i}(float* p) { p[threadIdx.x * 32] = ${i}; }\n`)],
    ["statements", `__global__ void k(float* p) {\n${many(10_000, (i) => `  p[threadIdx.x + ${i}] = ${i};\n`)}}\n`],
    ["functions", many(20_000, (i) => `int f${i}() { return ${i}; }\n`)],
    ["launches", `${KERNEL}int main() { int* p = 0;\n${many(3000, (i) => `  k<<<${i + 1}, 32>>>(p);\n`)}}\n`],
    [
      "cases",
      `__global__ void k(int* p) { switch (p[0]) {\n${many(10_000, (i) => `case ${i}: p[${i}] = ${i ^ 7}; break;\n`)}} }\n`,
    ],
    ["parameters", `__global__ void k(${many(1000, (i) => `int* p${i}, `)}int n) { p999[threadIdx.x] = n; }\n`],
    [
      "members",
      `struct S { ${many(5000, (i) => `int m${i}; `)}};\n__global__ void k(S* p) { p[threadIdx.x].m7 = 1; }\n`,
    ],
    ["dimensions", `__global__ void k(int* p) { int a${"[1]".repeat(50_000)}; p[0] = sizeof(a); }\n`],
    ["definitions", many(50_000, (i) => `#define X${i} ${i}\n`) + KERNEL],
    [
      "instances",
      `template <int N> __global__ void k(int* p) { p[threadIdx.x * N] = N; }\nint main() {\n${many(300, (i) => `k<${i}><<<1, 32>>>(0);\n`)}}\n`,
    ],
    [
      "locals",
      `__global__ void k(int* p) {\n${many(3000, (i) => `int a${i} = p[${i}];\n`)}${many(3000, (i) => `p[${i}] += a${2999 - i};\n`)}}\n`,
    ],
    ["comments", many(100_000, () => "// warplens-ignore\n") + KERNEL],
    [
      "branches",
      `__global__ void k(int* p) {\n${many(3000, (i) => `if (p[${i}] > ${i}) p[threadIdx.x] = ${i};\n`)}}\n`,
    ],
    [
      "loops",
      `__global__ void k(int* p) {\n${many(14, (i) => `for (int i${i} = 0; i${i} < p[${i}]; i${i}++)\n`)} p[threadIdx.x]++; }\n`,
    ],
    [
      "shared arrays",
      `__global__ void k(int* p) {\n${many(1000, (i) => `__shared__ int s${i}[4]; s${i}[threadIdx.x & 3] = p[${i}];\n`)}}\n`,
    ],
    ["barriers", `__global__ void k(int* p) {\n${many(3000, () => "__syncthreads(); p[threadIdx.x]++;\n")}}\n`],
  ] as const
).map(([what, text]) => ({ what: `many ${what}`, text }));

const quoted = (text: string): string => `__global__ void k(int* p) { p[0] = sizeof(${JSON.stringify(text)}); }\n`;

const encodings: readonly HostileFile[] = (
  [
    ["a byte order mark", `\ufeff${KERNEL}`],
    ["a byte order mark in the middle", `${KERNEL}\ufeff${KERNEL.replace("k(", "l(")}`],
    ["NUL bytes", `${KERNEL}\0\0\0${KERNEL.replace("k(", "l(")}`],
    ["a NUL in a name", "__global__ void k\0l(int* p) { p[0] = 1; }\n"],
    ["CRLF", KERNEL.repeat(1) + "int x;\r\n".repeat(1000)],
    ["CR alone", `int x;\r${KERNEL.replaceAll("\n", "\r")}`],
    ["line separators", `int x;\u2028int y;\u2029${KERNEL}`],
    ["lone surrogates", `// \ud800 \udc00\n${KERNEL.replace("k(", "k\ud83d(")}`],
    ["letters of other planes", KERNEL.replaceAll("k(", "𝕜𝔢𝔯𝔫𝔢𝔩(")],
    ["directions of writing", `/*\u202e } \u2066 */ ${KERNEL}`],
    ["escape sequences", `// \u001b[2J\u001b]0;title\u0007\n${KERNEL}${quoted("\u001b[31m")}`],
    ["commands of a runner", `::error::gone\n##vso[task.setvariable]x\n${KERNEL}`],
    ["form feeds", KERNEL.replaceAll(" ", "\f")],
    ["a backslash at the end", `${KERNEL}\\`],
    ["trigraphs", KERNEL.replaceAll("{", "??<").replaceAll("}", "??>")],
    ["digraphs", KERNEL.replaceAll("{", "<%").replaceAll("}", "%>").replaceAll("[", "<:").replaceAll("]", ":>")],
    ["UTF-16 read as Latin-1", [...KERNEL].join("\0")],
    ["names of universal characters", KERNEL.replaceAll("k(", "\\u00e9\\U0001d558(")],
    ["nothing", ""],
    ["one line feed", "\n"],
  ] as const
).map(([what, text]) => ({ what, text }));

/** Names that every object of JavaScript has. */
const inherited = [
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "isPrototypeOf",
  "__proto__",
  "__defineGetter__",
];

const names: readonly HostileFile[] = inherited.flatMap((name) => [
  {
    what: `kernel, parameter and variable ${name}`,
    text: `__device__ int ${name}_[4];\n__global__ void ${name}(int* p) { __shared__ int x[64]; x[threadIdx.x] = p[0]; p[threadIdx.x * 32] = x[threadIdx.x ^ 1]; }\nint main() { ${name}<<<1, 32>>>(0); }\n`,
  },
  {
    what: `structure, member, template and macro ${name}`,
    text: `#define m_${name} ${name}\nstruct ${name} { int ${name}_; };\ntemplate <class T> __global__ void k(T* p) { p[threadIdx.x].${name}_ = 1; }\nint main() { dim3 b(32); k<m_${name}><<<1, b.${name}>>>(0); ${name}(); }\n`,
  },
]);

/** All crafted files. */
export const craftedFiles: readonly HostileFile[] = [
  ...nested,
  ...longTokens,
  ...sizes,
  ...encodings,
  ...names,
  ...slowFiles,
  ...includeFiles,
];
