/**
 * What the front end costs while someone types: outline, clang and IR reader, as the engine runs them. Ratios are of this
 * run. Processor time beside the clock: the first is what a busy machine leaves as it is.
 * The word `memory` makes 500 edits of a 1,000-line file instead, and says what the process holds.
 */
import { defaultOptions } from "../analyzer/compiler/command/commands";
import { compileKernels } from "../analyzer/compiler/incremental/incremental";
import { createCompileCache } from "../analyzer/compiler/incremental/state";
import { isSameLineMap, type LineMap, lineNow } from "../analyzer/compiler/lines/lineMap";
import { compileHost } from "../analyzer/compiler/pass/host";
import type { Module } from "../analyzer/ir/model";
import { readModule } from "../analyzer/ir/reader/reader";
import { startFrontEnd } from "./clang";

const { clang, syntax } = await startFrontEnd();
const cache = createCompileCache();

/** A tiled matrix product of its own: about 30 lines, shared memory, barriers, an inner loop. */
function kernel(index: number, constant: number, body = ""): string {
  return `
// Product number ${index}: one tile of 16 by 16 a block, both factors staged in shared memory.
__global__ void product${index}(float* out, const float* a, const float* b, int n) {
  __shared__ float left[16][16];
  __shared__ float right[16][17];
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  float sum = ${constant}.0f;
  for (int tile = 0; tile < n / 16; tile++) {
    left[threadIdx.y][threadIdx.x] = a[y * n + tile * 16 + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(tile * 16 + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < 16; k++) {
      sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    }
    __syncthreads();
  }
  if (x < n && y < n) {
    ${body}
    out[y * n + x] = sum * __expf(-sum) + fmaxf(sum, 0.0f);
  }
}
`;
}

/** Host code of so many lines that launches the kernels. */
function host(lines: number, kernels: number, comment = 0): string {
  const launches = Array.from(
    { length: kernels },
    (_, i) => `  product${i}<<<dim3(8, 8), dim3(16, 16)>>>(p, p, p, 128);`,
  );
  const filler = Array.from({ length: Math.max(0, lines - kernels - 6) }, (_, i) => `  value = value * 3 + ${i};`);
  return `
int main() {
  float* p; // ${comment}
  int value = 0;
  cudaMalloc(&p, 128 * 128 * sizeof(float));
${[...filler, ...launches].join("\n")}
  return value;
}
`;
}

function file(lines: number, kernels: number, edit: number, { includes = "", body = "", comment = 0 } = {}): string {
  const code = Array.from({ length: kernels }, (_, i) => kernel(i, i === 1 ? edit : i, i === 1 ? body : "")).join("");
  const head = `#include <cstdio>\n${includes}`;
  return head + code + host(lines - (head + code).split("\n").length, kernels, comment);
}

async function edit(text: string): Promise<void> {
  const source = { path: "bench/a.cu", text };
  const compiled = await compileKernels({
    clang,
    cache,
    source,
    outline: syntax.outline(text),
    files: new Map(),
    options: defaultOptions,
  });
  if (!compiled.bitcode || compiled.leftOut.length > 0) throw new Error(JSON.stringify(compiled.errors));
  for (const { bitcode, moved } of compiled.parts) {
    const known = modules.get(bitcode);
    if (known && isSameLineMap(known.moved, moved)) continue;
    modules.set(bitcode, { moved, module: readModule(bitcode, (path, line) => lineNow(moved, path, line)) });
  }
}

/** As the engine has them: a module is read once, and again when its lines have moved. */
const modules = new WeakMap<Uint8Array, { readonly moved: LineMap | undefined; readonly module: Module }>();

async function editHost(text: string): Promise<void> {
  const source = { path: "bench/a.cu", text };
  const outline = syntax.outline(text);
  const compiled = await compileHost({ clang, source, outline, files: new Map(), options: defaultOptions, cache });
  if (!compiled.bitcode || compiled.leftOut.length > 0) throw new Error(JSON.stringify(compiled.errors));
  readModule(compiled.bitcode);
}

