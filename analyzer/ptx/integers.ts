/** Statements on integers, bits and predicates. Reference: PTX ISA, "Integer Arithmetic", "Logic and Shift", "Comparison". */
import type { BinaryOp, FloatPredicate, IntPredicate, Type, Value } from "../ir/model";
import { bitsOf, constant, int } from "./builder";
import { requireType, type Scope, type Table, type Typed } from "./scope";
import { type Statement, UnsupportedAssembly } from "./statements";

/** The carry that `add.cc` and its kin leave for the next statement. */
const CARRY = { kind: "name", name: "%cc" } as const;

const last = ({ words }: Statement) => words.at(-1);
const typed = (statement: Statement): Typed => requireType(statement, last(statement));
const width = ({ type }: Typed) => bitsOf(type);
const zero = (type: Type): Value => constant(0, bitsOf(type));

/** Two operands to one result of the same type. */
function binary(make: (scope: Scope, a: Value, b: Value, as: Typed, statement: Statement) => Value) {
  return (scope: Scope, statement: Statement) => {
    const as = typed(statement);
    const [target, a, b] = statement.operands;
    const made = make(scope, scope.read(a, as.type), scope.read(b, as.type), as, statement);
    scope.write(target, made, as.signed);
  };
}

function unary(make: (scope: Scope, a: Value, as: Typed, statement: Statement) => Value) {
  return (scope: Scope, statement: Statement) => {
    const as = typed(statement);
    scope.write(statement.operands[0], make(scope, scope.read(statement.operands[1], as.type), as, statement));
  };
}

const plain = (op: BinaryOp) => binary(({ builder }, a, b) => builder.binary(op, a, b));

/** Sum with carry in and out, for the widths that have no wider one. */
function carrying(scope: Scope, subtract: boolean, a: Value, b: Value, withCarry: boolean, leaves: boolean): Value {
  const { builder } = scope;
  const op = subtract ? "sub" : "add";
  const first = builder.binary(op, a, b);
  const firstCarry = builder.compare("ult", subtract ? a : first, subtract ? b : a);
  if (!withCarry) {
    if (leaves) scope.write(CARRY, firstCarry);
    return first;
  }
  const carry = builder.resize(scope.read(CARRY, int(1)), bitsOf(a.type));
  const sum = builder.binary(op, first, carry);
  const again = builder.compare("ult", subtract ? first : sum, subtract ? carry : first);
  if (leaves) scope.write(CARRY, builder.binary("or", firstCarry, again));
  return sum;
}

function sum(subtract: boolean, withCarry: boolean) {
  return binary((scope, a, b, _as, { words }) => carrying(scope, subtract, a, b, withCarry, words.includes("cc")));
}

/** The whole product, the lower or the upper half of it. */
function product(scope: Scope, statement: Statement, as: Typed): Value {
  const { builder } = scope;
  const { words, operands } = statement;
  const [, a, b] = operands;
  const bits = width(as);
  const wide = (operand: typeof a) => builder.resize(scope.read(operand, as.type), 2 * bits, as.signed);
  if (words.includes("lo")) return builder.binary("mul", scope.read(a, as.type), scope.read(b, as.type));
  if (words.includes("wide")) return builder.binary("mul", wide(a), wide(b));
  if (!words.includes("hi")) throw new UnsupportedAssembly(statement.text);
  if (bits === 64) {
    const name = as.signed ? "llvm.nvvm.mulhi.ll" : "llvm.nvvm.mulhi.ull";
    return builder.call(name, as.type, [scope.read(a, as.type), scope.read(b, as.type)]);
  }
  const whole = builder.binary("mul", wide(a), wide(b));
  return builder.resize(builder.binary("lshr", whole, constant(bits, 2 * bits)), bits);
}

function multiplyAdd(withCarry: boolean) {
  return (scope: Scope, statement: Statement) => {
    const as = typed(statement);
    const made = product(scope, statement, as);
    const added = scope.read(statement.operands[3], made.type);
    const leaves = statement.words.includes("cc");
    scope.write(statement.operands[0], carrying(scope, false, made, added, withCarry, leaves), as.signed);
  };
}

