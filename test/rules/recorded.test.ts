/** Findings of the recorded programs, line by line, against the lines on which an H200 counted a loss. */
import assert from "node:assert/strict";
import { recordedPrograms, varietyPrograms } from "../facts/recordings";
import { judge } from "./recordedLosses";

describe("findings against recorded launches", () => {
  let [pairs, found] = [0, 0];
  const missed: string[] = [];
  for (const program of [...recordedPrograms, ...varietyPrograms]) {
    it(`${program}: no finding without a recorded loss`, async () => {
      const judgement = await judge(program);
      pairs += judgement.pairs;
      found += judgement.found;
      missed.push(...judgement.missed);
      assert.deepEqual(judgement.wrong, []);
    });
  }

  it("finds 97 of 100 recorded losses", () => {
    console.log(`      ${found} of ${pairs} pairs of line and launch with a loss`);
    assert.ok(found >= 0.97 * pairs, `${found} of ${pairs}: ${missed.join(", ")}`);
  });
});
