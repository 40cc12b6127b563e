/** Kernels that are named by whether all threads that have to meet at their barriers do: `good…` and `bad…`. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runRules } from "../../analyzer/rules/run";
import { contextOf } from "./support";

describe("barriers", () => {
  const text = readFileSync(join(process.cwd(), "test/rules/barriers/suite.cu"), "utf8");
  const names = [...text.matchAll(/__global__ void (\w+)/g)].map(([, name]) => name!);
  let found: ReadonlySet<string>;

  before(async () => {
    const context = await contextOf(text);
    const findings = runRules(context).filter(({ rule }) => rule === "divergent-barrier");
    found = new Set(
      findings.map(
        ({ span }) => context.outline.functions.find(({ start, end }) => start <= span.start && span.end <= end)!.name,
      ),
    );
  });

  it("are at least 40 kernels", () => assert.ok(names.length >= 40, String(names.length)));

  for (const name of names) {
    it(`${name} ${name.startsWith("bad") ? "is found" : "is silent"}`, () =>
      assert.equal(found.has(name), name.startsWith("bad")));
  }
});
