/** Expressions over the 32 lanes of a warp, with the arithmetic of C++: promotions, wrapping, rounding to `float`. */
import { LANES } from "../pictures/lanes";
import type { Expression } from "./expression";
import { float, integer, isTrue, truth, type Value } from "./values";

/** What each lane holds; undefined where it holds nothing, or where C++ does not say what the result is. */
export type Lanes = readonly (Value | undefined)[];

/** What names mean; undefined for a name that means nothing here. */
export type Names = (name: string) => Lanes | undefined;

/** The message is a sentence. */
export class NotKnown extends Error {}

const everywhere = (value: Value): Lanes => Array<Value>(LANES).fill(value);

/** A literal, of the type that its value and its suffix give it. */
function literal(text: string): Value {
  const isHexadecimal = /^0x/i.test(text);
  if (!isHexadecimal && /[.eEfF]/.test(text)) {
    return float(Number.parseFloat(text), /f$/i.test(text) ? 32 : 64);
  }
  const suffix = /[uUlL]*$/.exec(text)![0].toLowerCase();
  const value = BigInt(text.slice(0, text.length - suffix.length));
  const unsigned = suffix.includes("u");
  const fits = value < 1n << (unsigned ? 32n : 31n) && !suffix.includes("l");
  // A hexadecimal literal that an int does not hold is an unsigned int where that holds it.
  if (isHexadecimal && !suffix.includes("l") && value < 1n << 32n) return integer(value, 32, !unsigned && fits);
  return integer(value, fits ? 32 : 64, !unsigned);
}

type Integer = Extract<Value, { kind: "integer" }>;

/** A truth value or a short integer as `int`, an address as 64 unsigned bits. */
function promoted(one: Exclude<Value, { kind: "float" }>): Integer {
  if (one.kind === "boolean") return integer(one.value ? 1n : 0n) as Integer;
  if (one.kind === "address") return integer(one.value, 64, false) as Integer;
  return one.bits < 32 ? (integer(one.value) as Integer) : one;
}

const realOf = (one: Value): number => Number(one.value);

/** Both operands of an arithmetic operator in their common type. */
function common(a: Value, b: Value): { a: number; b: number; bits: number } | { x: Integer; y: Integer } {
  if (a.kind === "float" || b.kind === "float") {
    const bits = Math.max(...[a, b].map((one) => (one.kind === "float" ? one.bits : 0)));
    const round = (one: Value) => (bits === 64 ? realOf(one) : Math.fround(realOf(one)));
    return { a: round(a), b: round(b), bits };
  }
  const [x, y] = [promoted(a), promoted(b)];
  const bits = Math.max(x.bits, y.bits);
  const signed = [x, y].every((one) => one.signed || one.bits < bits);
  return { x: integer(x.value, bits, signed) as Integer, y: integer(y.value, bits, signed) as Integer };
}

const comparisons: Readonly<Record<string, <T extends bigint | number>(a: T, b: T) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
};
const reals: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};
const integers: Readonly<Record<string, (a: bigint, b: bigint) => bigint | undefined>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0n ? undefined : a / b),
  "%": (a, b) => (b === 0n ? undefined : a % b),
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
};

function shifted(operator: string, a: Value, b: Value): Value | undefined {
  if (a.kind === "float" || b.kind === "float") throw new NotKnown(`“${operator}” takes no floating-point number.`);
  const [left, by] = [promoted(a), promoted(b)];
  if (by.value < 0n || by.value >= BigInt(left.bits)) return undefined;
  return integer(operator === "<<" ? left.value << by.value : left.value >> by.value, left.bits, left.signed);
}

/** Undefined where C++ does not say what the result is. */
function applied(operator: string, a: Value, b: Value): Value | undefined {
  if (operator === "<<" || operator === ">>") return shifted(operator, a, b);
  const both = common(a, b);
  const compare = comparisons[operator];
  if (compare) return truth("x" in both ? compare(both.x.value, both.y.value) : compare(both.a, both.b));
  if ("x" in both) {
    const { x, y } = both;
    const result = integers[operator]!(x.value, y.value);
    return result === undefined ? undefined : integer(result, x.bits, x.signed);
  }
  // Of halves a library computes, not the language.
  if (both.bits === 16) throw new NotKnown("Arithmetic of __half is not computed here.");
  const real = reals[operator];
  if (!real) throw new NotKnown(`“${operator}” takes no floating-point number.`);
  return float(real(both.a, both.b), both.bits);
}

function negated(operator: string, one: Value): Value {
  if (operator === "!") return truth(!isTrue(one));
  if (one.kind === "float") {
    if (operator === "~") throw new NotKnown("“~” takes no floating-point number.");
    return operator === "-" ? float(-one.value, one.bits) : one;
  }
  const { value, bits, signed } = promoted(one);
  return integer(operator === "-" ? -value : operator === "~" ? ~value : value, bits, signed);
}

/** `&&` and `||` do not look at their right side where the left one decides. */
function decided(operator: string, left: Lanes, right: Lanes): Lanes {
  return left.map((one, lane) => {
    if (one === undefined) return undefined;
    if (isTrue(one) === (operator === "||")) return truth(operator === "||");
    const other = right[lane];
    return other && truth(isTrue(other));
  });
}

/** What an expression is in each lane. Throws `NotKnown` where it means nothing. */
export function evaluate(one: Expression, names: Names): Lanes {
  switch (one.kind) {
    case "number":
      return everywhere(literal(one.text));
    case "truth":
      return everywhere(truth(one.value));
    case "name": {
      const lanes = names(one.name);
      if (!lanes) throw new NotKnown(`“${one.name}” is no variable that is followed at this line.`);
      return lanes;
    }
    case "unary":
      return evaluate(one.operand, names).map((value) => value && negated(one.operator, value));
    case "binary": {
      const [left, right] = [evaluate(one.left, names), evaluate(one.right, names)];
      if (one.operator === "&&" || one.operator === "||") return decided(one.operator, left, right);
      return left.map((a, lane) => {
        const b = right[lane];
        return a && b && applied(one.operator, a, b);
      });
    }
    case "choice": {
      const [yes, no] = [evaluate(one.yes, names), evaluate(one.no, names)];
      return evaluate(one.condition, names).map((value, lane) => value && (isTrue(value) ? yes : no)[lane]);
    }
    case "ofLane": {
      const operand = evaluate(one.operand, names);
      return evaluate(one.lane, names).map((lane) => {
        if (!lane) return undefined;
        const at = Number(lane.value);
        if (!Number.isInteger(at) || at < 0 || at >= LANES) throw new NotKnown(`A warp has lanes 0 to 31, not ${at}.`);
        return operand[at];
      });
    }
  }
}
