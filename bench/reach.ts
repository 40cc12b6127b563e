/**
 * `npm run bench:reach -- FOLDER…`: how far WarpLens gets with folders of CUDA code as they are. Prints a table: files,
 * kernels and those with IR, what is left out by reason, launches by where they come from, findings by rule, and with
 * `--run` how the programs end that have a `main`. `--kernels` simulates every kernel that has a launch, as the first
 * click on *Simulate kernel* does. `--list` names every file, `--steps N` bounds a run; with `--brief` a compile may take 30 s,
 * as on the command line, in place of the editor's 8.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { UsageError } from "../engine";
import type { KernelJson } from "../engine/formats/inspection";
import { defaultConfiguration } from "../engine/model/configuration";
import { nodeEngine } from "../test/support/engine";

const words = process.argv.slice(2);
const has = (flag: string): boolean => words.includes(flag);
const optionOf = (flag: string): string | undefined => (has(flag) ? words[words.indexOf(flag) + 1] : undefined);
const folders = words.filter((one, i) => !one.startsWith("--") && !["--steps", "--jobs"].includes(words[i - 1] ?? ""));

/** Steps of one run: enough for small programs, and an end for large ones. */
const steps = Number(optionOf("--steps") ?? 50_000_000);

function cudaFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.startsWith("."))
    .sort()
    .flatMap((name) => cudaFiles(join(path, name)))
    .filter((name) => /\.cuh?$/.test(name));
}

/** Counts of things by name, most first. */
class Tally {
  readonly #counts = new Map<string, number>();
  add(name: string, count = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }
  get total(): number {
    return [...this.#counts.values()].reduce((sum, one) => sum + one, 0);
  }
  get rows(): readonly (readonly [string, number])[] {
    return [...this.#counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  }
  print(title: string, most = 15): void {
    console.log(`\n${title}: ${this.total}`);
    for (const [name, count] of this.rows.slice(0, most)) console.log(`${String(count).padStart(7)}  ${name}`);
  }
}

/** A reason without the names that it is about, so that equal causes are counted together. */
const causeOf = (reason: string): string =>
  reason
    .replace(/^Under assumed values \(.*?\): (?=[A-Z])/s, "under assumed values: ")
    .replaceAll(/ The kernel is launched in line \d+\./g, "")
    .replaceAll(/0x[0-9a-f]+/g, "0x…")
    .replaceAll(/\(\d+,\d+,\d+\)/g, "(…)")
    .replaceAll(/\b\d+ (bytes?|warp)\b|\b([Ww]arp|byte) \d+/g, "$1$2 …")
    .replaceAll(/[‘'“"`][^’'”"`]*[’'”"`]/g, "…")
    .replaceAll(/\bline \d+( of \S+)?/g, "line …")
    .slice(0, 140);

const launchKind = ({ launches: [first] }: KernelJson): string => {
  if (!first) return "none";
  if (first.from !== "site") return first.line === null ? first.from : `${first.from}, launched with an unknown block`;
  return `site, ${first.route ?? "main"}${first.grid ? "" : ", grid unknown"}`;
};

const limits = { ...defaultConfiguration.limits, steps };
const engine = nodeEngine({ ...defaultConfiguration, limits }, has("--brief"));
const [leftOut, launches, findings, programs, kernelRuns] = [1, 2, 3, 4, 5].map(() => new Tally()) as [
  Tally,
  Tally,
  Tally,
  Tally,
  Tally,
];
let [files, kernels, compiled] = [0, 0, 0];
const times: number[] = [];

/** How a run ended, and what it says. */
async function outcome(run: () => ReturnType<typeof engine.simulate>): Promise<readonly [string, string]> {
  try {
    const { outcome: kind, message } = await run();
    return [kind === "completed" ? kind : `${kind}: ${causeOf(message)}`, message];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [`refused: ${causeOf(error.message.replace(/^\S+: /, ""))}`, error.message];
  }
}

async function runKernels(path: string, text: string, found: readonly KernelJson[]): Promise<void> {
  for (const one of found) {
    if (one.launches[0]?.from !== "site") continue;
    const started = performance.now();
    const request = { kernel: one.mangled, arguments: new Map() };
    const [kind, message] = await outcome(() => engine.simulate({ path, text }, request));
    kernelRuns.add(kind);
    if (has("--list") && kind !== "completed")
      console.log(`    ${one.signature}: ${message} (${(performance.now() - started).toFixed(0)} ms)`);
  }
}

async function look(root: string, path: string): Promise<void> {
  const text = readFileSync(path, "utf8");
  const document = { path, text };
  const started = performance.now();
  const analysis = await engine.analyse(document);
  const { kernels: found, left_out } = await engine.inspect(document);
  times.push(performance.now() - started);
  const defined = new Set(
    analysis.outline.functions.filter((one) => one.isKernel && one.body).map((one) => one.qualifiedName),
  );
  const having = new Set(
    found.map((one) => one.signature.replaceAll("(anonymous namespace)::", "").replace(/[<(].*$/s, "")),
  );
  files++;
  kernels += defined.size;
  compiled += [...defined].filter((name) =>
    [...having].some((one) => one === name || one.endsWith(`::${name}`)),
  ).length;
  for (const one of found) launches.add(launchKind(one));
  for (const { reason } of left_out) leftOut.add(causeOf(reason));
  for (const { rule } of analysis.findings) findings.add(rule);
  if (has("--list")) {
    console.log(`${relative(root, path)}: ${found.length} kernels, ${times.at(-1)!.toFixed(0)} ms`);
    for (const { function: name, reason } of left_out) console.log(`    left out: ${name}: ${reason}`);
    for (const one of found) {
      const [first] = one.launches;
      console.log(
        `    ${one.signature}: ${first?.grid ?? "?"} × ${first?.block} (${launchKind(one)}, line ${first?.line})`,
      );
    }
  }
  if (has("--kernels")) await runKernels(path, text, found);
  if (has("--run") && analysis.outline.functions.some((one) => one.name === "main" && one.body)) {
    const [kind, message] = await outcome(() => engine.simulateProgram(document, { arguments: [] }));
    programs.add(kind);
    if (has("--list") && kind !== "completed") console.log(`    main: ${message}`);
  }
}

if (folders.length === 0) {
  console.log("npm run bench:reach -- [--run] [--kernels] [--list] [--brief] [--steps N] FOLDER…");
  process.exit(2);
}
for (const folder of folders.map((one) => resolve(one))) {
  for (const path of cudaFiles(folder)) {
    try {
      await look(folder, path);
    } catch (error) {
      leftOut.add(`internal error: ${(error as Error).message}`);
      console.log(`${path}: ${(error as Error).stack}`);
    }
  }
}
times.sort((a, b) => a - b);
const percent = (part: number, whole: number): string => (whole ? `${((100 * part) / whole).toFixed(1)} %` : "—");
console.log(
  `\nfiles: ${files}; kernels defined: ${kernels}, with IR ${compiled} (${percent(compiled, kernels)}); ` +
    `a file takes ${times[times.length >> 1]?.toFixed(0)} ms at the median, ${times.at(-1)?.toFixed(0)} ms at most`,
);
launches.print("Instances by launch");
leftOut.print("Left out");
findings.print("Findings");
if (has("--run")) programs.print("Programs");
if (has("--kernels")) kernelRuns.print("Simulate kernel");
engine.dispose();
