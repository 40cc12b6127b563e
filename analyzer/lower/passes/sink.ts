/**
 * What all ways into a block end with is executed once, in the block: stores, loads and arithmetic that differ in one value
 * at most. nvcc does so where every way in is an unconditional branch, as behind the arms of `if … else`;
 * clang, told to sink, also does where one way comes from a condition, as behind `if` or behind an early return, and
 * counts would be those of another program. So clang is told not to, and it is done here.
 *
 * Reference: LLVM's `SimplifyCFG`, "sink common code"; that one value is the limit was found from the PTX and the machine
 * code that nvcc 13.0 makes of `test/lower/kernels/fitted/arms.cu` and `test/hardware/variety/branches.cu`.
 */

import type { FunctionBuilder } from "../../ir/build";
import { controlFlow } from "../../ir/cfg";
import { copyModule } from "../../ir/copy";
import { layoutOf } from "../../ir/layout";
import type { Block, Func, Instruction, Module, Type, Value } from "../../ir/model";
import { mapped, renumber } from "../../ir/rewrite";
import { operands } from "../../ir/uses";
import { mayPart, separateLoads } from "../separate";
import { Spaces } from "../spaces";
import { gatherVectors, mayGather } from "../vectorCopies";

/** The instructions that stand at the same place counted from the end of each way in; the first way's is the model. */
type Row = readonly Instruction[];

/**
 * The module with common code in its functions sunk, with loads apart that no common code is (`separate.ts`) and those
 * together that are one value (`vectorCopies.ts`); the module itself where there is none of it.
 */
export function sinkCommonCode(module: Module): Module {
  const isTouched = (func: Func) => func.blocks.some((block) => mayShare(block) || mayPart(block) || mayGather(block));
  if (!module.functions.some(isTouched)) return module;
  const copy = copyModule(module);
  const spaces = new Spaces(copy);
  const layout = layoutOf(copy);
  module.functions.forEach((func, index) => {
    if (!isTouched(func)) return;
    const made = copy.functions[index]!;
    gatherVectors(made, layout);
    separateLoads(made, spaces);
    new Sinking(made as FunctionBuilder, spaces).run(joins(func));
  });
  return copy;
}

/** Numbers of the blocks in which ways meet, loops' beginnings aside; of nested ones the inner comes first. */
function joins(func: Func): readonly number[] {
  const { order, loops } = controlFlow(func);
  const headers = new Set(loops.map(({ header }) => header));
  return order.filter((block) => block.predecessors.length > 1 && !headers.has(block)).map(({ index }) => index);
}

/** Do all ways into a block branch there unconditionally, and do they end alike? */
function mayShare(block: Block): boolean {
  const { predecessors } = block;
  if (predecessors.length < 2) return false;
  const lasts = predecessors.map((from) => {
    return from.instructions.at(-1)?.op === "br" ? lastOf(from, block, 0) : undefined;
  });
  const [first, ...others] = lasts;
  return first !== undefined && others.every((other) => other !== undefined && isAlike(first, other));
}

const NOTHING = /^llvm\.(lifetime|dbg|assume|experimental\.noalias)/;

const isNothing = (one: Instruction): boolean =>
  one.op === "call" && one.callee.kind === "function" && NOTHING.test(one.callee.name);

/** The instruction that stands this many before the branch to a block, not counting what does not matter for it. */
function lastOf(from: Block, block: Block, before: number): Instruction | undefined {
  let left = before;
  for (let at = from.instructions.length - 2; at >= 0; at--) {
    const one = from.instructions[at]!;
    if (!isNothing(one) && !isOwn(one, block) && left-- === 0) return one;
  }
  return undefined;
}

/** Is it what a single way in computes for a phi, since the others bring a value that they already had? */
function isOwn(one: Instruction, block: Block): boolean {
  if (one.op !== "binary" && one.op !== "cast") return false;
  for (const phi of block.instructions) {
    if (phi.op !== "phi") return false;
    if (!phi.incoming.some(({ value }) => value === one)) continue;
    if (phi.incoming.some(({ value, block: from }) => value.kind !== "instruction" || value.block !== from))
      return true;
  }
  return false;
}

class Sinking {
  private users = new Map<Value, Instruction[]>();

  constructor(
    private readonly func: FunctionBuilder,
    private readonly spaces: Spaces,
  ) {}

  run(joins: readonly number[]): void {
    for (const index of joins) {
      const block = this.func.blocks[index]!;
      while (mayShare(block) && this.sinkInto(block));
    }
    renumber(this.func);
  }

