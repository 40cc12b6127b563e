/** Nesting of any depth: what brackets and conditionals come to is worked out once for each, however deep they stand. */
import assert from "node:assert/strict";
import { unendedConditions } from "../../analyzer/compiler/isolation/unbalanced";
import { hostBodies } from "../../analyzer/compiler/pass/slice";
import { foldDim3 } from "../../analyzer/syntax";
import { splitItems } from "../../analyzer/syntax/items";
import { lostMembers } from "../../analyzer/syntax/members";
import { Balance, OpenBrackets } from "../../analyzer/syntax/text/brackets";
import { directives } from "../../analyzer/syntax/text/directives";
import { syntax } from "./support";

const DEEP = 100_000;

function balanceOf(...pieces: readonly string[]): Balance {
  const balance = new Balance();
  for (const piece of pieces) {
    const part = new Balance();
    part.add(piece);
    balance.append(part);
  }
  return balance;
}

describe("nesting", () => {
  it("cuts a function of a hundred thousand brackets in one line from the next one", () => {
    for (const [open, close] of ["()", "[]", "{}"]) {
      const first = `void f() { x = ${open!.repeat(DEEP)}1${close!.repeat(DEEP)}; }`;
      const { items } = splitItems(`${first}\nvoid g() { }\n`);
      assert.deepEqual(
        items.map(({ start, end }) => [start, end]),
        [
          [0, first.length],
          [first.length + 1, first.length + 13],
        ],
      );
    }
  });

  it("looks for lost members in structures as deep as people write them, and no deeper", () => {
    const lost = (depth: number) => {
      const text = `${"struct S {\n".repeat(depth)}void f() { int a[3;\n }\n${"};\n".repeat(depth)}`;
      return lostMembers(text, { start: 0, end: text.length, missingBraces: 0 }, new Set());
    };
    assert.equal(lost(3).length, 1);
    assert.equal(lost(DEEP).length, 0);
    const open = "struct S {".repeat(DEEP);
    assert.deepEqual(lostMembers(open, { start: 0, end: open.length, missingBraces: DEEP }, new Set()), []);
  });

  it("searches for the ends of items without one as often as people leave them out", () => {
    const open = (count: number) => splitItems("struct S {\n".repeat(count)).items;
    assert.equal(open(100).length, 100);
    assert.equal(open(20_000).at(-1)!.end, 20_000 * 11 - 1);
    // Each search reads what is left of the text, so that twenty thousand of them would read 2 GB.
    assert.ok(open(20_000).length < 400, `${open(20_000).length} searches`);
    assert.deepEqual(
      splitItems(`${"struct S {\n".repeat(100)}};\nvoid f() {\n}\n`)
        .items.slice(-2)
        .map(({ missingBraces }) => missingBraces),
      [0, 0],
    );
  });

  it("seeks names of templates in heads that people write, and folds sizes that people write", async () => {
    const outline = (await syntax()).outline("int a;\n");
    const heads = "template <template <class> class ".repeat(DEEP);
    assert.deepEqual(hostBodies(heads, outline, new Map()), []);
    assert.deepEqual(foldDim3(`${"1 + ".repeat(200)}1`, outline, 0), [201, 1, 1]);
    assert.equal(foldDim3(`${"1 + ".repeat(DEEP)}1`, outline, 0), undefined);
  });

  it("reads a hundred thousand conditionals in one another", () => {
    const text = `${"#if 1\n".repeat(DEEP)}int a;\n${"#else\nint b = {\n#endif\n".repeat(DEEP)}`;
    const spans = [...text.matchAll(/#.*\n/g)].map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
    }));
    const skeleton = text.replace(/#.*/g, (line) => " ".repeat(line.length));
    const { dropped } = directives(text, skeleton, { directives: spans, comments: [] }, []);
    assert.equal(dropped.length, DEEP);
    assert.ok(dropped.every(({ start, end }) => text.slice(start, end) === "int b = {\n"));
  });

  it("knows of a hundred thousand conditionals without an end which have another arm", () => {
    const armless = unendedConditions("#if 1\n".repeat(DEEP));
    assert.deepEqual([armless.size, [...armless.values()].some(Boolean)], [DEEP, false]);
    const both = "#if 1\n#if 2\n#else\n#endif\n  #ifdef A\n#elif B\n#if 3\n";
    assert.deepEqual(
      [...unendedConditions(both)],
      [
        [0, false],
        [both.indexOf("  #ifdef"), true],
        [both.indexOf("#if 3"), false],
      ],
    );
  });

  it("knows which pieces stand alone, whatever they are made of", () => {
    const alone = (...pieces: readonly string[]) => balanceOf(...pieces).standsAlone();
    assert.ok(alone(""));
    assert.ok(alone("int a;", " "));
    assert.ok(alone("void f() {", " g(1", "); }"));
    assert.ok(!alone("int a"));
    assert.ok(!alone("void f() {", ";"));
    assert.ok(!alone("}", "void f() {", "}"));
    assert.ok(!alone("f(", "}", ");"));
    assert.ok(!alone("}", "{ ;"));
    assert.ok(!alone("(".repeat(1000), ")".repeat(1000), ";"), "a piece with that many is remembered as none");
  });

  it("finds the innermost and the outermost bracket of a kind", () => {
    const open = new OpenBrackets();
    for (const bracket of "({[({") open.push(bracket);
    assert.deepEqual([open.innermost("{"), open.outermost("{"), open.innermost("[")], [4, 1, 2]);
    open.cut(2);
    assert.deepEqual([open.length, open.innermost("{"), open.innermost("["), open.all().join("")], [2, 1, -1, "({"]);
  });
});
