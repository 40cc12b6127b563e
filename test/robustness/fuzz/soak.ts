/** The soak: of all that the fuzz does some, mixed, for as long as is asked for, with the server's memory over time. */
import { craftedFiles } from "./crafted";
import { tryEdits } from "./edits";
import { tryFile } from "./files";
import { mutated } from "./mutations";
import { paceOf, plainRunOf } from "./pace";
import { hostilePrograms } from "./programs";
import { tryProgram } from "./runs";
import { stdioSession } from "./session";
import { mebibytes, Trials } from "./trials";

/** How much of the memory of the second quarter that of the last may be more, as a part. */
const FLAT = 0.05;
const MINUTE = 60_000;
/** Rounds after which the first comes again: what is kept of a large file is no growth, so each quarter has had the same files. */
const ROUNDS = 24;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const quickPrograms = hostilePrograms.filter(({ what }) =>
  /undefined|spin|largest grid of an empty|waits for/.test(what),
);

/** One round: everything that an editor may meet in some minutes. */
async function round(trials: Trials, seed: number, number: number): Promise<void> {
  await tryEdits(trials, seed + number, 25);
  for (let i = 0; i < 5; i++) await tryFile(trials, mutated(seed, 5 * number + i));
  await tryFile(trials, craftedFiles[Math.floor((number * craftedFiles.length) / ROUNDS)]!);
  await tryProgram(trials, quickPrograms[number % quickPrograms.length]!);
}

/** Whether nothing went wrong and the server's memory is flat. Prints both. */
export async function soak(minutes: number, seed: number): Promise<boolean> {
  const pace = await paceOf(stdioSession);
  const trials = new Trials(
    stdioSession,
    (line) => console.log(`  ${line}`),
    pace,
    () => plainRunOf(stdioSession),
  );
  const began = performance.now();
  const samples: number[] = [];
  let printed = 0;
  for (let number = 0; performance.now() - began < minutes * MINUTE; number++) {
    await round(trials, seed, number % ROUNDS);
    const memory = (await trials.session()).memory();
    if (memory) samples.push(memory.now);
    const passed = Math.floor((performance.now() - began) / MINUTE);
    if (passed === printed) continue;
    printed = passed;
    console.log(
      `soak: ${passed} min, ${number + 1} rounds, ${mebibytes(memory?.now ?? 0)} MiB now, peak ${mebibytes(trials.peak)} MiB`,
    );
  }
  await trials.stop();
  const quarter = Math.floor(samples.length / 4);
  if (quarter === 0) {
    console.log(`soak: ${samples.length} rounds are too few to say whether memory is flat`);
    return false;
  }
  const [early, late] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(-quarter))];
  const growth = late / early - 1;
  console.log(
    `soak: ${samples.length} rounds, ${trials.problems.length} problems; memory ${mebibytes(early)} MiB in the second quarter, ${mebibytes(late)} MiB in the last (${(100 * growth).toFixed(1)} %)`,
  );
  return trials.problems.length === 0 && growth <= FLAT;
}
