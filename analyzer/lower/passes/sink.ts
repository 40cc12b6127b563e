/**
 * Sinks common code: what all predecessors of a block end with is executed once, in the block. Stores, loads and arithmetic
 * sink where at most one operand differs. nvcc sinks only where every predecessor branches unconditionally, as after
 * `if … else`; clang also sinks where one predecessor branches conditionally, as after `if` or an early return, which would
 * give the counts of another program. The compile command therefore disables sinking in clang, and this pass sinks as nvcc
 * does.
 *
 * Reference: LLVM's `SimplifyCFG`, "sink common code"; the limit of one operand is inferred from the PTX and the machine code
 * that nvcc 13.0 makes of `test/lower/kernels/fitted/arms.cu` and `test/hardware/variety/branches.cu`.
 */

import type { FunctionBuilder } from "../../ir/build";
import { controlFlow } from "../../ir/cfg";
import { copyModule } from "../../ir/copy";
import { layoutOf } from "../../ir/layout";
import type { Block, Func, Instruction, Module, Type, Value } from "../../ir/model";
import { mapped, renumber } from "../../ir/rewrite";
import { operands } from "../../ir/uses";
import { SpaceInference } from "../spaceInference";
import { mayNeedSplit, splitLoadsBySpace } from "./splitLoads";
import { mayRejoin, rejoinVectorLoads } from "./vectorCopies";

/** The instructions at one distance from the end of each predecessor, in the order of the predecessors. */
type Row = readonly Instruction[];

/**
 * The module with common code sunk, loads split by memory space (`splitLoads.ts`) and members of vector copies rejoined
 * (`vectorCopies.ts`); the module itself where nothing changes.
 */
export function sinkCommonCode(module: Module): Module {
  const isTouched = (func: Func) =>
    func.blocks.some((block) => mayHaveCommonCode(block) || mayNeedSplit(block) || mayRejoin(block));
  if (!module.functions.some(isTouched)) return module;
  const copy = copyModule(module);
  const spaces = new SpaceInference(copy);
  const layout = layoutOf(copy);
  module.functions.forEach((func, index) => {
    if (!isTouched(func)) return;
    const target = copy.functions[index]!;
    rejoinVectorLoads(target, layout);
    splitLoadsBySpace(target, spaces);
    new Sinking(target as FunctionBuilder, spaces).run(joins(func));
  });
  return copy;
}

/** Indices of the blocks with several predecessors that are no loop headers, inner ones before outer ones. */
function joins(func: Func): readonly number[] {
  const { order, loops } = controlFlow(func);
  const headers = new Set(loops.map(({ header }) => header));
  return order.filter((block) => block.predecessors.length > 1 && !headers.has(block)).map(({ index }) => index);
}

/** Whether all predecessors of a block branch there unconditionally and end in instructions of one kind. */
function mayHaveCommonCode(block: Block): boolean {
  const { predecessors } = block;
  if (predecessors.length < 2) return false;
  const lasts = predecessors.map((from) => {
    return from.instructions.at(-1)?.op === "br" ? instructionFromEnd(from, block, 0) : undefined;
  });
  const [first, ...others] = lasts;
  return first !== undefined && others.every((other) => other !== undefined && isAlike(first, other));
}

const IGNORED = /^llvm\.(lifetime|dbg|assume|experimental\.noalias)/;

const isIgnored = (one: Instruction): boolean =>
  one.op === "call" && one.callee.kind === "function" && IGNORED.test(one.callee.name);

/** The instruction before the branch to a block that `before` others separate from it; markers and select operands do not count. */
function instructionFromEnd(from: Block, block: Block, before: number): Instruction | undefined {
  let left = before;
  for (let at = from.instructions.length - 2; at >= 0; at--) {
    const one = from.instructions[at]!;
    if (!isIgnored(one) && !isSelectOperand(one, block) && left-- === 0) return one;
  }
  return undefined;
}

/** Whether one predecessor computes it for a phi whose other incoming values are computed before their predecessors. */
function isSelectOperand(one: Instruction, block: Block): boolean {
  if (one.op !== "binary" && one.op !== "cast") return false;
  for (const phi of block.instructions) {
    if (phi.op !== "phi") return false;
    if (!phi.incoming.some(({ value }) => value === one)) continue;
    if (phi.incoming.some(({ value, block: from }) => value.kind !== "instruction" || value.block !== from))
      return true;
  }
  return false;
}

