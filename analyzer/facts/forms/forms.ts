/**
 * Lane forms: an integer or address over the threads of one block, as
 *
 *     known part (one number per thread)  +  Σ coefficient (per thread) · atom
 *
 * An atom is an unknown value: a parameter, a block index, a loop counter, a product of such, or an operation that is not
 * linear. Equal atoms are one object, so that equal terms cancel. Forms are immutable.
 *
 * Index arithmetic with an unknown part is assumed not to wrap: the only assumption of this file.
 */
import {
  addLanes,
  commonDivisor,
  compact,
  gcd,
  isWarpUniform,
  type Lanes,
  laneAt,
  multiplyLanes,
  safe,
  sameLanes,
} from "./lanes";

/** The threads that share a value: those of the grid, of a block, of a warp, or each lane has its own. */
export type Scope = "grid" | "block" | "warp" | "lane";

const scopes: readonly Scope[] = ["grid", "block", "warp", "lane"];
/** The narrower of two scopes. */
export const narrower = (a: Scope, b: Scope): Scope => scopes[Math.max(scopes.indexOf(a), scopes.indexOf(b))]!;

/** How an atom depends on others; atoms without a definition are leaves. */
export type Definition =
  | { readonly kind: "product"; readonly factors: readonly Atom[] }
  /** A pure function of the operands, lane by lane; `undefined` where it has no exact value. */
  | {
      readonly kind: "function";
      /** `and.1`, `select`: the operation, with its width where that matters. */
      readonly name: string;
      readonly operands: readonly Form[];
      apply(values: readonly number[]): number | undefined;
    }
  /** The value that a variable of a loop has in each iteration, by the loop's counter. */
  | { readonly kind: "table"; readonly counter: Atom; readonly values: readonly number[] };

/** An unknown value. */
export interface Atom {
  readonly id: number;
  readonly scope: Scope;
  /** Every value that the atom can have is a multiple of this. */
  readonly multiple: number;
  /** For people: `n`, `blockIdx.x`, `the loaded index`. */
  readonly description: string;
  definition?: Definition;
  /** The values are the integers from 0 up to but not including this. */
  count?: number;
}

/** An atom times a coefficient. */
export interface Term {
  readonly atom: Atom;
  /** Never 0 in every lane. */
  readonly coefficient: Lanes;
}

/** A lane form of an integer or address of `bits` bits. */
export interface Form {
  readonly bits: number;
  readonly known: Lanes;
  /** By ascending atom id, each atom once. */
  readonly terms: readonly Term[];
}

/** The most terms or factors of a form; a value with more is unknown. No index in real code has as many. */
const MAX_TERMS = 24;
const MAX_FACTORS = 4;

/** The form of a constant. */
export const constantForm = (value: number, bits: number): Form => ({ bits, known: value, terms: [] });
/** The form of values that are known for each thread. */
export const knownForm = (known: Lanes, bits: number): Form => ({ bits, known, terms: [] });
/** The form of an atom by itself. */
export const atomForm = (atom: Atom, bits: number): Form => ({ bits, known: 0, terms: [{ atom, coefficient: 1 }] });
/** Whether the value is known for each thread. */
export const isKnown = (form: Form): boolean => form.terms.length === 0;

/** The scope of a form's value; `lane` where the threads of a warp can differ. */
export function scopeOf(form: Form): Scope {
  let scope: Scope = lanesScope(form.known);
  for (const { atom, coefficient } of form.terms)
    scope = narrower(scope, narrower(atom.scope, lanesScope(coefficient)));
  return scope;
}

function lanesScope(lanes: Lanes): Scope {
  if (typeof lanes === "number") return "grid";
  return isWarpUniform(lanes) ? "warp" : "lane";
}

/** Whether the coefficient of a term or its atom differs between lanes of a warp. */
export const variesInWarp = (term: Term): boolean => term.atom.scope === "lane" || !isWarpUniform(term.coefficient);

const REMAINDER = /^[su]rem\.\d+$/;

/** The terms of `n - n % c`, times a number, among others; and what their sum is a multiple of. */
function roundedDown(
  terms: readonly Term[],
): { readonly sum: ReadonlySet<Term>; readonly multiple: number } | undefined {
  for (const term of terms) {
    const { atom, coefficient } = term;
    if (atom.definition?.kind !== "function" || !REMAINDER.test(atom.definition.name)) continue;
    const [dividend, divisor] = atom.definition.operands as readonly [Form, Form];
    if (typeof coefficient !== "number" || dividend.known !== 0) continue;
    if (!isKnown(divisor) || typeof divisor.known !== "number") continue;
    const minuend = dividend.terms.map((one) =>
      terms.find((other) => other.atom === one.atom && other.coefficient === -coefficient * Number(one.coefficient)),
    );
    const found = minuend.filter((one) => one !== undefined);
    if (found.length === minuend.length)
      return { sum: new Set([term, ...found]), multiple: Math.abs(coefficient * divisor.known) };
  }
  return undefined;
}

