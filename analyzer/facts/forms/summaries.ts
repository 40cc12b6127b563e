/** What is known of functions that stay calls: whether threads wait in them, and who shares their results. */
import type { Func, Instruction } from "../../ir/model";
import { isPureCall } from "./intrinsics";

/** Who has to reach a barrier together. */
export type BarrierScope = "block" | "warp";

/** Barriers by the beginning of their intrinsic's name. */
const barrierNames: readonly (readonly [string, BarrierScope])[] = [
  ["llvm.nvvm.barrier.cta.", "block"],
  ["llvm.nvvm.barrier0", "block"],
  ["llvm.nvvm.bar.sync", "block"],
  ["llvm.nvvm.bar.warp.sync", "warp"],
];

/** All lanes of a warp, as `__syncwarp` is given them by default. */
const ALL_LANES = 0xffffffffn;

/** Who has to reach an instruction together, when it is a barrier or calls a function of the module that has one. */
export function barrierScope(instruction: Instruction): BarrierScope | undefined {
  if (instruction.op !== "call" || instruction.callee.kind !== "function") return undefined;
  const { callee } = instruction;
  if (callee.blocks.length) return summaryOf(callee).barrier;
  const scope = barrierNames.find(([start]) => callee.name.startsWith(start))?.[1];
  if (scope !== "warp") return scope;
  // A mask that leaves lanes out says that the others are not waited for.
  const mask = instruction.arguments[0];
  return mask?.kind === "int" && BigInt.asUintN(32, mask.value) === ALL_LANES ? "warp" : undefined;
}

/** What every call of a function does, whoever makes it. */
export interface Summary {
  /** The widest barrier that it has, itself or in what it calls. */
  readonly barrier: BarrierScope | undefined;
  /** Its result is made of its arguments alone: threads with the same arguments get the same. */
  readonly isPure: boolean;
}

const summaries = new WeakMap<Func, Summary>();
/** What is assumed of a function while its own body is looked at: recursion adds nothing to it. */
const recursive: Summary = { barrier: undefined, isPure: true };

export function summaryOf(callee: Func): Summary {
  const known = summaries.get(callee);
  if (known) return known;
  summaries.set(callee, recursive);
  const instructions = callee.blocks.flatMap((block) => block.instructions);
  const scopes = instructions.map(barrierScope);
  const summary: Summary = {
    barrier: scopes.includes("block") ? "block" : scopes.includes("warp") ? "warp" : undefined,
    isPure: callee.blocks.length > 0 && instructions.every(isPureInstruction),
  };
  summaries.set(callee, summary);
  return summary;
}

function isPureInstruction(instruction: Instruction): boolean {
  switch (instruction.op) {
    case "load":
    case "store":
    case "alloca":
    case "atomicrmw":
    case "cmpxchg":
      return false;
    case "call": {
      const { callee } = instruction;
      if (callee.kind !== "function") return false;
      return callee.blocks.length ? summaryOf(callee).isPure : isPureCall(callee.name);
    }
    default:
      return true;
  }
}
