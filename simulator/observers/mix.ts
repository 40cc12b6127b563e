/** What was executed, from two counters for each unit of code: executions by warps and by lanes. */
import type { Instruction, Value } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { calleeName } from "../compile/calls";
import { components } from "../compile/types";
import type { Unit } from "../compile/units";
import type { ArithmeticKind } from "../model";

export interface UnitCount {
  readonly unit: Unit;
  readonly warps: number;
  readonly lanes: number;
}

export interface Mix {
  /** Floating-point operations by threads. */
  readonly arithmetic: Readonly<Record<Exclude<ArithmeticKind, "integer">, number>>;
  /** IR instructions executed by warps, and by threads. */
  readonly warpInstructions: number;
  readonly threadInstructions: number;
  /** Barriers that warps came to. */
  readonly barriers: number;
}

const kinds: Readonly<Record<string, ArithmeticKind>> = {
  "fadd f32": "fadd",
  "fsub f32": "fadd",
  "fmul f32": "fmul",
  "fadd f64": "dadd",
  "fsub f64": "dadd",
  "fmul f64": "dmul",
};

/** A product with 2 is issued as the sum x + x (LLVM's instruction selection; `FADD` in the recorded `strideTwoModulo`). */
function isTwo(value: Value): boolean {
  return value.kind === "float" && (value.bits === 0x4000_0000n || value.bits === 0x4000_0000_0000_0000n);
}

/** The floating-point operation that an instruction is, after contraction. */
export function arithmeticKind(instruction: Instruction, lowered: LoweredFunction): ArithmeticKind | undefined {
  if (lowered.absorbed.has(instruction)) return undefined;
  if (instruction.op === "call") {
    const name = calleeName(instruction) ?? "";
    if (!/^llvm\.(fma|fmuladd)\./.test(name) && !/^__nv_fmaf?(_r[nzud])?$/.test(name)) return undefined;
    const { kind } = components(instruction.type)[0]!;
    return kind === "f64" ? "dfma" : kind === "f32" ? "ffma" : undefined;
  }
  if (instruction.op !== "binary") return undefined;
  const { kind } = components(instruction.type)[0]!;
  if (lowered.fused.has(instruction)) return kind === "f32" ? "ffma" : kind === "f64" ? "dfma" : undefined;
  if (instruction.binary === "fmul" && [instruction.left, instruction.right].some(isTwo)) {
    return kind === "f64" ? "dadd" : "fadd";
  }
  return kinds[`${instruction.binary} ${kind}`];
}

export function countMix(counts: readonly UnitCount[], lowered: LoweredFunction): Mix {
  const arithmetic = { fadd: 0, fmul: 0, ffma: 0, dadd: 0, dmul: 0, dfma: 0 };
  let warpInstructions = 0;
  let threadInstructions = 0;
  let barriers = 0;
  for (const { unit, warps, lanes } of counts) {
    if (warps === 0) continue;
    warpInstructions += warps * (unit.to - unit.from);
    threadInstructions += lanes * (unit.to - unit.from);
    if (unit.barrier) barriers += warps;
    for (let at = unit.from; at < unit.to; at++) {
      const instruction = unit.block.instructions[at]!;
      const kind = arithmeticKind(instruction, lowered);
      if (kind && kind !== "integer") arithmetic[kind] += lanes * components(instruction.type).length;
    }
  }
  return { arithmetic, warpInstructions, threadInstructions, barriers };
}
