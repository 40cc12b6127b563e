/**
 * Calls of functions that were not inlined. The lanes that call put their arguments into the callee's frame, say who
 * they are in its first word, and find the results in the frame. A function without barriers has its frame on a stack
 * after the frames of all warps, since it returns before another warp runs. A function with barriers has it inside its
 * caller's frame, since lanes may wait in it while other warps run: the call is then entered again as barriers are.
 */

import type { Instruction, InstructionOf } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import { type Slot, Unsupported } from "../emit/representation";
import { Cell, MemoryMap } from "../memory/layout";
import type { CallGraph } from "../plan/callgraph";
import { calledFunction } from "../plan/callgraph";
import type { FrameLayout, FunctionPlan } from "../plan/functionPlan";
import { components } from "../plan/types";
import type { Code } from "../wasm/encoder";
import type { LocalI32 } from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";

/** `run(frame, threads, warp, local)` → lanes that wait at barriers. `local`: where the thread's own variables start. */
export const runSignature = { parameters: [Type.i32, Type.i32, Type.i32, Type.i32], results: [Type.i32] } as const;
const siteSignature = { parameters: [Type.i32, Type.i32], results: [] } as const;
const pointerSignature = { parameters: [Type.i32, Type.i32, Type.i64], results: [] } as const;

/** What a call needs to know of the kernel around it. */
export interface InvokeContext {
  readonly emitter: Emitter;
  readonly graph: CallGraph;
  planOf(call: NonNullable<ReturnType<typeof calledFunction>>): FunctionPlan;
  /** Bytes of the frame of a function whose code has been written. */
  frameBytesOf(plan: FunctionPlan): number;
  readonly threads: LocalI32;
  readonly warp: LocalI32;
  /** Local with the start of the callee's variables in local memory, and with the top of the stack of frames. */
  readonly calleeLocal: LocalI32;
  readonly stack: LocalI32;
  readonly type: number;
  /** Local with the steps that have not been added to `Cell.steps`. */
  readonly steps: LocalI32;
  /** Local with the cycles of dependent instructions that have not been added to `Cell.chain`. */
  readonly chain: LocalI32;
  site(instruction: Instruction): number;
  addressOf(fn: FunctionPlan["fn"]): bigint;
}

type Call = InstructionOf<"call">;

function pass(context: InvokeContext, call: Call, layout: FrameLayout, frame: LocalI32, mask: LocalI32): void {
  const { emitter } = context;
  const moves = call.arguments.flatMap((value, index) =>
    (layout.parameters[index] ?? []).map((offset, component) => ({ value, component, offset })),
  );
  if (moves.length) {
    emitter.strips((strip) => {
      for (const { value, component, offset } of moves) {
        const quad = emitter.stripOperand(strip, { value, component });
        strip.store(quad, { form: "slot", kind: quad.kind, base: frame, offset }, mask);
      }
    });
  }
}

/** Takes the results of the lanes of `mask` out of the callee's frame. */
function take(context: InvokeContext, call: Call, layout: FrameLayout, frame: LocalI32, mask: LocalI32): void {
  const { emitter } = context;
  components(call.type).forEach(({ kind }, component) => {
    const home = emitter.home(call, component);
    const source: Slot = { form: "slot", kind, base: frame, offset: layout.result[component]! };
    if (home.form === "mask") {
      const fresh = emitter.fn.i32();
      emitter.strips((strip) => strip.collect(strip.operand("result", source), fresh));
      emitter.mergeMask(home.local, fresh, mask);
    } else if (home.form === "slot") {
      emitter.strips((strip) => strip.store(strip.operand("result", source), home, mask));
    }
  });
}

/** The locals that count in a function, each with the cell that carries it from one function to another. */
function carried({ steps, chain }: Carried): readonly (readonly [LocalI32, number])[] {
  return [
    [steps, MemoryMap.cells + Cell.steps],
    [chain, MemoryMap.cells + Cell.chain],
  ];
}

/** What counts in a function. */
export type Carried = Pick<InvokeContext, "steps" | "chain">;

/** Writes what a function counts into the cells, before another goes on. */
export function storeCounts(code: Code, counts: Carried): void {
  for (const [local, cell] of carried(counts)) code.i32(0).get(local).memory(Op.i32Store, cell);
}

/** Takes over from the cells what has been counted. */
export function loadCounts(code: Code, counts: Carried): void {
  for (const [local, cell] of carried(counts)) code.i32(0).memory(Op.i32Load, cell).set(local);
}

/** Pushes what the callee leaves: the lanes that wait in it. `pushTarget` pushes its number. */
function enter(context: InvokeContext, frame: LocalI32, pushTarget: () => void): void {
  const { emitter } = context;
  const { code } = emitter.fn;
  storeCounts(code, context);
  code.get(frame).get(context.threads).get(context.warp).get(context.calleeLocal);
  pushTarget();
  code.callIndirect(context.type);
  loadCounts(code, context);
}

