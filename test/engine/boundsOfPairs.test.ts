/**
 * Bounds of simulated launches, held against what an H200 took (`test/hardware/bounds`): none is beaten, and where a change is
 * advised the bound says whether it pays.
 */
import assert from "node:assert/strict";
import { beatenOf, boundsOfPairs, type TimedResources } from "../support/boundsTable";
import { sampledIt } from "../support/sample";

/** A ratio of times below which a change is none. */
const SAME = 1.1;

function assertUnbeaten(launches: readonly TimedResources[]): void {
  assert.deepEqual(
    beatenOf(launches).map(({ kernel, measured, seconds }) => `${kernel}: ${measured} s, at least ${seconds} s`),
    [],
  );
}

/** What a change brings by the bounds: less time, or nothing, where what it changes takes less than half of the bound. */
function verdict(before: TimedResources, after: TimedResources): "pays" | "does not pay" | "open" {
  if (before.seconds > 1.02 * after.seconds) return "pays";
  const saved = [...before.resources].filter(([name, own]) => own > 1.02 * (after.resources.get(name) ?? 0));
  return saved.every(([, own]) => own < 0.5 * before.seconds) ? "does not pay" : "open";
}

describe("bounds of simulated launches", () => {
  sampledIt("bounds of pairs", 3)("say of 25 changes whether they pay", async () => {
    const launches = await boundsOfPairs("pairs");
    assertUnbeaten(launches);
    const wrong: string[] = [];
    const open: string[] = [];
    for (let i = 0; i < launches.length; i += 2) {
      const [before, after] = [launches[i]!, launches[i + 1]!];
      const name = before.kernel.replace(/_before$/, "");
      assert.equal(after.kernel, `${name}_after`);
      const says = verdict(before, after);
      if (says === "open") open.push(name);
      else if ((says === "pays") !== before.measured > SAME * after.measured) wrong.push(`${name} ${says}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(open, ["useless_width"]);
  });

  sampledIt("bounds of held-back programs", 3)("are not beaten by programs that no bound was made with", async () => {
    const launches = await boundsOfPairs("blind");
    assert.equal(launches.length, 18);
    assertUnbeaten(launches);
  });
});
