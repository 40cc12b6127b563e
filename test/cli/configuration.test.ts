/** `.warplens.json`: what it says, where it is found, and that the editor and the command line read it alike. */
import assert from "node:assert/strict";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv } from "ajv";
import { architectures } from "../../analyzer/hardware/architectures";
import { rules } from "../../analyzer/rules";
import { globTest } from "../../engine/configuration/glob";
import { JsonError, parseJson } from "../../engine/configuration/json";
import { standards } from "../../engine/configuration/layer";
import type { CheckJson } from "../../engine/formats/findings";
import { TestClient, until } from "../server/support/client";
import { sampledIt } from "../support/sample";
import { clean, project, run, strided, validated } from "./cli";

const schema = JSON.parse(readFileSync("docs/schemas/configuration.json", "utf8"));
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

const rulesFound = (cwd: string, ...words: string[]) =>
  validated<CheckJson>("check", run({ cwd }, "check", ...words, "--format", "json").stdout).files.map((file) =>
    file.findings.map((one) => `${one.rule} ${one.severity}`),
  );

describe("the configuration file", () => {
  // Each of these tests starts processes that load clang: a third of them runs a day.
  const it = sampledIt("cli/configuration", 5);

  it("is found upward from each file, and changes what is said of it", () => {
    const cwd = project({
      ".warplens.json": '{ "rules": { "uncoalesced-access": "hint" } }',
      "a.cu": strided(),
      "deep/er/b.cu": strided(),
      "own/.warplens.json": '{ "rules": { "uncoalesced-access": "off" } }',
      "own/c.cu": strided(),
    });
    assert.deepEqual(rulesFound(cwd, "."), [["uncoalesced-access hint"], ["uncoalesced-access hint"], []]);
    assert.deepEqual(rulesFound(cwd, ".", "--no-config"), Array(3).fill(["uncoalesced-access warning"]));
    const own = join("own", ".warplens.json");
    assert.deepEqual(rulesFound(cwd, "a.cu", "--config", own), [[]]);
  });

  it("extends other files, and the nearer one decides", () => {
    const cwd = project({
      "base.warplens.json":
        '{ "rules": { "uncoalesced-access": "error", "shared-bank-conflict": "off" }, "failOn": "hint" }',
      ".warplens.json": '{ "extends": "base.warplens.json", "rules": { "uncoalesced-access": "information" } }',
      "a.cu": strided(),
    });
    const { code, stdout, stderr } = run({ cwd }, "check", "--print-config");
    assert.equal(code, 0);
    const printed: { rules: unknown; failOn: unknown } = JSON.parse(stdout);
    const isValid: boolean = validate(printed);
    assert.ok(isValid, JSON.stringify(validate.errors));
    assert.deepEqual(printed.rules, { "uncoalesced-access": "information", "shared-bank-conflict": "off" });
    assert.equal(printed.failOn, "hint");
    assert.equal(stderr, "warplens: from .warplens.json, base.warplens.json.\n");
    assert.equal(run({ cwd }, "check", "a.cu").code, 1);
  });

  it("gives compile options beneath the command line's and above the compile database's", () => {
    const entry = { directory: "/nowhere", file: "a.cu", command: "nvcc -arch=sm_80 -std=c++20 -DWIDE=2 -c a.cu" };
    const cwd = realpathSync(
      project({ ".warplens.json": '{ "architecture": "sm_75", "compile": { "defines": ["STRIDE=32"] } }', "a.cu": "" }),
    );
    const text = `#if __CUDA_ARCH__ != 750 || __cplusplus < 202002L
#error the options are others
#endif
__global__ void f(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x * STRIDE * WIDE]; }
`;
    writeFileSync(join(cwd, "a.cu"), text);
    writeFileSync(join(cwd, "compile_commands.json"), JSON.stringify([{ ...entry, directory: cwd }]));
    assert.deepEqual(rulesFound(cwd, "a.cu"), [["uncoalesced-access warning"]]);
    const override = run({ cwd }, "check", "a.cu", "--format", "json", "-arch=sm_90");
    assert.match(validated<CheckJson>("check", override.stdout).files[0]!.left_out[0]!.reason, /options are others/);
  });

  it("finds include folders from its own place", () => {
    const cwd = project({
      ".warplens.json": '{ "compile": { "includeFolders": ["headers"] } }',
      "headers/stride.h": "#define STRIDE 32\n",
      "src/a.cu": `#include <stride.h>\n__global__ void f(float* o, const float* i) { o[threadIdx.x] = i[threadIdx.x * STRIDE]; }\n`,
    });
    assert.deepEqual(rulesFound(join(cwd, "src"), "a.cu"), [["uncoalesced-access warning"]]);
  });

  it("says what of a folder is checked, and what never is, however it is named", () => {
    const cwd = project({
      ".warplens.json": '{ "include": ["src/**/*.cu", "*.cuda"], "exclude": ["generated", "src/old/**"] }',
      "src/a.cu": strided(),
      "src/generated/b.cu": strided(),
      "src/old/c.cu": strided(),
      "top.cuda": strided(),
      "other.cu": strided(),
    });
    const checked = validated<CheckJson>("check", run({ cwd }, "check", ".", "--format", "json").stdout);
    assert.deepEqual(
      checked.files.map((file) => file.path),
      ["src/a.cu", "top.cuda"],
    );
    const named = run({ cwd }, "check", "src/old/c.cu", "other.cu", "--format", "json");
    assert.deepEqual(
      validated<CheckJson>("check", named.stdout).files.map((file) => file.path),
      ["other.cu"],
    );
    assert.equal(named.stderr, "warplens: src/old/c.cu: not checked: the configuration excludes it.\n");
  });

  it("sets the thresholds of a run", () => {
    const cwd = project({ ".warplens.json": '{ "maxWarnings": 1 }', "a.cu": strided(), "b.cu": strided("other") });
    assert.equal(run({ cwd }, "check", "a.cu").code, 0);
    assert.equal(run({ cwd }, "check", ".").code, 1);
    assert.equal(run({ cwd }, "check", ".", "--max-warnings", "2").code, 0);
    assert.equal(run({ cwd }, "check", ".", "--max-warnings", "2", "--fail-on", "error").code, 0);
    assert.equal(run({ cwd }, "check", ".", "--exit-zero").code, 0);
  });

  it("means the same in the editor: severities, exclusion, and what is wrong with it", async () => {
    const cwd = realpathSync(
      project({
        ".warplens.json": '{ "rules": { "uncoalesced-access": "information" }, "exclude": ["old"] }',
        "a.cu": strided(),
        "old/b.cu": strided(),
        "wrong/.warplens.json": '{\n  "rules": {},\n  "exlude": []\n}',
        "wrong/c.cu": clean,
      }),
    );
    const client = await TestClient.start({ settings: { rules: { "uncoalesced-access": "error" } } });
    try {
      const uri = (name: string) => pathToFileURL(join(cwd, name)).href;
      await client.open(uri("a.cu"), strided());
      await client.open(uri("old/b.cu"), strided());
      await client.open(uri("wrong/c.cu"), clean);
      const found = await client.diagnostics(uri("a.cu"));
      assert.deepEqual(
        found.map((one) => [one.code, one.severity]),
        [["uncoalesced-access", 3]],
      );
      assert.deepEqual(await client.diagnostics(uri("old/b.cu")), []);
      const told = await until(() => client.published.find((one) => one.uri === uri("wrong/.warplens.json")));
      assert.match(String(told.diagnostics[0]!.message), /there is no key “exlude”/);
      assert.equal(told.diagnostics[0]!.range.start.line, 2);
      writeFileSync(join(cwd, ".warplens.json"), "{}");
      await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: uri(".warplens.json"), type: 2 }],
      });
      await until(() => client.requests.includes("workspace/diagnostic/refresh"));
      assert.equal((await client.diagnostics(uri("a.cu")))[0]!.severity, 1);
    } finally {
      await client.stop();
    }
  });
});