/** A call without wait points: by name, or one pass for each function that the lanes point to. */
export function emitCall(context: InvokeContext, call: Call): void {
  const { emitter, graph, stack } = context;
  const { fn } = emitter;
  const { code } = fn;
  const targets = graph.targets(call).map((target) => context.planOf(target));
  if (call.signature.variadic) throw new Unsupported("a call with a variable number of arguments");
  const named = calledFunction(call);
  emitter.flush();
  const first = targets[0];
  if (first) pass(context, call, first.frame, stack, emitter.exec);
  if (named && first) {
    code.get(stack).get(emitter.exec).memory(Op.i32Store, 0);
    enter(context, stack, () => void code.i32(first.number));
    code.op(Op.drop);
    take(context, call, first.frame, stack, emitter.exec);
    return;
  }
  if (targets.some(({ blocking }) => blocking)) {
    throw new Unsupported("a call through a pointer that may lead to a function with a barrier");
  }
  const callee = { value: call.callee, component: 0 };
  const [rest, others, lane, same, number] = [fn.i32(), fn.i32(), fn.i32(), fn.i32(), fn.i32()];
  const [target, other] = [fn.i64(), fn.i32()];
  code.get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    emitter.pushLane(callee, lane);
    code.set(target).i32(0).set(same).get(rest).set(others);
    fn.eachLane(others, other, () => {
      emitter.pushLane(callee, other);
      code.get(target).op(Op.i64Eq).get(other).op(Op.i32Shl).get(same).op(Op.i32Or).set(same);
    });
    // `eachLane` clears the lowest lane itself.
    code.get(rest).get(same).i32(-1).op(Op.i32Xor, Op.i32And).i32(1).get(lane).op(Op.i32Shl, Op.i32Or);
    code.set(rest);
    code.i32(-1).set(number);
    for (const plan of targets) {
      code.get(target).i64(context.addressOf(plan.fn)).op(Op.i64Eq);
      code.nest(Op.if, () => void code.i32(plan.number).set(number));
    }
    code.get(number).i32(0).op(Op.i32LtS);
    code.nest(Op.if, () => {
      code.i32(context.site(call)).get(same).get(target).call(emitter.import("noFunction", pointerSignature));
    });
    if (!first) return;
    code.get(stack).get(same).memory(Op.i32Store, 0);
    enter(context, stack, () => void code.get(number));
    code.op(Op.drop);
    take(context, call, first.frame, stack, same);
  });
}

/** A call site of a function with barriers. */
export interface BlockingCall {
  /** Written at the end of the region before the call. */
  begin(call: Call, waitingAfter: LocalI32, word: number): void;
  /** Written before the region after the call; `inside`: local with the lanes that waited in the callee. */
  resume(call: Call, waitingAfter: LocalI32, word: number, inside: LocalI32): void;
}

/** Writes the calls of functions that may wait at a barrier within them. */
export function blockingCalls(context: InvokeContext): BlockingCall {
  const areas = new Map<Call, number>();
  const { emitter } = context;
  const { fn } = emitter;
  const site = (call: Call) => {
    const plan = context.planOf(calledFunction(call)!);
    const area = areas.get(call) ?? emitter.area(context.frameBytesOf(plan));
    areas.set(call, area);
    return { plan, area };
  };
  /** Runs the callee; those of `mask` that do not wait in it go on after the call. */
  const run = (call: Call, frame: LocalI32, mask: LocalI32, waitingAfter: LocalI32, word: number) => {
    const { code } = fn;
    const { plan } = site(call);
    const [inside, returned] = [fn.i32(), fn.i32()];
    enter(context, frame, () => void code.i32(plan.number));
    code.set(inside);
    code.get(emitter.frame).get(inside).memory(Op.i32Store, word);
    code.get(mask).get(inside).i32(-1).op(Op.i32Xor, Op.i32And).tee(returned);
    code.nest(Op.if, () => {
      take(context, call, plan.frame, frame, returned);
      code.get(waitingAfter).get(returned).op(Op.i32Or).set(waitingAfter);
    });
  };
  return {
    begin: (call, waitingAfter, word) => {
      const { code } = fn;
      const { plan, area } = site(call);
      const frame = fn.i32();
      code.get(emitter.frame).memory(Op.i32Load, word);
      code.nest(Op.if, () => {
        code.i32(context.site(call)).get(emitter.exec).call(emitter.import("splitCall", siteSignature));
      });
      code.get(emitter.frame).i32(area).op(Op.i32Add).set(frame);
      pass(context, call, plan.frame, frame, emitter.exec);
      // The frame may hold what another block left there: no lane waits after its barriers.
      for (let at = 1; at <= plan.resumable.length; at++) {
        code
          .get(frame)
          .i32(0)
          .memory(Op.i32Store, 4 * at);
      }
      code.get(frame).get(emitter.exec).memory(Op.i32Store, 0);
      run(call, frame, emitter.exec, waitingAfter, word);
    },
    resume: (call, waitingAfter, word, inside) => {
      const { code } = fn;
      const { area } = site(call);
      code.get(inside);
      code.nest(Op.if, () => {
        const [frame, mask] = [fn.i32(), fn.i32()];
        code.get(emitter.frame).i32(area).op(Op.i32Add).set(frame);
        code.get(inside).set(mask).i32(0).set(inside);
        code.get(frame).i32(0).memory(Op.i32Store, 0);
        run(call, frame, mask, waitingAfter, word);
      });
    },
  };
}
