/** Which functions of a program's host an engine is asked to optimise before they run. */
import assert from "node:assert/strict";
import { compileHost } from "../../simulator/host/compile/module";
import { reachable } from "../../simulator/host/compile/reachable";
import { library } from "../../simulator/host/imports";
import { programModule } from "../support/host";

/** The hint of V8's section for a function that is optimised when it is first called. */
const OPTIMISED = 0x29;

/** The hints of a program's own functions, by the functions' names. */
async function hintsOf(text: string): Promise<ReadonlyMap<string, number>> {
  const found = reachable(await programModule(text, "hints.cu"));
  const isLibrary = (name: string) => Object.hasOwn(library, name);
  const { bytes } = compileHost(found, { globals: new Map(), isLibrary });
  const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(bytes), "compilationHints");
  assert.ok(section, "the module has no hints");
  // The number of functions takes one byte, as they are few.
  const [count, ...hints] = new Uint8Array(section);
  assert.equal(hints.length, count);
  return new Map(found.functions.map(({ name }, i) => [name, hints[i]!]));
}

const loop = (name: string, statements = "s += i;") =>
  `extern "C" __attribute__((noinline)) long ${name}(volatile long* p) { long s = 0; for (long i = 0; i < p[0]; i++) { ${statements} } return s; }`;

describe("functions that are optimised before they run", () => {
  it("are those with loops, main and what it calls", async () => {
    const hints = await hintsOf(`
${loop("sums")}
extern "C" __attribute__((noinline)) long plain(volatile long* p) { return p[0]; }
int main(int argc, char**) {
  volatile long n = argc;
  for (volatile int i = 0; i < argc; i = i + 1) n = n + sums(&n);
  return (int)plain(&n);
}`);
    assert.deepEqual(
      ["main", "sums", "plain"].map((name) => hints.get(name)),
      [OPTIMISED, OPTIMISED, 0],
    );
  });

  it("are the nearest to main, as far as they are short together", async () => {
    const long = "p[1] = i; p[2] = p[1] * 3 + p[3]; ".repeat(60);
    const names = Array.from({ length: 12 }, (_one, i) => `large${i}`);
    const chain = names.map((name, i) => loop(name, `${long} ${i > 0 ? `s += large${i - 1}(p);` : ""}`));
    const hints = await hintsOf(`
${chain.join("\n")}
int main(int argc, char**) { volatile long n[4] = {argc}; return (int)large11(n); }`);
    const optimised = names.map((name) => hints.get(name) === OPTIMISED);
    assert.equal(optimised.at(-1), true);
    assert.equal(optimised.at(0), false);
  });
});
