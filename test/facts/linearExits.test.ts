/** Trip counts by formula, against the same conditions evaluated iteration by iteration. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Evaluator } from "../../analyzer/facts/forms/evaluate";
import { compareForms } from "../../analyzer/facts/forms/formArithmetic";
import { Atoms, type Form } from "../../analyzer/facts/forms/forms";
import { laneAt } from "../../analyzer/facts/forms/lanes";
import { linearTrips } from "../../analyzer/facts/forms/linearExits";

const THREADS = 4;
const LIMITS = { iterations: 300, work: 1 << 18 };
const predicates = ["slt", "sle", "sgt", "sge"] as const;

interface Case {
  readonly predicate: (typeof predicates)[number];
  readonly leavesWhen: 0 | 1;
  readonly steps: readonly [number, number];
  readonly starts: readonly number[];
  readonly bound: number;
  readonly block: number;
  readonly bits: number;
}

const cases = fc.record({
  predicate: fc.constantFrom(...predicates),
  leavesWhen: fc.constantFrom<0 | 1>(0, 1),
  steps: fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -2, max: 2 })),
  starts: fc.array(fc.integer({ min: -120, max: 120 }), { minLength: THREADS, maxLength: THREADS }),
  bound: fc.integer({ min: -120, max: 120 }),
  block: fc.integer({ min: 0, max: 5 }),
  bits: fc.constantFrom(8, 32, 64),
});

/** Trips by formula and by iterations; undefined or null where the formula has none. */
function both({ predicate, leavesWhen, steps, starts, bound, block, bits }: Case) {
  const atoms = new Atoms();
  const leaf = (description: string) => atoms.fresh({ scope: "block", multiple: 1, description });
  const [counter, blockIndex] = [leaf("counter"), leaf("blockIdx.x")];
  const form = (known: Form["known"], step: number, blocks: number): Form => ({
    bits,
    known,
    terms: [
      { atom: counter, coefficient: step },
      { atom: blockIndex, coefficient: blocks },
    ].filter(({ coefficient }) => coefficient !== 0),
  });
  const condition = compareForms(
    atoms,
    predicate,
    form(Float64Array.from(starts), steps[0], 3),
    form(bound, steps[1], 0),
  );
  const values = new Map([[blockIndex, block]]);
  const exit = { condition, leavesWhen, counter, values, entering: Float64Array.of(1, 0, 1, 1), threads: THREADS };
  const found = linearTrips(exit, LIMITS);
  const trips = new Array<number>(THREADS).fill(0);
  for (let k = 0; k < LIMITS.iterations; k++) {
    const leaves = new Evaluator(new Map([...values, [counter, k]])).form(condition);
    for (let thread = 0; thread < THREADS; thread++) {
      if (!laneAt(exit.entering, thread) || trips[thread] !== 0) continue;
      if (leaves !== undefined && laneAt(leaves, thread) === leavesWhen) trips[thread] = k + 1;
    }
  }
  return { found, trips };
}

describe("trip counts of loops with a linear condition", () => {
  it("are those of the iterations, and nothing where they wrap or never end", () => {
    let known = 0;
    fc.assert(
      fc.property(cases, (one) => {
        const { found, trips } = both(one);
        if (found === undefined || found === null) return;
        known++;
        for (let thread = 0; thread < THREADS; thread++) assert.equal(laneAt(found, thread), trips[thread]);
      }),
      { seed: 11, numRuns: 2000 },
    );
    assert.ok(known > 500, `${known}`);
  });

  it("are known of a strided loop, and none of one whose bound is never met", () => {
    const strided = {
      predicate: "slt",
      leavesWhen: 0,
      steps: [7, 0],
      starts: [0, 1, 2, 6],
      bound: 50,
      block: 0,
      bits: 32,
    } as const;
    assert.deepEqual(both(strided).found, Float64Array.of(9, 0, 8, 8));
    assert.equal(both({ ...strided, steps: [-7, 0] }).found, undefined);
  });
});
