/** Patterns around names of the user's code. */
import assert from "node:assert/strict";
import { pattern, patternWith } from "../../analyzer/syntax/text/patterns";

describe("syntax: patterns around names", () => {
  it("finds a name as it is written, whatever signs are in it", () => {
    for (const name of ["operator([(const T& a", "S<int**>::x", "a.b", "p->q[0]", "$n", "a|b", "\\", "x{2}^"]) {
      assert.ok(pattern`= ${name};`.test(`y = ${name};`), name);
      assert.ok(!pattern`= ${name};`.test("y = ab;"), name);
    }
  });

  it("reads what stands between names as a literal does", () => {
    assert.ok(pattern`\b${"a.b"}\s*\[\d+\]`.test("x = a.b [12];"));
    assert.ok(!pattern`\b${"a.b"}\s*\[\d+\]`.test("x = aob[12];"));
    assert.equal(pattern`\n\\`.source, /\n\\/.source);
  });

  it("finds any text of a list, and none of an empty one", () => {
    const both = (names: Iterable<string>) => pattern`^${names}$`;
    const tried = (names: Iterable<string>) => ["a.b", "c", "axb", "", "a.b|c"].filter((one) => both(names).test(one));
    assert.deepEqual(tried(["a.b", "c"]), ["a.b", "c"]);
    assert.deepEqual(tried(new Set(["c"])), ["c"]);
    assert.deepEqual(tried([]), []);
  });

  it("puts patterns in as patterns, each by itself", () => {
    assert.deepEqual(pattern`x${/(a)|b/}y`.exec("xay")?.slice(1), ["a"]);
    assert.ok(!pattern`x${/a|b/}y`.test("xa"));
  });

  it("takes flags", () => {
    assert.deepEqual("n + n".match(patternWith("g")`\b${"n"}\b`), ["n", "n"]);
    assert.equal(patternWith("gi")`${"n"}`.flags, "gi");
  });
});
