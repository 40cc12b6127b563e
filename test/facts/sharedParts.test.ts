/** Values mixed out of earlier ones again and again: the ways to a leaf double with each step, the work must not. */
import assert from "node:assert/strict";
import { canBe, partsOf } from "../../analyzer/facts/forms/conditions";
import { Evaluator } from "../../analyzer/facts/forms/evaluate";
import { binaryForm } from "../../analyzer/facts/forms/formArithmetic";
import {
  type Atom,
  Atoms,
  atomForm,
  atomLeaves,
  constantForm,
  type Form,
  leavesOf,
} from "../../analyzer/facts/forms/forms";
import { maskCertainty } from "../../analyzer/facts/forms/masks";
import { factsOf } from "../rules/support";

const STEPS = 60;
/** Reads of operands for each step: every function here asks a few questions of each atom that it meets. */
const READS = 40;

/** Makes every read of the atom's operands count; too many are an error at once, as the ways are 2⁶⁰. */
function counted(form: Form, reads: { count: number }): Form {
  const atom = form.terms[0]!.atom as { -readonly [Key in keyof Atom]: Atom[Key] };
  const definition = atom.definition;
  assert.equal(definition?.kind, "function");
  if (definition?.kind !== "function") return form;
  atom.definition = {
    ...definition,
    get operands() {
      assert.ok(++reads.count <= STEPS * READS, `more than ${STEPS * READS} reads`);
      return definition.operands;
    },
  };
  return form;
}

/** `x = x ^ (x op y)`, 60 times, over values of so many bits. */
function mixture(op: "lshr" | "and" | "or", bits: number): { form: Form; leaves: Atom[]; reads: { count: number } } {
  const atoms = new Atoms();
  const leaves = ["x", "y"].map((description) => atoms.fresh({ scope: "lane", multiple: 1, description }));
  const [x, y] = leaves.map((leaf) => atomForm(leaf, bits));
  const reads = { count: 0 };
  let form = x!;
  for (let step = 0; step < STEPS; step++) {
    const part = counted(binaryForm(atoms, op, form, op === "lshr" ? constantForm(3, bits) : y!), reads);
    form = counted(binaryForm(atoms, "xor", form, part), reads);
  }
  reads.count = 0;
  return { form, leaves, reads };
}

describe("values that share their parts", () => {
  it("the leaves of a mixture are found once", () => {
    const { form, leaves, reads } = mixture("lshr", 32);
    assert.deepEqual([...leavesOf(form)], [leaves[0]]);
    assert.deepEqual([...atomLeaves(form.terms[0]!.atom)], [leaves[0]]);
    assert.ok(reads.count > 0);
  });

  it("the parts of a condition are found once", () => {
    const { form, leaves, reads } = mixture("and", 1);
    const parts = partsOf(form).map((part) => part.terms[0]!.atom);
    assert.deepEqual(parts, leaves);
    assert.ok(reads.count > 0);
  });

  it("what a condition can be is found once for each of its parts", () => {
    const { form, leaves, reads } = mixture("or", 1);
    // x | … is never more than unknown, and with both numbers it is what the bits say.
    assert.equal(canBe(form, true, new Evaluator(new Map([[leaves[0]!, 1]]))), 1);
    assert.equal(canBe(form, true, new Evaluator(new Map(leaves.map((leaf): [Atom, number] => [leaf, 0])))), 0);
    assert.ok(reads.count > 0);
  });

  it("how certain a mask is under a mixed condition is found once", () => {
    const { form, leaves, reads } = mixture("or", 1);
    assert.equal(maskCertainty(form, new Set()), "open");
    assert.equal(maskCertainty(form, new Set(leaves)), "followed");
    assert.ok(reads.count > 0);
  });

  it("a kernel whose branches hang on mixed numbers has facts", async () => {
    const [kernel] = await factsOf(`#include <cuda_runtime.h>
__device__ unsigned mixed(unsigned x) {
  for (int round = 0; round < 40; round++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; }
  return x;
}
__global__ void thrown(int* hits, unsigned seed) {
  unsigned draw = mixed(seed + threadIdx.x);
  if (draw & 1) __syncthreads();
  if (draw > 77u) hits[threadIdx.x] = 1;
}
void run(int* hits) { thrown<<<1, 64>>>(hits, 3u); }
`);
    assert.equal(kernel!.accesses.length, 1);
    assert.equal(kernel!.barriers[0]?.divergence, "around");
  });
});