/** Shifts whose amount may reach the width: zeros or signs are left then. */
function shift(op: "shl" | "lshr" | "ashr", scope: Scope, statement: Statement, as: Typed): Value {
  const { builder } = scope;
  const bits = width(as);
  const value = scope.read(statement.operands[1], as.type);
  const amount = scope.read(statement.operands[2], int(32));
  const inside = builder.compare("ult", amount, constant(bits, 32));
  if (op === "ashr") {
    const most = builder.select(inside, amount, constant(bits - 1, 32));
    return builder.binary(op, value, builder.resize(most, bits));
  }
  const masked = builder.resize(builder.binary("and", amount, constant(bits - 1, 32)), bits);
  return builder.select(inside, builder.binary(op, value, masked), zero(as.type));
}

/** `set` and `setp` compare by these words, and for floats also without an order. */
const integerPredicates: Readonly<Record<string, readonly [IntPredicate, IntPredicate]>> = {
  eq: ["eq", "eq"],
  ne: ["ne", "ne"],
  lt: ["ult", "slt"],
  le: ["ule", "sle"],
  gt: ["ugt", "sgt"],
  ge: ["uge", "sge"],
  lo: ["ult", "ult"],
  ls: ["ule", "ule"],
  hi: ["ugt", "ugt"],
  hs: ["uge", "uge"],
};
const floatPredicates: Readonly<Record<string, FloatPredicate>> = {
  eq: "oeq",
  ne: "one",
  lt: "olt",
  le: "ole",
  gt: "ogt",
  ge: "oge",
  equ: "ueq",
  neu: "une",
  ltu: "ult",
  leu: "ule",
  gtu: "ugt",
  geu: "uge",
  num: "ord",
  nan: "uno",
};

function comparison(scope: Scope, statement: Statement, as: Typed): Value {
  const { words, operands } = statement;
  const [, left, right, with_] = operands;
  const word = words[1]!;
  const [a, b] = [scope.read(left, as.type), scope.read(right, as.type)];
  const { builder } = scope;
  let found: Value;
  if (as.type.kind === "float") {
    if (!floatPredicates[word]) throw new UnsupportedAssembly(statement.text);
    found = builder.compareFloats(floatPredicates[word], a, b);
  } else {
    const predicate = integerPredicates[word]?.[as.signed ? 1 : 0];
    if (!predicate || as.type.kind !== "int") throw new UnsupportedAssembly(statement.text);
    found = builder.compare(predicate, a, b);
  }
  const joined = words.find((one) => one === "and" || one === "or" || one === "xor");
  return joined && with_ ? builder.binary(joined, found, scope.read(with_, int(1))) : found;
}

function bitField(signed: boolean) {
  return (scope: Scope, statement: Statement) => {
    const { builder } = scope;
    const as = typed(statement);
    const name = `__wl_bfe_${signed ? "s" : "u"}${width(as)}`;
    const [target, value, position, length] = statement.operands;
    const parts = [scope.read(value, as.type), scope.read(position, int(32)), scope.read(length, int(32))];
    scope.write(target, builder.call(name, as.type, parts));
  };
}

/** A built-in function that takes whatever the statement has, in these types. */
function builtIn(name: (as: Typed, statement: Statement) => string, ...types: readonly (Type | "own")[]) {
  return (scope: Scope, statement: Statement) => {
    const as = typed(statement);
    const [target, ...sources] = statement.operands;
    if (sources.length !== types.length) throw new UnsupportedAssembly(statement.text);
    const parts = sources.map((one, index) => {
      const type = types[index]!;
      return scope.read(one, type === "own" ? as.type : type);
    });
    scope.write(target, scope.builder.call(name(as, statement), as.type, parts));
  };
}

function countBits(name: string, ...rest: readonly Value[]) {
  return (scope: Scope, statement: Statement) => {
    const as = typed(statement);
    const value = scope.read(statement.operands[1], as.type);
    const found = scope.builder.call(`${name}.i${width(as)}`, as.type, [value, ...rest]);
    scope.write(statement.operands[0], scope.builder.resize(found, 32));
  };
}

