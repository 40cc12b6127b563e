import assert from "node:assert/strict";
import { certaintyCounts, shareOf } from "../../analyzer/facts/statistics";
import { factsOf } from "../rules/support";
import { recordedProgram } from "../support/device";
import { programs } from "../support/recorded";

/** Kernels of `errors` fail on purpose. */
const counted = programs.filter((name) => name !== "errors");

describe("statistics", () => {
  it("counts at least 85 of 100 accesses of recorded programs as exact", async () => {
    const kernels = (await Promise.all(counted.map((name) => factsOf(recordedProgram(name))))).flat();
    const counts = certaintyCounts(kernels);
    assert.ok(shareOf(counts, "exact") >= 0.85, JSON.stringify(counts));
    assert.ok(counts.exact > 250 && counts.bounded > 0 && counts.unknown > 0, JSON.stringify(counts));
  });
});
