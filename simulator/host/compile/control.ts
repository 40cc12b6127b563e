/**
 * Control flow of host code as nested WebAssembly blocks: a block is written inside the one that dominates it, behind a
 * `block` when several paths meet there, within a `loop` when paths come back to it.
 * Reference: Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control Flow to Structured Control Flow" (2022).
 */
import { type ControlFlow, controlFlow } from "../../../analyzer/ir/cfg";
import type { Block, Func, Instruction } from "../../../analyzer/ir/model";
import { carrier, components } from "../../compile/types";
import { Op } from "../../wasm/opcodes";
import { type FunctionContext, localsOf, popAll, push, pushAll, scalar } from "./context";
import { writeInvoke } from "./exceptions";

/** Control flow that has no nested form: jumps into a loop. */
export class IrreducibleError extends Error {}

type Scope = { readonly kind: "loop" | "behind"; readonly block: Block } | { readonly kind: "other" };

interface Writer {
  readonly context: FunctionContext;
  readonly flow: ControlFlow;
  readonly position: ReadonlyMap<Block, number>;
  readonly children: ReadonlyMap<Block, readonly Block[]>;
  readonly meets: ReadonlySet<Block>;
  readonly headers: ReadonlySet<Block>;
  readonly scopes: Scope[];
  /** Writes what is neither phi nor terminator. */
  body(instruction: Instruction): void;
  /** Writes what leaves the function. */
  leave(terminator: Instruction): void;
}

export function writeControl(
  context: FunctionContext,
  func: Func,
  body: (instruction: Instruction) => void,
  leave: (terminator: Instruction) => void,
): void {
  const flow = controlFlow(func);
  if (flow.irreducible) throw new IrreducibleError("jumps into the middle of a loop");
  const position = new Map(flow.order.map((block, index) => [block, index]));
  const children = new Map<Block, Block[]>(flow.order.map((block) => [block, []]));
  for (const block of flow.order) {
    const dominator = flow.dominator(block);
    if (dominator) children.get(dominator)!.push(block);
  }
  const isForward = (from: Block, to: Block) => position.get(from)! < position.get(to)!;
  const meets = new Set(
    flow.order.filter(
      (block) => block.predecessors.filter((one) => flow.reachable(one) && isForward(one, block)).length > 1,
    ),
  );
  // Two edges from one block, of a switch say, are one predecessor but two branches.
  for (const block of flow.order) for (const target of repeated(block)) meets.add(target);
  const headers = new Set(flow.loops.map((loop) => loop.header));
  writeTree({ context, flow, position, children, meets, headers, scopes: [], body, leave }, flow.order[0]!);
  // Every path has returned or jumped; the end of the function is only there for the validator.
  context.builder.code.op(Op.unreachable);
}

function repeated(block: Block): Block[] {
  const terminator = block.instructions.at(-1)!;
  if (terminator.op === "condbr" && terminator.ifTrue === terminator.ifFalse) return [terminator.ifTrue];
  if (terminator.op !== "switch") return [];
  return [...terminator.cases.map((one) => one.target), terminator.otherwise];
}

function scoped(writer: Writer, scope: Scope, write: () => void): void {
  writer.scopes.push(scope);
  write();
  writer.scopes.pop();
}

function writeTree(writer: Writer, block: Block): void {
  const behind = writer.children
    .get(block)!
    .filter((child) => writer.meets.has(child))
    .sort((a, b) => writer.position.get(b)! - writer.position.get(a)!);
  if (!writer.headers.has(block)) {
    writeWithin(writer, block, behind);
    return;
  }
  const { code } = writer.context.builder;
  code.nest(Op.loop, () => scoped(writer, { kind: "loop", block }, () => writeWithin(writer, block, behind)));
}

