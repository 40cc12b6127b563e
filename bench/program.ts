/** `node scripts/bench.mjs program FILE.cu …`: runs a program's `main` and prints what it prints; for looking at one by hand. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { simulateProgram } from "../test/support/conformance";

for (const path of process.argv.slice(2)) {
  const result = await simulateProgram(readFileSync(path, "utf8"), basename(path));
  process.stdout.write(result.stdout);
  process.stderr.write(result.stderr);
  const { kind, message, location } = result.outcome;
  console.error(
    `${basename(path)}: ${kind}${message && `, ${message}`}${location ? ` (line ${location.line})` : ""}; exit ${result.exitCode}`,
  );
}
