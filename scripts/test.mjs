// `npm test`: sets itself up, then types, lint, build, unit tests and the extension in a real VS Code; ends with the tally.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled } from "./setup.mjs";

const full = process.argv.includes("--full");
ensureInstalled();

/** Where the two processes of the unit tests say which file each has taken. */
const sharing = mkdtempSync(join(tmpdir(), "warplens-tests-"));

/** A suite prints `NAME: N passed, N failed, N skipped`; a check only has an exit code and counts as one test. */
const suites = [
  { name: "types", commands: [["node_modules/.bin/tsc", "-p", "."]], check: true },
  {
    name: "lint",
    commands: [["node_modules/.bin/biome", "ci", "--colors=off", "--error-on-warnings", "."]],
    check: true,
  },
  { name: "build", commands: [[process.execPath, "scripts/build.mjs"]], check: true },
  { name: "unit", commands: [1, 2].map(() => [process.execPath, "scripts/unit.mjs", `--sharing=${sharing}`]) },
  { name: "vscode", commands: [[process.execPath, "scripts/vscode/test.mjs"]] },
];

/** Output of commands that run side by side is kept apart: `live` is printed as it comes, else at the end. */
function run(command, live) {
  return new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...(full ? { WARPLENS_FULL: "1" } : {}) },
    });
    let output = "";
    child.stdout.on("data", (bytes) => {
      output += bytes;
      if (live) process.stdout.write(bytes);
    });
    const end = (code, text) => {
      if (!live) process.stdout.write(text);
      resolve({ code, output: text });
    };
    child.on("close", (code) => end(code ?? 1, output));
    child.on("error", (error) => end(1, String(error)));
  });
}

/** [passed, failed, skipped] of one command. A suite that died before it counted has failed, whatever it printed. */
function count({ code, output }, check) {
  if (check) return code === 0 ? [1, 0, 0] : [0, 1, 0];
  const last = [...output.matchAll(/^\w+: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  if (!last) return [0, 1, 0];
  const [passed, failed, skipped] = last.slice(1).map((text) => Number(text ?? 0));
  return [passed, code !== 0 && failed === 0 ? 1 : failed, skipped];
}

const tally = [0, 0, 0];
for (const { name, commands, check = false } of suites) {
  const start = Date.now();
  console.log(`\n== ${name}`);
  const results = await Promise.all(commands.map((command, i) => run(command, i === 0)));
  const counts = results.map((result) => count(result, check));
  for (const one of counts) for (const i of tally.keys()) tally[i] += one[i];
  const isBad = counts.some(([, failed]) => failed > 0);
  console.log(`${name}: ${isBad ? "FAILED" : "ok"} in ${((Date.now() - start) / 1000).toFixed(0)} s`);
}
// Said once more at the end, where whoever reads a long log begins.
const failures = join(sharing, "failures");
if (existsSync(failures)) console.log(`\nFailed unit tests:\n${readFileSync(failures, "utf8")}`);
rmSync(sharing, { recursive: true });
const [passed, failed, skipped] = tally;
if (skipped) console.log(`${skipped} skipped, with their reasons above`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
