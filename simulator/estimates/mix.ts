/** What was executed, from two counters for each region of code: executions by warps and by lanes. */
import type { Instruction } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { type Arithmetic, type ArithmeticKind, arithmeticNames, type Mix, noArithmetic } from "../model";
import { calleeName } from "../plan/calls";
import type { Region } from "../plan/regions";
import { components } from "../plan/types";
import { expansion } from "./expansions";

/** How often a region of code was executed. */
export interface RegionCount {
  readonly region: Region;
  readonly warps: number;
  readonly lanes: number;
  /** How often its branch diverged. */
  readonly divergent: number;
  /** Floating-point operations by lanes in which a predicate is false. */
  readonly left: Readonly<Record<SingleOperation, number>>;
}

type SingleOperation = "fadd" | "fmul" | "ffma";

const inDouble = { fadd: "dadd", fmul: "dmul", ffma: "dfma" } as const;

/** Components of a result that are floating-point numbers; 1 where there is none, as for `lround`. */
const floatsIn = ({ type }: Instruction): number =>
  components(type).filter(({ kind }) => kind === "f32" || kind === "f64").length || 1;

/** The floating-point operation that an instruction is, after contraction. */
export function arithmeticKind(instruction: Instruction, lowered: LoweredFunction): ArithmeticKind | undefined {
  if (lowered.absorbed.has(instruction)) return undefined;
  const operation = lowered.issuedAs.get(instruction) ?? operationOf(instruction, lowered);
  if (!operation) return undefined;
  const { kind } = components(instruction.type)[0]!;
  if (kind === "f64") return inDouble[operation];
  return kind === "f32" ? operation : undefined;
}

/** The operation of an instruction of any precision. */
function operationOf(instruction: Instruction, lowered: LoweredFunction): SingleOperation | undefined {
  if (instruction.op === "call") return calledOperation(calleeName(instruction) ?? "");
  if (instruction.op !== "binary") return undefined;
  if (lowered.fused.has(instruction)) return "ffma";
  if (lowered.doubled.has(instruction)) return "fadd";
  return binaryOperations[instruction.binary];
}

const binaryOperations: Readonly<Record<string, SingleOperation>> = { fadd: "fadd", fsub: "fadd", fmul: "fmul" };

/** Arithmetic with a rounding mode, and fused multiply-adds. */
function calledOperation(name: string): SingleOperation | undefined {
  if (/^(llvm\.(fma|fmuladd)\.|__nv_fmaf?(_r[nzud])?$)/.test(name)) return "ffma";
  const [, rounded] = /^llvm\.nvvm\.(add|mul|fma)\.r[nzmp]\.[fd]$/.exec(name) ?? [];
  return rounded === undefined ? undefined : roundedOperations[rounded];
}

const roundedOperations: Readonly<Record<string, SingleOperation>> = { add: "fadd", mul: "fmul", fma: "ffma" };

/**
 * How often an instruction moves something between the lanes of a warp. An atomic that is combined over the warp takes a
 * vote, a reduction where the operand is no constant, and a shuffle where the old value is read. Reference: `sameInc`,
 * `sameAdd` of `test/hardware/variety/counters/atomics.json`.
 */
function exchangesOf(instruction: Instruction, lowered: LoweredFunction): number {
  if (instruction.op === "call") {
    return /^llvm\.nvvm\.(shfl|vote|match|redux)\./.test(calleeName(instruction) ?? "") ? 1 : 0;
  }
  const access = lowered.accessOf.get(instruction);
  if (!access?.atomic?.aggregated || instruction.op !== "atomicrmw") return 0;
  return 1 + (instruction.value.kind === "int" ? 0 : 1) + (access.op === "atomic" ? 1 : 0);
}

/** Has the assembler dropped a value, with the exchanges between lanes that it was computed for? */
export function isDropped(instruction: Instruction, { live }: LoweredFunction): boolean {
  return live !== undefined && !live.has(instruction) && instruction.type.kind === "float";
}

/** What one lane executes of a region in one execution of it. */
interface RegionMix {
  readonly arithmetic: Mix["arithmetic"];
  readonly exchanges: number;
  /** Shuffles that other instructions are issued at. */
  readonly shuffles: readonly Instruction[];
}

const known = new WeakMap<Region, RegionMix>();

/** Adds `lanes` executions of an instruction. */
function addArithmetic(
  arithmetic: Arithmetic,
  instruction: Instruction,
  lowered: LoweredFunction,
  lanes: number,
): void {
  const kind = arithmeticKind(instruction, lowered);
  if (kind && kind !== "integer") arithmetic[kind] += lanes * components(instruction.type).length;
}

function regionMix({ block, from, to }: Region, lowered: LoweredFunction): RegionMix {
  const arithmetic = noArithmetic();
  const executed = block.instructions.slice(from, to);
  const issuedAt = new Set(lowered.issuedAtShuffle.values());
  for (const instruction of executed) {
    if (isDropped(instruction, lowered)) continue;
    const several = Object.entries(expansion(instruction, lowered) ?? {}) as [keyof typeof arithmetic, number][];
    for (const [kind, times] of several) arithmetic[kind] += times * floatsIn(instruction);
    if (!lowered.issuedAtShuffle.has(instruction)) addArithmetic(arithmetic, instruction, lowered, 1);
  }
  return {
    arithmetic,
    exchanges: executed.reduce((sum, instruction) => sum + exchangesOf(instruction, lowered), 0),
    shuffles: executed.filter((each) => issuedAt.has(each) && !isDropped(each, lowered)),
  };
}

/** The instruction mix of a function, from the counts of its regions. */
export function countMix(counts: readonly RegionCount[], lowered: LoweredFunction): Mix {
  const arithmetic = noArithmetic();
  let warpInstructions = 0;
  let threadInstructions = 0;
  let barriers = 0;
  let exchanges = 0;
  const shuffles = new Map<Instruction, number>();
  for (const { region, warps, lanes, left } of counts) {
    if (warps === 0) continue;
    const own = known.get(region) ?? regionMix(region, lowered);
    known.set(region, own);
    for (const kind of ["fadd", "fmul", "ffma"] as const) arithmetic[kind] -= left[kind];
    for (const kind of arithmeticNames) arithmetic[kind] += lanes * own.arithmetic[kind];
    warpInstructions += warps * (region.to - region.from);
    threadInstructions += lanes * (region.to - region.from);
    if (region.barrier) barriers += warps;
    exchanges += lanes * own.exchanges;
    for (const shuffle of own.shuffles) shuffles.set(shuffle, lanes);
  }
  for (const [instruction, shuffle] of lowered.issuedAtShuffle)
    addArithmetic(arithmetic, instruction, lowered, shuffles.get(shuffle) ?? 0);
  return { arithmetic, warpInstructions, threadInstructions, barriers, exchanges };
}
