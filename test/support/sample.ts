/**
 * What of a large suite the short run takes. `npm test` names a day (`WARPLENS_SAMPLE`); each suite then runs a share of its
 * cases, others on the next day, and says how many it leaves. Without a day everything runs: `npm run test:full`, and a file
 * that is run by itself.
 */

/** What a suite left out. `scripts/unit.mjs` prints it. */
export interface LeftOut {
  readonly suite: string;
  readonly run: number;
  readonly all: number;
  /** What is counted: `programs`. */
  readonly what: string;
}

/** The day whose sample runs, counted from 1970; undefined where everything does. */
export const day: number | undefined = parseDay(process.env.WARPLENS_SAMPLE);

function parseDay(text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`WARPLENS_SAMPLE is the number of a day, not "${text}"`);
  return Number(text);
}

/** A number that two texts of one letter's difference do not share (FNV-1a). */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 16_777_619) >>> 0;
  return value;
}

/**
 * The cases that run on a day, in their order. Cases are ordered by cost and each `every` neighbours make a group; the day
 * chooses one of each group. So all days cost about the same, and `every` days in a row run every case once.
 */
export function casesOfDay<T>(
  suite: string,
  cases: readonly T[],
  every: number,
  on: number,
  cost: (one: T) => number = () => 0,
): readonly T[] {
  const byCost = cases.map((_, at) => at).sort((a, b) => cost(cases[b]!) - cost(cases[a]!) || a - b);
  const chosen = new Set(byCost.filter((_, rank) => isOfDay(suite, rank, every, on)));
  return cases.filter((_, at) => chosen.has(at));
}

/** Whether the day chooses the case of this rank in its group of `every` neighbours. */
function isOfDay(suite: string, rank: number, every: number, on: number): boolean {
  const first = rank - (rank % every);
  return rank - first === (hash(`${suite} ${first}`) + on) % every;
}

const suites = new Map<string, LeftOut>();
// A function, as suites of tests count while their files are loaded.
(globalThis as { warplensLeftOut?: () => readonly LeftOut[] }).warplensLeftOut = () =>
  [...suites.values()].filter(({ run, all }) => run < all);

function note(suite: string, run: number, all: number, what: string): void {
  const before = suites.get(suite) ?? { run: 0, all: 0 };
  suites.set(suite, { suite, run: before.run + run, all: before.all + all, what });
}

/** How a suite is sampled. */
export interface Sampling<T> {
  /** One of so many cases runs in the short run. */
  readonly every: number;
  /** What the cases are, for the line that says how many were left out. */
  readonly what: string;
  /** About how long a case takes, in any unit. */
  readonly cost?: (one: T) => number;
}

/** The cases of a suite that this run takes: all, unless a day is named. */
export function sampled<T>(suite: string, cases: readonly T[], { every, what, cost }: Sampling<T>): readonly T[] {
  const chosen = day === undefined ? cases : casesOfDay(suite, cases, every, day, cost);
  note(suite, chosen.length, cases.length, what);
  return chosen;
}

/** Mocha's `it` for a suite of tests that each start processes: of each `every` tests in their order, the day's is run. */
export function sampledIt(suite: string, every: number): (title: string, test: Mocha.Func | Mocha.AsyncFunc) => void {
  let rank = 0;
  return (title, test) => {
    const runs = day === undefined || isOfDay(suite, rank++, every, day);
    note(suite, runs ? 1 : 0, 1, "tests");
    if (runs) it(title, test);
  };
}

/** Whether sweeps run all that they have. */
export const isFull = process.env.WARPLENS_FULL === "1";

/** How far a seeded sweep goes: `short` cases in `npm test` and where the file is run by itself, `full` in `npm run test:full`. */
export function sweep(suite: string, short: number, full: number, what: string): number {
  if (isFull) return full;
  note(suite, short, full, what);
  return short;
}
