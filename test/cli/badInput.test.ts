/** What cannot be checked: one clear line each on standard error, nothing on standard output, exit code 2. */
import assert from "node:assert/strict";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { CheckJson } from "../../engine/formats/findings";
import { sampledIt } from "../support/sample";
import { clean, project, run, strided, validated } from "./cli";

/** Exactly this on standard error. */
function refused(cwd: string, words: readonly string[], line: string): void {
  const { code, stdout, stderr } = run({ cwd }, "check", ...words);
  assert.equal(stderr, `warplens: ${line}\n`);
  assert.equal(stdout, "");
  assert.equal(code, 2);
}

/** Each of these tests starts processes that load clang: a third of them runs a day. */
const it = sampledIt("cli/badInput", 3);

describe("bad input", () => {
  it("an unreadable file", () => {
    const cwd = project({ "a.cu": clean });
    chmodSync(join(cwd, "a.cu"), 0);
    if (process.getuid?.() !== 0) {
      refused(cwd, ["a.cu"], "a.cu: it cannot be read: check its permissions.");
      return;
    }
    // Root reads everything; a name that the file system cannot hold is refused to root as well.
    const long = `${"x".repeat(300)}.cu`;
    refused(cwd, [long], `${long}: cannot be read (ENAMETOOLONG).`);
  });

  it("a file that is not there, a binary file, one that is too large", () => {
    const cwd = project({
      "binary.cu": new Uint8Array([127, 69, 76, 70, 0, 0]),
      "large.cu": "// table\n".repeat(583_000),
    });
    refused(cwd, ["no.cu"], "no.cu: there is no such file.");
    refused(cwd, ["binary.cu"], "binary.cu: this is a binary file, not CUDA source.");
    refused(cwd, ["large.cu"], "large.cu: its 5 MiB are more than the 4 MiB that are read.");
  });

  it("a baseline or a configuration that is a device", () => {
    const cwd = project({ "a.cu": clean, "src/b.cu": clean });
    for (const name of ["base.json", "src/.warplens.json"]) symlinkSync("/dev/zero", join(cwd, name));
    const why = "is not read: it is a device, a pipe or a socket, no file.";
    refused(cwd, ["a.cu", "--baseline", "base.json"], `base.json: the baseline ${why}`);
    refused(cwd, ["src/b.cu"], `src/.warplens.json:1: the configuration ${why}`);
  });

  it("a folder without CUDA, a pattern that nothing matches", () => {
    const cwd = project({ "src/a.cpp": "", "none/.keep": "" });
    refused(cwd, ["src"], "src: there is no CUDA file (.cu, .cuh) in this folder.");
    refused(cwd, ["src/**/*.cu"], "src/**/*.cu: no file matches this pattern.");
  });

  it("the others are checked all the same, and the exit code says that one was not", () => {
    const cwd = project({ "a.cu": strided(), "b.cu": new Uint8Array([0]) });
    const { code, stdout, stderr } = run({ cwd }, "check", ".", "--format", "json");
    assert.equal(code, 2);
    assert.equal(stderr, "warplens: b.cu: this is a binary file, not CUDA source.\n");
    const { files } = validated<CheckJson>("check", stdout);
    assert.deepEqual(
      files.map((one) => [one.path, one.findings.length]),
      [["a.cu", 1]],
    );
  });

  it("a configuration that is circular, names an unknown rule or key, has a wrong value, or is no JSON", () => {
    const wrong = (files: Readonly<Record<string, string>>, line: string) =>
      refused(project({ "a.cu": clean, ...files }), ["a.cu"], line);
    wrong(
      { ".warplens.json": '{\n  "extends": "b.json"\n}', "b.json": '{ "extends": ".warplens.json" }' },
      "b.json:1: “extends” is circular: .warplens.json → b.json → .warplens.json.",
    );
    wrong(
      { ".warplens.json": '{\n  "rules": {\n    "uncoalesced": "off"\n  }\n}' },
      ".warplens.json:3: there is no rule “uncoalesced”; the nearest are uncoalesced-access, copy-kind, indexed-access.",
    );
    wrong(
      { ".warplens.json": '{\n  "compile": {\n    "std": "c++20"\n  }\n}' },
      ".warplens.json:3: there is no key “compile.std”; there are standard, includeFolders, defines, fastMath, fmad.",
    );
    wrong(
      { ".warplens.json": '{ "failOn": "never" }' },
      ".warplens.json:1: “failOn” is one of error, warning, information, hint.",
    );
    wrong(
      { ".warplens.json": '{\n  "rules": {},\n}' },
      ".warplens.json:3: this is not valid JSON: expected a key in double quotes, found “}”.",
    );
    wrong(
      { ".warplens.json": '{ "extends": "no.json" }' },
      ".warplens.json:1: “extends” names no.json, which cannot be read.",
    );
    wrong({ ".warplens.json": "[]" }, ".warplens.json:1: a configuration is a JSON object.");
  });

  it("options that do not fit", () => {
    const cwd = project({ "a.cu": clean });
    refused(cwd, ["a.cu", "--max-warnings", "few"], "--max-warnings few: write a whole number of at least 0.");
    refused(cwd, ["a.cu", "--workers", "0"], "--workers 0: write a whole number of at least 1.");
    refused(cwd, ["a.cu", "--config", "no.json"], "--config no.json: there is no such file.");
    refused(
      cwd,
      ["a.cu", "--baseline", "no.json"],
      "no.json: there is no such baseline; write it with --write-baseline.",
    );
    refused(cwd, ["a.cu", "--write-baseline"], "--write-baseline: name the file with --baseline FILE.");
    refused(cwd, ["--stdin", "a.cu"], "--stdin checks only standard input; name no files.");
    refused(cwd, ["a.cu", "-std=c++1x"], "-std=c++1x: c++1x is no C++ standard; write one such as c++17.");
    refused(
      cwd,
      ["a.cu", "--output", "no/such/folder.txt"],
      "--output no/such/folder.txt: cannot be written (ENOENT).",
    );
  });
});

describe("input that is merely odd", () => {
  const only = (content: string | Uint8Array, ...words: string[]) => {
    const cwd = project({ "a.cu": content });
    const { code, stdout, stderr } = run({ cwd }, "check", "a.cu", "--format", "json", ...words);
    return { code, stderr, file: validated<CheckJson>("check", stdout).files[0]! };
  };

  it("text that is not UTF-8 is read as Latin-1, and columns are right", () => {
    const bytes = Buffer.from(strided().replace("  out", "  /* gr\xfc\xdfe */ out"), "latin1");
    const { stderr, file } = only(bytes);
    assert.equal(stderr, "warplens: a.cu: not UTF-8; read as Latin-1.\n");
    assert.equal(file.findings[0]!.range.start.character, 33);
  });

  it("UTF-16 with its mark", () => {
    const { stderr, file } = only(Buffer.from(`\ufeff${strided()}`, "utf16le"));
    assert.equal(stderr, "warplens: a.cu: read as UTF-16.\n");
    assert.equal(file.findings.length, 1);
  });

  it("CRLF: the same places, and text output without carriage returns", () => {
    const { file } = only(strided().replaceAll("\n", "\r\n"));
    assert.deepEqual(file.findings[0]!.range, only(strided()).file.findings[0]!.range);
    const cwd = project({ "a.cu": strided().replaceAll("\n", "\r\n") });
    assert.doesNotMatch(run({ cwd }, "check", "a.cu").stdout, /\r/);
  });
});
