/** What clang refuses and nvcc takes is no error, and what both refuse is one. */
import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { repairOf } from "../../analyzer/compiler/isolation/repairs";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { compileHost } from "../../analyzer/compiler/pass/host";
import { applyEdits } from "../../analyzer/compiler/text/edits";
import { sharedClang, sharedSyntax } from "./support";

const array = "variable-sized object may not be initialized";

/** A text with the repair for an array whose length stands at a word. */
function filled(text: string): string | undefined {
  const edit = repairOf(text, array, text.indexOf("length"));
  return edit && applyEdits(text, [edit]);
}

describe("what nvcc takes", () => {
  it("is an array of variable length with values, which are put in behind its declaration", () => {
    assert.equal(filled("int a[length] = {1, 2};"), "int a[length]; __wl_fill(a, sizeof a, {1, 2});");
    assert.equal(filled("int a[length + 1]{};"), "int a[length + 1]; __wl_fill(a, sizeof a, {});");
    assert.equal(
      filled("int a[length] =\n  {1, // of }\n   2};\nint b;"),
      "int a[length]; __wl_fill(a, sizeof a, \n{1, // of }\n   2});\nint b;",
    );
    for (const other of [
      "int a[length] = {1, 2",
      "int a[length] = {1}, b;",
      "int a[length] = 3;",
      "int a[2][length] = {};",
    ])
      assert.equal(filled(other), undefined, other);
  });

  it("is a comma that inline PTX lacks between two operands", () => {
    const repaired = (text: string, at: string) => {
      const edit = repairOf(text, "expected ')'", text.lastIndexOf(at));
      return edit && applyEdits(text, [edit]);
    };
    const text = 'asm volatile("st.u8 [%1], %0;" ::"r"(a) "l"(p) : "memory");';
    assert.equal(repaired(text, '"l"'), 'asm volatile("st.u8 [%1], %0;" ::"r"(a) ,"l"(p) : "memory");');
    assert.equal(repaired('asm("a;"); f(x "l"(p));', '"l"'), undefined);
    assert.equal(repaired('asm("a;" :: "r"(a "l"(p)));', '"l"'), undefined);
  });

  it("is a contract of a verifier, which is written for the header that declares it", () => {
    const undeclared = (text: string) => {
      const name = /__\w+/.exec(text)![0];
      const edit = repairOf(text, `use of undeclared identifier '${name}'`, text.indexOf(name));
      return edit && applyEdits(text, [edit]);
    };
    assert.equal(undeclared("  __requires(n > 0);"), "  __wl_requires(n > 0);");
    assert.equal(undeclared("for (;__invariant(i >= 0), i < n;)"), "for (;__wl_unproved(i >= 0), i < n;)");
    assert.equal(undeclared("__requires;"), undefined);
    assert.equal(undeclared("__other(n);"), undefined);
  });

  const repaired = (text: string, message: string, at: string) => {
    const edit = repairOf(text, message, text.indexOf(at));
    return edit && applyEdits(text, [edit]);
  };

  it("is a member template that is not called one, and a member that is and is none", () => {
    const missing = "missing 'template' keyword prior to dependent template name 'f'";
    const text = "g(); s[i] = A<N>::f<2>(x) + A<N>::f<I + 1>(y) + f<3>(z); A<N>::f<2>(x);";
    const wanted = "g(); s[i] = A<N>::template f<2>(x) + A<N>::template f<I + 1>(y) + f<3>(z); A<N>::f<2>(x);";
    assert.equal(repaired(text, missing, "A<N>"), wanted);
    const unnamed = "reference to non-static member function must be called";
    assert.equal(repaired("{ x = 1 + q->get<32>(y); }", unnamed, "get"), "{ x = 1 + q->template get<32>(y); }");
    for (const other of ["x = q.size < n;", "if (q.size < n && m > (k)) f();", "x = get<32>(y);"])
      assert.equal(repaired(other, unnamed, "q"), undefined, other);
    const needless = "'plain' following the 'template' keyword does not refer to a template";
    assert.equal(repaired("x = a.template plain(y);", needless, "plain"), "x = a.         plain(y);");
  });

  it("is a shared variable with a constructor, of which there is the storage", () => {
    const message = "initialization is not supported for __shared__ variables";
    const members = (name: string, type: string) =>
      `union __wl_raw_${name} { ${type}; __device__ __wl_raw_${name}() {} __device__ ~__wl_raw_${name}() {} } __wl_${name}; auto& ${name} = __wl_${name}.value;`;
    assert.equal(
      repaired("{ __shared__ Total<4, int> all[32][N + 1]; }", message, "all"),
      `{ __shared__ ${members("all", "Total<4, int> value[32][N + 1]")} }`,
    );
    assert.equal(
      repaired("{ static __shared__ __align__(16) T one; }", message, "one"),
      `{ static __shared__ __align__(16) ${members("one", "T value")} }`,
    );
    for (const other of ["{ __shared__ T one(3); }", "{ __shared__ T one, two; }", "{ static T one; }"])
      assert.equal(repaired(other, message, "one"), undefined, other);
  });

  it("is a label that jumps over values, which are assigned then", () => {
    const message = "cannot jump from switch statement to this case label";
    const text =
      "switch (n) {\n case 0: const float x = f(1, 2), y; int *p = q; break;\n default: { int z = 3; } g();\n}";
    const wanted =
      "switch (n) {\n case 0:float x, y;             x = f(1, 2)   ;int * p;      p = q; break;\n default: { int z = 3; } g();\n}";
    assert.equal(repaired(text, message, "default"), wanted);
    assert.equal(
      repaired("switch (n) { case 0: int x = a < b, y = 2; default: ; }", message, "default"),
      "switch (n) { case 0:int x, y;     x = a < b, y = 2; default: ; }",
    );
    // Values stay where they are, so that what is said of them has its place.
    assert.equal(
      repaired(
        "switch (n) {\n  case 0:\n    int w, x = a[1], y,\n        z = a[2];\n  default: ;\n}",
        message,
        "default",
      ),
      "switch (n) {\n  case 0:int w, x, y, z;\n           x = a[1]   ,\n        z = a[2];\n  default: ;\n}",
    );
    for (const other of ["{ int x = 3; default: ; }", "switch (n) { case 0: x = 3; y.z = 4; default: ; }"])
      assert.equal(repaired(other, message, "default"), undefined, other);
  });

  it("is no error of a pass, and nothing is left out for it", async () => {
    const text = `__global__ void k(unsigned* a) { asm volatile("mov.u32 %0, %laneid;" : "=r"(a[0])); }
int sum(int length) {
  int a[length] = {1, 2};
  return a[0] + a[1];
}
`;
    const outline = (await sharedSyntax()).outline(text);
    const [clang, source] = [await sharedClang(), { path: "home/me/a.cu", text }];
    for (const compile of [compileDevice, compileHost]) {
      const { bitcode, leftOut, errors } = await compile({
        clang,
        source,
        outline,
        files: new Map(),
        options: defaultOptions,
      });
      assert.ok(bitcode);
      assert.deepEqual({ leftOut, errors }, { leftOut: [], errors: [] });
    }
    const alone = await compileHost({ clang, source, files: new Map(), options: defaultOptions });
    assert.deepEqual([alone.bitcode !== undefined, alone.errors], [true, []]);
  });

  it("is not what is wrong beside it", async () => {
    const text = "int sum(int length) {\n  int a[length] = {1, 2};\n  return a[0] + nowhere;\n}\n";
    const outline = (await sharedSyntax()).outline(text);
    const source = { path: "home/me/a.cu", text };
    const { leftOut, errors } = await compileHost({
      clang: await sharedClang(),
      source,
      outline,
      files: new Map(),
      options: defaultOptions,
    });
    assert.deepEqual(
      errors.map((one) => one.message),
      ["use of undeclared identifier 'nowhere'"],
    );
    assert.deepEqual(
      leftOut.map((one) => one.line),
      [3],
    );
  });
});