/** Any function of three bits, by its table of eight. */
function lookUp(scope: Scope, statement: Statement): void {
  const { builder } = scope;
  const [target, ...sources] = statement.operands;
  const table = sources[3];
  if (table?.kind !== "number") throw new UnsupportedAssembly(statement.text);
  const values = sources.slice(0, 3).map((one) => scope.read(one, int(32)));
  let whole: Value = constant(0, 32);
  for (let row = 0; row < 8; row++) {
    if (((Number(table.value) >> row) & 1) === 0) continue;
    const term = values
      .map((value, index) => ((row >> (2 - index)) & 1 ? value : builder.binary("xor", value, constant(-1, 32))))
      .reduce((a, b) => builder.binary("and", a, b));
    whole = builder.binary("or", whole, term);
  }
  scope.write(target, whole);
}

function funnel(scope: Scope, statement: Statement): void {
  const { builder } = scope;
  const [target, low, high, amount] = statement.operands;
  const left = statement.words[1] === "l";
  const count = scope.read(amount, int(32));
  const limit = constant(32, 32);
  const clamps = statement.words[2] === "clamp";
  const bounded = clamps
    ? builder.select(builder.compare("ult", count, limit), count, limit)
    : builder.binary("and", count, constant(31, 32));
  const upper = builder.binary("shl", builder.resize(scope.read(high, int(32)), 64), constant(32, 64));
  const whole = builder.binary("or", upper, builder.resize(scope.read(low, int(32)), 64));
  const by = builder.resize(bounded, 64);
  const moved = builder.binary(left ? "shl" : "lshr", whole, by);
  const part = left ? builder.binary("lshr", moved, constant(32, 64)) : moved;
  scope.write(target, builder.resize(part, 32));
}

function dotProduct(scope: Scope, statement: Statement): void {
  const { builder } = scope;
  const [head, ...rest] = statement.words;
  const [target, a, b, c] = statement.operands;
  const signs = rest.filter((word) => /^[us]32$/.test(word)).map((word) => word.startsWith("s"));
  const whole = [scope.read(a, int(32)), scope.read(b, int(32))];
  const four = head === "dp4a";
  const first = rest.includes("hi") ? 2 : 0;
  const part = (value: Value, at: number, bits: number, signed: boolean) =>
    builder.resize(builder.resize(builder.binary("lshr", value, constant(at * bits, 32)), bits), 32, signed);
  let total = scope.read(c, int(32));
  for (let at = 0; at < (four ? 4 : 2); at++) {
    const left = part(whole[0]!, at, four ? 8 : 16, signs[0]!);
    total = builder.binary("add", total, builder.binary("mul", left, part(whole[1]!, first + at, 8, signs[1]!)));
  }
  scope.write(target, total);
}

/** The greater of a value and its negation, and the same for differences. */
const absolute = unary(({ builder }, a, as) => {
  return builder.call(`llvm.abs.i${width(as)}`, as.type, [a, constant(0, 1)]);
});

const extreme = (word: "min" | "max") =>
  binary(({ builder }, a, b, as, statement) => {
    const predicate = (word === "min" ? (as.signed ? "slt" : "ult") : as.signed ? "sgt" : "ugt") as IntPredicate;
    const chosen = builder.select(builder.compare(predicate, a, b), a, b);
    if (!statement.words.includes("relu")) return chosen;
    return builder.select(builder.compare("sgt", chosen, zero(as.type)), chosen, zero(as.type));
  });

/** Comparisons, which write a predicate and perhaps its opposite, or a number. */
function setPredicate(scope: Scope, statement: Statement): void {
  const as = typed(statement);
  const found = comparison(scope, statement, as);
  const target = statement.operands[0];
  const pair = target?.kind === "pair" ? target : undefined;
  scope.write(pair ? pair.first : target, found);
  if (pair) scope.write(pair.second, scope.builder.binary("xor", found, constant(1, 1)));
}

function setNumber(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  const to = requireType(statement, words.at(-2));
  const found = comparison(scope, statement, typed(statement));
  const { builder } = scope;
  const one =
    to.type.kind === "float" ? builder.cast("uitofp", found, to.type) : builder.resize(found, width(to), true);
  scope.write(operands[0], one);
}

