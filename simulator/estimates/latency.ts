/** How long the result of an IR instruction takes at least, as machine code of the back end computes it. */
import { latencies } from "../../analyzer/hardware/latencies";
import type { Instruction, InstructionOf, Type } from "../../analyzer/ir/model";
import type { LoweredFunction, MemoryAccess } from "../../analyzer/lower/model";
import { calleeName } from "../plan/calls";
import { components } from "../plan/types";
import { expansion } from "./expansions";

/** Shares of an access's requests that L1, and that L2 cannot answer, as nothing of the launch has asked for their sectors before. */
export interface Missed {
  readonly l1: number;
  readonly l2: number;
}
/** What an access misses. */
export type MissedShare = (access: MemoryAccess) => Missed;

const kindOf = (type: Type): string | undefined => components(type)[0]?.kind;

const single = (type: Type): number => {
  const kind = kindOf(type);
  return kind === "f64" ? latencies.double : kind === "f32" ? latencies.single : 0;
};

/** Cycles until a user of the instruction can be issued; 0 where it may be no instruction of its own, or is not known. */
export function latencyOf(instruction: Instruction, lowered: LoweredFunction, missed: MissedShare): number {
  if (lowered.absorbed.has(instruction)) return 0;
  switch (instruction.op) {
    case "load":
      return loadLatency(lowered.accessOf.get(instruction), missed);
    case "atomicrmw":
    case "cmpxchg":
      return atomicLatency(lowered.accessOf.get(instruction));
    case "binary":
      return binaryLatency(instruction, lowered);
    case "icmp":
    case "fcmp":
      return latencies.compare;
    case "cast":
      return instruction.cast === "fptosi" || instruction.cast === "fptoui" ? latencies.convert : 0;
    case "call":
      return callLatency(instruction, lowered);
    default:
      return 0;
  }
}

function loadLatency(access: MemoryAccess | undefined, missed: MissedShare): number {
  switch (access?.space) {
    case "shared":
      return latencies.shared;
    case "local":
      return latencies.cached;
    case "global":
      return globalLatency(missed(access));
    default:
      return 0;
  }
}

const globalLatency = ({ l1, l2 }: Missed): number =>
  latencies.cached + l1 * (latencies.fromL2 - latencies.cached) + l2 * (latencies.fromDevice - latencies.fromL2);

function atomicLatency(access: MemoryAccess | undefined): number {
  if (access?.op !== "atomic") return 0;
  if (access.space === "shared") return latencies.sharedAtomic;
  return access.space === "global" ? latencies.globalAtomic : 0;
}

const DIVISIONS: readonly string[] = ["udiv", "sdiv", "urem", "srem"];

function binaryLatency(instruction: InstructionOf<"binary">, lowered: LoweredFunction): number {
  const { binary, type } = instruction;
  if (binary === "fdiv") {
    if (!expansion(instruction, lowered)) return latencies.special;
    return kindOf(type) === "f64" ? latencies.quotientDouble : latencies.quotient;
  }
  if (binary.startsWith("f")) return single(type);
  if (type.kind === "int" && type.bits === 1) return 0;
  if (DIVISIONS.includes(binary)) return instruction.right.kind === "int" ? latencies.integer : latencies.quotient;
  return latencies.integer;
}

/** Intrinsics by the beginning of their name. */
const calls: readonly (readonly [pattern: RegExp, cycles: number])[] = [
  [/^llvm\.nvvm\.shfl\./, latencies.shuffle],
  [/^llvm\.nvvm\.vote\./, latencies.vote],
  [/^llvm\.nvvm\.redux\./, latencies.reduce],
  [/^llvm\.nvvm\.match\./, latencies.match],
  [/^llvm\.nvvm\.(ex2|lg2|sin|cos|rsqrt|rcp|sqrt|tanh)\.approx/, latencies.special],
  [/^(llvm\.)?(__nv_)?(exp|log|sin|cos|tan|sqrt|rsqrt|pow|tanh)[a-z0-9]*/, latencies.special],
];

function callLatency(instruction: InstructionOf<"call">, lowered: LoweredFunction): number {
  const name = calleeName(instruction) ?? "";
  if (/^llvm\.(fma|fmuladd)\./.test(name)) return single(instruction.type);
  const known = calls.find(([pattern]) => pattern.test(name));
  if (known) return known[1];
  return expansion(instruction, lowered) ? latencies.single : 0;
}
