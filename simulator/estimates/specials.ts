/**
 * Instructions of the unit for special functions (`MUFU`, conversions of floating-point numbers to integers and from and to
 * double precision): a multiprocessor executes few of them in a cycle. Only those that there are for certain.
 */
import type { Instruction, Type } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { calleeName } from "../plan/calls";
import type { Region } from "../plan/regions";
import { components } from "../plan/types";
import type { RegionCount } from "./mix";

/** Executions by warps over a function. */
export function countSpecials(counts: readonly RegionCount[], lowered: LoweredFunction): number {
  let sum = 0;
  for (const { region, warps } of counts) {
    if (warps === 0) continue;
    const own = known.get(region) ?? regionSpecials(region, lowered);
    known.set(region, own);
    sum += warps * own;
  }
  return sum;
}

const known = new WeakMap<Region, number>();

const regionSpecials = ({ block, from, to }: Region, lowered: LoweredFunction): number =>
  block.instructions.slice(from, to).reduce((sum, instruction) => sum + specials(instruction, lowered), 0);

const isDouble = (type: Type): boolean => components(type)[0]?.kind === "f64";
const CALLS =
  /^(llvm\.nvvm\.(ex2|lg2|sin|cos|rsqrt|rcp|sqrt|tanh)\.approx|llvm\.ctpop\.|(llvm\.|__nv_)(fast_)?(sqrt|exp|exp2|rsqrt)f?\b)/;

function specials(instruction: Instruction, lowered: LoweredFunction): number {
  if (lowered.absorbed.has(instruction)) return 0;
  switch (instruction.op) {
    case "binary": {
      const { binary, right } = instruction;
      if (binary === "fdiv") return 1;
      const divides = binary === "udiv" || binary === "sdiv";
      // The reciprocal, and its conversion to an integer.
      return divides && right.kind !== "int" ? 2 : 0;
    }
    case "cast": {
      const { cast, type, value } = instruction;
      if (cast === "fpext" || cast === "fptrunc") return isDouble(type) || isDouble(value.type) ? 1 : 0;
      return cast === "fptosi" || cast === "fptoui" ? 1 : 0;
    }
    case "call":
      return CALLS.test(calleeName(instruction) ?? "") ? 1 : 0;
    default:
      return 0;
  }
}
