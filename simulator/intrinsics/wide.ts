/** LLVM's functions on integers of 65 to 128 bits, which JavaScript computes. Reference: LLVM Language Reference. */
import type { Instruction } from "../../analyzer/ir/model";
import { importedOperation } from "../emit/imports";
import type { Lanewise } from "../emit/operation";
import { isWideInteger } from "../instructions/wide";
import { halved } from "../instructions/wideFunctions";
import { components } from "../plan/types";
import { i32 } from "../wasm/expressions";
import type { Call, Intrinsic, Table } from "./table";

/** A function of numbers of a width in bits: the bits of the result, modulo that width. */
type Integers = (bits: number, ...values: bigint[]) => bigint;

const sign = (bits: number, value: bigint): bigint => BigInt.asIntN(bits, value);
const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const binaryDigits = (bits: number, value: bigint): string => value.toString(2).padStart(bits, "0");
const digits = (text: string): bigint => BigInt(`0b${text || "0"}`);

function clamp(least: bigint, value: bigint, most: bigint): bigint {
  return value < least ? least : value > most ? most : value;
}

function saturated(isSigned: boolean, combine: (a: bigint, b: bigint) => bigint): Integers {
  return (bits, a, b) => {
    const of = (value: bigint) => (isSigned ? sign(bits, value) : value);
    const least = isSigned ? -(1n << BigInt(bits - 1)) : 0n;
    return clamp(least, combine(of(a!), of(b!)), (1n << BigInt(isSigned ? bits - 1 : bits)) - 1n);
  };
}

/** The arguments come unsigned; what they are joined to is shifted by an amount modulo the width. */
function funnel(left: boolean): Integers {
  return (bits, high, low, amount) => {
    const by = amount! % BigInt(bits);
    const joined = (high! << BigInt(bits)) | low!;
    return left ? (joined << by) >> BigInt(bits) : joined >> by;
  };
}

const functions: Readonly<Record<string, Integers>> = {
  abs: (bits, a) => (sign(bits, a!) < 0n ? -a! : a!),
  smin: (bits, a, b) => lesser(sign(bits, a!), sign(bits, b!)),
  smax: (bits, a, b) => -lesser(-sign(bits, a!), -sign(bits, b!)),
  umin: (_bits, a, b) => lesser(a!, b!),
  umax: (_bits, a, b) => -lesser(-a!, -b!),
  ctpop: (bits, a) => BigInt(binaryDigits(bits, a!).replaceAll("0", "").length),
  ctlz: (bits, a) => BigInt(bits - (a === 0n ? 0 : a!.toString(2).length)),
  cttz: (bits, a) =>
    BigInt(a === 0n ? bits : binaryDigits(bits, a!).length - 1 - binaryDigits(bits, a!).lastIndexOf("1")),
  bitreverse: (bits, a) => digits([...binaryDigits(bits, a!)].reverse().join("")),
  bswap: (bits, a) => digits((binaryDigits(bits, a!).match(/.{8}/g) ?? []).reverse().join("")),
  fshl: funnel(true),
  fshr: funnel(false),
  "uadd.sat": saturated(false, (a, b) => a + b),
  "usub.sat": saturated(false, (a, b) => a - b),
  "sadd.sat": saturated(true, (a, b) => a + b),
  "ssub.sat": saturated(true, (a, b) => a - b),
};

/** Wide arguments of each function: the first ones. */
const counts: Readonly<Record<string, number>> = {
  abs: 1,
  ctpop: 1,
  ctlz: 1,
  cttz: 1,
  bitreverse: 1,
  bswap: 1,
  fshl: 3,
  fshr: 3,
};

/** What kernels call: the width, then two halves of each argument. */
function onHalves(call: Integers) {
  return (bits: number, ...parts: bigint[]): bigint => {
    const values: bigint[] = [];
    for (let at = 0; at < parts.length; at += 2) {
      values.push((BigInt.asUintN(64, parts[at + 1]!) << 64n) | BigInt.asUintN(64, parts[at]!));
    }
    return BigInt.asUintN(bits, call(bits, ...values));
  };
}

function intrinsicOf(name: string): Intrinsic {
  const count = counts[name] ?? 2;
  return {
    lanewise: (call: Call): readonly Lanewise[] => {
      const [, upper] = components(call.type);
      const bits = 64 + upper!.bits;
      const operands = call.arguments
        .slice(0, count)
        .flatMap((value) => [0, 1].map((component) => ({ value, component })));
      const kinds = operands.map(() => "i64" as const);
      return ["low", "high"].map((which) => {
        const base = importedOperation(`wide_${name}_${which}`, ["i32", ...kinds], "i64");
        const operation = {
          ...base,
          operands: kinds,
          scalar: (target, ...values) => base.scalar(target, i32(bits), ...values),
        } satisfies Lanewise["operation"];
        return { operation, operands };
      });
    },
  };
}

const table: Table = Object.fromEntries(Object.keys(functions).map((name) => [`llvm.${name}`, intrinsicOf(name)]));

/** By the names that kernels import them by. */
export const wideIntrinsicFunctions = Object.fromEntries(
  Object.entries(functions).flatMap(([name, call]) => halved(name, onHalves(call))),
);

/** Has the call a wide integer among its arguments or as its result? Built-in functions of small ones do not take those. */
export function isWideCall(instruction: Instruction): instruction is Call {
  if (instruction.op !== "call") return false;
  return isWideInteger(instruction.type) || instruction.arguments.some(({ type }) => isWideInteger(type));
}

/** The built-in function by its name with the type, `llvm.umin.i128`; `undefined` where there is none. */
export function findWide(name: string): Intrinsic | undefined {
  return table[name.slice(0, name.lastIndexOf("."))];
}
