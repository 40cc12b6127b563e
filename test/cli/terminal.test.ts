/** Colour and width: from the terminal, unless the environment says otherwise. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { project, run, strided } from "./cli";

const ESCAPE = "\u001b[";
const plain = { FORCE_COLOR: "", NO_COLOR: "", COLUMNS: "" };

const withoutColours = (text: string): string =>
  text
    .split(ESCAPE)
    .map((part, i) => (i === 0 ? part : part.replace(/^[\d;]*[mK]/, "")))
    .join("");

/** What a terminal shows in the end: a return and the command to erase the line take away what stood in it. */
const erased = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.split(`\r${ESCAPE}K`).at(-1)!)
    .join("\n");

describe("the terminal", () => {
  const cwd = project({ "a.cu": strided() });
  const output = (env: Readonly<Record<string, string>>) =>
    run({ cwd, env: { ...plain, ...env } }, "check", "a.cu").stdout;

  it("has no colour in a pipe, unless it is forced; FORCE_COLOR=0 and NO_COLOR take it away", () => {
    assert.ok(!output({}).includes(ESCAPE));
    const coloured = output({ FORCE_COLOR: "1" });
    assert.ok(coloured.includes(`${ESCAPE}33mwarning`));
    assert.equal(withoutColours(coloured), output({}));
    assert.ok(!output({ FORCE_COLOR: "0" }).includes(ESCAPE));
  });

  it("wraps sentences to its width, and leaves them whole in a pipe", () => {
    const lines = (columns: string) =>
      // Code to write instead stays as it is: broken lines could not be pasted.
      output({ COLUMNS: columns })
        .replace(/\n +\+ instead:[\s\S]*?\n\n/, "\n\n")
        .split("\n")
        .filter((line) => line !== "");
    assert.ok(Math.max(...lines("").map((line) => line.length)) > 100);
    assert.ok(Math.max(...lines("60").map((line) => line.length)) <= 60);
  });

  it("may be a pipe that is closed before the end", () => {
    const lines = Array.from({ length: 600 }, (_, i) => `  step<<<1, ${32 + i}>>>(a);`).join("\n");
    const many = `__global__ void step(float* a) { a[threadIdx.x] += 1; }\nint main() {\n  float* a;\n  cudaMalloc(&a, 8192);\n${lines}\n  cudaFree(a);\n}\n`;
    const place = project({ "many.cu": many });
    const cli = join(process.cwd(), "dist/cli.mjs");
    const command = `${process.execPath} ${cli} simulate --program many.cu --format json | head -1`;
    const { stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: place, encoding: "utf8" });
    assert.deepEqual([stdout, stderr], ["{\n", ""]);
  });

  it("is a real one: colour, and no progress line left behind", function () {
    const cli = join(process.cwd(), "dist/cli.mjs");
    const command = `stty cols 70; ${process.execPath} ${cli} check a.cu`;
    const { error, stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined, COLUMNS: undefined, TERM: "xterm" },
    });
    if (error) {
      console.log(`      skipped: script, which makes a terminal, cannot be run (${error.message})`);
      this.skip();
    }
    assert.ok(stdout.includes(`${ESCAPE}33mwarning`), stdout);
    const visible = withoutColours(erased(stdout)).replace(/\n +\+ instead:[\s\S]*?\n\r?\n/, "\n\n");
    assert.ok(Math.max(...visible.split(/\r?\n/).map((line) => line.length)) <= 70, visible);
    assert.match(visible, /1 finding in 1 file\.\s*$/);
  });
});
