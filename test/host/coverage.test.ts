/** The page that says which test shows what: every row is there, every test that it names exists, and no program is left out. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { findingKinds } from "../../simulator/host/model/findings";

const page = readFileSync("docs/coverage.md", "utf8");
const rows = new Map(
  [...page.matchAll(/^\| ([AB]\d+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, row, tests, pitfalls]) => [
    row!,
    { tests: tests!, pitfalls: pitfalls! },
  ]),
);
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
const exists = (test: string) => existsSync(test.includes("/") ? test : `test/host/programs/${test}.cu`);

describe("the page of what is shown by which test", () => {
  it("has every row, each with a test that exists", () => {
    const wanted = [
      ...Array.from({ length: 31 }, (_, i) => `A${i + 1}`),
      ...Array.from({ length: 9 }, (_, i) => `B${i + 1}`),
    ];
    assert.deepEqual([...rows.keys()], wanted);
    for (const [row, { tests }] of rows) {
      assert.ok(quoted(tests).length > 0, row);
      assert.deepEqual(
        quoted(tests).filter((one) => !exists(one)),
        [],
        row,
      );
    }
  });

  it("names every program of a row", () => {
    const named = new Set(quoted(page));
    const programs = readdirSync("test/host/programs").filter((name) => /^[abd]\d+_.*\.cu$/.test(name));
    assert.deepEqual(
      programs.map((name) => name.replace(/\.cu$/, "")).filter((name) => !named.has(name)),
      [],
    );
  });

  it("names rules, findings and cases that there are", () => {
    const rules = readdirSync("docs/rules").map((name) => name.replace(/\.md$/, ""));
    const cases = readdirSync("test/rules/cases");
    const known = new Set<string>([...rules, ...findingKinds, ...cases, "simulate --check"]);
    const named = [...rows.values()].flatMap(({ pitfalls }) => quoted(pitfalls));
    assert.deepEqual(
      named.filter((one) => !known.has(one)),
      [],
    );
  });
});
