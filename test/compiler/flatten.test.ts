/**
 * What is left of a host function's body that does not parse: its declarations and calls at their places, whatever is put
 * between them. By the text alone, for every line of host functions of the corpus and everything that may be half typed
 * there: each call that may make an instance of a kernel stands in the flat body as it did in the text.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { instancesIn } from "../../analyzer/compiler/isolation/cuts";
import { flatBody, flatterBody } from "../../analyzer/compiler/text/flatten";
import { sweep } from "../support/sample";
import { inserted } from "./insertions";
import { random } from "./random";
import { sharedSyntax } from "./support";

/** Damages of each program. */
const EACH = sweep("compiler/flatten", 8, 200, "damages of each program");

const folder = join(process.cwd(), "test/frontend");

/** Calls that may make instances, of a host function, as they are written. */
async function callsOf(text: string, name: string) {
  const outline = (await sharedSyntax()).outline(text);
  const one = outline.functions.find((each) => each.name === name && each.body && !each.isDevice);
  return { outline, one, calls: one ? instancesIn({ text, outline }, one.body!) : [] };
}

/** What is missing from the flat body of a function with something inserted. */
async function lost(text: string, name: string, at: number, word: string): Promise<string[]> {
  const { calls } = await callsOf(text, name);
  const damaged = `${text.slice(0, at)}${word} ${text.slice(at)}`;
  const { outline, one } = await callsOf(damaged, name);
  if (!one) return [`${name} is no function any more`];
  const flat = flatBody(damaged, outline, one, []);
  return calls.flatMap(({ start, end }) => {
    // A call that the damage stands in is no longer what it was.
    if (start < at && at < end) return [];
    const moved = start + (start >= at ? word.length + 1 : 0);
    const expected = text.slice(start, end);
    return flat.text.slice(moved - flat.start, moved - flat.start + expected.length) === expected ? [] : [expected];
  });
}

const linesOf = (text: string, { start, end }: { readonly start: number; readonly end: number }) =>
  [...text.slice(start, end).matchAll(/\n[ \t]*(?=\S)/g)].map((match) => start + match.index + match[0].length);

describe("a host function that does not parse", () => {
  it("keeps every call that may make an instance, in every line of a program of lambdas", async () => {
    const text = readFileSync(join(folder, "deviceLambda.cu"), "utf8");
    const { one, calls } = await callsOf(text, "main");
    assert.equal(calls.length, 4);
    const problems: string[] = [];
    for (const at of linesOf(text, one!.body!)) {
      for (const word of inserted) {
        for (const call of await lost(text, "main", at, word)) problems.push(`${word} at ${at}: ${call}`);
      }
    }
    assert.deepEqual(problems, []);
  });

  it("keeps them in the programs of the corpus", async function () {
    this.timeout(0);
    const next = random(20_261_122);
    const problems: string[] = [];
    let tried = 0;
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".cu"))) {
      const text = readFileSync(join(folder, file), "utf8");
      const { one, calls } = await callsOf(text, "main");
      if (!one || calls.length === 0) continue;
      const lines = linesOf(text, one.body!);
      for (let i = 0; i < EACH && lines.length > 0; i++) {
        const [at, word] = [lines[next(lines.length)]!, inserted[next(inserted.length)]!];
        tried++;
        for (const call of await lost(text, "main", at, word)) problems.push(`${file}: ${word} at ${at}: ${call}`);
      }
    }
    assert.ok(tried > 100, `${tried}`);
    assert.deepEqual(problems, []);
  });

  it("is found in any number of braces and words", async () => {
    const n = 5000;
    const outline = (await sharedSyntax()).outline("void host() {}\n");
    const flat = (inside: string) => {
      const body = { start: 12, end: 14 + inside.length };
      return flatBody(`void host() {${inside}}\n`, outline, { ...outline.functions[0]!, body, end: body.end }, []).text;
    };
    const deep = `${"{".repeat(n)} run(1); ${"}".repeat(n)}`;
    assert.equal(flat(deep), `{${deep}}`);
    assert.equal(flat(`${"const ".repeat(n)}; run(1);`).replace(/\s+/g, " "), "{ run(1);}");
  });

  it("is statements by themselves, where they stood", async () => {
    const text = `template <class F> void run(F f);
void host(int n) {
    if (n > 3 && run(1)) for (int i = 0; i < n; i++) { auto f = [](int x) { return x; }; other(f(i)); }
    foo(1, 2 run([] { run(2); });
    x. const float *p = get<3>(n), q[2] = {1, 2};
    struct S {
    switch (n) { case 3: run("}"); break; default: while (run(4)) ; }
    return nowhere ns::run<float>(5);
}
`;
    const { outline, one } = await callsOf(text, "host");
    const flat = flatBody(text, outline, one!, []);
    assert.equal(flat.text.length, flat.end - flat.start + (one!.missingBraceAt === undefined ? 0 : 1));
    const words = flat.text.replace(/\s+/g, " ");
    assert.equal(
      words,
      "{ run(1); int i = 0; { auto f = [](int x) { return x; }; other(f(i)); } " +
        "run([] { run(2); }); const float *p = get<3>(n), q[2] = {1, 2}; " +
        '{ { run("}"); run(4); } ns::run<float>(5); }}',
    );
  });

  it("is without the quote that has no partner, and keeps the literals around it", async () => {
    const lines: readonly [string, string][] = [
      ['printf("%d, n); run("x");', 'run("x");'],
      ['run("x"); printf("%d, n);', 'run("x");'],
      ['run("x", "y); run("z");', 'run("x", y); run("z");'],
      ["run('x'); c = 'y; run(\"it's\");", "run('x'); run(\"it's\");"],
    ];
    for (const [line, kept] of lines) {
      const text = `template <class F> void run(F f);\nvoid host(int n) {\n  ${line}\n}\n`;
      const { outline, one } = await callsOf(text, "host");
      const flat = flatBody(text, outline, one!, []).text.replace(/printf\([^;]*;/g, "");
      assert.equal(flat.replace(/\s+/g, " "), `{ ${kept} }`);
    }
  });

  it("loses what fails, and keeps what stands in it", async () => {
    const text = "void host() {\n  int a = first(1), b = second(2);\n  outer(inner(3));\n}\n";
    const { outline, one } = await callsOf(text, "host");
    const words = (flat: { readonly text: string }) => flat.text.replace(/\s+/g, " ");
    const whole = flatBody(text, outline, one!, []);
    assert.equal(words(whole), "{ int a = first(1), b = second(2); outer(inner(3)); }");
    const noDeclaration = flatterBody(text, outline, one!, whole, [text.indexOf("a =")]);
    assert.equal(words(noDeclaration), "{ first(1); second(2); outer(inner(3)); }");
    const noOuter = flatterBody(text, outline, one!, noDeclaration, [text.indexOf("outer")]);
    assert.equal(words(noOuter), "{ first(1); second(2); inner(3); }");
  });
});
