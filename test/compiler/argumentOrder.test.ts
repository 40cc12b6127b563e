/** Which calls of host code are changed so that their arguments are evaluated from right to left, and how. */
import assert from "node:assert/strict";
import { argumentOrder } from "../../analyzer/compiler/text/argumentOrder";
import { applyEdits } from "../../analyzer/compiler/text/edits";

/** The changed text with the macros' expansions shortened: `early(x)` and `late(x)`. */
function changed(text: string, others: readonly string[] = []): string {
  return applyEdits(text, argumentOrder(text, [text, ...others]))
    .replace(/__WL_VALUE\(([^()]*)\)/g, "$1")
    .replace(/\(__WL_WAITS\(([^?]*)\) \? __wl_early\(([^?]*)\) : \(void\)0\)/g, "early($2)")
    .replace(/\(__WL_WAITS\(([^?]*)\) \? __WL_LATE\(\1\) : \1\)/g, "late($1)");
}

describe("the order of arguments", () => {
  it("puts later calls in front of the first argument, the last one first", () => {
    assert.equal(changed("f(a(), b(), c());"), "f((early(c()), early(b()), a()), late(b()), late(c()));");
  });

  it("leaves arguments without effect where they are", () => {
    assert.equal(changed("f(a(), 1, x, b());"), "f((early(b()), a()), 1, x, late(b()));");
    assert.equal(
      changed('printf("%d %d", i++, i++);'),
      'printf((early(i++), early(i++), "%d %d"), late(i++), late(i++));',
    );
    for (const text of ["f(sqrt(x), y + 1);", "f(a(), 1);", "f(a, b);", "f(v.size(), (float)x, s.c_str());"])
      assert.equal(changed(text), text);
  });

  it("reads a variable in its turn where a pointer leads to it, and what is computed always", () => {
    const taken = "int n; int* p = &n; ";
    assert.equal(
      changed(`${taken}printf("%d %d", a(), n);`),
      `${taken}printf((early(n), early(a()), "%d %d"), late(a()), late(n));`,
    );
    assert.equal(changed('int n; printf("%d %d", a(), n);'), 'int n; printf("%d %d", a(), n);');
    assert.equal(changed("f(i++, i + 1);"), "f((early(i + 1), i++), late(i + 1));");
  });

  it("leaves literals of several lines as they are", () => {
    assert.equal(changed('f(h(), g(R"(a\nb)"));'), 'f(h(), g(R"(a\nb)"));');
    assert.equal(changed('f(g(R"(a\nb)"), h());'), 'f((early(h()), g(R"(a\nb)")), late(h()));');
    assert.equal(changed('f(h("a"\n  "b"), g());'), 'f((early(g()), h("a"\n  "b")), late(g()));');
  });

  it("changes constructors, members, templates and initialisers of members", () => {
    assert.equal(changed("Point p(a(), b());"), "Point p((early(b()), a()), late(b()));");
    assert.equal(changed("new Point(a(), b())"), "new Point((early(b()), a()), late(b()))");
    assert.equal(changed("v.emplace_back(a(), b())"), "v.emplace_back((early(b()), a()), late(b()))");
    assert.equal(changed("std::make_shared<T>(a(), b())"), "std::make_shared<T>((early(b()), a()), late(b()))");
    assert.equal(changed("X() : x(a(), b()) {}"), "X() : x((early(b()), a()), late(b())) {}");
  });

  it("does not touch what the language orders itself", () => {
    for (const text of [
      "P p{a(), b()};",
      "int x[] = {a(), b()};",
      "s << a() << b();",
      "for (i = a(), j = b(); ; ) {}",
      "if (a(), b()) {}",
    ])
      assert.equal(changed(text), text);
  });

  it("does not touch declarations, launches, macros, and what cannot be written out twice", () => {
    const define = "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n";
    for (const text of [
      "double f(double g(double), double h(double));",
      "void f(int n = a(), int m = b());",
      "kernel<<<g, b>>>(a(), b());",
      `${define}int m = MAX(a(), b());`,
      "f(a(), [&] { return b(); }());",
      "template <class... T> void f(T... t) { g(a(), h(t)...); }",
      '// f(a(), b())\nconst char* s = "f(a(), b())";',
    ])
      assert.equal(changed(text), text);
    assert.equal(changed("int m = MAX(a(), b());", [define]), "int m = MAX(a(), b());");
  });

  it("knows macros that stand for calls", () => {
    const define = "#define RANDOM (rand() / 2.0)\n";
    assert.equal(changed(`${define}f(RANDOM, RANDOM);`), `${define}f((early(RANDOM), RANDOM), late(RANDOM));`);
  });

  it("reads memory that an earlier argument changes first", () => {
    assert.equal(changed("f(*p++, *p);"), "f((early(*p), *p++), late(*p));");
    assert.equal(changed("f(n, next(&n));"), "f((early(next(&n)), n), late(next(&n)));");
  });

  it("keeps null pointers and braces in place", () => {
    assert.equal(changed("f(0, a(), b());"), "f(0, (early(b()), a()), late(b()));");
    assert.equal(changed("f({1, 2}, a(), b());"), "f({1, 2}, (early(b()), a()), late(b()));");
  });

  it("moves no line, and reads past comments", () => {
    const text = 'f(a(), // first, (\n  b(x,\n    "y"), c());\n';
    const result = applyEdits(text, argumentOrder(text));
    assert.equal(result.split("\n").length, text.split("\n").length);
    assert.match(result.split("\n")[0]!, /__wl_early\(b\(x, "y"\)\)/);
  });

  it("leaves a list with a conditional in it as it is, and the calls around it", () => {
    const split = "g(a(),\n#if WIDE\n  b()\n#else\n  c()\n#endif\n);";
    const text = `${split}\nf(a(), ${split.slice(0, -1)}, b());\nf(a(), b());`;
    assert.equal(changed(text), text.replace(/f\(a\(\), b\(\)\);$/, "f((early(b()), a()), late(b()));"));
    const inside = "f(\n#ifdef A\n  g(a(), b()),\n#endif\n  c());";
    assert.equal(changed(inside), inside.replace("g(a(), b())", "g((early(b()), a()), late(b()))"));
  });

  it("leaves calls as they are on lines of which it is known that they fail", () => {
    const text = "f(a(), b());\nf(a(),\n  b());\nf(a(), b());";
    const without = (...lines: number[]) => applyEdits(text, argumentOrder(text, [text], new Set(lines))).split("\n");
    const [first, second, third, last] = text.split("\n");
    assert.equal(without(1, 3, 4).join("\n"), text);
    assert.deepEqual(without(2).slice(1, 3), [second, third]);
    assert.notEqual(without(2)[0], first);
    assert.deepEqual([without(1)[0], without(4)[3]], [first, last]);
  });

  it("changes calls in arguments of calls", () => {
    const result = changed("f(g(a(), b()), c());");
    assert.equal(result, "f((early(c()), g((early(b()), a()), late(b()))), late(c()));");
  });
});