/** `behind`: blocks that follow this one where paths meet, the last of them first. */
function writeWithin(writer: Writer, block: Block, behind: readonly Block[]): void {
  const [last, ...rest] = behind;
  if (last === undefined) {
    writeBlock(writer, block);
    return;
  }
  const { code } = writer.context.builder;
  code.nest(Op.block, () => scoped(writer, { kind: "behind", block: last }, () => writeWithin(writer, block, rest)));
  writeTree(writer, last);
}

function writeBlock(writer: Writer, block: Block): void {
  const { context } = writer;
  if (writer.headers.has(block)) burnFuel(context);
  const terminator = block.instructions.at(-1)!;
  for (const instruction of block.instructions) {
    if (instruction.op !== "phi" && instruction !== terminator) writer.body(instruction);
  }
  const { code } = context.builder;
  switch (terminator.op) {
    case "br":
      writeBranch(writer, block, terminator.target);
      break;
    case "invoke":
      writeInvoke(context, () => writer.body(terminator));
      writeIf(
        writer,
        () => writeBranch(writer, block, terminator.unwind),
        () => writeBranch(writer, block, terminator.normal),
      );
      break;
    case "condbr":
      push(context, terminator.condition);
      writeIf(
        writer,
        () => writeBranch(writer, block, terminator.ifTrue),
        () => writeBranch(writer, block, terminator.ifFalse),
      );
      break;
    case "switch": {
      const part = scalar(terminator.value);
      for (const { value, target } of terminator.cases) {
        push(context, terminator.value);
        if (part.kind === "i64") code.i64(BigInt.asIntN(64, value)).op(Op.i64Eq);
        else code.i32(Number(BigInt.asIntN(32, BigInt.asUintN(part.bits, value)))).op(Op.i32Eq);
        writeIf(writer, () => writeBranch(writer, block, target));
      }
      writeBranch(writer, block, terminator.otherwise);
      break;
    }
    default:
      writer.leave(terminator);
  }
}

function writeIf(writer: Writer, ifTrue: () => void, ifFalse?: () => void): void {
  const within = (write: () => void) => () => scoped(writer, { kind: "other" }, write);
  writer.context.builder.code.nest(Op.if, within(ifTrue), ifFalse && within(ifFalse));
}

function writeBranch(writer: Writer, from: Block, to: Block): void {
  movePhis(writer.context, from, to);
  const isBack = writer.position.get(from)! >= writer.position.get(to)!;
  if (!isBack && !writer.meets.has(to)) {
    writeTree(writer, to);
    return;
  }
  const depth = [...writer.scopes]
    .reverse()
    .findIndex((scope) => scope.kind !== "other" && scope.block === to && (scope.kind === "loop") === isBack);
  if (depth < 0) throw new IrreducibleError(`no way from ${from.name} to ${to.name}`);
  writer.context.builder.code.br(depth);
}

/** Phis take their values at once: all are read before any is written. */
function movePhis(context: FunctionContext, from: Block, to: Block): void {
  const phis = to.instructions.filter((one) => one.op === "phi");
  for (const phi of phis) {
    const incoming = phi.incoming.find((one) => one.block === from);
    if (incoming) pushAll(context, incoming.value);
    else for (const { kind } of components(phi.type)) pushZero(context, carrier(kind));
  }
  for (const phi of [...phis].reverse()) popAll(context, phi);
  for (const phi of phis) localsOf(context, phi);
}

function pushZero(context: FunctionContext, type: number): void {
  const { code } = context.builder;
  if (type === 0x7e) code.i64(0n);
  else if (type === 0x7d) code.f32Bits(0);
  else if (type === 0x7c) code.f64(0);
  else code.i32(0);
}

/** One unit a round of a loop; when none is left the machine is asked whether to go on. */
export function burnFuel(context: FunctionContext): void {
  const { code } = context.builder;
  const { fuel } = context.module;
  code.indexed(Op.globalGet, fuel).i32(1).op(Op.i32Sub).indexed(Op.globalSet, fuel);
  code.indexed(Op.globalGet, fuel).i32(0).op(Op.i32LtS);
  code.nest(Op.if, () => code.call(context.module.helper("refuel")));
}
