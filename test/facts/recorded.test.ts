/** Facts of the recorded programs against what an H200 counted, line by line. */
import assert from "node:assert/strict";
import { factsOf } from "../rules/support";
import { recordedProgram } from "../support/device";
import { sampledIt } from "../support/sample";
import { agreementOf } from "./agreement";

const it = sampledIt("facts/recorded", 3);

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
  ["algorithms/deep", 200],
  ["algorithms/graphs", 140],
  ["algorithms/images", 200],
  ["algorithms/language", 100],
  ["algorithms/linear", 300],
  ["algorithms/reductions", 100],
  ["algorithms/scans", 100],
  ["algorithms/science", 140],
  ["algorithms/sorting", 50],
  ["algorithms/stencils", 300],
  ["blind/calls", 45],
  ["blind/layouts", 35],
  ["blind/roles", 100],
  ["blind/shapes", 25],
  ["blind/templates", 30],
  ["blind/tiles", 190],
];

/** Kernels whose memory instructions nvcc merges, repeats or unrolls in other ways. */
const otherInstructions: readonly (readonly [kernel: string, lines: string])[] = [
  ["gemvTransposed", "algorithms/linear 41: neighbouring sums in one LDS.64"],
  ["loopDivergent", "variety/branches 80: the assembler copies the loop, and lanes with few rounds left load apart"],
  ["pathfinder", "algorithms/stencils 137: the lesser of two is loaded again by a selected address"],
];

describe("facts against recorded launches", () => {
  for (const [program, least] of programs) {
    it(`${program}: exact is equal, bounded contains`, async () => {
      const { compared, wrong } = agreementOf(program, await factsOf(recordedProgram(program)));
      const unexplained = wrong.filter(
        (place) => !otherInstructions.some(([kernel]) => place.startsWith(`${kernel}(`)),
      );
      assert.deepEqual(unexplained, []);
      assert.ok(compared.exact >= least, `${compared.exact} exact comparisons`);
    });
  }

  it("explains no more than differs", async () => {
    for (const [kernel, lines] of otherInstructions) {
      const program = lines.split(" ")[0]!;
      const { wrong } = agreementOf(program, await factsOf(recordedProgram(program)));
      assert.ok(
        wrong.some((place) => place.startsWith(`${kernel}(`)),
        `${kernel} agrees now: leave it out`,
      );
    }
  });
});
