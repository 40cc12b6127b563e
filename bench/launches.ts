/**
 * `npm run bench:launches -- [--arguments] [--list] FOLDER…`: launches as `inspect` knows them, without a run, beside
 * launches that were recorded on a GPU. A folder holds recordings `NAME.json`, with `name`, `args` and of every launch its
 * `kernel`, `grid` and `block`, and each program's sources in `src/NAME`. `--arguments` evaluates each program with its `args`,
 * as `inspect FILE -- ARGUMENT…` does; `--list` names every kernel.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { KernelJson } from "../engine/formats/inspection";
import { defaultConfiguration } from "../engine/model/configuration";
import { nodeEngine } from "../test/support/engine";

interface RecordedLaunch {
  readonly kernel: string;
  readonly grid: readonly number[];
  readonly block: readonly number[];
}

interface Recording {
  readonly name: string;
  readonly args: string;
  readonly launches: readonly RecordedLaunch[];
}

const words = process.argv.slice(2);
const has = (flag: string): boolean => words.includes(flag);
const folders = words.filter((one) => !one.startsWith("--"));

/** The kernels of a program's source files as `inspect` gives them, the program started with some arguments. */
async function kernelsOf(folder: string, programArguments: readonly string[] | undefined): Promise<KernelJson[]> {
  const engine = nodeEngine({ ...defaultConfiguration, ...(programArguments && { programArguments }) });
  const found: KernelJson[] = [];
  const names = readdirSync(folder).filter((one) => one.endsWith(".cu"));
  for (const path of names.sort().map((name) => join(folder, name))) {
    found.push(...(await engine.inspect({ path, text: readFileSync(path, "utf8") })).kernels);
  }
  engine.dispose();
  return found;
}

type Verdict = "block and grid" | "grid not known" | "grid wrong" | "block not known" | "block wrong" | "no kernel";

/** What the launch that *Simulate kernel* takes is beside those that were recorded: the best of a template's instances. */
function verdictOf(recorded: readonly RecordedLaunch[], instances: readonly KernelJson[]): Verdict {
  const taken = instances.map((one) => one.launches[0]!);
  const alike = taken.filter((one) => recorded.some(({ block }) => String(block) === String(one.block)));
  const isWhole = (one: KernelJson["launches"][number]) =>
    recorded.some(({ grid, block }) => String(block) === String(one.block) && String(grid) === String(one.grid));
  if (alike.some(isWhole)) return "block and grid";
  if (alike.length > 0) return alike.some((one) => one.grid) ? "grid wrong" : "grid not known";
  if (taken.length === 0) return "no kernel";
  return taken.some((one) => one.from === "site") ? "block wrong" : "block not known";
}

if (folders.length === 0) {
  console.log("npm run bench:launches -- [--arguments] [--list] FOLDER…");
  process.exit(2);
}
const verdicts: Verdict[] = [];
for (const folder of folders) {
  for (const file of readdirSync(folder).filter((one) => one.endsWith(".json"))) {
    const { name, args, launches } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Recording;
    const given = has("--arguments") ? args.split(/\s+/).filter((one) => one !== "") : undefined;
    const kernels = await kernelsOf(join(folder, "src", name), given);
    for (const kernel of new Set(launches.map((one) => one.kernel))) {
      const recorded = launches.filter((one) => one.kernel === kernel);
      const instances = kernels.filter((one) => one.kernel.replace(/^.*::/, "") === kernel);
      const verdict = verdictOf(recorded, instances);
      verdicts.push(verdict);
      if (!has("--list")) continue;
      const known = instances.map(({ launches: [first] }) => `${first?.grid ?? "?"} × ${first?.block}`).join("; ");
      const real = recorded.map(({ grid, block }) => `${grid} × ${block}`).join("; ");
      console.log(`${verdict.padEnd(15)} ${name} ${args}: ${kernel}: recorded ${real}; known ${known || "nothing"}`);
    }
  }
}
const share = (count: number): string =>
  `${count} of ${verdicts.length} (${((100 * count) / verdicts.length).toFixed(1)} %)`;
const count = (...wanted: readonly Verdict[]): number => verdicts.filter((one) => wanted.includes(one)).length;
console.log(`block right: ${share(count("block and grid", "grid not known", "grid wrong"))}`);
console.log(`block and grid right: ${share(count("block and grid"))}`);
for (const one of new Set(verdicts)) console.log(`${String(count(one)).padStart(5)}  ${one}`);
