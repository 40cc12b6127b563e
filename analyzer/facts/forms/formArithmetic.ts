/**
 * IR's integer operations on lane forms: exact where the operands are known, linear where they are not, and through
 * `/ % & | ^ >>` by constants as far as the unknown part is divisible. Everything else becomes an atom of its own.
 */
import type { IntPredicate } from "../../ir/model";
import {
  type Atoms,
  addForms,
  atomForm,
  chooseForm,
  constantForm,
  divideTerms,
  equalForms,
  equalTerms,
  type Form,
  isKnown,
  knownForm,
  multipleOf,
  scaleForm,
  scopeOf,
  subtractForms,
} from "./forms";
import { asSigned, comparisonOf, type IntegerOp, integerOperation } from "./integers";
import { gcd, isNonNegative, isWarpUniform, type Lanes, mapLanes, zipLanes } from "./lanes";

/** The form of a binary integer operation; a new atom where the result is not linear. */
export function binaryForm(atoms: Atoms, op: IntegerOp, a: Form, b: Form, isDisjoint = false): Form {
  const { bits } = a;
  if (isKnown(a) && isKnown(b)) {
    const known = zipLanes(a.known, b.known, (x, y) => integerOperation(op, x, y, bits));
    if (known !== undefined) return knownForm(known, bits);
  }
  return (isDisjoint ? addForms(a, b) : symbolic(atoms, op, a, b)) ?? opaqueOperation(atoms, op, a, b);
}

/** The form of a unary integer operation that is not linear. */
export function unaryForm(
  atoms: Atoms,
  name: string,
  form: Form,
  operation: (value: number) => number | undefined,
): Form {
  const known = isKnown(form) ? mapLanes(form.known, operation) : undefined;
  if (known !== undefined) return knownForm(known, form.bits);
  return atomForm(
    atoms.apply(`${name}.${form.bits}`, [form], (values) => operation(values[0]!)),
    form.bits,
  );
}

function opaqueOperation(atoms: Atoms, op: IntegerOp, a: Form, b: Form): Form {
  const { bits } = a;
  const atom = atoms.apply(
    `${op}.${bits}`,
    [a, b],
    (values) => integerOperation(op, values[0]!, values[1]!, bits),
    divisorOf(op, a, b),
  );
  return atomForm(atom, bits);
}

/** The greatest known divisor of every value of the form; 0 for the constant 0. */
function divisibility(form: Form): number {
  const known = typeof form.known === "number" ? form.known : form.known.reduce((d, value) => gcd(d, value), 0);
  return gcd(multipleOf(form.terms), known);
}

/** The greatest power of two that divides a number; 0 for 0. */
function lowestBit(value: number): number {
  if (value === 0) return 0;
  let bit = 1;
  while (value % (2 * bit) === 0) bit *= 2;
  return bit;
}

/** Divisibility that survives an operation which is not linear. */
function divisorOf(op: IntegerOp, a: Form, b: Form): number {
  const both = Math.max(gcd(divisibility(a), divisibility(b)), 1);
  if (op === "shl") return Math.max(divisibility(a), 1);
  if (op === "and") return Math.max(lowestBit(divisibility(a)), lowestBit(divisibility(b)), 1);
  if (op === "or" || op === "xor") return lowestBit(both);
  return ["smin", "smax", "umin", "umax", "srem", "urem"].includes(op) ? both : 1;
}

function symbolic(atoms: Atoms, op: IntegerOp, a: Form, b: Form): Form | undefined {
  switch (op) {
    case "add":
      return addForms(a, b);
    case "sub":
      return subtractForms(a, b);
    case "mul":
      return atoms.multiply(a, b);
    case "shl":
      return shiftLeft(atoms, a, b);
    case "smin":
    case "smax":
    case "umin":
    case "umax":
      return equalForms(a, b) ? a : undefined;
    case "and":
    case "or":
    case "xor":
      if (isKnown(a) && !isKnown(b)) return symbolic(atoms, op, b, a);
      return isKnown(b) && typeof b.known === "number" ? bitwiseConstant(atoms, op, a, b.known) : undefined;
    default:
      return isKnown(b) && typeof b.known === "number" ? divideConstant(atoms, op, a, b.known) : undefined;
  }
}

/** 2ⁿ where a double can tell its neighbours. */
const powerOfTwo = (n: number): number | undefined => (n >= 0 && n < 53 ? 2 ** n : undefined);

