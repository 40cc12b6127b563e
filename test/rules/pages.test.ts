/** The pages of `docs/rules/`: their headings are fixed, and their examples are held to what they say. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rules } from "../../analyzer/rules";
import { sampledIt } from "../support/sample";
import { findingsIn } from "./support";

const headings = [
  "What it does",
  "Why it matters",
  "Incorrect",
  "Correct",
  "Known limits",
  "Options",
  "Fix safety",
  "References",
];

/** The code blocks below one heading. */
function blocks(page: string, heading: string): readonly string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/```cuda\n(.*?)```/gs)].map(([, code]) => code!);
}

const example = sampledIt("rules/pages", 2);

describe("rule pages", () => {
  for (const { meta } of rules) {
    describe(meta.id, () => {
      const page = readFileSync(join(process.cwd(), "docs/rules", `${meta.id}.md`), "utf8");

      it("has the fixed headings, in order", () => {
        assert.deepEqual(
          [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading),
          headings,
        );
        assert.ok(page.startsWith(`# ${meta.id}\n\n${meta.title}.\n`));
      });

      for (const [index, code] of blocks(page, "Incorrect").entries()) {
        example(`fires on incorrect example ${index + 1}`, async () => {
          const found = await findingsIn(code);
          assert.ok(
            found.some(({ rule }) => rule === meta.id),
            JSON.stringify(found),
          );
        });
      }

      for (const [index, code] of blocks(page, "Correct").entries()) {
        example(`is silent on correct example ${index + 1}`, async () => {
          const found = (await findingsIn(code)).filter(({ rule }) => rule === meta.id);
          assert.deepEqual(
            found.map(({ message }) => message),
            [],
          );
        });
      }

      it("shows both", () => {
        assert.ok(blocks(page, "Incorrect").length > 0);
        assert.ok(blocks(page, "Correct").length > 0);
      });
    });
  }
});
