/** Comparisons that whole warps agree on, against the same comparisons lane by lane. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Evaluator } from "../../analyzer/facts/forms/evaluate";
import { binaryForm, compareForms } from "../../analyzer/facts/forms/formArithmetic";
import {
  Atoms,
  addForms,
  atomForm,
  constantForm,
  type Form,
  knownForm,
  scopeOf,
} from "../../analyzer/facts/forms/forms";
import { comparisonOf } from "../../analyzer/facts/forms/integers";
import { laneAt } from "../../analyzer/facts/forms/lanes";

const THREADS = 64;
const BITS = 32;
const signed = ["slt", "sle", "sgt", "sge"] as const;
const unsigned = ["ult", "ule", "ugt", "uge"] as const;

const threads = Float64Array.from({ length: THREADS }, (_, thread) => thread);

/** `i < n / size * size` as LLVM writes it: `n - n % size`. */
function limitOf(atoms: Atoms, n: Form, size: number): Form {
  const remainder = binaryForm(atoms, "srem", n, constantForm(size, BITS));
  return binaryForm(atoms, "sub", n, remainder);
}

describe("comparisons of whole warps", () => {
  const parameter = (atoms: Atoms, multiple = 1) =>
    atomForm(atoms.fresh({ scope: "grid", multiple, description: "n" }), BITS);

  it("are shared by a warp where the limit is rounded down to whole warps, and not where it is not", () => {
    const atoms = new Atoms();
    const n = parameter(atoms);
    const index = knownForm(threads, BITS);
    const scopes = (limit: Form) => signed.map((predicate) => scopeOf(compareForms(atoms, predicate, index, limit)));
    assert.deepEqual(scopes(limitOf(atoms, n, 32)), ["warp", "lane", "lane", "warp"]);
    assert.deepEqual(scopes(limitOf(atoms, n, 64)), ["grid", "lane", "lane", "grid"]);
    assert.deepEqual(scopes(limitOf(atoms, n, 16)), ["lane", "lane", "lane", "lane"]);
    assert.deepEqual(scopes(n), ["lane", "lane", "lane", "lane"]);
    const masked = binaryForm(atoms, "and", n, constantForm(-32, BITS));
    assert.deepEqual(scopes(masked), ["warp", "lane", "lane", "warp"]);
    const last = addForms(limitOf(atoms, n, 32), constantForm(-1, BITS))!;
    assert.deepEqual(scopes(last), ["lane", "warp", "warp", "lane"]);
  });

  const cases = fc.record({
    predicate: fc.constantFrom(...signed, ...unsigned),
    start: fc.oneof(fc.constantFrom(0, 16, 32, 64), fc.integer({ min: 0, max: 70 })),
    step: fc.constantFrom(0, 1, 2),
    offset: fc.oneof(fc.constantFrom(-32, -1, 0, 1, 32), fc.integer({ min: -70, max: 70 })),
    size: fc.constantFrom(1, 16, 32, 48, 64),
    value: fc.integer({ min: 0, max: 300 }),
    isSwapped: fc.boolean(),
  });

  it("give each lane what it has by itself", () => {
    let shared = 0;
    fc.assert(
      fc.property(cases, ({ predicate, start, step, offset, size, value, isSwapped }) => {
        const atoms = new Atoms();
        const n = parameter(atoms);
        const index = knownForm(
          threads.map((thread) => start + step * thread),
          BITS,
        );
        const least = value - (value % size);
        const isSigned = predicate.startsWith("s");
        const limit = addForms(limitOf(atoms, n, size), constantForm(isSigned ? offset : Math.abs(offset), BITS))!;
        const sides = isSwapped ? ([limit, index] as const) : ([index, limit] as const);
        const form = compareForms(atoms, predicate, ...sides);
        if (step !== 0 && scopeOf(form) !== "lane") shared++;
        const found = new Evaluator(new Map([[n.terms[0]!.atom, value]])).form(form)!;
        const compare = comparisonOf(predicate, BITS);
        const bound = least + (isSigned ? offset : Math.abs(offset));
        for (let thread = 0; thread < THREADS; thread++) {
          const own = start + step * thread;
          const expected = isSwapped ? compare(bound, own) : compare(own, bound);
          assert.equal(laneAt(found, thread), expected, `thread ${thread}`);
        }
      }),
      { numRuns: 5000 },
    );
    assert.ok(shared > 20, `${shared} of the comparisons are shared by a warp`);
  });
});
