/** One instruction of a function: which room writes it. */
import type { Instruction, InstructionOf } from "../../analyzer/ir/model";
import { writeMask } from "../emit/masks";
import { Unsupported } from "../emit/representation";
import { emitAtomic, emitCompareExchange } from "../instructions/atomics";
import { lanewise } from "../instructions/lanewise";
import { emitLoad, emitStore, type MemoryContext } from "../instructions/memory";
import { findIntrinsic } from "../intrinsics/find";
import type { CallContext } from "../intrinsics/table";
import { calledFunction, isIndirect } from "../plan/callgraph";
import { describe, describeCall } from "../plan/describe";
import type { FunctionPlan } from "../plan/functionPlan";
import { UnsupportedType } from "../plan/types";
import { load32 } from "../wasm/expressions";
import { type ControlContext, emitTerminator } from "./control";
import { notifyAngles, notifyCall, notifyLanes } from "./events";
import { emitCall, type InvokeContext } from "./invoke";
import { type MemberContext, refuseAbsent } from "./memberMasks";

/** What writing the instructions of a region needs to know. */
export interface InstructionContext {
  readonly plan: FunctionPlan;
  readonly memory: MemoryContext;
  readonly call: CallContext;
  readonly invoke: InvokeContext;
  readonly members: MemberContext;
  readonly control: ControlContext;
  /** Instructions whose lanes have been waited for before their region. */
  readonly waited: ReadonlySet<Instruction>;
  /** Notify observers of accesses, branches and barriers? */
  readonly events: boolean;
}

type Writers = {
  readonly [Name in Instruction["op"]]?: (context: InstructionContext, instruction: InstructionOf<Name>) => void;
};

const nothing = (): void => {};
const terminator = ({ control }: InstructionContext, instruction: Instruction) => emitTerminator(control, instruction);

/** What is more than a value of its operands, lane by lane. */
const writers: Writers = {
  phi: nothing,
  alloca: nothing,
  fence: ({ memory, events }, instruction) => {
    if (!events) return;
    memory.emitter.flush();
    notifyLanes(memory.emitter, "fence", memory.site(instruction));
  },
  load: ({ memory }, instruction) => emitLoad(memory, instruction),
  store: ({ memory }, instruction) => emitStore(memory, instruction),
  atomicrmw: ({ memory }, instruction) => emitAtomic(memory, instruction),
  cmpxchg: ({ memory }, instruction) => emitCompareExchange(memory, instruction),
  call: writeCall,
  br: terminator,
  condbr: terminator,
  switch: terminator,
  ret: terminator,
  unreachable: terminator,
  unsupported: (_, instruction) => {
    throw new Unsupported(instruction.what);
  },
};

function writeCall(context: InstructionContext, instruction: InstructionOf<"call">): void {
  const { emitter } = context.memory;
  const intrinsic = findIntrinsic(instruction);
  const parts = intrinsic?.lanewise?.(instruction);
  if (context.plan.angles.has(instruction)) notifyAngles(emitter, instruction, context.memory.site(instruction));
  if (parts) emitter.compute(instruction, parts);
  else if (intrinsic?.emit) {
    emitter.flush();
    const waited = intrinsic.waitsOnly && context.waited.has(instruction);
    if (intrinsic.participants !== undefined && !waited) refuseAbsent(context.members, instruction);
    intrinsic.emit(context.call, instruction);
    if (context.events) notifyCall(emitter, instruction, intrinsic, context.memory.site(instruction));
  } else if (calledFunction(instruction) || isIndirect(instruction)) emitCall(context.invoke, instruction);
  else throw new Unsupported(describeCall(instruction));
}

/** Built-in variables that number threads lie in memory, by lane: other affine values begin with lane 0 of them. */
function beginAffine({ memory: { emitter } }: InstructionContext, instruction: Instruction): void {
  if (instruction.op !== "call" || !emitter.affineOf(instruction)) return;
  const rows = emitter.representation({ value: instruction, component: 0 });
  if (rows.form === "slot") emitter.beginAffine(instruction, load32(rows.base, rows.offset));
}

/** Throws `Unsupported` with the instruction's place in the source. */
export function writeInstruction(context: InstructionContext, instruction: Instruction): void {
  const { aliases, lowered, folded } = context.plan;
  if (aliases.isAlias(instruction) || lowered.absorbed.has(instruction) || folded.has(instruction)) return;
  try {
    const unknown = lowered.unsupported.get(instruction);
    if (unknown !== undefined) throw new Unsupported(unknown);
    const write = writers[instruction.op] as ((context: InstructionContext, it: Instruction) => void) | undefined;
    if (write) {
      write(context, instruction);
      beginAffine(context, instruction);
    } else {
      const parts = lanewise(instruction, lowered);
      if (!parts) throw new Unsupported(describe(instruction));
      const { emitter } = context.memory;
      if (!writeMask(emitter, instruction, parts)) emitter.compute(instruction, parts);
    }
  } catch (error) {
    if (error instanceof UnsupportedType) throw new Unsupported(error.message, instruction.location);
    if (error instanceof Unsupported && !error.location) throw new Unsupported(error.what, instruction.location);
    throw error;
  }
}
