// How long test files take: measured in processor time, recorded under `.build`, and the order that follows from it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundles.mjs";

const file = join(root, ".build", "times.json");

/** The longest files of a fresh checkout, which has no times of its own yet. */
const LONGEST = [
  "host/programs.test.ts",
  "cuda/headers.test.ts",
  "host/cxx.test.ts",
  "conformance/hardware.test.ts",
  "cli/program.test.ts",
  "cuda/frontend.test.ts",
];

const TICKS = 100;

/** Seconds of processor time of children that have ended; 0 where the system does not say. */
function childrensTime() {
  try {
    const [, after] = readFileSync("/proc/self/stat", "utf8").split(") ");
    const [user, system] = after.split(" ").slice(13, 15).map(Number);
    return (user + system) / TICKS;
  } catch {
    return 0;
  }
}

/** Seconds of processor time of this process so far, with its threads and the children that have ended. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrensTime();
}

/** Seconds by file of the last run of each; of a fresh checkout, an order alone. */
export function recordedTimes() {
  const known = Object.fromEntries(LONGEST.map((name, at) => [name, 1000 - at]));
  try {
    return { ...known, ...JSON.parse(readFileSync(file, "utf8")) };
  } catch {
    return known;
  }
}

/** The order in which files are taken: the longest first, so that no process is left alone with one of them at the end. */
export const byCost = (times, nameOf) => (a, b) => (times[nameOf(b)] ?? 0) - (times[nameOf(a)] ?? 0);

/** Keeps the times of files that ran, beside those of files that did not. */
export function recordTimes(times) {
  // The files that a test of the runner makes do not run again.
  const measured = times
    .filter(({ name }) => !name.includes("/."))
    .map(({ name, processor }) => [name, Math.round(10 * processor) / 10]);
  const known = (() => {
    try {
      return JSON.parse(readFileSync(file, "utf8"));
    } catch {
      return {};
    }
  })();
  mkdirSync(join(root, ".build"), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...known, ...Object.fromEntries(measured) }, undefined, 1)}\n`);
}
