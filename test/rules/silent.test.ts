/** Good code: nothing may be said of it. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findingsIn, lineOf } from "./support";

const folder = join(process.cwd(), "test/rules/silent");

describe("good kernels", () => {
  let kernels = 0;
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    kernels += [...text.matchAll(/__global__/g)].length;
    it(`is silent on ${name}`, async () => {
      // Gathers are good code, too: their rule, which is off by default, says what they cost.
      const found = (await findingsIn(text)).filter(({ rule }) => rule !== "indexed-access");
      assert.deepEqual(
        found.map(({ rule, span, message }) => `${lineOf(text, span.start)} ${rule}: ${message}`),
        [],
      );
    });
  }

  it("are at least 80", () => assert.ok(kernels >= 80, String(kernels)));
});
