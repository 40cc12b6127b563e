/** Runs that are spread over machines: joined reports are byte for byte those of one run, and nothing is lost unnoticed. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckJson } from "../../engine/formats/findings";
import type { SimulationsJson } from "../../engine/formats/simulations";
import { clean, project, run, strided, validated } from "./cli";

const files = {
  "a.cu": strided("a"),
  "b.cu": clean,
  "deep/c d.cu": `${strided("c")}${strided("c2")}`,
  "deep/e.cu": `// ${"long ".repeat(3000)}\n${strided("e")}`,
  "f.cu": `__global__ void f(float* out) { missing(out); }\n${strided("f2")}`,
  "g.cu": clean,
};

describe("shards", () => {
  const cwd = project(files);
  const COUNT = 3;
  const whole = (format: string) => run({ cwd }, "check", ".", "--format", format).stdout;
  const report = (index: number, format: string) => `out/${index}.${format}`;
  const merged = (format: string, ...more: string[]) =>
    run({ cwd }, "merge", ...[3, 1, 2].map((index) => report(index, format)), ...more);

  before(function () {
    this.timeout(0);
    mkdirSync(join(cwd, "out"));
    for (let index = 1; index <= COUNT; index++) {
      for (const format of ["json", "sarif", "html"]) {
        const words = ["--shard", `${index}/${COUNT}`, "--format", format, "-o", report(index, format), "--exit-zero"];
        const { code, stderr } = run({ cwd }, "check", ".", ...words);
        assert.equal(code, 0);
        assert.match(stderr, new RegExp(`^warplens: shard ${index} of ${COUNT}: [1-4] of 6 files\\.$`, "m"));
      }
    }
  });

  it("take every file once, and leave none without work", () => {
    const shards = [1, 2, 3].map((index) => {
      const text = readFileSync(join(cwd, report(index, "json")), "utf8");
      return validated<CheckJson>("check", text).files.map(({ path }) => path);
    });
    assert.deepEqual(shards.flat().sort(), Object.keys(files).sort());
    assert.ok(shards.every((paths) => paths.length > 0));
    assert.ok(
      !shards.some((paths) => paths.includes("deep/e.cu") && paths.length > 2),
      "the long file has little beside it",
    );
  });

  for (const format of ["json", "sarif", "html"]) {
    it(`joined in ${format} are the report of one run`, () => {
      const { code, stdout } = merged(format);
      assert.equal(stdout, whole(format));
      assert.equal(code, 1, "warnings fail, as they do in one run");
    });
  }

  it("joined pass where the level says so, and are written to a file", () => {
    assert.equal(merged("json", "--fail-on", "error").code, 0);
    assert.equal(merged("sarif", "--max-warnings", "100").code, 0);
    assert.equal(merged("json", "--max-warnings", "1").code, 1);
    assert.equal(merged("html", "--exit-zero", "-o", "out/all.html").code, 0);
    assert.equal(readFileSync(join(cwd, "out/all.html"), "utf8"), whole("html"));
  });

  it("that are missing, twice there, of another run or of another kind are named", () => {
    const said = (...names: string[]) => {
      const { code, stdout, stderr } = run({ cwd }, "merge", ...names);
      assert.deepEqual([code, stdout], [2, ""]);
      return stderr;
    };
    assert.equal(
      said("out/1.json", "out/3.json"),
      "warplens: merge: shard 2 of 3 is missing; name every shard's report.\n",
    );
    assert.equal(
      said("out/1.json", "out/2.json", "out/1.json"),
      "warplens: out/1.json: shard 1 of 3 is in out/1.json, too.\n",
    );
    assert.match(
      said("out/1.json", "out/2.sarif"),
      /^warplens: out\/2.sarif is a SARIF file, and out\/1.json is a report of check in JSON: /,
    );
    assert.equal(said("out/no.json"), "warplens: out/no.json: there is no such file.\n");
    assert.match(said("a.cu"), /^warplens: a.cu: this is no report of check or simulate --all/);
    writeFileSync(join(cwd, "out/cut.json"), readFileSync(join(cwd, "out/1.json"), "utf8").slice(0, 200));
    assert.match(said("out/cut.json"), /^warplens: out\/cut.json: this is no report/);
    writeFileSync(
      join(cwd, "out/wrong.json"),
      JSON.stringify({ version: 1, files: [{ path: "a.cu", findings: [{}] }] }),
    );
    assert.match(said("out/wrong.json"), /this is no whole report of this version/);
    writeFileSync(
      join(cwd, "out/other.json"),
      run({ cwd }, "check", "a.cu", "--format", "json", "--shard", "2/3").stdout,
    );
    assert.match(said("out/1.json", "out/other.json"), /they are of different runs\.\n$/);
    assert.match(said(), /name the reports to join/);
  });

  it("of reports that are no shards follow each other, and no file is there twice", () => {
    for (const name of ["a.cu", "b.cu"]) run({ cwd }, "check", name, "--format", "json", "-o", `out/${name}.json`);
    const { stdout } = run({ cwd }, "merge", "out/b.cu.json", "out/a.cu.json");
    assert.deepEqual(
      validated<CheckJson>("check", stdout).files.map(({ path }) => path),
      ["b.cu", "a.cu"],
    );
    const twice = run({ cwd }, "merge", "out/a.cu.json", "out/a.cu.json");
    assert.equal(twice.stderr, "warplens: a.cu: this file is in out/a.cu.json and in out/a.cu.json.\n");
  });

  it("of baselines are one baseline, with paths from where it is written", () => {
    for (const index of [1, 2]) {
      const words = ["--shard", `${index}/2`, "--baseline", `out/base${index}.json`, "--write-baseline"];
      assert.equal(run({ cwd }, "check", ".", ...words).code, 0);
    }
    assert.equal(run({ cwd }, "merge", "out/base1.json", "out/base2.json", "-o", "all-base.json").code, 0);
    run({ cwd }, "check", ".", "--baseline", "one-base.json", "--write-baseline");
    assert.equal(readFileSync(join(cwd, "all-base.json"), "utf8"), readFileSync(join(cwd, "one-base.json"), "utf8"));
  });

  it("refuse what is no shard", () => {
    for (const wrong of ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3"]) {
      const { code, stderr } = run({ cwd }, "check", ".", "--shard", wrong);
      assert.deepEqual(
        [code, stderr],
        [2, `warplens: --shard ${wrong}: write I/N, the shard and their number, as 1/4 to 4/4.\n`],
      );
    }
    const { stderr } = run({ cwd, input: clean }, "check", "--stdin", "--shard", "1/2");
    assert.equal(stderr, "warplens: --stdin checks only standard input; name no files.\n");
  });

  it("may be more than there are files", () => {
    const { code, stdout } = run({ cwd }, "check", "a.cu", "--shard", "2/2", "--format", "json");
    assert.equal(code, 0);
    assert.deepEqual(validated<CheckJson>("check", stdout).files, []);
  });

  it("of every kernel's run join to the runs of all", () => {
    const all = run({ cwd }, "simulate", "a.cu", "b.cu", "deep", "--all", "--format", "json");
    assert.equal(all.code, 0);
    const report = validated<SimulationsJson>("simulations", all.stdout);
    assert.deepEqual(
      report.files.map(({ path, kernels }) => [
        path,
        kernels.map(({ kernel, line, result }) => [kernel, line, result?.outcome]),
      ]),
      [
        ["a.cu", [["a", 1, "completed"]]],
        ["b.cu", [["copy", 1, "completed"]]],
        [
          "deep/c d.cu",
          [
            ["c", 1, "completed"],
            ["c2", 4, "completed"],
          ],
        ],
        ["deep/e.cu", [["e", 2, "completed"]]],
      ],
    );
    for (const index of [1, 2]) {
      const words = ["--all", "--format", "json", "--shard", `${index}/2`, "-o", `out/runs${index}.json`];
      assert.equal(run({ cwd }, "simulate", "a.cu", "b.cu", "deep", ...words).code, 0);
    }
    assert.equal(run({ cwd }, "merge", "out/runs2.json", "out/runs1.json").stdout, all.stdout);
  });

  it("of runs may be without a file", () => {
    for (const index of [1, 2]) {
      const words = ["--all", "--format", "json", "--shard", `${index}/2`, "-o", `out/lone${index}.json`];
      assert.equal(run({ cwd }, "simulate", "a.cu", ...words).code, 0);
    }
    const { code, stdout } = run({ cwd }, "merge", "out/lone2.json", "out/lone1.json");
    assert.equal(code, 0);
    assert.equal(stdout, run({ cwd }, "simulate", "a.cu", "--all", "--format", "json").stdout);
  });
});

describe("simulate --all", () => {
  it("runs every kernel of a folder, says what each costs, and fails for what runs find", () => {
    const cwd = project({
      "ok.cu": `${clean}${strided()}`,
      "race.cu": `__global__ void race(int* out) { out[0] = threadIdx.x; }\nint main() { int* d; cudaMalloc(&d, 4); race<<<1, 64>>>(d); }\n`,
      "broken.cu": "__global__ void broken() { missing(); }\n",
    });
    const { code, stdout } = run({ cwd }, "simulate", ".", "--all", "--check");
    assert.equal(code, 1);
    assert.match(stdout, /^race\.cu\n {2}line 1: race {2}grid 1, block 64/m);
    assert.match(stdout, /left out: broken: /);
    assert.match(stdout, /\n3 kernels in 3 files: 3 completed\.\n$/);
    const counted = run({ cwd }, "simulate", "ok.cu", "--all");
    assert.equal(counted.code, 0);
    assert.match(
      counted.stdout,
      /line 4: strided {2}grid .*\n {4}\d.*× the ideal global traffic; line 5 is 100 % of the excess/,
    );
    const both = run({ cwd }, "simulate", ".", "--all", "--kernel", "race");
    assert.deepEqual(
      [both.code, both.stderr],
      [2, "warplens: --kernel is about one kernel or program, and --all runs every kernel.\n"],
    );
    const lone = run({ cwd }, "simulate", "ok.cu", "--kernel", "copy", "--shard", "1/2");
    assert.deepEqual([lone.code, lone.stderr], [2, "warplens: --shard I/N requires --all.\n"]);
  });
});
