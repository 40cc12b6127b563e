// `npm test`: sets itself up, then types, lint, build, unit tests and the extension in a real VS Code; ends with the tally.
// It runs a sample of the large suites, another one each day: `WARPLENS_SAMPLE=DAY npm test` runs that of a day again.
// `npm run test:full` runs everything.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled } from "./setup.mjs";
import { collect, dateOf, print } from "./summary.mjs";
import { recordTimes } from "./times.mjs";

const full = process.argv.includes("--full");
const DAY_MS = 86_400_000;
if (full) {
  process.env.WARPLENS_FULL = "1";
  delete process.env.WARPLENS_SAMPLE;
} else {
  process.env.WARPLENS_SAMPLE ??= String(Math.floor(Date.now() / DAY_MS));
  const day = process.env.WARPLENS_SAMPLE;
  console.log(`Sample of day ${day} (${dateOf(Number(day))}); npm run test:full runs everything`);
}
ensureInstalled();

/** Where the processes of the unit tests say which file each has taken, and what is to be said at the end. */
const sharing = mkdtempSync(join(tmpdir(), "warplens-tests-"));

/** The file that says that VS Code is installed. */
const installed = join(sharing, "installed");

const check = (name, ...command) => ({ name, command, isCheck: true });
const script = (name, path, ...options) => ({
  name,
  command: [process.execPath, path, `--sharing=${sharing}`, ...options],
});
const unit = script("unit", "scripts/unit.mjs");
const unitUntilInstalled = script("unit", "scripts/unit.mjs", `--until=${installed}`);
/** Parts of the fuzz that take about as long together as all others do. */
const mutations = "mutations,web-mutations";
const fuzz = (option) => script("fuzz", "scripts/fuzz.mjs", `--${option}=${mutations}`);
const vscode = script("vscode", "scripts/vscode/test.mjs", `--installed=${installed}`);

/**
 * What runs one after another; lanes of a stage run side by side. A suite prints `NAME: N passed, N failed, N skipped`; a
 * check only has an exit code and counts as one test. Two cores are busy to the end: while VS Code is installed, which waits
 * for the network, a third lane runs unit tests, and the lane of the tests in VS Code helps with them afterwards.
 */
const stages = [
  [
    [check("types", "node_modules/.bin/tsc", "-p", ".")],
    [
      check("lint", "node_modules/.bin/biome", "ci", "--colors=off", "--error-on-warnings", "."),
      check("build", process.execPath, "scripts/build.mjs"),
    ],
  ],
  [[unit], [vscode, unit], [unitUntilInstalled]],
  ...(full ? [[[fuzz("part")], [fuzz("without")]]] : []),
];

/** Output of commands that run side by side is kept apart: `live` is printed as it comes, else at the end. */
function run({ name, command }, live) {
  return new Promise((resolve) => {
    const start = Date.now();
    if (live) console.log(`\n== ${name}`);
    const child = spawn(command[0], command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (bytes) => {
        output += bytes;
        if (live) process.stdout.write(bytes);
      });
    }
    const end = (code, text) => {
      const seconds = ((Date.now() - start) / 1000).toFixed(0);
      if (!live) process.stdout.write(`\n== ${name}\n${text}`);
      console.log(`${name}: ${code === 0 ? "ok" : "FAILED"} in ${seconds} s`);
      resolve({ code, output: text });
    };
    child.on("close", (code) => end(code ?? 1, output));
    child.on("error", (error) => end(1, String(error)));
  });
}

/** [passed, failed, skipped] of one command. A suite that died before it counted has failed, whatever it printed. */
function count({ code, output }, isCheck) {
  if (isCheck) return code === 0 ? [1, 0, 0] : [0, 1, 0];
  const last = [...output.matchAll(/^\w+: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  if (!last) return [0, 1, 0];
  const [passed, failed, skipped] = last.slice(1).map((text) => Number(text ?? 0));
  return [passed, code !== 0 && failed === 0 ? 1 : failed, skipped];
}

const tally = [0, 0, 0];
for (const lanes of stages) {
  await Promise.all(
    lanes.map(async (suites, lane) => {
      for (const suite of suites) {
        const counts = count(await run(suite, lane === 0), suite.isCheck);
        for (const i of tally.keys()) tally[i] += counts[i];
      }
    }),
  );
}
// Said once more at the end, where whoever reads a long log begins.
const summary = collect(sharing);
recordTimes(summary.times);
console.log();
print(summary);
rmSync(sharing, { recursive: true });
const [passed, failed, skipped] = tally;
if (skipped) console.log(`${skipped} skipped, with their reasons above`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
