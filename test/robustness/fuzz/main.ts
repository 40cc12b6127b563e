/**
 * `npm run fuzz`: hostile files, programs, configurations, messages and edits against the language server as it is built.
 * Everything is made from a seed and a number. Options: `--part=NAME`, `--seed=N`, `--from=N`, `--count=N`, and
 * `--soak=MINUTES`, which mixes all parts and prints the server's memory over time.
 */
import { configurations, tryConfiguration } from "./configurations";
import { craftedFiles } from "./crafted";
import { tryEdits } from "./edits";
import { tryFile } from "./files";
import { mutated } from "./mutations";
import { hostilePrograms } from "./programs";
import { tryProtocol, WRONG_MESSAGES } from "./protocol";
import { tryProgram } from "./runs";
import { stdioSession } from "./session";
import { soak } from "./soak";
import { mebibytes, Trials } from "./trials";
import { browserSession } from "./web";

const MUTATIONS = 2000;
const EDITS = 1000;

function option(name: string): string | undefined {
  const prefix = `--${name}=`;
  return process.argv.find((word) => word.startsWith(prefix))?.slice(prefix.length);
}

function numberOf(name: string, otherwise: number): number {
  const given = option(name);
  if (given === undefined) return otherwise;
  if (/^\d+$/.test(given)) return Number(given);
  console.error(`fuzz: --${name}=${given}: a whole number is expected.`);
  process.exit(2);
}

const seed = numberOf("seed", 1);

/** A part: how many cases it has, and how one is tried. */
interface Part {
  readonly cases: number;
  readonly start?: typeof stdioSession;
  run(trials: Trials, from: number, to: number): Promise<void>;
}

/** A part whose cases are tried one after the other. */
const each = (cases: number, one: (trials: Trials, index: number) => Promise<void>): Part => ({
  cases,
  async run(trials, from, to) {
    for (let index = from; index < to; index++) {
      await one(trials, index);
      if (index % 100 === 99)
        console.log(`  ${index + 1} done, ${trials.problems.length} problems, peak ${mebibytes(trials.peak)} MiB`);
    }
  },
});

const mutations = (trials: Trials, index: number) => tryFile(trials, mutated(seed, index));
const crafted = (trials: Trials, index: number) => tryFile(trials, craftedFiles[index]!);

const parts: Readonly<Record<string, Part>> = {
  configurations: each(configurations.length, (trials, index) => tryConfiguration(trials, configurations[index]!)),
  protocol: { cases: WRONG_MESSAGES, run: (trials) => tryProtocol(trials) },
  edits: { cases: EDITS, run: (trials, from, to) => tryEdits(trials, seed + from, to - from) },
  crafted: each(craftedFiles.length, crafted),
  programs: each(hostilePrograms.length, (trials, index) => tryProgram(trials, hostilePrograms[index]!)),
  mutations: each(MUTATIONS, mutations),
  "web-crafted": { ...each(craftedFiles.length, crafted), start: browserSession },
  "web-mutations": { ...each(MUTATIONS / 10, mutations), start: browserSession },
};

async function runPart(name: string, part: Part): Promise<number> {
  const from = numberOf("from", 0);
  const to = Math.min(part.cases, from + numberOf("count", part.cases));
  console.log(`${name}: cases ${from} to ${to - 1} of ${part.cases}, seed ${seed}`);
  const trials = new Trials(part.start ?? stdioSession, (line) => console.log(`  ${line}`));
  await part.run(trials, from, to);
  await trials.stop();
  const { slowest, peak, problems } = trials;
  const seconds = (slowest.milliseconds / 1000).toFixed(1);
  console.log(
    `${name}: ${problems.length} problems; slowest answer ${seconds} s of processor time (${slowest.what}); peak memory ${peak ? `${mebibytes(peak)} MiB` : "unknown"}`,
  );
  return problems.length;
}

const minutes = option("soak");
if (minutes !== undefined) {
  process.exit((await soak(Number(minutes), seed)) ? 0 : 1);
}
const wanted = option("part")?.split(",") ?? Object.keys(parts);
let [passed, failed] = [0, 0];
for (const name of wanted) {
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (!part) {
    console.error(`fuzz: there is no part ${name}; choose of ${Object.keys(parts).join(", ")}.`);
    process.exit(2);
  }
  if ((await runPart(name, part)) === 0) passed++;
  else failed++;
}
console.log(`fuzz: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