  /** Sinks as many rows as cost one phi at most, the last first; false when nothing was. */
  private sinkInto(block: Block): boolean {
    this.learnUsers();
    const possible = this.rowsAbove(block);
    const worth = possible.findLastIndex((_, last) => newPhis(possible.slice(0, last + 1), block) <= 1);
    for (const row of possible.slice(0, worth + 1)) this.sink(row, block);
    return worth >= 0;
  }

  private learnUsers(): void {
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
      const row = block.predecessors.map((from) => lastOf(from, block, before));
      if (!row.every((one): one is Instruction => one !== undefined) || !this.canSink(row, block, rows)) return rows;
      rows.push(row);
    }
  }

  /** `below` are the rows that are sunk before it. */
  private canSink(row: Row, block: Block, below: readonly Row[]): boolean {
    const first = row[0]!;
    if (row.some((one) => !isMovable(one) || !isAlike(first, one))) return false;
    if (first.op !== "store") {
      const users = row.map((one) => this.users.get(one) ?? []);
      if (users.some((list) => list.length !== 1)) return false;
      const taker = below.find((one) => one[0] === users[0]![0]);
      if (!phiOf(row, block) && !(taker && isTakenAlike(row, taker))) return false;
    }
    return operands(first).every((_, at) => isSame(row, at) || canDiffer(first, at, row, this.spaces));
  }

  private sink(row: Row, block: Block): void {
    const first = row[0]!;
    const target = block as { instructions: readonly Instruction[] };
    const same = new Map<Value, Value>();
    operands(first).forEach((value, at) => {
      if (isSame(row, at)) return;
      const incoming = row.map((one) => ({ value: operands(one)[at]!, block: one.block }));
      const phi = { ...blank(value.type, block), op: "phi", incoming, flags: 0 } as Instruction;
      target.instructions = [phi, ...block.instructions];
      same.set(value, phi);
    });
    const placed = { ...mapped(first, { value: (value) => same.get(value) ?? value, block: (one) => one }), block };
    if ("flags" in placed) Object.assign(placed, { flags: commonFlags(row) });
    // The value that the ways in made is the one that the block now makes itself.
    const met = phiOf(row, block);
    for (const one of row) {
      const home = one.block as { instructions: readonly Instruction[] };
      home.instructions = one.block.instructions.filter((each) => each !== one);
    }
    const phis = block.instructions.filter(({ op }) => op === "phi");
    const rest = block.instructions.slice(phis.length);
    target.instructions = [...phis.filter((one) => one !== met), placed, ...rest];
    if (met) this.replace(met, placed);
  }

  private replace(value: Value, by: Value): void {
    for (const { instructions } of this.func.blocks)
      for (const user of instructions) {
        if (!operands(user).includes(value)) continue;
        Object.assign(user, mapped(user, { value: (one) => (one === value ? by : one), block: (one) => one }));
      }
  }
}

/** Are a row's values the same operand of what takes them? */
function isTakenAlike(row: Row, taker: Row): boolean {
  const place = operands(taker[0]!).indexOf(row[0]!);
  return row.every((one, at) => operands(taker[at]!)[place] === one);
}

/** The phi in which a row's values meet. */
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

/** How many more phis a block has when rows are sunk into it: for values that differ and stay, less those of sunk values. */
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

/** A place in a structure must be a constant; local variables stay where their address is known, and each space by itself. */
function canDiffer(model: Instruction, at: number, row: Row, spaces: Spaces): boolean {
  if (model.op === "gep") return at <= 1 || model.source.kind !== "struct";
  const pointerAt = model.op === "load" || model.op === "store" ? 0 : -1;
  if (at !== pointerAt) return true;
  if (new Set(row.map((one) => spaces.of(operands(one)[at]!))).size > 1) return false;
  return row.every((one) => {
    const pointer = operands(one)[at]!;
    return pointer.kind !== "instruction" || pointer.op !== "alloca";
  });
}

/** Does it add a product, and so become one fused operation? nvcc leaves it apart from a sum that is none (PTX of `softmaxOnline`). */
const addsProduct = (one: Instruction): boolean =>
  one.op === "binary" &&
  (one.binary === "fadd" || one.binary === "fsub") &&
  operands(one).some((value) => value.kind === "instruction" && value.op === "binary" && value.binary === "fmul");

/** The same operation on values of the same types. */
function isAlike(a: Instruction, b: Instruction): boolean {
  const [left, right] = [operands(a), operands(b)];
  if (a.op !== b.op || !sameType(a.type, b.type) || left.length !== right.length) return false;
  if (!left.every((value, at) => sameType(value.type, right[at]!.type))) return false;
  switch (a.op) {
    case "binary":
      return b.op === a.op && a.binary === b.binary && addsProduct(a) === addsProduct(b);
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
