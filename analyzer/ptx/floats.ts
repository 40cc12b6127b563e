/** Statements on floating-point numbers. Reference: PTX ISA, "Floating Point", "Half Precision Floating Point". */
import type { BinaryOp, Type, Value } from "../ir/model";
import { bitsOf, constant, float, int } from "./builder";
import { requireType, type Scope, type Table, typeOf } from "./scope";
import { type Statement, UnsupportedAssembly } from "./statements";

const typeIn = (statement: Statement): Type => requireType(statement, statement.words.at(-1)).type;

/** LLVM's suffix for an intrinsic on this type: `f32`, `v2f16`. */
export function suffix(type: Type): string {
  if (type.kind === "vector") return `v${type.length}${suffix(type.element)}`;
  if (type.kind !== "float") return `i${bitsOf(type)}`;
  return { half: "f16", bfloat: "bf16", float: "f32", double: "f64" }[type.format as "half"];
}

const rounding = ({ words }: Statement): string | undefined => words.find((word) => /^r[nzmp]$/.test(word));
const letter = (type: Type): string => (bitsOf(type) === 64 ? "d" : "f");

function zeroOf(type: Type): Value {
  if (type.kind === "vector") return { kind: "null", type };
  return { kind: "float", type, bits: 0n };
}

/** Clamps a result: `.sat` to 0 … 1, `.relu` to at least 0; both turn NaN into 0. */
function bounded(scope: Scope, statement: Statement, value: Value): Value {
  const { builder } = scope;
  const { words } = statement;
  if (words.includes("sat")) {
    if (suffix(value.type) !== "f32") throw new UnsupportedAssembly(statement.text);
    return builder.call("llvm.nvvm.saturate.f", value.type, [value]);
  }
  if (!words.includes("relu")) return value;
  return builder.call(`llvm.maxnum.${suffix(value.type)}`, value.type, [value, zeroOf(value.type)]);
}

/** Additions, subtractions and multiplies; those without a rounding modifier may be contracted. */
function arithmetic(op: BinaryOp, name: string) {
  return (scope: Scope, statement: Statement) => {
    const type = typeIn(statement);
    const [target, left, right] = statement.operands;
    const [a, b] = [scope.read(left, type), scope.read(right, type)];
    const mode = rounding(statement);
    const small = type.kind === "vector" || bitsOf(type) === 16;
    if (small && mode !== undefined && mode !== "rn") throw new UnsupportedAssembly(statement.text);
    const { builder } = scope;
    const made =
      small || mode === undefined
        ? builder.binary(op, a, b)
        : builder.call(`llvm.nvvm.${name}.${mode}.${letter(type)}`, type, [a, op === "fsub" ? builder.negate(b) : b]);
    scope.write(target, bounded(scope, statement, made));
  };
}

function fused(scope: Scope, statement: Statement): void {
  const type = typeIn(statement);
  const [target, ...sources] = statement.operands;
  const values = sources.slice(0, 3).map((one) => scope.read(one, type));
  const mode = rounding(statement) ?? "rn";
  const name = mode === "rn" ? `llvm.fma.${suffix(type)}` : `llvm.nvvm.fma.${mode}.${letter(type)}`;
  scope.write(target, bounded(scope, statement, scope.builder.call(name, type, values)));
}

function divide(scope: Scope, statement: Statement): void {
  const type = typeIn(statement);
  const [target, left, right] = statement.operands;
  const values = [scope.read(left, type), scope.read(right, type)];
  const approximate = statement.words.includes("approx") || statement.words.includes("full");
  const name = approximate ? "div.approx" : `div.${rounding(statement) ?? "rn"}`;
  scope.write(target, scope.builder.call(`llvm.nvvm.${name}.${letter(type)}`, type, values));
}

/** Reciprocals and roots, approximate or rounded. */
function root(name: string) {
  return (scope: Scope, statement: Statement) => {
    const type = typeIn(statement);
    if (type.kind !== "float") throw new UnsupportedAssembly(statement.text);
    const value = scope.read(statement.operands[1], type);
    const approximate = statement.words.includes("approx");
    const form = approximate ? "approx" : rounding(statement);
    if (form === undefined) throw new UnsupportedAssembly(statement.text);
    scope.write(statement.operands[0], scope.builder.call(`llvm.nvvm.${name}.${form}.${letter(type)}`, type, [value]));
  };
}

