/** `node scripts/bench.mjs programs [names]`: runs the small programs of `test/host/programs` and says which print what they must. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { simulateProgram } from "../test/support/conformance";

const folder = join(process.cwd(), "test/host/programs");
const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".cu"))
  .map((name) => name.slice(0, -3));
let equal = 0;
for (const name of wanted.length > 0 ? wanted : names) {
  const expected = readFileSync(join(folder, `${name}.txt`), "utf8");
  let problem = "";
  try {
    const result = await simulateProgram(readFileSync(join(folder, `${name}.cu`), "utf8"), `${name}.cu`);
    const printed = new TextDecoder().decode(result.stdout);
    const at = result.outcome.location ? ` (line ${result.outcome.location.line})` : "";
    if (result.outcome.kind !== "completed") problem = `${result.outcome.kind}: ${result.outcome.message}${at}\n`;
    const [lines, wantedLines] = [printed.split("\n"), expected.split("\n")];
    const first = wantedLines.findIndex((line, i) => line !== lines[i]);
    if (printed !== expected)
      problem += `  line ${first + 1}: expected ${JSON.stringify(wantedLines[first])}, printed ${JSON.stringify(lines[first])}`;
  } catch (error) {
    problem = String(error).split("\n").slice(0, 6).join("\n");
  }
  if (problem) console.log(`${name}: ${problem}`);
  else equal++;
}
console.log(`${equal} of ${wanted.length || names.length} print what they must`);
