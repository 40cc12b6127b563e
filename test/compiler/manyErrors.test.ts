/** Errors by the thousand: of a file with lines that only generated files have, clang reports as many as are read. */
import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { MAX_ERRORS } from "../../analyzer/compiler/isolation/diagnostics";
import type { Clang } from "../../analyzer/compiler/model";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { sharedClang } from "./support";

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

const statements = (separator: string) => Array.from({ length: ERRORS }, (_, i) => `a${i} = 1;`).join(separator);

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