/** Every value of the sum of the terms is a multiple of this; 0 when there are none. */
export function multipleOf(terms: readonly Term[]): number {
  const rounded = roundedDown(terms);
  if (rounded) return gcd(rounded.multiple, multipleOf(terms.filter((term) => !rounded.sum.has(term))));
  return terms.reduce((divisor, { atom, coefficient }) => gcd(divisor, commonDivisor(coefficient) * atom.multiple), 0);
}

/** Whether two forms are equal in every thread. */
export function equalForms(a: Form, b: Form): boolean {
  return sameLanes(a.known, b.known) && equalTerms(a.terms, b.terms);
}

/** Whether two lists of terms are equal in every thread. */
export function equalTerms(a: readonly Term[], b: readonly Term[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ atom, coefficient }, i) => atom === b[i]!.atom && sameLanes(coefficient, b[i]!.coefficient))
  );
}

/** Merges two lists of terms, combining the coefficients of equal atoms. `undefined` where a coefficient has no exact value. */
function mergeTerms(
  a: readonly Term[],
  b: readonly Term[],
  combine: (a: Lanes, b: Lanes) => Lanes | undefined,
): readonly Term[] | undefined {
  const merged: Term[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [left, right] = [a[i], b[j]];
    const order = !left ? 1 : !right ? -1 : left.atom.id - right.atom.id;
    const coefficient = combine(order <= 0 ? left!.coefficient : 0, order >= 0 ? right!.coefficient : 0);
    if (coefficient === undefined) return undefined;
    if (coefficient !== 0) merged.push({ atom: (order <= 0 ? left : right)!.atom, coefficient });
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return merged.length > MAX_TERMS ? undefined : merged;
}

/** The sum; `undefined` where a coefficient has no exact value. */
export function addForms(a: Form, b: Form): Form | undefined {
  const known = addLanes(a.known, b.known);
  const terms = mergeTerms(a.terms, b.terms, addLanes);
  return known === undefined || !terms ? undefined : { bits: a.bits, known, terms };
}

/** The form times a number per thread. */
export function scaleForm(form: Form, factor: Lanes): Form | undefined {
  if (factor === 0) return constantForm(0, form.bits);
  const known = multiplyLanes(form.known, factor);
  const terms: Term[] = [];
  for (const { atom, coefficient } of form.terms) {
    const scaled = multiplyLanes(coefficient, factor);
    if (scaled === undefined) return undefined;
    if (scaled !== 0) terms.push({ atom, coefficient: scaled });
  }
  return known === undefined ? undefined : { bits: form.bits, known, terms };
}

/** The difference; `undefined` as of `addForms`. */
export function subtractForms(a: Form, b: Form): Form | undefined {
  const negative = scaleForm(b, -1);
  return negative && addForms(a, negative);
}

/** Divides every coefficient, for divisors that divide them all. */
export function divideTerms(terms: readonly Term[], divisor: number): readonly Term[] {
  return terms.map(({ atom, coefficient }) => ({
    atom,
    coefficient: typeof coefficient === "number" ? coefficient / divisor : coefficient.map((value) => value / divisor),
  }));
}

/** One form or the other by thread, under a condition that is known for each thread. */
export function chooseForm(condition: Lanes, a: Form, b: Form): Form | undefined {
  if (typeof condition === "number") return condition ? a : b;
  const pick = (x: Lanes, y: Lanes): Lanes =>
    compact(condition.map((chosen, thread) => laneAt(chosen ? x : y, thread)));
  const terms = mergeTerms(a.terms, b.terms, pick);
  return terms && { bits: a.bits, known: pick(a.known, b.known), terms };
}

/** The atoms of one analysis, in which equal atoms are one object. */
export class Atoms {
  private readonly byKey = new Map<string, Atom>();
  private next = 0;

  /** The atom of a key, created on first use. Keys identify the unknown value. */
  intern(key: string, make: () => Omit<Atom, "id">): Atom {
    let atom = this.byKey.get(key);
    if (!atom) {
      atom = { id: this.next++, ...make() };
      this.byKey.set(key, atom);
    }
    return atom;
  }

  /** The atom of a key, if it has been created. */
  known(key: string): Atom | undefined {
    return this.byKey.get(key);
  }

  /** An atom that equals no other. */
  fresh(properties: Omit<Atom, "id">): Atom {
    return { id: this.next++, ...properties };
  }

  /** A pure function of forms as an atom; the same function of equal forms is the same atom. */
  apply(
    name: string,
    operands: readonly Form[],
    apply: (values: readonly number[]) => number | undefined,
    multiple = 1,
  ): Atom {
    return this.intern(`${name}(${operands.map(formKey).join(";")})`, () => ({
      scope: operands.map(scopeOf).reduce(narrower),
      multiple,
      description: describeTerms(operands.flatMap((form) => form.terms)),
      definition: { kind: "function", name, operands, apply },
    }));
  }

  private product(a: Atom, b: Atom): Atom | undefined {
    const factors = [...factorsOf(a), ...factorsOf(b)].sort((x, y) => x.id - y.id);
    if (factors.length > MAX_FACTORS) return undefined;
    return this.intern(`product(${factors.map((atom) => atom.id).join("*")})`, () => ({
      scope: narrower(a.scope, b.scope),
      multiple: safe(a.multiple * b.multiple) ?? 1,
      description: factors.map((atom) => atom.description).join(" × "),
      definition: { kind: "product", factors },
    }));
  }

  /** The product of two forms; `undefined` where it has too many terms. */
  multiply(a: Form, b: Form): Form | undefined {
    let sum = scaleForm({ ...b, terms: [] }, a.known);
    const add = (form: Form | undefined): void => {
      sum = sum && form && addForms(sum, form);
    };
    add(scaleForm({ ...b, known: 0 }, a.known));
    add(scaleForm({ ...a, known: 0 }, b.known));
    for (const left of a.terms) {
      for (const right of b.terms) {
        const atom = this.product(left.atom, right.atom);
        const coefficient = multiplyLanes(left.coefficient, right.coefficient);
        add(
          atom && coefficient !== undefined && coefficient !== 0
            ? { bits: a.bits, known: 0, terms: [{ atom, coefficient }] }
            : undefined,
        );
      }
    }
    return sum;
  }
}

const factorsOf = (atom: Atom): readonly Atom[] =>
  atom.definition?.kind === "product" ? atom.definition.factors : [atom];

function formKey(form: Form): string {
  const lanes = (value: Lanes): string => (typeof value === "number" ? String(value) : `[${value.join()}]`);
  return `${form.bits}:${lanes(form.known)}${form.terms.map((term) => `+${lanes(term.coefficient)}*${term.atom.id}`).join("")}`;
}

/** The descriptions of the atoms of some terms, each once, without empty ones. */
export function describeTerms(terms: readonly Term[]): string {
  return [...new Set(terms.flatMap(({ atom }) => atom.description.split(" and ")))].filter(Boolean).join(" and ");
}

/**
 * The atoms that are reachable through `below`, in depth-first order, each once: values that are mixed repeatedly (a random
 * generator, a hash) are reachable along more paths than can be enumerated.
 */
export function* atomsUnder(from: readonly Atom[], below: (atom: Atom) => readonly Atom[]): Generator<Atom> {
  const met = new Set<Atom>();
  const open = from.toReversed();
  for (let atom = open.pop(); atom; atom = open.pop()) {
    if (met.has(atom)) continue;
    met.add(atom);
    yield atom;
    open.push(...below(atom).toReversed());
  }
}

/** The atoms of a form's terms, without the operands of those atoms. */
export const atomsOf = (form: Form): readonly Atom[] => form.terms.map(({ atom }) => atom);

/** The operand atoms of an atom; none for a leaf. */
function operandAtoms({ definition }: Atom): readonly Atom[] {
  switch (definition?.kind) {
    case undefined:
      return [];
    case "product":
      return definition.factors;
    case "table":
      return [definition.counter];
    case "function":
      return definition.operands.flatMap(atomsOf);
  }
}

/** All atoms on which a form depends, at any depth. */
export const atomsIn = (form: Form): Iterable<Atom> => atomsUnder(atomsOf(form), operandAtoms);

/** The leaves on which a form depends. */
export function leavesOf(form: Form): Set<Atom> {
  return leavesUnder(atomsOf(form));
}

/** The leaves on which an atom depends: itself, if it has no definition. */
export function atomLeaves(atom: Atom): Set<Atom> {
  return leavesUnder([atom]);
}

function leavesUnder(atoms: readonly Atom[]): Set<Atom> {
  return new Set([...atomsUnder(atoms, operandAtoms)].filter(({ definition }) => !definition));
}
