// What the processes of a test run say once, at its end: slowest files, what was left out, what failed and how to repeat it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SLOWEST = 10;
const PREFIX = "summary-";

/** Leaves the summary of this process for the one that started it. */
export function share(folder, summary) {
  writeFileSync(join(folder, `${PREFIX}${process.pid}.json`), JSON.stringify(summary));
}

/** What all processes left, in one. */
export function collect(folder) {
  const all = readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  return {
    times: all.flatMap(({ times }) => times),
    failures: all.flatMap(({ failures }) => failures),
    // Every process loads the files that it runs, so each suite is there once.
    leftOut: all.flatMap(({ leftOut }) => leftOut),
  };
}

/** A date for the number of a day. */
export const dateOf = (day) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The command that runs one failed test again. A file that is run without a day runs everything, this test as well. */
export function repeat({ name, title }) {
  const pattern = title.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("'", "'\\''");
  return `npm run unit -- ${name} --grep='${pattern}'`;
}

function slowest(times) {
  if (times.length < 2) return [];
  const total = times.reduce((sum, one) => sum + one.processor, 0);
  const seconds = (number) => number.toFixed(0).padStart(5);
  return [
    `Slowest files, of ${total.toFixed(0)} s of processor time in all:`,
    "  processor   wall",
    ...[...times]
      .sort((a, b) => b.processor - a.processor)
      .slice(0, SLOWEST)
      .map(({ name, processor, wall }) => `    ${seconds(processor)} s ${seconds(wall)} s  ${name}`),
  ];
}

function left(leftOut, day) {
  if (leftOut.length === 0) return [];
  const which = day === undefined ? "" : `, sample of day ${day} (${dateOf(day)})`;
  return [
    `Left to npm run test:full${which}:`,
    ...leftOut.map(({ suite, run, all, what }) => `  ${suite}: ${all - run} of ${all} ${what}; ${run} ran`),
  ];
}

function failed(failures, day) {
  if (failures.length === 0) return [];
  return [
    "Failed unit tests:",
    ...failures.flatMap((one) => [`${one.name}: ${one.title}`, one.error, `  again: ${repeat(one)}`, ""]),
    ...(day === undefined ? [] : [`The whole sample again: WARPLENS_SAMPLE=${day} npm test`]),
  ];
}

/** The lines of a summary. */
export function linesOf({ times, failures, leftOut }, day) {
  return [...slowest(times), ...left(leftOut, day), ...failed(failures, day)];
}

/** Prints a summary. */
export function print(summary) {
  const day = process.env.WARPLENS_SAMPLE ? Number(process.env.WARPLENS_SAMPLE) : undefined;
  for (const line of linesOf(summary, day)) console.log(line);
}
