/** A rule reads only the groups of facts that it names, so that groups which no enabled rule names are not computed. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rules } from "../../analyzer/rules";
import type { FactName, Rule, RuleContext } from "../../analyzer/rules/model";
import { contextOf } from "./support";

const groups: readonly FactName[] = [
  "accesses",
  "barriers",
  "branches",
  "constants",
  "doubles",
  "exchanges",
  "races",
  "reaches",
];

/** A context that notes which groups are read from it. */
function watched(context: RuleContext, read: Set<FactName>): RuleContext {
  const kernels = context.kernels.map((kernel) => {
    const noting = {} as PropertyDescriptorMap;
    for (const group of groups) {
      noting[group] = {
        enumerable: true,
        get: () => {
          read.add(group);
          return kernel[group as keyof typeof kernel];
        },
      };
    }
    return Object.defineProperties({ ...kernel }, noting) as typeof kernel;
  });
  return {
    ...context,
    kernels,
    get host() {
      read.add("host");
      return context.host;
    },
  };
}

describe("what rules require", () => {
  const folder = join(process.cwd(), "test/rules/cases");
  const files = readdirSync(folder).filter((name) => name.endsWith(".cu") && !name.endsWith(".fixed.cu"));
  const readBy = new Map<Rule, Set<FactName>>(rules.map((rule) => [rule, new Set()]));

  before(async () => {
    for (const name of files) {
      const text = readFileSync(join(folder, name), "utf8");
      const context = await contextOf(text, !text.startsWith("// broken"));
      for (const rule of rules) {
        const seen = watched(context, readBy.get(rule)!);
        for (const state of rule.run(seen)) {
          rule.explain(state, seen);
          rule.fixes(state, seen);
        }
      }
    }
  });

  for (const rule of rules) {
    it(`${rule.meta.id} reads what it names`, () => {
      const unnamed = [...readBy.get(rule)!].filter((group) => !rule.requires.includes(group));
      assert.deepEqual(unnamed, []);
    });
  }

  it("no facts of kernels are computed where nothing asks for them", async () => {
    const context = await contextOf("__global__ void k(float* p) { p[threadIdx.x] = 1.0f; }");
    const descriptors = Object.getOwnPropertyDescriptors(context.kernels[0]!);
    for (const group of groups)
      assert.ok(descriptors[group as keyof typeof descriptors]?.get, `${group} is not computed on demand`);
  });
});
