/** Statements that move and convert registers. Reference: PTX ISA, "mov", "cvt", "cvta". */
import type { Type, Value } from "../ir/model";
import { bitsOf, constant, float, int, pointer, vector } from "./builder";
import { suffix } from "./floats";
import { requireType, type Scope, spaceOf, type Table, type Typed } from "./scope";
import { type Operand, type Statement, UnsupportedAssembly } from "./statements";

/** `mov`, which also packs and unpacks vectors of registers. */
function move(scope: Scope, statement: Statement): void {
  const { builder } = scope;
  const { type } = requireType(statement, statement.words.at(-1));
  const [target, source] = statement.operands;
  if (source?.kind === "vector") {
    scope.write(target, join(scope, source.elements, bitsOf(type)));
  } else if (target?.kind === "vector") {
    const bits = bitsOf(type) / target.elements.length;
    const whole = scope.read(source, int(bitsOf(type)));
    target.elements.forEach((element, index) => {
      const moved = index ? builder.binary("lshr", whole, constant(index * bits, bitsOf(type))) : whole;
      scope.write(element, builder.resize(moved, bits));
    });
  } else scope.write(target, scope.read(source, type));
}

function join(scope: Scope, elements: readonly Operand[], bits: number): Value {
  const { builder } = scope;
  const each = bits / elements.length;
  return elements
    .map((element, index) => {
      const part = builder.resize(scope.read(element, int(each)), bits);
      return index ? builder.binary("shl", part, constant(index * each, bits)) : part;
    })
    .reduce((a, b) => builder.binary("or", a, b));
}

/** Clamps an integer to the range of a narrower type. */
function saturated(scope: Scope, value: Value, from: Typed, to: Typed): Value {
  const { builder } = scope;
  const [bits, wide] = [BigInt(bitsOf(to.type)), bitsOf(from.type)];
  const least = to.signed ? -(1n << (bits - 1n)) : 0n;
  const most = (1n << (to.signed ? bits - 1n : bits)) - 1n;
  const limits = from.signed ? ["slt", "sgt"] : ["ult", "ugt"];
  const top = 1n << BigInt(from.signed ? wide - 1 : wide);
  let held = value;
  if (most < top) {
    const over = builder.compare(limits[1] as "sgt", held, constant(most, wide));
    held = builder.select(over, constant(most, wide), held);
  }
  if (from.signed && least > -top) {
    const under = builder.compare("slt", held, constant(least, wide));
    held = builder.select(under, constant(least, wide), held);
  }
  return held;
}

/** Two numbers of fp8 in one register of 16 bits. */
const fp8Pair = /^(e4m3|e5m2)x2$/;

/** LLVM's intrinsics for rounding to an integral value, by the rounding modifier. */
const integralRounding: Readonly<Record<string, string>> = { rni: "rint", rzi: "trunc", rmi: "floor", rpi: "ceil" };

function convert(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  const [target, source, second] = operands;
  if (words.at(-2) === "tf32" || words.at(-1) === "tf32") {
    convertTf32(scope, statement);
    return;
  }
  if (second) {
    convertPair(scope, statement);
    return;
  }
  if (words.some((word) => fp8Pair.test(word))) {
    convertHalves(scope, statement);
    return;
  }
  const [to, from] = [requireType(statement, words.at(-2)), requireType(statement, words.at(-1))];
  const value = scope.read(source, from.type);
  scope.write(target, converted(scope, statement, value, from, to), to.signed);
}

type Conversion = (scope: Scope, statement: Statement, value: Value, from: Typed, to: Typed) => Value;

const converted: Conversion = (scope, statement, value, from, to) => {
  const conversion = conversions[`${from.type.kind} ${to.type.kind}`];
  if (!conversion) throw new UnsupportedAssembly(statement.text);
  return conversion(scope, statement, value, from, to);
};

/** The rounding of a result that cannot be exact; to nearest even where the statement has none. */
const roundingMode = ({ words }: Statement): string => words.find((word) => /^r[nzmp]$/.test(word)) ?? "rn";

const integerToInteger: Conversion = (scope, { words }, value, from, to) => {
  const inRange = words.includes("sat") ? saturated(scope, value, from, to) : value;
  return scope.builder.resize(inRange, bitsOf(to.type), from.signed);
};

const integerToFloat: Conversion = ({ builder }, statement, value, from, to) => {
  const mode = roundingMode(statement);
  if (mode === "rn") return builder.cast(from.signed ? "sitofp" : "uitofp", value, to.type);
  if (bitsOf(from.type) < 32 || bitsOf(to.type) < 32) throw new UnsupportedAssembly(statement.text);
  const integer = `${from.signed ? "" : "u"}${bitsOf(from.type) === 64 ? "ll" : "i"}`;
  return builder.call(`llvm.nvvm.${integer}2${bitsOf(to.type) === 64 ? "d" : "f"}.${mode}`, to.type, [value]);
};

const floatToInteger: Conversion = (scope, statement, value, from, to) => {
  // The cast itself rounds toward zero.
  const rounded = integralWord(statement) === "rzi" ? value : roundedToIntegral(scope, statement, value, from.type);
  return scope.builder.cast(to.signed ? "fptosi" : "fptoui", rounded, to.type);
};

