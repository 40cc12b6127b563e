import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sampled } from "../support/sample";
import { compile, passes } from "./support";

const folder = join(process.cwd(), "test/hardware/programs");
const programs = readdirSync(folder).filter((name) => name.endsWith(".cu"));

function countKernels(text: string): number {
  return new Set(Array.from(text.matchAll(/__global__\s+void\s+(\w+)/g), (match) => match[1])).size;
}

describe("the programs recorded on hardware", () => {
  it("are ten", () => assert.equal(programs.length, 10));
  for (const pass of passes) {
    for (const name of sampled(`cuda/programs, ${pass}`, programs, { every: 3, what: "programs" })) {
      it(`${name} compiles in the ${pass} pass`, async () => {
        const text = readFileSync(join(folder, name), "utf8");
        const { ok, messages, ir } = await compile(text, pass, name);
        assert.ok(ok, messages);
        if (pass === "device") assert.ok((ir.match(/^define .*ptx_kernel/gm) ?? []).length >= countKernels(text));
        else assert.match(ir, /__cudaPushCallConfiguration/);
      });
    }
  }
});
