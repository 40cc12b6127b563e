/** Floating-point operations of every mathematical function by itself, against what an H200 counted. */
import assert from "node:assert/strict";
import type { LaunchReport } from "../../simulator/model";
import { simulateProgram } from "../support/conformance";
import { type RecordedLaunch, recording, source } from "../support/recorded";

/** Functions whose operations depend on the value: their figure is that of one of the ranges, or none is known. */
const decidedByValue = (
  "erfcinvf erfcxf normcdfinvf atanhf atan2f fmodf remainderf j0f j1f y0f y1f lgammaf tgammaf acoshf modf_float modf_double " +
  "acos_double asin_double acosh_double asinh_double atanh_double sinh_double erfcinv_double erfcx_double erfinv_double " +
  "log1p_double normcdfinv_double fmod_double remainder_double j0_double j1_double y0_double y1_double lgamma_double tgamma_double"
).split(" ");

/** What the assembler does to a value that is only stored. */
const folded = ["__saturatef"];

/** Ordinary values; the fourth range is negative, where roots and logarithms have no value. */
const RANGES = 3;

describe("mathematical functions", () => {
  const recorded = recording("language/functions").launches;
  const count = recorded.length / 4;
  const kernel = ({ kernel: name }: RecordedLaunch) => name.replace(/^k_/, "");
  let ran: readonly LaunchReport[];

  before(async () => {
    const result = await simulateProgram(source("language/functions"), "functions.cu");
    assert.equal(result.outcome.kind, "completed", result.outcome.message);
    ran = result.launches;
  });

  /** Kernels of which a figure differs in one of the ranges of ordinary values. */
  const different = (): Set<string> => {
    const names = recorded.slice(0, RANGES * count).flatMap((launch, i) => {
      const same = Object.entries(launch.metrics).every(([name, value]) => ran[i]!.metrics[name] === value);
      return same ? [] : [kernel(launch)];
    });
    return new Set(names);
  };

  it("are recorded", () => assert.ok(count >= 180));

  it("cost the operations that an H200 counts, but for those that the value decides", () => {
    const excepted = [...decidedByValue, ...folded];
    const isExcepted = (name: string) => excepted.some((one) => name === one || name === `${one}_float`);
    const found = [...different()];
    assert.deepEqual(
      found.filter((name) => !isExcepted(name)),
      [],
    );
    // What has become equal must leave the lists.
    assert.deepEqual(
      excepted.filter((one) => !found.some((name) => name === one || name === `${one}_float`)),
      [],
    );
  });
});