describe("the schema of the configuration file", () => {
  it("knows every rule, architecture and standard, and no key that the reader does not", () => {
    assert.deepEqual(Object.keys(schema.properties.rules.properties).sort(), rules.map((rule) => rule.meta.id).sort());
    assert.deepEqual(schema.properties.architecture.enum, [...architectures.keys()]);
    assert.deepEqual(schema.properties.compile.properties.standard.enum, standards);
    const everything = {
      $schema: "x",
      extends: [],
      rules: { "uncoalesced-access": "off" },
      architecture: "sm_90",
      compile: { standard: "c++17", includeFolders: [], defines: ["A=1"], fastMath: true, fmad: false },
      defaultBlock: [32, 8],
      simulation: { budget: 2.5, memoryLimit: 1 << 20, cudaVersion: 12, devices: 2, workers: 3 },
      launches: { f: { grid: [4, 1, 1], block: [32, 1, 1], shared: 64, device: "sm_80", arguments: { n: "4" } } },
      include: ["**/*.cu"],
      exclude: ["old"],
      failOn: "error",
      maxWarnings: 3,
      baseline: "baseline.json",
    };
    assert.deepEqual(Object.keys(everything).sort(), Object.keys(schema.properties).sort());
    assert.ok(validate(everything), JSON.stringify(validate.errors));
    assert.ok(!validate({ rule: {} }));
    const cwd = project({ ".warplens.json": JSON.stringify(everything) });
    const { stdout } = run({ cwd }, "check", "--print-config");
    const { $schema: _, extends: __, ...said } = everything;
    assert.deepEqual({ ...JSON.parse(stdout), baseline: "baseline.json" }, { ...said, defaultBlock: [32, 8, 1] });
  });
});