/** Sinks the common code of one function, in place. */
class Sinking {
  private users = new Map<Value, Instruction[]>();

  constructor(
    private readonly func: FunctionBuilder,
    private readonly spaces: SpaceInference,
  ) {}

  run(joins: readonly number[]): void {
    for (const index of joins) {
      const block = this.func.blocks[index]!;
      while (mayHaveCommonCode(block) && this.sinkInto(block));
    }
    renumber(this.func);
  }

  /** Sinks as many rows as add one phi at most, the last row first; false where there is none. */
  private sinkInto(block: Block): boolean {
    this.collectUsers();
    const possible = this.rowsAbove(block);
    const last = possible.findLastIndex((_, index) => newPhis(possible.slice(0, index + 1), block) <= 1);
    for (const row of possible.slice(0, last + 1)) this.sink(row, block);
    return last >= 0;
  }

  private collectUsers(): void {
    this.users = new Map();
    for (const { instructions } of this.func.blocks)
      for (const user of instructions)
        for (const value of operands(user)) {
          const known = this.users.get(value);
          if (known) known.push(user);
          else this.users.set(value, [user]);
        }
  }

  private rowsAbove(block: Block): Row[] {
    const rows: Row[] = [];
    for (let before = 0; ; before++) {
      const row = block.predecessors.map((from) => instructionFromEnd(from, block, before));
      if (!row.every((one): one is Instruction => one !== undefined) || !this.canSink(row, block, rows)) return rows;
      rows.push(row);
    }
  }

  /** Whether a row can sink; `below` are the rows after it, which sink first. */
  private canSink(row: Row, block: Block, below: readonly Row[]): boolean {
    const first = row[0]!;
    if (row.some((one) => !isMovable(one) || !isAlike(first, one))) return false;
    if (first.op !== "store") {
      const users = row.map((one) => this.users.get(one) ?? []);
      if (users.some((list) => list.length !== 1)) return false;
      const user = below.find((one) => one[0] === users[0]![0]);
      if (!phiOf(row, block) && !(user && isSameOperandOf(row, user))) return false;
    }
    return operands(first).every((_, at) => isSame(row, at) || canDiffer(first, at, row, this.spaces));
  }

  private sink(row: Row, block: Block): void {
    const first = row[0]!;
    const target = block as { instructions: readonly Instruction[] };
    const phiOfOperand = new Map<Value, Value>();
    operands(first).forEach((value, at) => {
      if (isSame(row, at)) return;
      const incoming = row.map((one) => ({ value: operands(one)[at]!, block: one.block }));
      const phi = { ...blank(value.type, block), op: "phi", incoming, flags: 0 } as Instruction;
      target.instructions = [phi, ...block.instructions];
      phiOfOperand.set(value, phi);
    });
    const placed = {
      ...mapped(first, { value: (value) => phiOfOperand.get(value) ?? value, block: (one) => one }),
      block,
    };
    if ("flags" in placed) Object.assign(placed, { flags: commonFlags(row) });
    // The block computes the value of this phi itself now.
    const replacedPhi = phiOf(row, block);
    for (const one of row) {
      const source = one.block as { instructions: readonly Instruction[] };
      source.instructions = one.block.instructions.filter((each) => each !== one);
    }
    const phis = block.instructions.filter(({ op }) => op === "phi");
    const rest = block.instructions.slice(phis.length);
    target.instructions = [...phis.filter((one) => one !== replacedPhi), placed, ...rest];
    if (replacedPhi) this.replace(replacedPhi, placed);
  }

  private replace(value: Value, by: Value): void {
    for (const { instructions } of this.func.blocks)
      for (const user of instructions) {
        if (!operands(user).includes(value)) continue;
        Object.assign(user, mapped(user, { value: (one) => (one === value ? by : one), block: (one) => one }));
      }
  }
}

/** Whether the values of a row are the phiOfOperand operand of their users. */
function isSameOperandOf(row: Row, user: Row): boolean {
  const operandAt = operands(user[0]!).indexOf(row[0]!);
  return row.every((one, at) => operands(user[at]!)[operandAt] === one);
}

