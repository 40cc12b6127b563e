/**
 * Whether programs end at their own sizes, and how: `node scripts/bench.mjs realSizes FOLDER [--seconds N] [name …] [-- option …]`.
 * FOLDER holds NAME.json with `args` and `sources`, which stand in src/NAME, or `.cu` files, each a program without arguments.
 * What follows `--` goes to `warplens simulate`. One program after the other; build the command line first.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { SimulateJson } from "../engine/formats/simulation";

/** A program with its arguments. */
interface Sample {
  readonly name: string;
  readonly folder: string;
  readonly sources: readonly string[];
  readonly words: readonly string[];
}

function samplesOf(folder: string): Sample[] {
  const files = readdirSync(folder);
  const described = files.filter(
    (file) => file.endsWith(".json") && existsSync(join(folder, "src", basename(file, ".json"))),
  );
  if (described.length === 0) {
    const sources = files.filter((file) => file.endsWith(".cu"));
    return sources.map((file) => ({ name: basename(file, ".cu"), folder, sources: [file], words: [] }));
  }
  return described.map((file) => {
    const { name, args, sources } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    return { name, folder: join(folder, "src", name), sources, words: args.split(" ").filter(Boolean) };
  });
}

/** How a run ended: its report where it gave one, seconds of the clock and of processor time, and the last line that it said. */
interface Ended {
  readonly report?: SimulateJson;
  readonly seconds: number;
  readonly processor: number;
  readonly said: string;
}

/** Runs the command line; a run that takes more processor time than `most` seconds is killed, which is a result of its own. */
function runSample({ folder, sources, words }: Sample, most: number, options: readonly string[]): Ended {
  const cli = join(process.cwd(), "dist/cli.mjs");
  const given = [cli, "simulate", ...sources, "--program", "--format", "json", ...options, "--", ...words];
  const script = 'ulimit -t "$1"; shift; TIMEFORMAT="%U %S"; time "$@"';
  const start = performance.now();
  const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", String(most), process.execPath, ...given], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  const lines = stderr.trim().split("\n");
  const processor = (lines.pop() ?? "").split(" ").reduce((sum, one) => sum + Number(one), 0);
  const report = stdout.startsWith("{") && { report: JSON.parse(stdout) as SimulateJson };
  const said = report ? (lines.at(-1) ?? "") : `killed after ${most} s: ${lines.at(-1) ?? ""}`;
  return { seconds: (performance.now() - start) / 1000, processor, said, ...report };
}

const words = process.argv.slice(2);
const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
const options = words.includes("--") ? words.slice(words.indexOf("--") + 1) : [];
const at = own.indexOf("--seconds");
const most = at < 0 ? 120 : Number(own[at + 1]);
const [folder, ...names] = at < 0 ? own : own.toSpliced(at, 2);
if (folder === undefined) throw new Error("Name a folder of programs.");
const samples = samplesOf(folder).filter(({ name }) => names.length === 0 || names.includes(name));
const kinds: Record<string, number> = {};
for (const sample of samples) {
  const { report, seconds, processor, said } = runSample(sample, most, options);
  const kind = report?.outcome ?? "none";
  kinds[kind] = (kinds[kind] ?? 0) + 1;
  const launches = report?.launches ?? [];
  const sampled = launches.filter((one) => one.sampled).length;
  const cells = [
    sample.name.padEnd(32),
    kind.padEnd(12),
    seconds.toFixed(1).padStart(6),
    processor.toFixed(1).padStart(6),
    String(launches.length).padStart(6),
    String(sampled).padStart(5),
  ];
  console.log(`${cells.join(" ")}  ${(report?.message || said).slice(0, 140)}`);
}
console.log(
  Object.entries(kinds)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", "),
);