/** Approximations in single precision, through which 16-bit formats are computed. */
function approximation(name: string) {
  return (scope: Scope, statement: Statement) => {
    const { builder } = scope;
    const type = typeIn(statement);
    const single = float("float");
    const one = (value: Value): Value => {
      const small = bitsOf(value.type) === 16;
      const made = builder.call(name, single, [small ? builder.cast("fpext", value, single) : value]);
      return small ? builder.cast("fptrunc", made, value.type) : made;
    };
    const value = scope.read(statement.operands[1], type);
    const made =
      type.kind === "vector" ? builder.gather([0, 1].map((index) => one(builder.element(value, index)))) : one(value);
    scope.write(statement.operands[0], made);
  };
}

/** The minimum or maximum; `.NaN` gives NaN where one operand is NaN. */
function extreme(word: "min" | "max") {
  return (scope: Scope, statement: Statement) => {
    const type = typeIn(statement);
    const [target, ...sources] = statement.operands;
    const name = statement.words.includes("NaN") ? `${word}imum` : `${word}num`;
    if (statement.words.includes("xorsign")) throw new UnsupportedAssembly(statement.text);
    const [first, ...others] = sources.map((one) => scope.read(one, type));
    const made = others.reduce((a, b) => scope.builder.call(`llvm.${name}.${suffix(type)}`, type, [a, b]), first!);
    scope.write(target, made);
  };
}

function unary(make: (scope: Scope, value: Value) => Value) {
  return (scope: Scope, statement: Statement) => {
    scope.write(statement.operands[0], make(scope, scope.read(statement.operands[1], typeIn(statement))));
  };
}

/** `testp`: a test of the class of a number. */
function test(scope: Scope, statement: Statement): void {
  const kinds: Readonly<Record<string, number>> = {
    notanumber: 0x003,
    number: 0x3fc,
    infinite: 0x204,
    finite: 0x1f8,
    normal: 0x108,
    subnormal: 0x090,
  };
  const mask = kinds[statement.words[1] ?? ""];
  const type = typeIn(statement);
  if (mask === undefined) throw new UnsupportedAssembly(statement.text);
  const value = scope.read(statement.operands[1], type);
  const name = `llvm.is.fpclass.${suffix(type)}`;
  scope.write(statement.operands[0], scope.builder.call(name, int(1), [value, constant(mask, 32)]));
}

/** The translations of floating-point statements. */
export const floats: Table = {
  add: arithmetic("fadd", "add"),
  sub: arithmetic("fsub", "add"),
  mul: arithmetic("fmul", "mul"),
  fma: fused,
  mad: fused,
  div: divide,
  rcp: root("rcp"),
  sqrt: root("sqrt"),
  rsqrt: root("rsqrt"),
  min: extreme("min"),
  max: extreme("max"),
  abs: unary(({ builder }, value) => builder.call(`llvm.fabs.${suffix(value.type)}`, value.type, [value])),
  neg: unary(({ builder }, value) => builder.negate(value)),
  sin: approximation("llvm.nvvm.sin.approx.f"),
  cos: approximation("llvm.nvvm.cos.approx.f"),
  lg2: approximation("llvm.nvvm.lg2.approx.f"),
  ex2: approximation("llvm.nvvm.ex2.approx.f"),
  tanh: approximation("llvm.nvvm.tanh.approx.f"),
  copysign: (scope, statement) => {
    const type = typeIn(statement);
    const [target, sign, value] = statement.operands;
    const parts = [scope.read(value, type), scope.read(sign, type)];
    scope.write(target, scope.builder.call(`llvm.copysign.${suffix(type)}`, type, parts));
  },
  testp: test,
};

/** Whether a statement's last word names a floating-point type. */
export function isOnFloats(statement: Statement): boolean {
  const type = typeOf(statement.words.at(-1) ?? "")?.type;
  return type?.kind === "float" || type?.kind === "vector";
}
