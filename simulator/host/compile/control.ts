/**
 * Control flow of host code as nested WebAssembly blocks: a block is written inside the one that dominates it, after a
 * `block` when several paths join there, within a `loop` when paths come back to it.
 * Reference: Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control Flow to Structured Control Flow" (2022).
 */
import { type ControlFlow, controlFlow } from "../../../analyzer/ir/cfg";
import type { Block, Func, Instruction } from "../../../analyzer/ir/model";
import { Op } from "../../wasm/opcodes";
import { type BlockWriter, writeBlock } from "./blocks";
import type { FunctionContext } from "./context";
import { writeDispatch } from "./dispatch";

type Scope = { readonly kind: "loop" | "join"; readonly block: Block } | { readonly kind: "other" };

interface Writer extends BlockWriter {
  readonly flow: ControlFlow;
  readonly position: ReadonlyMap<Block, number>;
  readonly children: ReadonlyMap<Block, readonly Block[]>;
  readonly joins: ReadonlySet<Block>;
  readonly scopes: Scope[];
}

/** Writes the blocks of a function in the order in which they nest; `body` writes each instruction but branches. */
export function writeControl(
  context: FunctionContext,
  func: Func,
  body: (instruction: Instruction) => void,
  leave: (terminator: Instruction) => void,
): void {
  const flow = controlFlow(func);
  if (flow.irreducible) {
    writeDispatch(context, flow.order, body, leave);
    return;
  }
  const position = new Map(flow.order.map((block, index) => [block, index]));
  const children = new Map<Block, Block[]>(flow.order.map((block) => [block, []]));
  for (const block of flow.order) {
    const dominator = flow.dominator(block);
    if (dominator) children.get(dominator)!.push(block);
  }
  const isForward = (from: Block, to: Block) => position.get(from)! < position.get(to)!;
  const joins = new Set(
    flow.order.filter(
      (block) => block.predecessors.filter((one) => flow.reachable(one) && isForward(one, block)).length > 1,
    ),
  );
  // Two edges from one block, of a switch say, are one predecessor but two branches.
  for (const block of flow.order) for (const target of repeated(block)) joins.add(target);
  const headers = new Set(flow.loops.map((loop) => loop.header));
  const writer: Writer = {
    ...{ context, flow, position, children, joins, headers, entries: entriesOf(flow), scopes: [], body, leave },
    branch: (from, to) => writeBranch(writer, from, to),
    within: (write) => scoped(writer, { kind: "other" }, write),
  };
  writeTree(writer, flow.order[0]!);
  // Every path has returned or jumped; the end of the function is only there for the validator.
  context.builder.code.op(Op.unreachable);
}

function entriesOf({ loops }: ControlFlow): Set<Block> {
  return new Set(loops.flatMap(({ header, blocks }) => header.predecessors.filter((one) => !blocks.has(one))));
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
  const joins = writer.children
    .get(block)!
    .filter((child) => writer.joins.has(child))
    .sort((a, b) => writer.position.get(b)! - writer.position.get(a)!);
  if (!writer.headers.has(block)) {
    writeWithin(writer, block, joins);
    return;
  }
  const { code } = writer.context.builder;
  code.nest(Op.loop, () => scoped(writer, { kind: "loop", block }, () => writeWithin(writer, block, joins)));
}

/** `joins`: blocks that follow this one where paths join, the last of them first. */
function writeWithin(writer: Writer, block: Block, joins: readonly Block[]): void {
  const [last, ...rest] = joins;
  if (last === undefined) {
    writeBlock(writer, block);
    return;
  }
  const { code } = writer.context.builder;
  code.nest(Op.block, () => scoped(writer, { kind: "join", block: last }, () => writeWithin(writer, block, rest)));
  writeTree(writer, last);
}

function writeBranch(writer: Writer, from: Block, to: Block): void {
  const isBack = writer.position.get(from)! >= writer.position.get(to)!;
  if (!isBack && !writer.joins.has(to)) {
    writeTree(writer, to);
    return;
  }
  const depth = [...writer.scopes]
    .reverse()
    .findIndex((scope) => scope.kind !== "other" && scope.block === to && (scope.kind === "loop") === isBack);
  if (depth < 0) throw new Error(`no path from ${from.name} to ${to.name}`);
  writer.context.builder.code.br(depth);
}