const floatToFloat: Conversion = (scope, statement, value, from, to) => {
  const { builder } = scope;
  const rounded = roundedToIntegral(scope, statement, value, from.type);
  const [narrow, wide] = [bitsOf(to.type), bitsOf(from.type)];
  let result = rounded;
  if (narrow < wide) result = narrowed(scope, rounded, to.type, roundingMode(statement));
  else if (narrow > wide) result = builder.cast("fpext", rounded, to.type);
  return statement.words.includes("sat") ? builder.call("llvm.nvvm.saturate.f", to.type, [result]) : result;
};

/** Conversions between numbers, by the kinds of their types. */
const conversions: Readonly<Record<string, Conversion>> = {
  "int int": integerToInteger,
  "int float": integerToFloat,
  "float int": floatToInteger,
  "float float": floatToFloat,
};

const integralWord = ({ words }: Statement): string | undefined => words.find((word) => integralRounding[word]);

function roundedToIntegral({ builder }: Scope, statement: Statement, value: Value, type: Type): Value {
  const word = integralWord(statement);
  return word ? builder.call(`llvm.${integralRounding[word]}.${suffix(type)}`, type, [value]) : value;
}

function narrowed({ builder }: Scope, value: Value, type: Type, mode: string): Value {
  if (mode === "rn") return builder.cast("fptrunc", value, type);
  const isDoubleToFloat = bitsOf(value.type) === 64 && bitsOf(type) === 32;
  const name = isDoubleToFloat ? `llvm.nvvm.d2f.${mode}` : `__wl_f2${suffix(type)}.${mode}`;
  return builder.call(name, type, [value]);
}

/** Two floats packed into one register: the first goes to the upper half. */
function convertPair(scope: Scope, statement: Statement): void {
  const { builder } = scope;
  const { words, operands } = statement;
  const [target, upper, lower] = operands;
  const kind = words.at(-2)!;
  const small = fp8Pair.exec(kind);
  if (small) {
    requireSaturating(statement);
    const values = [upper, lower].map((one) => scope.read(one, float("float")));
    scope.write(target, builder.call(`__wl_f2${small[1]}x2`, int(16), values));
    return;
  }
  const { type } = requireType(statement, kind);
  if (type.kind !== "vector" || words.at(-1) !== "f32" || words.some((word) => word === "rz" || word === "satfinite")) {
    throw new UnsupportedAssembly(statement.text);
  }
  const [high, low] = [upper, lower].map((one) => {
    const value = builder.cast("fptrunc", scope.read(one, float("float")), type.element);
    if (!words.includes("relu")) return value;
    const none: Value = { kind: "float", type: type.element, bits: 0n };
    return builder.call(`llvm.maxnum.${suffix(type.element)}`, type.element, [value, none]);
  });
  scope.write(target, builder.gather([low!, high!]));
}

/** Two halves to two numbers of fp8 or back, each pair in one register. */
function convertHalves(scope: Scope, statement: Statement): void {
  const { builder } = scope;
  const { words, operands } = statement;
  const [target, source] = operands;
  const [to, from] = [words.at(-2)!, words.at(-1)!];
  const half = float("half");
  const [narrow, wide] = [fp8Pair.exec(to)?.[1], fp8Pair.exec(from)?.[1]];
  if (words.includes("relu") || (narrow ? from : to) !== "f16x2") throw new UnsupportedAssembly(statement.text);
  if (narrow) {
    requireSaturating(statement);
    const pair = scope.read(source, vector(half, 2));
    const values = [1, 0].map((index) => builder.cast("fpext", builder.element(pair, index), float("float")));
    scope.write(target, builder.call(`__wl_f2${narrow}x2`, int(16), values));
    return;
  }
  const bits = scope.read(source, int(16));
  const bytes = [bits, builder.binary("lshr", bits, constant(8, 16))];
  scope.write(target, builder.gather(bytes.map((byte) => builder.call(`__wl_${wide}2f16`, half, [byte]))));
}

/** Conversions to fp8 saturate; PTX has no other form. */
function requireSaturating({ words, text }: Statement): void {
  if (!words.includes("satfinite") || words.includes("relu")) throw new UnsupportedAssembly(text);
}

function convertTf32(scope: Scope, statement: Statement): void {
  const { words, operands } = statement;
  if (words.at(-1) !== "f32") throw new UnsupportedAssembly(statement.text);
  const mode = words.includes("rna") ? "rna" : words.includes("rn") ? "rn" : "rz";
  const value = scope.read(operands[1], float("float"));
  scope.write(operands[0], scope.builder.call(`llvm.nvvm.f2tf32.${mode}`, int(32), [value]));
}

/** `cvta`: the conversion of an address to generic, or back. */
function convertAddress(scope: Scope, statement: Statement): void {
  const { builder } = scope;
  const { words, operands } = statement;
  const [target, source] = operands;
  const space = spaceOf(words);
  const bits = bitsOf(requireType(statement, words.at(-1)).type);
  const [from, to] = words.includes("to") ? [0, space] : [space, 0];
  const held = scope.coerce(scope.raw(source!), pointer(from));
  scope.write(target, builder.cast("ptrtoint", scope.coerce(held, pointer(to)), int(bits)));
}

/** `isspacep`: whether a generic address points to a memory space. */
function isInSpace(scope: Scope, statement: Statement): void {
  const word = statement.words[1]!.replace("::cta", "");
  const held = scope.coerce(scope.raw(statement.operands[1]!), pointer(0));
  scope.write(statement.operands[0], scope.builder.call(`llvm.nvvm.isspacep.${word}`, int(1), [held]));
}

/** The translations of moves and conversions. */
export const moves: Table = { mov: move, cvt: convert, cvta: convertAddress, isspacep: isInSpace };
