// `npm test`: sets itself up, then types, lint, build, unit tests and the extension in a real VS Code; ends with the tally.
import { spawn } from "node:child_process";
import { ensureInstalled } from "./setup.mjs";

const full = process.argv.includes("--full");
ensureInstalled();

/** A suite prints `NAME: N passed, N failed, N skipped`; a check only has an exit code and counts as one test. */
const suites = [
  { name: "types", command: ["node_modules/.bin/tsc", "-p", "."], check: true },
  { name: "lint", command: ["node_modules/.bin/biome", "ci", "--colors=off", "--error-on-warnings", "."], check: true },
  { name: "build", command: [process.execPath, "scripts/build.mjs"], check: true },
  { name: "unit", command: [process.execPath, "scripts/unit.mjs"] },
  { name: "vscode", command: [process.execPath, "scripts/vscode/test.mjs"] },
];

function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...(full ? { WARPLENS_FULL: "1" } : {}) },
    });
    let output = "";
    child.stdout.on("data", (bytes) => {
      output += bytes;
      process.stdout.write(bytes);
    });
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
    child.on("error", (error) => resolve({ code: 1, output: String(error) }));
  });
}

const tally = { passed: 0, failed: 0, skipped: 0 };
for (const { name, command, check } of suites) {
  const start = Date.now();
  console.log(`\n== ${name}`);
  const { code, output } = await run(command);
  const last = [...output.matchAll(/^\w+: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  const counts = last ? last.slice(1).map((text) => Number(text ?? 0)) : [0, 0, 0];
  // A suite that died before it counted has failed, whatever it printed.
  if (check || !last) counts[code === 0 && check ? 0 : 1] += 1;
  else if (code !== 0 && counts[1] === 0) counts[1] = 1;
  tally.passed += counts[0];
  tally.failed += counts[1];
  tally.skipped += counts[2];
  console.log(`${name}: ${counts[1] ? "FAILED" : "ok"} in ${((Date.now() - start) / 1000).toFixed(0)} s`);
}
if (tally.skipped) console.log(`${tally.skipped} skipped, with their reasons above`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed ? 1 : 0);
