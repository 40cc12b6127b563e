import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sampled } from "../support/sample";
import { compile, passes } from "./support";

const folder = join(process.cwd(), "test/frontend");
const whole = readdirSync(folder).filter((name) => /\.cuh?$/.test(name));
const broken = readdirSync(join(folder, "broken"));

describe("programs in the style of public code", () => {
  it("are at least sixty, broken ones among them", () => {
    assert.ok(whole.length + broken.length >= 60, `${whole.length} + ${broken.length}`);
    assert.ok(broken.length >= 10);
  });
  for (const name of sampled("cuda/frontend", whole, { every: 8, what: "programs" })) {
    it(`${name} compiles whole in both passes`, async () => {
      const text = readFileSync(join(folder, name), "utf8");
      for (const pass of passes) {
        const { ok, messages, ir } = await compile(text, pass, name);
        assert.ok(ok, `${pass}: ${messages}`);
        if (pass === "device" && name.endsWith(".cu") && text.includes("__global__")) {
          assert.ok(/^define .*ptx_kernel/m.test(ir), "no kernel in the device module");
        }
      }
    });
  }
});