/** Medians of a row, for ratios. */
async function measure(
  name: string,
  runs: number,
  run: (turn: number) => Promise<void>,
): Promise<{ readonly clock: number; readonly processor: number }> {
  await run(0);
  const clock: number[] = [];
  const processor: number[] = [];
  for (let turn = 1; turn <= runs; turn++) {
    const usage = process.cpuUsage();
    const before = performance.now();
    await run(turn);
    clock.push(performance.now() - before);
    const { user, system } = process.cpuUsage(usage);
    processor.push((user + system) / 1000);
  }
  const at = (times: number[], part: number) => times.sort((a, b) => a - b)[Math.floor(part * (times.length - 1))]!;
  const ms = (value: number) => value.toFixed(1).padStart(7);
  console.log(
    `${name.padEnd(48)} clock p50 ${ms(at(clock, 0.5))}  p95 ${ms(at(clock, 0.95))}   processor p50 ${ms(at(processor, 0.5))} ms`,
  );
  return { clock: at(clock, 0.5), processor: at(processor, 0.5) };
}

/** The same file with something typed after the first line that holds a mark, which moves every line after it. */
function typed(text: string, mark: string, what: string): string {
  const at = text.indexOf("\n", text.indexOf(mark));
  return text.slice(0, at) + what + text.slice(at);
}

/** A host function above all kernels, as a helper that reads arguments. */
const above = "static int argument(int value) {\n  value += 1;\n  return value;\n}\n";

const heavy = "#include <vector>\n#include <iostream>\n#include <algorithm>\n";
const opened = performance.now();
await edit(file(300, 3, 0));
console.log(`first file, clang loaded and headers precompiled: ${(performance.now() - opened).toFixed(0)} ms`);
async function timings(): Promise<void> {
  const small = await measure("one kernel of three edited, 300 lines", 30, (turn) => edit(file(300, 3, turn)));
  const large = await measure("one kernel of twelve edited, 500 lines", 30, (turn) => edit(file(500, 12, turn)));
  await measure("host code edited, device slice unchanged", 30, (turn) => edit(file(300, 3, 1, { comment: turn })));
  const beside = await measure("C++ headers that no kernel uses", 20, (turn) =>
    edit(file(300, 3, turn, { includes: heavy })),
  );
  const used = await measure("C++ headers that a kernel uses", 10, (turn) =>
    edit(file(300, 3, turn, { includes: heavy, body: "sum = std::max(sum, 1.0f);" })),
  );
  for (const [lines, kernels] of [
    [300, 3],
    [500, 12],
  ] as const) {
    const whole = file(lines, kernels, 0, { includes: above });
    const row = (name: string, mark: string, what: (turn: number) => string) =>
      measure(`${name}, ${kernels} kernels`, 10, (turn) => edit(typed(whole, mark, what(turn))));
    await row("newlines in the first kernel", "__syncthreads", (turn) => "\n".repeat(turn));
    await row("newlines in host code above", "value += 1", (turn) => "\n".repeat(turn));
    await row("a comment above the second kernel", "// Product number 1", (turn) => "\n// more".repeat(turn));
    await row("a statement in host code above", "value += 1", (turn) => "\n  value += 1;".repeat(turn));
    await row("a statement more in the first kernel", "__syncthreads", (turn) => "\n    sum += 1.0f;".repeat(turn));
  }
  await measure("host pass", 10, (turn) => editHost(file(300, 3, turn)));
  for (const kind of ["clock", "processor"] as const) {
    console.log(
      `by ${kind.padEnd(10)} twelve kernels in 500 lines : three in 300 = ${(large[kind] / small[kind]).toFixed(2)}; ` +
        `C++ headers ${(beside[kind] - small[kind]).toFixed(0)} ms unused, ${(used[kind] - small[kind]).toFixed(0)} ms used`,
    );
  }
}

/** 500 edits of one kernel, with what the process holds after each hundred: clang's worker is a part of it. */
async function memory(): Promise<void> {
  const samples: number[] = [];
  for (let turn = 1; turn <= 500; turn++) {
    await edit(file(1000, 12, 10_000 + turn));
    if (turn % 100 === 0) samples.push(process.memoryUsage().rss / 2 ** 20);
  }
  const sizes = samples.map((size) => size.toFixed(0)).join(", ");
  console.log(`resident after each hundred of 500 edits of 1,000 lines: ${sizes} MiB`);
}

await (process.argv.includes("memory") ? memory() : timings());
clang.dispose();