/** `x << n` is `x · 2ⁿ`, the power being an atom when `n` is not known. */
function shiftLeft(atoms: Atoms, a: Form, b: Form): Form | undefined {
  const power = isKnown(b)
    ? knownForm(mapLanes(b.known, powerOfTwo) ?? Number.NaN, a.bits)
    : atomForm(
        atoms.apply("power", [b], (values) => powerOfTwo(values[0]!)),
        a.bits,
      );
  return Number.isNaN(power.known) ? undefined : atoms.multiply(a, power);
}

const isPowerOfTwo = (value: number): boolean => value > 0 && Number.isInteger(Math.log2(value));

function bitwiseConstant(atoms: Atoms, op: "and" | "or" | "xor", a: Form, mask: number): Form | undefined {
  if (op === "and" && isPowerOfTwo(mask + 1)) return remainder(atoms, a, mask + 1);
  // `& ~(2ᵏ - 1)` takes the low bits off: x - x % 2ᵏ.
  if (op === "and" && mask < 0 && isPowerOfTwo(-mask)) {
    const low = remainder(atoms, a, -mask);
    return low && subtractForms(a, low);
  }
  if (op === "xor" && mask === -1) return subtractForms(constantForm(-1, a.bits), a);
  // Bits below the lowest that the unknown part can set are known: only they change.
  const granule = lowestBit(multipleOf(a.terms));
  if (mask < 0 || mask >= granule) return undefined;
  const [high, low] = splitBelow(a.known, granule);
  const changed = mapLanes(low, (value) => integerOperation(op, value, mask, a.bits));
  const known = changed === undefined ? undefined : zipLanes(op === "and" ? 0 : high, changed, (x, y) => x + y);
  return known === undefined ? undefined : { bits: a.bits, known, terms: op === "and" ? [] : a.terms };
}

/** Each known value as a multiple of `size` and a remainder from 0 to below `size`. */
function splitBelow(known: Lanes, size: number): readonly [Lanes, Lanes] {
  const high = mapLanes(known, (value) => Math.floor(value / size) * size)!;
  return [high, zipLanes(known, high, (value, base) => value - base)!];
}

/** `x mod size` with a non-negative remainder, as `&` and `%` of a non-negative number give. */
function remainder(atoms: Atoms, a: Form, size: number): Form | undefined {
  const block = gcd(multipleOf(a.terms), size);
  if (block === 1) return undefined;
  const [high, low] = splitBelow(a.known, block);
  if (block === size) return knownForm(low, a.bits);
  // The unknown part and the multiples of a block in the known part wrap together; the remainder below a block does not.
  const blocks: Form = { bits: a.bits, known: high, terms: a.terms };
  const wrapped = atoms.apply(
    `mod ${size}`,
    [blocks],
    (values) => values[0]! - Math.floor(values[0]! / size) * size,
    block,
  );
  return addForms(atomForm(wrapped, a.bits), knownForm(low, a.bits));
}

function divideConstant(atoms: Atoms, op: IntegerOp, a: Form, operand: number): Form | undefined {
  const isShift = op === "lshr" || op === "ashr";
  const divisor = isShift ? 2 ** operand : operand;
  if (!Number.isSafeInteger(divisor) || divisor <= 0) return undefined;
  if (divisor === 1) return op === "urem" || op === "srem" ? constantForm(0, a.bits) : a;
  if (op === "urem" || op === "srem") return isTakenNonNegative(a) ? remainder(atoms, a, divisor) : undefined;
  if (op !== "udiv" && op !== "sdiv" && !isShift) return undefined;
  if (op !== "ashr" && !isTakenNonNegative(a)) return undefined;
  // Terms that the divisor divides leave the quotient as terms; the remaining part must be known.
  const split = a.terms.map((term) => ({
    term,
    divides: multipleOf([term]) % divisor === 0 && isDivisible(term.coefficient, divisor),
  }));
  if (split.some(({ divides }) => !divides)) return undefined;
  const terms = divideTerms(
    split.map(({ term }) => term),
    divisor,
  );
  return { bits: a.bits, known: mapLanes(a.known, (value) => Math.floor(value / divisor))!, terms };
}

function isDivisible(coefficient: Lanes, divisor: number): boolean {
  return typeof coefficient === "number"
    ? coefficient % divisor === 0
    : coefficient.every((value) => value % divisor === 0);
}

/**
 * Whether a dividend of unknown sign is assumed to be non-negative, as an index is: where the known part and all coefficients
 * are.
 */
