/**
 * `node scripts/bench.mjs coverage FOLDER …`: how many of the kernels that the CUDA files of some folders define give IR,
 * as the editor would open them one by one. A kernel counts when its definition has an IR function; a template counts
 * once; how many there are is what the outlines say. Prints every kernel that gives none, with the reason.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { demangle } from "../analyzer/ir/demangle";
import { nodeEngine } from "../test/support/engine";

function cudaFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => (statSync(join(path, name)).isDirectory() ? cudaFiles(join(path, name)) : [join(path, name)]))
    .filter((name) => /\.cuh?$/.test(name));
}

const engine = nodeEngine();
let kernels = 0;
let compiled = 0;
let files = 0;
const times: number[] = [];
for (const path of process.argv.slice(2).flatMap(cudaFiles)) {
  const text = readFileSync(path, "utf8");
  if (process.env.WARPLENS_NAMES) console.error(path);
  const started = performance.now();
  const { outline, compiled: having, leftOut } = await engine.analyse({ path, text });
  const defined = [
    ...new Set(outline.functions.filter((one) => one.isKernel && one.body).map((one) => one.qualifiedName)),
  ];
  const found = new Set(having.map((one) => demangle(one.kernel.name).qualifiedName));
  times.push(performance.now() - started);
  if (process.env.WARPLENS_NAMES) console.error(`  ${times.at(-1)!.toFixed(0)} ms, ${defined.length} kernels`);
  files++;
  kernels += defined.length;
  for (const name of defined) {
    const plain = name.split("::").at(-1)!;
    if (found.has(name) || [...found].some((one) => one.split("::").at(-1) === plain)) compiled++;
    else {
      const why = leftOut.filter((one) => one.function === name).map(({ reason, line }) => `line ${line}: ${reason}`);
      console.log(`${basename(path)}: ${name}: ${why.join("; ") || "no reason given"}`);
    }
  }
}
times.sort((a, b) => a - b);
console.log(
  `${compiled} of ${kernels} kernels in ${files} files (${((100 * compiled) / kernels).toFixed(1)} %); ` +
    `a file takes ${times[times.length >> 1]?.toFixed(0)} ms at the median, ${times.at(-1)?.toFixed(0)} ms at most`,
);
engine.dispose();
