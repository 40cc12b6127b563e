/**
 * Partly known conditions: in `threadIdx.x < 9 && m > 0` the first operand excludes threads whatever `m` is.
 */
import type { Evaluator } from "./evaluate";
import { type Atom, atomsOf, atomsUnder, type Form } from "./forms";
import { both, either, type Lanes, mapLanes, zipLanes } from "./lanes";

const is0 = (value: number): number => (value === 0 ? 1 : 0);
const isNot0 = (value: number): number => (value === 0 ? 0 : 1);

/** By thread, 1 where the condition can have the outcome as far as is known. */
export function canBe(form: Form, outcome: boolean, evaluator: Evaluator): Lanes {
  const value = evaluator.form(form);
  if (value !== undefined) return mapLanes(value, outcome ? isNot0 : is0)!;
  const [term] = form.terms;
  if (form.terms.length !== 1 || !term) return 1;
  // Known part 0 and coefficient 1 are the atom itself, 1 and -1 its opposite, coefficient 0 a known outcome.
  const same = atomCanBe(term.atom, outcome, evaluator);
  const opposite = atomCanBe(term.atom, !outcome, evaluator);
  const plain = zipLanes(form.known, term.coefficient, (known, coefficient) => {
    if (coefficient === 0) return (known !== 0) === outcome ? ALWAYS : NEVER;
    if (known === 0 && Math.abs(coefficient) === 1) return AS_ATOM;
    return Math.abs(known) === 1 && Math.abs(coefficient) === 1 ? OPPOSITE : ALWAYS;
  })!;
  const chosen = zipLanes(plain, same, (kind, can) => (kind === AS_ATOM ? can : kind === OPPOSITE ? OPPOSITE : kind))!;
  return zipLanes(chosen, opposite, (can, other) => (can === OPPOSITE ? other : can))!;
}

const NEVER = 0;
const ALWAYS = 1;
const AS_ATOM = 2;
const OPPOSITE = 3;

/** Results by atom and outcome, because conditions share operands. */
const found = new WeakMap<Evaluator, Map<string, Lanes>>();

function atomCanBe(atom: Atom, outcome: boolean, evaluator: Evaluator): Lanes {
  const known = found.get(evaluator) ?? new Map<string, Lanes>();
  found.set(evaluator, known);
  const key = `${atom.id}:${outcome}`;
  const lanes = known.get(key) ?? joinedCanBe(atom, outcome, evaluator);
  known.set(key, lanes);
  return lanes;
}

function joinedCanBe({ definition }: Atom, outcome: boolean, evaluator: Evaluator): Lanes {
  if (definition?.kind === "product") {
    const factors = definition.factors.map((factor) => atomCanBe(factor, outcome, evaluator));
    return factors.reduce(outcome ? both : either, outcome ? 1 : 0);
  }
  if (definition?.kind !== "function") return 1;
  const can = (operand: Form, wanted: boolean): Lanes => canBe(operand, wanted, evaluator);
  const [a, b, c] = definition.operands;
  switch (definition.name) {
    case "and.1":
      return outcome ? both(can(a!, true), can(b!, true)) : either(can(a!, false), can(b!, false));
    case "or.1":
      return outcome ? either(can(a!, true), can(b!, true)) : both(can(a!, false), can(b!, false));
    case "xor.1":
      return either(both(can(a!, true), can(b!, !outcome)), both(can(a!, false), can(b!, outcome)));
    case "select":
      if (b!.bits !== 1) return 1;
      return either(both(can(a!, true), can(b!, outcome)), both(can(a!, false), can(c!, outcome)));
    default:
      return evaluator.operationCanBe(definition, outcome);
  }
}

const logical = /^(?:and\.1|or\.1|xor\.1|select)$/;

/** The operands of a condition through `&&`, `||` and `!`, each once. */
export function partsOf(form: Form): readonly Form[] {
  const atoms = [...atomsUnder(atomsOf(form), (atom) => joinedBy(atom) ?? [])];
  return atoms.filter((atom) => !joinedBy(atom)).map(asForm);
}

/** The operand atoms of a logical operation; undefined for any other atom. */
function joinedBy({ definition }: Atom): readonly Atom[] | undefined {
  if (definition?.kind === "product") return definition.factors;
  const isLogical =
    definition?.kind === "function" && logical.test(definition.name) && definition.operands.at(-1)!.bits === 1;
  return isLogical ? definition.operands.flatMap(atomsOf) : undefined;
}

const asForm = (atom: Atom): Form => ({ bits: 1, known: 0, terms: [{ atom, coefficient: 1 }] });
