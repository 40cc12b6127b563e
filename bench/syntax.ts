/**
 * How long the tolerant layer takes, on the recorded programs joined to a file of about 1,900 lines: the first reading, a
 * reading with nothing known, an edit inside one kernel, an edit that moves everything, and a text that did not change.
 * Runs from the root of the checkout.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createSyntax, foldLaunches } from "../analyzer/syntax";

const folder = "test/hardware/programs";
const LINES = 1_900;
const RUNS = 30;

/** Renames the functions of a copy, so that no two copies share an item. */
function sample(): string {
  const programs = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, "utf8"));
  let text = "";
  for (let copy = 0; text.split("\n").length < LINES; copy++)
    text += programs.join("\n").replace(/\b(void|int|unsigned) (\w+)\(/g, `$1 $2_${copy}(`);
  return text.split("\n").slice(0, LINES).join("\n");
}

/** Processor time beside the time on the clock: the first is what a busy machine leaves as it is. */
function measure(name: string, run: (turn: number) => void): void {
  const clock: number[] = [];
  const processor: number[] = [];
  for (let turn = 0; turn < RUNS; turn++) {
    const usage = process.cpuUsage();
    const before = performance.now();
    run(turn);
    clock.push(performance.now() - before);
    const { user, system } = process.cpuUsage(usage);
    processor.push((user + system) / 1000);
  }
  const at = (times: number[], part: number) =>
    times
      .sort((a, b) => a - b)
      [Math.floor(part * (times.length - 1))]!.toFixed(1)
      .padStart(7);
  const columns = [
    `processor p50 ${at(processor, 0.5)} ms`,
    `clock p50 ${at(clock, 0.5)} ms  p95 ${at(clock, 0.95)} ms`,
  ];
  console.log(`${name.padEnd(32)} ${columns.join("   ")}`);
}

const text = sample();
const loading = performance.now();
const syntax = await createSyntax({
  runtime: readFileSync("node_modules/web-tree-sitter/web-tree-sitter.wasm"),
  cuda: readFileSync("node_modules/tree-sitter-cuda/tree-sitter-cuda.wasm"),
});
const loaded = performance.now();
const outline = syntax.outline(text);
console.log(`${LINES} lines, ${text.length} characters, ${outline.functions.length} functions`);
console.log(
  `grammar loaded in ${(loaded - loading).toFixed(0)} ms; first outline ${(performance.now() - loaded).toFixed(0)} ms`,
);

const middle = text.indexOf("threadIdx", text.length / 2);
const insert = (at: number, words: string) => text.slice(0, at) + words + text.slice(at);
// Every function gets a name of its own each time, so that no item is known.
measure("everything new", (turn) => void syntax.outline(text.replace(/_(\d)\(/g, `_$1_${turn}(`)));
measure("a word typed inside a kernel", (turn) => void syntax.outline(insert(middle, `w${turn} + `)));
measure("a brace typed inside a kernel", (turn) => void syntax.outline(insert(middle, `{ /* ${turn} */ `)));
measure("a line added at the top", (turn) => void syntax.outline(`// ${turn}\n${text}`));
measure("the same text again", () => void syntax.outline(text));
measure("all launches folded", () => void foldLaunches(text, outline));
