/**
 * Texts for which a pattern that searches them could try each way to split a line, which ends for a few characters and takes
 * hours for these. Each has its finding; a pattern that does not end is stopped by nothing.
 */
import assert from "node:assert/strict";
import type { Engine } from "../../engine/model";
import { nodeEngine } from "../support/engine";

const KERNEL = "__global__ void k(float* p) { p[threadIdx.x * 32] = 1; }\n";

/** Literals and comments are blanked before most searches: each leaves as many spaces. */
const LONG = 20_000;
const literal = `"${"x".repeat(LONG)}"`;
const comment = `/*${"c".repeat(LONG)}*/`;

const texts: Readonly<Record<string, string>> = {
  "a literal that a call is given": `${KERNEL}void f(const char*);\nint main() { f(${literal}); f((char*)${literal}); }\n`,
  "a literal that nothing ends": `${KERNEL}void f(const char*);\nint main() { f("${"9".repeat(LONG)}); }\n`,
  "comments in brackets": `${KERNEL}int main() { float* p; cudaMalloc(${comment}&p, ${comment}4); k<<<1, ${comment}32>>>(${comment}p); }\n`,
  "macros before a kernel": `${"T ".repeat(200)}x\n${KERNEL}`,
  "macros that are called before a kernel": `#define T(a)\n${"T(1) ".repeat(200)}\n${KERNEL}`,
  "a macro of underscores": `#define LINE ${"_".repeat(LONG)} !\n${KERNEL}`,
  "a macro of attributes": `#define MANY ${"__attribute__((a)) ".repeat(200)} !\n${KERNEL}`,
};

describe("long lines", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  for (const [what, text] of Object.entries(texts)) {
    it(`are searched in a time that grows with them: ${what}`, async () => {
      const { findings } = await engine.analyse({ path: "/long/lines.cu", text });
      assert.ok(findings.some(({ rule }) => rule === "uncoalesced-access"));
    });
  }
});