describe("JSON with lines", () => {
  it("reads what JSON.parse reads", () => {
    const text = '{"a": [1, -2.5e3, true, false, null, "x\\n\\u00e9"], "b": {"c": {}}, "d": []}';
    const plain = (node: ReturnType<typeof parseJson>): unknown => {
      if (node.kind === "object") return Object.fromEntries(node.members.map((one) => [one.key, plain(one.value)]));
      if (node.kind === "array") return node.items.map(plain);
      return node.kind === "null" ? null : node.value;
    };
    assert.deepEqual(plain(parseJson(text)), JSON.parse(text));
    assert.deepEqual(plain(parseJson(`\ufeff${text}`)), JSON.parse(text));
  });

  it("refuses what JSON.parse refuses, with the line", () => {
    const cases: [string, RegExp, number][] = [
      ["", /the end of the file/, 1],
      ['{\n  "a": 1,\n}', /a key in double quotes/, 3],
      ['{\n"a" 1}', /expected “:”/, 2],
      ["[1\n2]", /“,” or “]”/, 2],
      ['{"a": 01}', /is not a number/, 1],
      ["{}\n\nx", /nothing more/, 3],
      ['{"a": "\\x"}', /escape/, 1],
      ["tru", /a value/, 1],
      ['{"a": 1,\n"a": 2}', /defined twice/, 2],
    ];
    for (const [text, message, line] of cases) {
      if (!/defined twice/.test(String(message))) assert.throws(() => JSON.parse(text), text);
      assert.throws(
        () => parseJson(text),
        (error: unknown) => error instanceof JsonError && message.test(error.message) && error.line === line,
        text,
      );
    }
  });
});

describe("patterns", () => {
  const cases: [string, string[], string[]][] = [
    ["*.cu", ["a.cu", "x/y/a.cu"], ["a.cuh", "a.cu.txt"]],
    ["src/*.cu", ["src/a.cu"], ["src/x/a.cu", "other/src/a.cu"]],
    ["src/**/*.cu", ["src/a.cu", "src/x/y/a.cu"], ["a.cu"]],
    ["generated", ["generated/a.cu", "x/generated/y/a.cu"], ["generatedly/a.cu"]],
    ["src/old/", ["src/old/a.cu"], ["src/older/a.cu"]],
    ["**", ["a.cu", "x/a.cu"], []],
    ["[ab]?.{cu,cuh}", ["a1.cu", "b2.cuh"], ["c1.cu", "a1.cpp"]],
    ["[!a].cu", ["b.cu"], ["a.cu"]],
    ["a+b(1).cu", ["a+b(1).cu"], ["aab1.cu"]],
  ];
  for (const [glob, yes, no] of cases) {
    it(`${glob}`, () => {
      const test = globTest(glob);
      for (const path of yes) assert.ok(test(path), path);
      for (const path of no) assert.ok(!test(path), path);
    });
  }
});
