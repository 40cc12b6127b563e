/** Summaries of called functions: their barriers, and whether they are pure. */
import type { Func, Instruction } from "../../ir/model";
import { isPureCall } from "./intrinsics";

/** The threads that must reach a barrier together. */
export type BarrierScope = "grid" | "block" | "warp";

/** Barriers by the prefix of their intrinsic's name. */
const barrierNames: readonly (readonly [string, BarrierScope])[] = [
  // What the group of the whole grid calls in our headers.
  ["__wl_grid_sync", "grid"],
  ["llvm.nvvm.barrier.cta.", "block"],
  ["llvm.nvvm.barrier0", "block"],
  ["llvm.nvvm.bar.sync", "block"],
  ["llvm.nvvm.bar.warp.sync", "warp"],
];

/** The mask of all lanes, which is the default of `__syncwarp`. */
const ALL_LANES = 0xffffffffn;

/** The scope of a barrier, or of the widest barrier in a called function; undefined for other instructions. */
export function barrierScope(instruction: Instruction): BarrierScope | undefined {
  if (instruction.op !== "call" || instruction.callee.kind !== "function") return undefined;
  const { callee } = instruction;
  if (callee.blocks.length) return summaryOf(callee).barrier;
  const scope = barrierNames.find(([start]) => callee.name.startsWith(start))?.[1];
  if (scope !== "warp") return scope;
  // Lanes that a mask excludes need not reach the barrier.
  const mask = instruction.arguments[0];
  return mask?.kind === "int" && BigInt.asUintN(32, mask.value) === ALL_LANES ? "warp" : undefined;
}

/** A barrier that is given a number of threads is complete with those: the other threads of the block stay away. */
const countedBarrier = /\.count$/;

/** Whether a barrier, or one of the widest scope in a called function, waits for all threads of its scope. */
export function waitsForAll(instruction: Instruction): boolean {
  if (instruction.op !== "call" || instruction.callee.kind !== "function") return false;
  const { callee } = instruction;
  return callee.blocks.length ? summaryOf(callee).waitsForAll : !countedBarrier.test(callee.name);
}

/** What holds for every call of a function. */
export interface Summary {
  /** The widest barrier in the function or in functions that it calls. */
  readonly barrier: BarrierScope | undefined;
  /** Whether one of its barriers of that scope waits for all threads of the scope. */
  readonly waitsForAll: boolean;
  /** Whether its result depends on its arguments alone. */
  readonly isPure: boolean;
}

const widest: readonly BarrierScope[] = ["grid", "block", "warp"];

const summaries = new WeakMap<Func, Summary>();
/** The summary that is assumed of a function within its own body: recursion adds nothing to it. */
const recursive: Summary = { barrier: undefined, waitsForAll: false, isPure: true };

/** The summary of a function, computed once. */
export function summaryOf(callee: Func): Summary {
  const known = summaries.get(callee);
  if (known) return known;
  summaries.set(callee, recursive);
  const instructions = callee.blocks.flatMap((block) => block.instructions);
  const scopes = instructions.map(barrierScope);
  const barrier = widest.find((scope) => scopes.includes(scope));
  const summary: Summary = {
    barrier,
    waitsForAll:
      barrier !== undefined && instructions.some((one, index) => scopes[index] === barrier && waitsForAll(one)),
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
