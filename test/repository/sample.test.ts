/** The sample of a day: what it takes of a suite, that no case is forgotten, and what a run says of what it left out. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { collect, linesOf, repeat, share } from "../../scripts/summary.mjs";
import { byCost } from "../../scripts/times.mjs";
import { casesOfDay } from "../support/sample";

const days = fc.integer({ min: 0, max: 100_000 });
const every = fc.integer({ min: 1, max: 12 });
const costs = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 60 });

/** Cases with a cost, each another object. */
const casesOf = (list: readonly number[]) => list.map((cost, at) => ({ at, cost }));

describe("the sample of a day", () => {
  it("is the same whenever it is taken, in the order of the suite, without a case twice", () => {
    fc.assert(
      fc.property(costs, every, days, (list, share, day) => {
        const cases = casesOf(list);
        const chosen = casesOfDay("suite", cases, share, day, ({ cost }) => cost);
        assert.deepEqual(
          chosen,
          casesOfDay("suite", cases, share, day, ({ cost }) => cost),
        );
        assert.deepEqual(
          chosen,
          cases.filter((one) => chosen.includes(one)),
        );
      }),
    );
  });

  it("takes every case once in as many days as its share says", () => {
    fc.assert(
      fc.property(costs, every, days, (list, share, first) => {
        const cases = casesOf(list);
        const seen = Array.from({ length: share }, (_, later) =>
          casesOfDay("suite", cases, share, first + later),
        ).flat();
        assert.deepEqual(
          seen.map(({ at }) => at).sort((a, b) => a - b),
          cases.map(({ at }) => at),
        );
      }),
    );
  });

  it("takes one of each group of neighbours in cost, so that no day has all that is slow", () => {
    fc.assert(
      fc.property(costs, every, days, (list, share, day) => {
        const ordered = [...list].sort((a, b) => b - a);
        const chosen = casesOfDay("suite", casesOf(ordered), share, day, ({ cost }) => cost);
        for (let group = 0; group + share <= ordered.length; group += share)
          assert.equal(chosen.filter(({ at }) => group <= at && at < group + share).length, 1);
      }),
    );
  });

  it("differs between suites and between days", () => {
    const cases = Array.from({ length: 60 }, (_, at) => at);
    const samples = ["one", "two"].flatMap((suite) => [7, 8].map((day) => casesOfDay(suite, cases, 6, day).join()));
    assert.equal(new Set(samples).size, 4);
  });
});

describe("a run that samples", () => {
  // Beside the suites, as test files are found under `test/`; named so that no other run takes it for one.
  const folder = mkdtempSync(join("test", "repository", ".sample-"));
  const file = join(folder, "tens.test.ts");
  before(() => {
    writeFileSync(
      file,
      `import assert from "node:assert/strict";
import { sampled, sampledIt, sweep } from "../../support/sample";
const cases = Array.from({ length: 10 }, (_, at) => at);
describe("tens (of 10)", () => {
  for (const one of sampled("tens", cases, { every: 5, what: "numbers" })) it(\`case \${one}\`, () => {});
  const daily = sampledIt("hand-written", 3);
  for (const one of ["first", "second", "third"]) daily(one, () => {});
  it("sweeps", () => assert.equal(sweep("sweep", 3, 30, "edits") > 3, process.env.WARPLENS_FULL === "1"));
  it("fails on 'day' 4", () => assert.notEqual(process.env.WARPLENS_SAMPLE, "4"));
});
`,
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  const unit = (environment: Readonly<Record<string, string>>, ...words: readonly string[]) => {
    const env = { ...process.env, WARPLENS_SAMPLE: "", WARPLENS_FULL: "", ...environment };
    const { status, stdout } = spawnSync(process.execPath, ["scripts/unit.mjs", relative("test", file), ...words], {
      encoding: "utf8",
      env,
    });
    return { status, stdout };
  };

  it("prints what it left out and how many ran", () => {
    const { status, stdout } = unit({ WARPLENS_SAMPLE: "20780" });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^Left to npm run test:full, sample of day 20780 \(2026-11-23\):$/m);
    assert.match(stdout, /^ {2}tens: 8 of 10 numbers; 2 ran$/m);
    assert.match(stdout, /^ {2}sweep: 27 of 30 edits; 3 ran$/m);
    assert.match(stdout, /^ {2}hand-written: 2 of 3 tests; 1 ran$/m);
    assert.match(stdout, /^unit: 5 passed, 0 failed, 0 skipped$/m);
  });

  it("leaves nothing out in the full run, and no case of a file that is run by itself", () => {
    const full = unit({ WARPLENS_FULL: "1" });
    assert.match(full.stdout, /^unit: 15 passed, 0 failed, 0 skipped$/m);
    assert.doesNotMatch(full.stdout, /Left to/);
    const alone = unit({});
    assert.match(alone.stdout, /^unit: 15 passed, 0 failed, 0 skipped$/m);
    assert.match(alone.stdout, /^ {2}sweep: 27 of 30 edits; 3 ran$/m);
  });

  it("refuses a day that is no number", () => {
    const { status, stdout } = unit({ WARPLENS_SAMPLE: "today" });
    assert.notEqual(status, 0, stdout);
  });

  it("prints a failure with the command that runs it again, and the one for the whole sample", () => {
    const { status, stdout } = unit({ WARPLENS_SAMPLE: "4" });
    assert.equal(status, 1);
    const command = repeat({ name: relative("test", file), title: "tens (of 10) fails on 'day' 4" });
    assert.ok(stdout.includes(`again: ${command}`), stdout);
    assert.ok(stdout.includes("The whole sample again: WARPLENS_SAMPLE=4 npm test"));
    const again = spawnSync("sh", ["-c", command.replace("npm run unit --", '"$NODE" scripts/unit.mjs')], {
      encoding: "utf8",
      env: { ...process.env, WARPLENS_SAMPLE: "", NODE: process.execPath },
    });
    assert.match(again.stdout, /^unit: 1 passed, 0 failed, 0 skipped$/m);
  });
});

describe("the summary of a run", () => {
  it("joins what several processes say, the slowest file first", () => {
    const folder = mkdtempSync(join(process.env.TMPDIR ?? "/tmp", "summary-"));
    mkdirSync(folder, { recursive: true });
    share(folder, {
      times: [
        { name: "quick", wall: 2, processor: 1 },
        { name: "slow", wall: 12, processor: 11 },
      ],
      failures: [],
      leftOut: [{ suite: "programs", run: 3, all: 9, what: "programs" }],
    });
    const lines = linesOf(collect(folder));
    assert.match(lines[0]!, /of 12 s of processor time/);
    assert.match(lines[2]!, /11 s +12 s {2}slow/);
    assert.ok(lines.includes("  programs: 6 of 9 programs; 3 ran"));
    assert.equal(JSON.parse(readFileSync(join(folder, `summary-${process.pid}.json`), "utf8")).times.length, 2);
  });

  it("orders files by their recorded times, those without one last", () => {
    const files = ["new", "short", "long"];
    assert.deepEqual(files.sort(byCost({ short: 1, long: 9 }, (name: string) => name)), ["long", "short", "new"]);
  });
});