/** The phi whose incoming values are a row. */
function phiOf(row: Row, block: Block): Instruction | undefined {
  return block.instructions.find((phi) => {
    if (phi.op !== "phi") return false;
    return row.every((one) => phi.incoming.some(({ value, block: from }) => value === one && from === one.block));
  });
}

function blank(type: Type, block: Block) {
  return { kind: "instruction", id: 0, name: "", type, block } as const;
}

const commonFlags = (row: Row): number =>
  row.reduce((flags, one) => ("flags" in one ? flags & one.flags : flags), ~0 >>> 0);

const isSame = (row: Row, at: number): boolean => {
  const first = operands(row[0]!)[at];
  return row.every((one) => operands(one)[at] === first || isEqualConstant(operands(one)[at]!, first!));
};

function isEqualConstant(a: Value, b: Value): boolean {
  return a.kind === "int" && b.kind === "int" && a.value === b.value && sameType(a.type, b.type);
}

/** The number of phis that sinking adds to a block: one per operand that differs, less the phis of sunk values. */
function newPhis(rows: readonly Row[], block: Block): number {
  const sunk = new Set<Value>(rows.flat());
  const needed = rows.flatMap((row) => operands(row[0]!).filter((value, at) => !isSame(row, at) && !sunk.has(value)));
  return needed.length - rows.filter((row) => phiOf(row, block) !== undefined).length;
}

const MOVABLE: ReadonlySet<Instruction["op"]> = new Set<Instruction["op"]>([
  "binary",
  "cast",
  "fcmp",
  "fneg",
  "gep",
  "icmp",
  "load",
  "select",
  "store",
]);

function isMovable(one: Instruction): boolean {
  if (!MOVABLE.has(one.op) || (one.op === "load" && one.invariant)) return false;
  return (one.op !== "load" && one.op !== "store") || (!one.volatile && one.ordering === "");
}

/**
 * Whether an operand may become a phi. Indices into structures must stay constants, addresses of local variables must stay
 * known, and the pointers of loads and stores must have one memory space.
 */
function canDiffer(model: Instruction, at: number, row: Row, spaces: SpaceInference): boolean {
  if (model.op === "gep") return at <= 1 || model.source.kind !== "struct";
  const pointerAt = model.op === "load" || model.op === "store" ? 0 : -1;
  if (at !== pointerAt) return true;
  if (new Set(row.map((one) => spaces.of(operands(one)[at]!))).size > 1) return false;
  return row.every((one) => {
    const pointer = operands(one)[at]!;
    return pointer.kind !== "instruction" || pointer.op !== "alloca";
  });
}

/** Whether it adds a multiply, which nvcc fuses and does not combine with an addition that it cannot fuse (PTX of `softmaxOnline`). */
const addsMultiply = (one: Instruction): boolean =>
  one.op === "binary" &&
  (one.binary === "fadd" || one.binary === "fsub") &&
  operands(one).some((value) => value.kind === "instruction" && value.op === "binary" && value.binary === "fmul");

/** Whether two instructions are one operation on values of the phiOfOperand types. */
function isAlike(a: Instruction, b: Instruction): boolean {
  const [left, right] = [operands(a), operands(b)];
  if (a.op !== b.op || !sameType(a.type, b.type) || left.length !== right.length) return false;
  if (!left.every((value, at) => sameType(value.type, right[at]!.type))) return false;
  switch (a.op) {
    case "binary":
      return b.op === a.op && a.binary === b.binary && addsMultiply(a) === addsMultiply(b);
    case "cast":
      return b.op === a.op && a.cast === b.cast;
    case "icmp":
    case "fcmp":
      return (b.op === "icmp" || b.op === "fcmp") && a.predicate === b.predicate;
    case "gep":
      return b.op === a.op && sameType(a.source, b.source);
    case "load":
    case "store":
      return (b.op === "load" || b.op === "store") && a.align === b.align;
    default:
      return MOVABLE.has(a.op);
  }
}

const written = new WeakMap<Type, string>();

function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  const text = (type: Type): string => {
    const known = written.get(type);
    if (known !== undefined) return known;
    const fresh = JSON.stringify(type);
    written.set(type, fresh);
    return fresh;
  };
  return text(a) === text(b);
}
