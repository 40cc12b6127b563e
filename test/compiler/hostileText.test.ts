/** Texts that only machines or enemies write: errors by the thousand in one line, includes of thousands of folders. */
import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { MAX_ERRORS } from "../../analyzer/compiler/isolation/diagnostics";
import type { Clang, FileTree } from "../../analyzer/compiler/model";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { sharedClang, sharedSyntax } from "./support";

const ERRORS = 3000;

/** How many errors clang wrote of a text, and those that were read. */
async function errorsOf(text: string) {
  let written = 0;
  const clang: Clang = {
    async run(args, files) {
      const result = await (await sharedClang()).run(args, files);
      written = result.stderr.split("\n").filter((line) => /: error: /.test(line)).length;
      return result;
    },
  };
  const source = { path: "home/me/a.cu", text };
  const { errors } = await compileDevice({ clang, source, files: new Map(), options: defaultOptions });
  return { written, errors };
}

/** How many folders of a tree lie in one another. */
const depthOf = (tree: FileTree): number =>
  Object.values(tree).reduce<number>(
    (deepest, one) =>
      typeof one === "string" || one instanceof Uint8Array ? deepest : Math.max(deepest, 1 + depthOf(one)),
    0,
  );

const statements = (separator: string) => Array.from({ length: ERRORS }, (_, i) => `a${i} = 1;`).join(separator);

describe("an include of thousands of folders", () => {
  it("is not found, and gives clang no folders", async () => {
    let deepest = 0;
    const clang: Clang = {
      async run(args, files) {
        deepest = Math.max(deepest, depthOf(files));
        return (await sharedClang()).run(args, files);
      },
    };
    const text = `#include "${"a/".repeat(1000)}b.h"\n__global__ void k(int* p) { *p = 1; }\n`;
    const outline = (await sharedSyntax()).outline(text);
    const source = { path: "home/me/a.cu", text };
    const { errors, bitcode } = await compileDevice({
      clang,
      source,
      outline,
      files: new Map(),
      options: defaultOptions,
    });
    assert.match(errors.map(({ message }) => message).join(), /file not found/);
    assert.ok(bitcode);
    assert.ok(deepest < 300, `${deepest} folders`);
  });
});

describe("a file with thousands of errors", () => {
  it("in one line has as many as are read, the first ones", async () => {
    const { written, errors } = await errorsOf(`__global__ void k() { ${statements(" ")} }\n`);
    assert.ok(written > MAX_ERRORS && written < MAX_ERRORS + 10, `${written} errors`);
    assert.equal(errors.length, MAX_ERRORS);
    assert.equal(errors.at(-1)!.message, `use of undeclared identifier 'a${MAX_ERRORS - 1}'`);
  });

  it("in lines of usual length has all of them, of which the first are read", async () => {
    const { written, errors } = await errorsOf(`__global__ void k() {\n${statements("\n")}\n}\n`);
    assert.deepEqual([written, errors.length], [ERRORS, MAX_ERRORS]);
    assert.equal(errors.at(-1)!.line, MAX_ERRORS + 1);
  });
});
