/** `check --watch`: a process that goes on, files that change beneath it, and Ctrl+C. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clean, project, run } from "./cli";

/** A watch, with what it has said so far. */
class Watch {
  readonly process: ChildProcess;
  private text = "";
  private heard = 0;
  private changed = () => {};

  constructor(cwd: string, ...words: string[]) {
    // One pipe for both streams, so that what is said has an order.
    const command = 'exec "$0" "$@" 2>&1';
    const all = [process.execPath, join(process.cwd(), "dist/cli.mjs"), "check", "--watch", ...words];
    this.process = spawn("sh", ["-c", command, ...all], { cwd });
    this.process.stdout!.setEncoding("utf8").on("data", (more: string) => {
      this.text += more;
      this.changed();
    });
  }

  /** Everything up to and with the next sentence that matches. */
  async until(sentence: RegExp): Promise<string> {
    for (;;) {
      const rest = this.text.slice(this.heard);
      const found = sentence.exec(rest);
      if (found) {
        this.heard += found.index + found[0].length;
        return rest.slice(0, found.index + found[0].length);
      }
      await new Promise<void>((resolve) => {
        this.changed = resolve;
      });
    }
  }
}

const source = `#include "stride.h"
__global__ void strided(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x * STRIDE]; }
`;

describe("check --watch", () => {
  it("checks what changes and what includes it, follows files that come, go and do not compile, until Ctrl+C", async () => {
    const cwd = project({
      "src/a.cu": source,
      "src/inner.h": "#define STRIDE 32\n",
      "src/stride.h": '#include "inner.h"\n',
      "src/b.cu": clean,
    });
    const watch = new Watch(cwd, "src");
    try {
      const first = await watch.until(/\d+ findings? in \d+ files?; watching for changes, Ctrl\+C ends\./);
      assert.match(first, /src\/a\.cu:2:\d+: warning: Uncoalesced/);
      assert.match(first, /1 finding in 2 files; watching/);
      writeFileSync(join(cwd, "src/inner.h"), "#define STRIDE 1\n");
      const mended = await watch.until(/0 findings in 2 files; watching/);
      assert.match(mended, /checked src\/a\.cu\./);
      writeFileSync(join(cwd, "src/c.cu"), "__global__ void broken() { missing(); }\n");
      assert.match(await watch.until(/0 findings in 3 files; watching/), /checked src\/c\.cu\.[\s\S]*broken/);
      writeFileSync(join(cwd, "src/c.cu"), source.replace("STRIDE]", "16]"));
      assert.match(await watch.until(/1 finding in 3 files; watching/), /src\/c\.cu:2:\d+: warning/);
      rmSync(join(cwd, "src/c.cu"));
      await watch.until(/0 findings in 2 files; watching/);
      writeFileSync(join(cwd, "src/.warplens.json"), '{ "rules": { "uncoalesced-access": "of" } }');
      await watch.until(/\.warplens\.json:1: /);
      writeFileSync(join(cwd, "src/.warplens.json"), "{}");
      await watch.until(/0 findings in 2 files; watching/);
      watch.process.kill("SIGINT");
      const code = await new Promise((resolve) => watch.process.once("exit", resolve));
      assert.equal(code, 130);
      await watch.until(/warplens: check: no longer watching\.\n/);
    } finally {
      watch.process.kill("SIGKILL");
    }
  });

  it("refuses what is about one report", () => {
    const cwd = project({ "a.cu": clean });
    const said = (...words: string[]) => run({ cwd }, "check", "a.cu", "--watch", ...words).stderr;
    assert.equal(said("--format", "json"), "warplens: --watch writes text only.\n");
    assert.equal(said("-o", "x"), "warplens: --output is about one report, and --watch writes one after another.\n");
    assert.equal(run({ cwd }, "check", "nowhere", "--watch").stderr, "warplens: nowhere: there is no such file.\n");
  });
});
