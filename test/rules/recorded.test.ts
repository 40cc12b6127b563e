/** Findings of the recorded programs, line by line, against the lines on which an H200 counted a loss. */
import assert from "node:assert/strict";
import { programsWithFacts } from "../support/recorded";
import { judge } from "./recordedLosses";

/** Findings without a recorded loss, because nvcc moves the bytes with other instructions than clang. */
const otherInstructions: Readonly<Record<string, readonly string[]>> = {
  // A copied union is loaded whole; clang loads the two parts of it that are used.
  "blind/layouts": ["blind/layouts uncoalesced-access 51"],
};

describe("findings against recorded launches", () => {
  let [pairs, found] = [0, 0];
  const missed: string[] = [];
  for (const program of programsWithFacts) {
    it(`${program}: no finding without a recorded loss`, async () => {
      const judgement = await judge(program);
      pairs += judgement.pairs;
      found += judgement.found;
      missed.push(...judgement.missed);
      assert.deepEqual(judgement.wrong, otherInstructions[program] ?? []);
    });
  }

  it("finds 97 of 100 recorded losses", () => {
    console.log(`      ${found} of ${pairs} pairs of line and launch with a loss`);
    assert.ok(found >= 0.97 * pairs, `${found} of ${pairs}: ${missed.join(", ")}`);
  });
});
