/** Terminators: the blocks that lanes continue with, and the values that the phis of these blocks take. */

import type { Block, Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import { Unsupported } from "../emit/representation";
import { onlyReturns } from "../plan/exits";
import { type Component, carrier, components } from "../plan/types";
import type { Ref } from "../plan/values";
import type { LocalI32 } from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";

/** What the end of a block needs to know of the function around it. */
export interface ControlContext {
  readonly emitter: Emitter;
  /** Local with the mask of lanes that wait for a block. */
  waitingFor(block: Block): LocalI32;
  site(instruction: Instruction): number;
  readonly events?: true;
  /** Counts that the branch parts the lanes of a warp: at a switch, each case at which some go and some do not. */
  countDivergence(): void;
  /** Keeps what the running lanes return; absent in kernels. */
  keepResult?(value: Value): void;
  /** Notes by which instruction the lanes of a mask leave the kernel; absent where it is not needed. */
  leave?(at: Instruction, mask: LocalI32): void;
}

const trapSignature = { parameters: [Type.i32, Type.i32], results: [] } as const;
const successorSignature = { parameters: [Type.i32], results: [] } as const;
const branchSignature = { parameters: [Type.i32, Type.i32], results: [] } as const;

/** Writes where the lanes of a block go next; a built-in that ends threads ends them here. */
export function emitTerminator(context: ControlContext, instruction: Instruction): void {
  const { emitter } = context;
  const { code } = emitter.fn;
  emitter.flush();
  switch (instruction.op) {
    case "br":
      follow(context, instruction.block, instruction.target, emitter.exec);
      return;
    case "condbr":
      conditional(context, instruction);
      return;
    case "switch":
      choose(context, instruction);
      return;
    case "ret":
      // The lanes wait for nothing any more.
      if (instruction.value) context.keepResult?.(instruction.value);
      // Lanes that reach a block that only returns have been noted at the branch to it.
      if (!onlyReturns(instruction.block)) context.leave?.(instruction, emitter.exec);
      return;
    default:
      code.i32(context.site(instruction)).get(emitter.exec).call(emitter.import("unreachable", trapSignature));
  }
}

/** Lanes of `mask` go to a block: its phis take their values, then they wait for it. */
function follow(context: ControlContext, from: Block, to: Block, mask: LocalI32): void {
  const { code } = context.emitter.fn;
  movePhis(context.emitter, from, to, mask);
  if (onlyReturns(to)) context.leave?.(from.instructions.at(-1)!, mask);
  const waiting = context.waitingFor(to);
  code.get(waiting).get(mask).op(Op.i32Or).set(waiting);
}

function conditional(context: ControlContext, instruction: InstructionOf<"condbr">): void {
  const { emitter } = context;
  const { code } = emitter.fn;
  const { block, ifTrue, ifFalse } = instruction;
  const condition = emitter.representation({ value: instruction.condition, component: 0 });
  if (condition.form !== "mask") {
    if (context.events) {
      const all = emitter.fn.i32();
      code.i32(0);
      emitter.pushUniform({ value: instruction.condition, component: 0 });
      code.op(Op.i32Sub).get(emitter.exec).op(Op.i32And).tee(all);
      notifySuccessor(context);
      code.get(all).get(emitter.exec).op(Op.i32Xor);
      notifySuccessor(context);
      notifyBranch(context, instruction);
    }
    emitter.pushUniform({ value: instruction.condition, component: 0 });
    code.nest(
      Op.if,
      () => follow(context, block, ifTrue, emitter.exec),
      () => follow(context, block, ifFalse, emitter.exec),
    );
    return;
  }
  const [yes, no] = [emitter.fn.i32(), emitter.fn.i32()];
  code.get(condition.local).get(emitter.exec).op(Op.i32And).tee(yes).get(emitter.exec).op(Op.i32Xor).set(no);
  if (context.events) {
    for (const lanes of [yes, no]) {
      code.get(lanes);
      notifySuccessor(context);
    }
    notifyBranch(context, instruction);
  }
  code.get(yes).nest(Op.if, () => follow(context, block, ifTrue, yes));
  code.get(no).nest(Op.if, () => {
    code.get(yes).nest(Op.if, () => context.countDivergence());
    follow(context, block, ifFalse, no);
  });
}

/** Notifies observers of lanes, whose mask is on the stack, that go to the next of a branch's successors. */
function notifySuccessor({ emitter }: ControlContext): void {
  emitter.fn.code.call(emitter.import("successor", successorSignature));
}

/** Notifies observers of a branch after all of its edges. */
function notifyBranch({ emitter, site }: ControlContext, instruction: Instruction): void {
  emitter.fn.code.i32(site(instruction)).get(emitter.exec).call(emitter.import("branch", branchSignature));
}

function choose(context: ControlContext, instruction: InstructionOf<"switch">): void {
  const { emitter } = context;
  const { fn } = emitter;
  const { code } = fn;
  const ref: Ref = { value: instruction.value, component: 0 };
  const [{ kind }, ...more] = components(instruction.value.type) as [Component];
  if (more.length) throw new Unsupported("a switch over more than 64 bits", instruction.location);
  const long = kind === "i64";
  const pushCase = (value: bigint) => (long ? code.i64(value) : code.i32(Number(BigInt.asIntN(32, value))));
  const rest = fn.i32();
  code.get(emitter.exec).set(rest);
  for (const { value, target } of instruction.cases) {
    const taken = fn.i32();
    const unsigned = BigInt.asUintN(components(instruction.value.type)[0]!.bits, value);
    if (emitter.isUniform(ref)) {
      code.i32(0);
      emitter.pushUniform(ref);
      pushCase(unsigned);
      code.op(long ? Op.i64Eq : Op.i32Eq, Op.i32Sub);
    } else {
      const [lanes, lane] = [fn.i32(), fn.i32()];
      code.i32(0).set(taken).get(rest).set(lanes);
      fn.eachLane(lanes, lane, () => {
        emitter.pushLane(ref, lane);
        pushCase(unsigned);
        code
          .op(long ? Op.i64Eq : Op.i32Eq)
          .get(lane)
          .op(Op.i32Shl)
          .get(taken)
          .op(Op.i32Or)
          .set(taken);
      });
      code.get(taken);
    }
    code.get(rest).op(Op.i32And).tee(taken).get(rest).op(Op.i32Xor).set(rest);
    if (context.events) {
      code.get(taken);
      notifySuccessor(context);
    }
    code.get(taken).nest(Op.if, () => {
      if (!emitter.isUniform(ref)) code.get(rest).nest(Op.if, () => context.countDivergence());
      follow(context, instruction.block, target, taken);
    });
  }
  if (context.events) {
    code.get(rest);
    notifySuccessor(context);
    notifyBranch(context, instruction);
  }
  code.get(rest).nest(Op.if, () => follow(context, instruction.block, instruction.otherwise, rest));
}

/** All phis of a block take their values at once: every source is read before any target is written. */
function movePhis(emitter: Emitter, from: Block, to: Block, mask: LocalI32): void {
  const { fn } = emitter;
  const moves = to.instructions.flatMap((phi) => {
    if (phi.op !== "phi") return [];
    const value = phi.incoming.find(({ block }) => block === from)!.value;
    return components(phi.type).map((_, component) => ({
      source: emitter.around.aliases.root({ value, component }),
      home: emitter.home(phi, component),
    }));
  });
  const isNothing = (value: Value) => value.kind === "undef" || value.kind === "poison";
  const real = moves.filter(({ source, home }) => {
    if (isNothing(source.value)) return false;
    return emitter.representation(source) !== home;
  });
  const scalars = real.filter(({ home }) => home.form === "local");
  const affine = real.flatMap(({ source, home }) => {
    const from = home.form === "affine" ? emitter.affineOf(source.value) : undefined;
    if (home.form !== "affine" || !from) return [];
    const local = fn.local(from.base.type);
    fn.set(local, from.base);
    return [{ target: home.value.base, local }];
  });
  const masks = real.filter(({ home }) => home.form === "mask");
  const slots = real.filter(({ home }) => home.form === "slot");
  const temporaries = [...scalars, ...masks].map(({ source, home }) => {
    const local = fn.local(carrier(home.kind));
    pushBits(emitter, source, home.form === "mask");
    fn.code.set(local);
    return { home, local };
  });
  if (slots.length) {
    emitter.strips((strip) => {
      const quads = slots.map(({ source }) => emitter.stripOperand(strip, source));
      slots.forEach(({ home }, index) => {
        if (home.form === "slot") strip.store(quads[index]!, home, mask);
      });
    });
  }
  for (const { target, local } of affine) fn.set(target, local);
  for (const { home, local } of temporaries) {
    if (home.form === "local") fn.set(home.local, local);
    else if (home.form === "mask") emitter.mergeMask(home.local, local as LocalI32, mask);
  }
}

/** Pushes a uniform scalar, or an `i1` as the bits of all lanes. */
function pushBits(emitter: Emitter, ref: Ref, asMask: boolean): void {
  const representation = emitter.representation(ref);
  if (!asMask) emitter.pushUniform(ref);
  else if (representation.form === "mask") emitter.fn.code.get(representation.local);
  else {
    emitter.fn.code.i32(0);
    emitter.pushUniform(ref);
    emitter.fn.code.op(Op.i32Sub);
  }
}
