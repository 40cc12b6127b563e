/** Facts of the recorded programs against what an H200 counted, line by line. */
import assert from "node:assert/strict";
import { factsOf } from "../rules/support";
import { recordedProgram } from "../support/device";
import { agreementOf } from "./agreement";

/** Recorded programs, and how many exact comparisons each must allow. */
const programs: readonly (readonly [string, number])[] = [
  ["shared_banks", 200],
  ["coalescing", 50],
  ["divergence", 25],
  ["matmul", 3],
  ["atomics", 5],
  ["memory_spaces", 20],
  ["modern", 10],
  ["streams", 5],
  ["unified", 5],
  ["variety/atomics", 50],
  ["variety/branches", 25],
  ["variety/indices", 50],
  ["variety/locals", 110],
  ["variety/loops", 75],
  ["variety/neighbours", 110],
  ["variety/shared", 160],
  ["variety/structures", 130],
  ["variety/vectors", 60],
  ["variety/warps", 30],
];

describe("facts against recorded launches", () => {
  for (const [program, least] of programs) {
    it(`${program}: exact is equal, bounded contains`, async () => {
      const { compared, wrong } = agreementOf(program, await factsOf(recordedProgram(program)));
      assert.deepEqual(wrong, []);
      assert.ok(compared.exact >= least, `${compared.exact} exact comparisons`);
    });
  }
});