function isTakenNonNegative(form: Form): boolean {
  return isNonNegative(form.known) && form.terms.every(({ coefficient }) => isNonNegative(coefficient));
}

/** A comparison: a form of one bit. Where only the difference is known, the unknown part cancels. */
export function compareForms(atoms: Atoms, predicate: IntPredicate, left: Form, right: Form): Form {
  const { bits } = left;
  if (equalTerms(left.terms, right.terms)) {
    const known = zipLanes(
      left.known,
      right.known,
      comparisonOf(isKnown(left) ? predicate : signedOrder(predicate), bits),
    );
    if (known !== undefined) return knownForm(known, 1);
  }
  const [a, b] = ofWholeWarps(predicate, left, right) ?? [left, right];
  const compare = comparisonOf(predicate, bits);
  return atomForm(
    atoms.apply(`${predicate}.${bits}`, [a, b], (values) => compare(values[0]!, values[1]!)),
    1,
  );
}

/** What an order adds to the difference of its sides, so that it holds where that is negative, or where it is not. */
const BELOW: Readonly<Record<string, number>> = { lt: 0, ge: 0, le: -1, gt: -1 };

/**
 * The sides of `i < n / 32 * 32` as they are for whole warps: the lanes of a warp are between two multiples of what divides
 * the unknown part, so that all of them are below the other side or none is. Undefined where that is not so.
 */
function ofWholeWarps(predicate: IntPredicate, a: Form, b: Form): readonly [Form, Form] | undefined {
  const below = BELOW[predicate.slice(1)];
  if (below === undefined || (isWarpUniform(a.known) && isWarpUniform(b.known))) return undefined;
  const difference = subtractForms(a, b);
  const multiple = difference && multipleOf(difference.terms);
  if (!multiple || multiple === 1) return undefined;
  const shared = mapLanes(difference.known, (value) => Math.floor((value + below) / multiple) * multiple - below);
  if (shared === undefined || !isWarpUniform(shared)) return undefined;
  const own = isWarpUniform(b.known);
  const known = own ? zipLanes(b.known, shared, (x, y) => x + y) : zipLanes(a.known, shared, (x, y) => x - y);
  if (known === undefined || !isWarpUniform(known) || (predicate.startsWith("u") && !isNonNegative(known)))
    return undefined;
  return own ? [{ ...a, known }, b] : [a, { ...b, known }];
}

/** Two values that share an unknown part which does not wrap compare as their known parts do, which may be negative. */
const signedOrder = (predicate: IntPredicate): IntPredicate =>
  predicate.startsWith("u") ? (`s${predicate.slice(1)}` as IntPredicate) : predicate;

/** `condition ? a : b`. */
export function selectForm(atoms: Atoms, condition: Form, a: Form, b: Form): Form {
  if (equalForms(a, b)) return a;
  if (isKnown(condition)) {
    const chosen = chooseForm(condition.known, a, b);
    if (chosen) return chosen;
  }
  const difference = subtractForms(a, b);
  if (difference && scopeOf(condition) !== "lane" && scopeOf(difference) !== "lane") {
    // The relative values of the lanes are the same for both outcomes: b, or b plus a uniform difference.
    const flag = isKnown(condition) ? undefined : atoms.multiply({ ...condition, bits: a.bits }, difference);
    const sum = flag && addForms(b, flag);
    if (sum) return sum;
  }
  const atom = atoms.apply(
    "select",
    [condition, a, b],
    (values) => (values[0] ? values[1] : values[2]),
    Math.max(gcd(divisibility(a), divisibility(b)), 1),
  );
  return atomForm(atom, a.bits);
}

/** Extension and truncation. An unknown part stays as it is, because index arithmetic is assumed not to wrap. */
export function castForm(cast: "trunc" | "zext" | "sext", form: Form, bits: number): Form {
  if (!isKnown(form)) {
    if (form.bits === 1 && cast === "sext") return scaleForm({ ...form, bits }, -1) ?? { ...form, bits };
    return { ...form, bits };
  }
  const known = mapLanes(form.known, (value) => {
    if (form.bits === 1) return cast === "sext" ? -value : value;
    if (cast === "zext" && value < 0) return form.bits <= 52 ? value + 2 ** form.bits : undefined;
    return asSigned(value, bits);
  });
  return known === undefined ? { ...form, bits } : knownForm(known, bits);
}
