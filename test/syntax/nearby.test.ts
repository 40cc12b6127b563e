/** What is found of a name near a place is what a look at all of that name finds. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Outline } from "../../analyzer/syntax";
import { startingIn, variablesNear } from "../../analyzer/syntax/nearby";
import { ofShortText } from "../../analyzer/syntax/text/ofText";
import { syntax } from "./support";

const folder = "test/host/programs";

/** Many functions whose variables have the same names, in blocks, lambdas and classes too. */
const many = `int size = 3;\n${Array.from(
  { length: 40 },
  (_, i) =>
    `struct S${i} { int size; void f(int n) { int size = n; auto g = [&] { int size = 2; return size; }; { int n = size; size = n; } } };\nvoid step${i}(int n) { dim3 block(${i}); int size = n * ${i}; if (n) { int size = 1; size++; } size += n; }\n`,
).join("")}int last = size;\n`;

function variablesSeen(outline: Outline, name: string, at: number) {
  return (outline.variables ?? []).filter(
    (one) => one.name === name && one.nameSpan.start <= at && one.scope.start <= at && at <= one.scope.end,
  );
}

describe("names near a place", () => {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".cu"))
    .slice(0, 12);
  for (const [name, text] of [
    ["functions with the same names", many] as const,
    ...files.map((one) => [one, readFileSync(join(folder, one), "utf8")] as const),
  ]) {
    it(`has all variables that are visible: ${name}`, async () => {
      const outline = (await syntax()).outline(text);
      const names = new Set((outline.variables ?? []).map((one) => one.name));
      for (const one of names) {
        for (let at = 0; at < text.length; at += 97) {
          const near = variablesNear(outline, one, at);
          const visible = near.filter(
            ({ nameSpan, scope }) => nameSpan.start <= at && scope.start <= at && at <= scope.end,
          );
          assert.deepEqual(visible, variablesSeen(outline, one, at), `${one} at ${at}`);
        }
      }
    });
  }

  it("leaves out the variables of functions elsewhere", async () => {
    const outline = (await syntax()).outline(many);
    const at = many.indexOf("size += n", many.indexOf("step20"));
    const owners = variablesNear(outline, "size", at).flatMap(({ within }) => within ?? []);
    assert.deepEqual([...new Set(owners.map((index) => outline.functions[index]!.name))], ["step20"]);
    assert.deepEqual(variablesNear(outline, "nothing", at), []);
  });

  it("finds what starts in a span, whatever the order of the list", () => {
    const items = Array.from({ length: 50 }, (_, i) => ({ start: 3 * i, end: 3 * i + 1 }));
    const span = { start: 31, end: 60 };
    const wanted = items.filter(({ start }) => 31 <= start && start <= 60);
    assert.equal(wanted.length, 10);
    assert.deepEqual(startingIn(items, span), wanted);
    assert.deepEqual(startingIn(items.toReversed(), span), wanted.toReversed());
  });

  it("remembers what was computed of short texts, and computes long ones anew", () => {
    let computed = 0;
    const lengthOf = ofShortText((text) => {
      computed++;
      return text.length;
    });
    const long = "x".repeat(1000);
    assert.deepEqual([lengthOf("a\ud800b"), lengthOf("a\ud800b"), lengthOf(long), lengthOf(long)], [3, 3, 1000, 1000]);
    assert.equal(computed, 3);
  });
});
