/** Baselines: written, matched when lines move, stale entries told and pruned. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckJson } from "../../engine/formats/findings";
import { sampledIt } from "../support/sample";
import { clean, project, run, strided, validated } from "./cli";

const entries = (cwd: string): { path: string; rule: string }[] =>
  JSON.parse(readFileSync(join(cwd, "ci/base.json"), "utf8")).findings;

/** Each of these tests starts processes that load clang: a third of them runs a day. */
const it = sampledIt("cli/baseline", 3);

describe("a baseline", () => {
  it("is written, keeps what it knows from failing, and lets the new fail", () => {
    const cwd = project({ "a.cu": strided(), "src/b.cu": strided("other"), "ci/.keep": "" });
    const words = ["check", ".", "--baseline", "ci/base.json"];
    const written = run({ cwd }, ...words, "--write-baseline");
    assert.equal(written.code, 0);
    assert.equal(written.stderr, "warplens: ci/base.json: 2 findings written.\n");
    assert.match(written.stdout, /^No findings in 2 files, 2 suppressed\.\n$/);
    assert.deepEqual(
      entries(cwd).map((one) => one.path),
      ["../a.cu", "../src/b.cu"],
    );

    const moved = `// moved\n\n${strided()}${strided("fresh")}`;
    writeFileSync(join(cwd, "a.cu"), moved);
    const fresh = run({ cwd }, ...words, "--format", "json");
    assert.equal(fresh.code, 1);
    const [file] = validated<CheckJson>("check", fresh.stdout).files;
    assert.deepEqual(
      file!.findings.map((one) => one.range.start.line),
      [6],
    );
    assert.deepEqual(
      file!.suppressed.map((one) => [one.range.start.line, one.suppression.kind]),
      [[3, "baseline"]],
    );
  });

  it("tells stale entries, and of gone files too, and prunes them", () => {
    const cwd = project({ "a.cu": strided(), "b.cu": strided("b"), "c.cu": strided("c"), "ci/.keep": "" });
    const words = ["check", "--baseline", "ci/base.json"];
    run({ cwd }, ...words, ".", "--write-baseline");
    writeFileSync(join(cwd, "a.cu"), clean);
    rmSync(join(cwd, "b.cu"));
    // c.cu is not checked here, so nothing is known of its entry.
    const stale = run({ cwd }, ...words, "a.cu");
    assert.equal(stale.code, 0);
    assert.match(
      stale.stderr,
      /stale: \.\.\/a\.cu: uncoalesced-access: .*\n.*stale: \.\.\/b\.cu: .*\n.*--prune-baseline/,
    );
    assert.doesNotMatch(stale.stderr, /c\.cu/);
    assert.equal(
      run({ cwd }, ...words, "a.cu", "--prune-baseline").stderr,
      "warplens: ci/base.json: 2 entries removed.\n",
    );
    assert.deepEqual(
      entries(cwd).map((one) => one.path),
      ["../c.cu"],
    );
    assert.equal(run({ cwd }, ...words, ".").stderr, "");
  });

  it("is said in the configuration, and a damaged one is refused", () => {
    const cwd = project({
      "a.cu": strided(),
      ".warplens.json": '{ "baseline": "ci/base.json" }',
      "ci/base.json": "{}",
    });
    const damaged = run({ cwd }, "check", "a.cu");
    assert.equal(damaged.code, 2);
    assert.match(damaged.stderr, /^warplens: ci\/base\.json: this is not a baseline of this version; /);
    rmSync(join(cwd, "ci/base.json"));
    assert.equal(run({ cwd }, "check", "a.cu", "--write-baseline").code, 0);
    assert.equal(run({ cwd }, "check", "a.cu").code, 0);
  });
});