/** The translations of integer statements. */
export const integers: Table = {
  add: sum(false, false),
  addc: sum(false, true),
  sub: sum(true, false),
  subc: sum(true, true),
  mul: (scope, statement) => {
    const as = typed(statement);
    scope.write(statement.operands[0], product(scope, statement, as), as.signed);
  },
  mad: multiplyAdd(false),
  madc: multiplyAdd(true),
  div: binary(({ builder }, a, b, { signed }) => builder.binary(signed ? "sdiv" : "udiv", a, b)),
  rem: binary(({ builder }, a, b, { signed }) => builder.binary(signed ? "srem" : "urem", a, b)),
  min: extreme("min"),
  max: extreme("max"),
  abs: absolute,
  neg: unary(({ builder }, a, as) => builder.binary("sub", zero(as.type), a)),
  sad: (scope, statement) => {
    const as = typed(statement);
    const { builder } = scope;
    const [target, x, y, added] = statement.operands;
    const [a, b] = [scope.read(x, as.type), scope.read(y, as.type)];
    const less = builder.compare(as.signed ? "slt" : "ult", a, b);
    const apart = builder.select(less, builder.binary("sub", b, a), builder.binary("sub", a, b));
    scope.write(target, builder.binary("add", apart, scope.read(added, as.type)));
  },
  and: plain("and"),
  or: plain("or"),
  xor: plain("xor"),
  not: unary(({ builder }, a, as) => builder.binary("xor", a, constant(-1, width(as)))),
  cnot: unary(({ builder }, a, as) => builder.resize(builder.compare("eq", a, zero(as.type)), width(as))),
  shl: (scope, statement) => scope.write(statement.operands[0], shift("shl", scope, statement, typed(statement))),
  shr: (scope, statement) => {
    const as = typed(statement);
    scope.write(statement.operands[0], shift(as.signed ? "ashr" : "lshr", scope, statement, as), as.signed);
  },
  shf: funnel,
  lop3: lookUp,
  popc: countBits("llvm.ctpop"),
  clz: countBits("llvm.ctlz", constant(0, 1)),
  brev: builtIn((as) => `llvm.bitreverse.i${width(as)}`, "own"),
  bfind: builtIn(({ type, signed }, { words }) => {
    return `__wl_bfind${words.includes("shiftamt") ? "_shift" : ""}_${signed ? "s" : "u"}${bitsOf(type)}`;
  }, "own"),
  bfe: (scope, statement) => bitField(typed(statement).signed)(scope, statement),
  bfi: builtIn((as) => `__wl_bfi_b${width(as)}`, "own", "own", int(32), int(32)),
  bmsk: builtIn((_, { words }) => `__wl_bmsk_${words[1]}`, int(32), int(32)),
  szext: builtIn(({ signed }, { words }) => `__wl_szext_${words[1]}_${signed ? "s" : "u"}32`, int(32), int(32)),
  fns: builtIn(() => "llvm.nvvm.fns", int(32), int(32), int(32)),
  prmt: (scope, statement) => {
    const mode = statement.words[2];
    const name = mode === undefined ? "llvm.nvvm.prmt" : `llvm.nvvm.prmt.${mode}`;
    const values = statement.operands.slice(1).map((one) => scope.read(one, int(32)));
    scope.write(statement.operands[0], scope.builder.call(name, int(32), values));
  },
  dp4a: dotProduct,
  dp2a: dotProduct,
  setp: setPredicate,
  set: setNumber,
  selp: (scope, statement) => {
    const as = typed(statement);
    const [target, a, b, which] = statement.operands;
    const condition = scope.read(which, int(1));
    scope.write(target, scope.builder.select(condition, scope.read(a, as.type), scope.read(b, as.type)));
  },
  slct: (scope, statement) => {
    const as = requireType(statement, statement.words.at(-2));
    const by = typed(statement);
    const [target, a, b, which] = statement.operands;
    const { builder } = scope;
    const value = scope.read(which, by.type);
    const isFloat = by.type.kind === "float";
    const none: Value = isFloat ? { kind: "float", type: by.type, bits: 0n } : zero(by.type);
    const condition = isFloat ? builder.compareFloats("oge", value, none) : builder.compare("sge", value, none);
    scope.write(target, builder.select(condition, scope.read(a, as.type), scope.read(b, as.type)));
  },
};
