/** Which files are checked: folders, patterns, changes, standard input; in parallel, and the same whatever the number of workers. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckJson } from "../../engine/formats/findings";
import { sampledIt } from "../support/sample";
import { clean, project, type RunOptions, run, strided, validated } from "./cli";

function paths(options: RunOptions, ...words: string[]): string[] {
  const { stdout } = run(options, "check", "--format", "json", ...words);
  return validated<CheckJson>("check", stdout).files.map((file) => file.path);
}

/** Each of these tests starts processes that load clang: a third of them runs a day. */
const it = sampledIt("cli/selection", 3);

describe("what is checked", () => {
  it("folders, patterns and files, each file once, in order", () => {
    const cwd = project({
      "b.cu": clean,
      "a.cuh": clean,
      "src/deep/c.cu": clean,
      "src/d.cpp": "",
      "node_modules/x/e.cu": clean,
      ".hidden/f.cu": clean,
    });
    assert.deepEqual(paths({ cwd }, "."), ["a.cuh", "b.cu", "src/deep/c.cu"]);
    assert.deepEqual(paths({ cwd }, "src", "b.cu", "src/deep/c.cu"), ["src/deep/c.cu", "b.cu"]);
    assert.deepEqual(paths({ cwd }, "**/*.cu"), ["b.cu", "src/deep/c.cu"]);
    assert.deepEqual(paths({ cwd: join(cwd, "src") }, "../*.cu*"), [join(cwd, "a.cuh"), join(cwd, "b.cu")]);
  });

  it("what git knows to have changed since a revision", () => {
    const cwd = project({ "a.cu": clean, "b.cu": clean, "gone.cu": clean, "notes.txt": "", "sub/c.cu": clean });
    const git = (...words: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", "-C", cwd, ...words], {
        stdio: "pipe",
      });
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "first");
    assert.deepEqual(paths({ cwd }, "--changed-since", "HEAD"), []);
    writeFileSync(join(cwd, "b.cu"), strided());
    writeFileSync(join(cwd, "sub/new.cu"), clean);
    writeFileSync(join(cwd, "notes.txt"), "changed");
    rmSync(join(cwd, "gone.cu"));
    assert.deepEqual(paths({ cwd }, "--changed-since", "HEAD"), ["b.cu", "sub/new.cu"]);
    assert.deepEqual(paths({ cwd }, "--changed-since", "HEAD", "sub"), ["sub/new.cu"]);
    git("add", ".");
    git("commit", "-q", "-m", "second");
    assert.deepEqual(paths({ cwd: join(cwd, "sub") }, "--changed-since", "HEAD~1"), [join(cwd, "b.cu"), "new.cu"]);
    const unknown = run({ cwd }, "check", "--changed-since", "nowhere");
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [2, "warplens: --changed-since nowhere: there is no such revision.\n"],
    );
    const outside = run({ cwd: project({ "a.cu": clean }) }, "check", "--changed-since", "HEAD");
    assert.equal(outside.code, 2);
    assert.match(outside.stderr, /^warplens: --changed-since HEAD: git says: .*\.\n$/);
  });

  it("standard input under a name, with the configuration and headers of its place", () => {
    const cwd = project({
      "src/.warplens.json": '{ "rules": { "uncoalesced-access": "error" } }',
      "src/stride.h": "#define STRIDE 32\n",
    });
    const input = `#include "stride.h"\n${strided().replace("32", "STRIDE")}`;
    const words = ["check", "--stdin", "--stdin-filename", "src/a.cu", "--format", "json"];
    const { files } = validated<CheckJson>("check", run({ cwd, input }, ...words).stdout);
    assert.deepEqual(
      files.map((file) => [file.path, file.findings[0]!.severity]),
      [["src/a.cu", "error"]],
    );
  });

  it("writes a report into a file and nothing to standard output", () => {
    const cwd = project({ "a.cu": strided() });
    const { code, stdout } = run({ cwd }, "check", "a.cu", "-o", "report.txt");
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(readFileSync(join(cwd, "report.txt"), "utf8"), /1 finding in 1 file\.\n$/);
  });
});

describe("workers", () => {
  const many = () =>
    project(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`k${i}.cu`, strided(`kernel${i}`)])));

  it("give the same report, whatever their number", () => {
    const cwd = many();
    const [one, two] = ["1", "2"].map(
      (count) => run({ cwd }, "check", ".", "--workers", count, "--format", "json").stdout,
    );
    assert.equal(one, two);
    assert.equal(validated<CheckJson>("check", one!).files.length, 12);
  });
});
