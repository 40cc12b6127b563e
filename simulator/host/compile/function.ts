/** One host function as WebAssembly. */
import { controlFlow } from "../../../analyzer/ir/cfg";
import type { Func, Instruction, Value } from "../../../analyzer/ir/model";
import { typeAlign, typeSize, UnsupportedType } from "../../plan/types";
import { FunctionBuilder } from "../../wasm/function";
import { Op, Type } from "../../wasm/opcodes";
import * as aggregates from "./aggregates";
import * as arithmetic from "./arithmetic";
import { atomicrmw, cmpxchg } from "./atomics";
import { call } from "./calls";
import { cast } from "./casts";
import {
  carrierOfArguments,
  type FunctionContext,
  type ModuleContext,
  popAll,
  pushAll,
  pushComponent,
  signatureOf,
} from "./context";
import { writeControl } from "./control";
import { landingpad } from "./exceptions";
import { isJumpTarget, writeJumpTarget } from "./jumps";
import { alloca, gep, load, store } from "./memory";
import { writeResumable } from "./resumable";
import { scatteredAccesses } from "./scattered";

const SCRATCH_BYTES = 64;

/** Names of what a function cannot do, in the order of their numbers. */
export interface Unsupported {
  readonly names: string[];
}

/** Bytes of which every frame is a multiple. */
const FRAME_ALIGN = 16;

/** Where the variables of a function lie in its frame, how large that is, and of what it must be a multiple. */
function fixedSlots(func: Func): { slots: Map<Instruction, number>; size: number; frameAlign: number } {
  const slots = new Map<Instruction, number>();
  let [size, frameAlign] = [SCRATCH_BYTES, FRAME_ALIGN];
  for (const instruction of func.blocks[0]!.instructions) {
    if (instruction.op !== "alloca" || instruction.count.kind !== "int") continue;
    const align = Math.max(instruction.align, typeAlign(instruction.allocated), 1);
    frameAlign = Math.max(frameAlign, align);
    size = Math.ceil(size / align) * align;
    slots.set(instruction, size);
    size += typeSize(instruction.allocated) * Number(instruction.count.value);
  }
  return { slots, size: Math.ceil(size / FRAME_ALIGN) * FRAME_ALIGN, frameAlign };
}

/** Values that a function stores, and pointers at which it compares and swaps. */
function pointersUsed(func: Func): Pick<FunctionContext, "stored" | "exchanged"> {
  const [stored, exchanged] = [new Set<Value>(), new Set<Value>()];
  for (const one of func.blocks.flatMap(({ instructions }) => instructions)) {
    if (one.op === "store") stored.add(one.value);
    if (one.op === "cmpxchg") exchanged.add(one.pointer);
  }
  return { stored, exchanged };
}

/** Compiles a function; what it cannot do becomes a call that stops the run with the name and place. */
export function compileFunction(func: Func, module: ModuleContext, unsupported: Unsupported): FunctionBuilder {
  const builder = new FunctionBuilder(signatureOf(func.signature));
  const { slots, size, frameAlign } = fixedSlots(func);
  const frame = builder.local(Type.i32);
  const saved = builder.local(Type.i32);
  const thrown = builder.local(Type.i64);
  const own = { ...carrierOfArguments(func), ...pointersUsed(func), scattered: scatteredAccesses(func) };
  const context: FunctionContext = { module, builder, frame, slots, thrown, scratch: frame, ...own };

  const stop = (instruction: Instruction, what: string) => {
    let number = unsupported.names.indexOf(what);
    if (number < 0) number = unsupported.names.push(what) - 1;
    const { code } = builder;
    code.i32(number).i32(module.locationId(instruction.location)).call(module.helper("unsupported"));
  };
  const enter = () => {
    const { code } = builder;
    code.indexed(Op.globalGet, module.stackPointer).tee(saved).i32(size).op(Op.i32Sub);
    if (frameAlign > FRAME_ALIGN) code.i32(-frameAlign).op(Op.i32And);
    code.tee(frame);
    code.indexed(Op.globalSet, module.stackPointer);
    code.get(frame).indexed(Op.globalGet, module.stackLimit).op(Op.i32LtU);
    code.nest(Op.if, () => code.i32(module.locationId(func.location)).call(module.helper("stackOverflow")));
  };
  const body = (instruction: Instruction) => writeInstruction(context, instruction, (what) => stop(instruction, what));
  const leave = (terminator: Instruction) => {
    const { code } = builder;
    switch (terminator.op) {
      case "ret":
        if (terminator.value) pushAll(context, terminator.value);
        code.get(saved).indexed(Op.globalSet, module.stackPointer).op(Op.return);
        break;
      case "resume":
        pushComponent(context, terminator.value, 0);
        code.call(module.helper("resume")).op(Op.unreachable);
        break;
      case "unreachable":
        code.i32(module.locationId(terminator.location)).call(module.helper("unreachable")).op(Op.unreachable);
        break;
      default:
        stop(terminator, terminator.op === "unsupported" ? terminator.what : `the instruction ${terminator.op}`);
        code.op(Op.unreachable);
    }
  };

  if (isJumpTarget(func)) {
    if (module.suspension?.mayWait(func)) throw new UnsupportedType("setjmp in a function in which a thread may wait");
    enter();
    writeJumpTarget(context, controlFlow(func).order, body, leave);
  } else if (module.suspension?.mayWait(func)) {
    writeResumable(context, func, controlFlow(func).order, enter, body, leave);
  } else {
    enter();
    writeControl(context, func, body, leave);
  }
  return builder;
}

type Emit<Op extends Instruction["op"]> = (
  context: FunctionContext,
  instruction: Extract<Instruction, { op: Op }>,
  stop: (what: string) => void,
) => void;

/** What each instruction becomes; phis and terminators are written by the control flow. */
const emitters: { readonly [Op in Instruction["op"]]?: Emit<Op> } = {
  binary: arithmetic.binary,
  fneg: arithmetic.fneg,
  freeze: (context, instruction: Extract<Instruction, { op: "fneg" | "freeze" }>) => {
    pushAll(context, instruction.value);
    popAll(context, instruction);
  },
  cast,
  icmp: arithmetic.icmp,
  fcmp: arithmetic.fcmp,
  select: arithmetic.select,
  load,
  store,
  alloca,
  gep,
  atomicrmw: (context, instruction, stop) => {
    if (!atomicrmw(context, instruction)) stop(`the atomic ${instruction.atomic} in host code`);
  },
  cmpxchg,
  fence: () => {},
  call,
  invoke: call,
  landingpad,
  ...aggregates,
};

function writeInstruction(context: FunctionContext, instruction: Instruction, stop: (what: string) => void): void {
  const emit = emitters[instruction.op] as Emit<Instruction["op"]> | undefined;
  if (emit) emit(context, instruction, stop);
  else stop(instruction.op === "unsupported" ? instruction.what : `the instruction ${instruction.op}`);
}
