/** Fixes tried through the engine: compiled again, and simulated before and after. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../../engine/model";
import { nodeEngine } from "../support/engine";
import { sampledIt } from "../support/sample";

const it = sampledIt("engine/fixCheck", 2);

const text = (path: string): string => readFileSync(join(process.cwd(), path), "utf8");

describe("fixes checked by simulation", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  /** Every fix of a file, each set of edits once. */
  async function checksOf(file: string) {
    const document = { path: `/w/${file}`, text: text(`test/rules/${file}`) };
    const { findings } = await engine.analyse(document);
    const offers = findings.flatMap(({ rule, span, fixes }) =>
      fixes.map(({ title, edits }) => ({ choice: { rule, start: span.start, title }, key: JSON.stringify(edits) })),
    );
    const distinct = [...new Map(offers.map((one) => [one.key, one.choice])).values()];
    return Promise.all(distinct.map(async (choice) => ({ choice, check: await engine.checkFix(document, choice) })));
  }

  for (const [file, least] of [
    ["fixes/padding.cu", 4],
    ["fixes/pitch.cu", 3],
    ["fixes/axes.cu", 3],
    ["fixes/loops.cu", 2],
    ["cases/transpose.cu", 1],
  ] as const) {
    it(`${file}: the finding is gone, the output the same, and the count went down`, async () => {
      const checks = await checksOf(file);
      assert.ok(checks.length >= least, `${checks.length} fixes`);
      for (const { choice, check } of checks) {
        const said = JSON.stringify({ choice, check });
        assert.ok(check.compiles && check.resolved, said);
        assert.ok(check.simulated?.same_output, said);
        assert.ok(check.simulated.after < check.simulated.before, said);
        const { before, after, counter } = check.simulated;
        assert.ok(check.title.endsWith(`(${before} → ${after} ${counter}, simulated)`), check.title);
      }
    });
  }

  it("fixes/barriers.cu: the finding is gone, and the output the same", async () => {
    const checks = await checksOf("fixes/barriers.cu");
    assert.ok(checks.length >= 6, `${checks.length} fixes`);
    for (const { choice, check } of checks)
      assert.ok(check.compiles && check.resolved, JSON.stringify({ choice, check }));
  });

  it("refuses a fix that is not there", async () => {
    const document = { path: "/w/fixes/loops.cu", text: text("test/rules/fixes/loops.cu") };
    await assert.rejects(
      engine.checkFix(document, { rule: "divergent-barrier", start: 0, title: "No such fix" }),
      /there is no fix/,
    );
  });
});
