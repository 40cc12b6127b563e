/** The recipes of docs/ci.md for several machines: their own lines, run as their engines run them, on this one. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clean, emptyFolder, project, run, strided } from "./cli";

/** The commands of the section of an engine, in order. */
function commandsOf(engine: string): string[] {
  const page = readFileSync("docs/ci.md", "utf8");
  const section = page.split(`### ${engine}\n`)[1]!.split(/^##/m)[0]!;
  const code = [...section.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text]) => text!).join("");
  return code.split("\n").flatMap((line) => /^\s*(?:- run: |- )?((?:parallel )?warplens .*)$/.exec(line)?.[1] ?? []);
}

/** A folder whose `warplens` is the built one, as an installation leaves it. */
function installed(): string {
  const folder = emptyFolder();
  const script = `#!/bin/sh\nexec ${process.execPath} ${join(process.cwd(), "dist/cli.mjs")} "$@"\n`;
  writeFileSync(join(folder, "warplens"), script);
  chmodSync(join(folder, "warplens"), 0o755);
  return folder;
}

const COUNT = 4;

/** What an engine replaces in a line, or sets in the environment, for the shard of a number. */
const engines: Readonly<
  Record<string, { env?: (index: number) => Record<string, string>; line?: (text: string, index: number) => string }>
> = {
  "GitHub Actions matrix": { line: (text, index) => text.replaceAll(/\$\{\{ matrix\.shard \}\}/g, String(index)) },
  "GitLab `parallel`": { env: (index) => ({ CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(COUNT) }) },
  "Slurm array": {
    env: (index) => ({ SLURM_ARRAY_TASK_ID: String(index), SLURM_ARRAY_TASK_COUNT: String(COUNT) }),
  },
};

const sources = {
  "src/a.cu": strided("a"),
  "src/b.cu": clean,
  "src/c.cu": strided("c"),
  "src/d.cu": clean,
  "src/e.cu": strided("e"),
};

describe("recipes for several machines", () => {
  const bin = installed();
  const shell = (cwd: string, command: string, env: Record<string, string> = {}) =>
    spawnSync("bash", ["-c", command], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...env },
    });

  for (const [engine, { env, line }] of Object.entries(engines)) {
    it(`${engine}: shards, one after the other, and the merge of their reports`, () => {
      const cwd = project(sources);
      const commands = commandsOf(engine);
      const check = commands.find((one) => one.startsWith("warplens check"))!;
      const merge = commands.find((one) => one.startsWith("warplens merge"))!;
      for (let index = 1; index <= COUNT; index++) {
        const { status, stderr } = shell(cwd, line ? line(check, index) : check, env?.(index));
        assert.equal(status, 0, stderr);
      }
      const { status, stderr } = shell(cwd, merge);
      assert.equal(status, 1, stderr);
      const [, output] = / -o (\S+)$/.exec(merge)!;
      const format = output!.split(".").at(-1)!;
      assert.equal(readFileSync(join(cwd, output!), "utf8"), run({ cwd }, "check", "src", "--format", format).stdout);
    });
  }

  it("GNU parallel: shards beside each other, where it is installed", function () {
    if (spawnSync("parallel", ["--version"]).status !== 0) {
      console.log("      GNU parallel is not installed here: its recipe is not run.");
      return this.skip();
    }
    const cwd = project(sources);
    const [shards, merge] = commandsOf("GNU parallel");
    assert.equal(shell(cwd, shards!).status, 0);
    assert.equal(shell(cwd, merge!).status, 1);
    const whole = run({ cwd }, "check", "src", "--format", "html").stdout;
    assert.equal(readFileSync(join(cwd, "warplens.html"), "utf8"), whole);
  });

  it("a cache that another machine filled is used", () => {
    const cwd = project(sources);
    const cache = emptyFolder();
    const words = ["check", "src", "--format", "json", "--exit-zero"];
    const first = run({ cwd, env: { WARPLENS_CACHE: cache } }, ...words, "--shard", "1/2");
    assert.equal(first.code, 0);
    const elsewhere = project(sources);
    const again = run({ cwd: elsewhere, env: { WARPLENS_CACHE: cache } }, ...words, "--shard", "1/2");
    assert.equal(again.stdout, first.stdout);
  });
});
