/**
 * `npm run fuzz`: hostile files, programs, configurations, messages and edits against the language server as it is built.
 * Everything is made from a seed and a number. Options: `--part=NAME`, `--without=NAME`, `--seed=N`, `--from=N`, `--count=N`, `--named=PATTERN`
 * for the files and programs whose names match, and `--soak=MINUTES`, which mixes all parts and prints the memory over time.
 */
import { configurations, tryConfiguration } from "./configurations";
import { craftedFiles } from "./crafted";
import { tryEdits } from "./edits";
import { tryFile } from "./files";
import { mutated } from "./mutations";
import { paceOf, plainRunOf } from "./pace";
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
const named = new RegExp(option("named") ?? "");

/** A part: how many cases it has, and how one is tried. */
interface Part {
  readonly cases: number;
  readonly start?: typeof stdioSession;
  run(trials: Trials, from: number, to: number): Promise<void>;
}

/** A part whose cases are tried one after the other: those of a list that `named` means, or as many as a seed is to make. */
const each = <T extends { readonly what: string }>(
  list: readonly T[] | { readonly length: number; make(index: number): T },
  one: (trials: Trials, value: T) => Promise<void>,
): Part => ({
  cases: list.length,
  async run(trials, from, to) {
    for (let index = from; index < to; index++) {
      const value = "make" in list ? list.make(index) : list[index]!;
      if (named.test(value.what)) await one(trials, value);
      if (index % 100 === 99)
        console.log(`  ${index + 1} done, ${trials.problems.length} problems, peak ${mebibytes(trials.peak)} MiB`);
    }
  },
});

const mutations = { make: (index: number) => mutated(seed, index) };

const parts: Readonly<Record<string, Part>> = {
  configurations: each(configurations, tryConfiguration),
  protocol: { cases: WRONG_MESSAGES, run: (trials) => tryProtocol(trials) },
  edits: { cases: EDITS, run: (trials, from, to) => tryEdits(trials, seed + from, to - from) },
  crafted: each(craftedFiles, tryFile),
  programs: each(hostilePrograms, tryProgram),
  mutations: each({ ...mutations, length: MUTATIONS }, tryFile),
  "web-crafted": { ...each(craftedFiles, tryFile), start: browserSession },
  "web-mutations": { ...each({ ...mutations, length: MUTATIONS / 10 }, tryFile), start: browserSession },
};

const pace = await paceOf(stdioSession);
const plainRun = () => plainRunOf(stdioSession);
console.log(`This machine takes ${pace.toFixed(1)} times as long as a fast one, and limits are as much higher.`);

async function runPart(name: string, part: Part): Promise<number> {
  const from = numberOf("from", 0);
  const to = Math.min(part.cases, from + numberOf("count", part.cases));
  console.log(`${name}: cases ${from} to ${to - 1} of ${part.cases}, seed ${seed}`);
  const trials = new Trials(part.start ?? stdioSession, (line) => console.log(`  ${line}`), pace, plainRun);
  await part.run(trials, from, to);
  await trials.stop();
  const { slowest, peak, problems } = trials;
  const seconds = (slowest.milliseconds / 1000).toFixed(1);
  console.log(
    `${name}: ${problems.length} problems; slowest answer ${seconds} s (${slowest.what}); peak memory ${peak ? `${mebibytes(peak)} MiB` : "unknown"}`,
  );
  return problems.length;
}

const minutes = option("soak");
if (minutes !== undefined) {
  process.exit((await soak(Number(minutes), seed)) ? 0 : 1);
}
/** The parts that an option names. */
function partsOf(name: string): readonly string[] | undefined {
  const names = option(name)?.split(",");
  const wrong = names?.find((one) => !Object.hasOwn(parts, one));
  if (wrong === undefined) return names;
  console.error(`fuzz: there is no part ${wrong}; choose of ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}

const without = partsOf("without") ?? [];
const wanted = (partsOf("part") ?? Object.keys(parts)).filter((name) => !without.includes(name));
let [passed, failed] = [0, 0];
for (const name of wanted) {
  if ((await runPart(name, parts[name]!)) === 0) passed++;
  else failed++;
}
console.log(`fuzz: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
