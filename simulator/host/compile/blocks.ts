/** One basic block of host code: its instructions, and the branches that end it. */
import type { Block, Instruction, InstructionOf, Location } from "../../../analyzer/ir/model";
import { carrier, components } from "../../plan/types";
import { Op } from "../../wasm/opcodes";
import { type FunctionContext, localsOf, popAll, push, pushAll, scalar } from "./context";
import { writeInvoke } from "./exceptions";

/** What writing a block needs of the form that the whole function takes. */
export interface BlockWriter {
  readonly context: FunctionContext;
  /** Headers of loops. */
  readonly headers: ReadonlySet<Block>;
  /** Blocks from which a loop is entered. */
  readonly entries: ReadonlySet<Block>;
  /** Writes what is neither phi nor terminator. */
  body(instruction: Instruction): void;
  /** Writes what leaves the function. */
  leave(terminator: Instruction): void;
  /** Writes the way from a block to another one, without its phis. */
  branch(from: Block, to: Block): void;
  /** Records that what `write` emits is inside one more structure. */
  within(write: () => void): void;
  /** Writes what comes between a call that may throw and the ways that lead on from it. */
  afterInvoke?(): void;
}

/** Writes a block's instructions and its branch; the head of a loop counts an iteration. */
export function writeBlock(writer: BlockWriter, block: Block): void {
  const { context } = writer;
  if (writer.headers.has(block)) burnFuel(context, placeOf(block));
  burnFurther(context, block, writer.entries.has(block) ? ENTRY_STEPS : 0);
  const terminator = block.instructions.at(-1)!;
  for (const instruction of block.instructions) {
    if (instruction.op !== "phi" && instruction !== terminator) writer.body(instruction);
  }
  writeEnd(writer, block);
}

/** The first place that a block has. */
export function placeOf(block: Block): Location | undefined {
  return block.instructions.find((one) => one.location)?.location;
}

/** The branches that end a block. */
export function writeEnd(writer: BlockWriter, block: Block): void {
  const { context } = writer;
  const terminator = block.instructions.at(-1)!;
  const { code } = context.builder;
  switch (terminator.op) {
    case "br":
      go(writer, block, terminator.target);
      break;
    case "invoke":
      writeInvoke(
        context,
        () => writer.body(terminator),
        () => writer.afterInvoke?.(),
      );
      writeIf(
        writer,
        () => go(writer, block, terminator.unwind),
        () => go(writer, block, terminator.normal),
      );
      break;
    case "condbr":
      push(context, terminator.condition);
      writeIf(
        writer,
        () => go(writer, block, terminator.ifTrue),
        () => go(writer, block, terminator.ifFalse),
      );
      break;
    case "switch": {
      const part = scalar(terminator.value);
      for (const { value, target } of terminator.cases) {
        push(context, terminator.value);
        if (part.kind === "i64") code.i64(BigInt.asIntN(64, value)).op(Op.i64Eq);
        else code.i32(Number(BigInt.asIntN(32, BigInt.asUintN(part.bits, value)))).op(Op.i32Eq);
        writeIf(writer, () => go(writer, block, target));
      }
      go(writer, block, terminator.otherwise);
      break;
    }
    default:
      writer.leave(terminator);
  }
}

function writeIf(writer: BlockWriter, ifTrue: () => void, ifFalse?: () => void): void {
  const within = (write: () => void) => () => writer.within(write);
  writer.context.builder.code.nest(Op.if, within(ifTrue), ifFalse && within(ifFalse));
}

function go(writer: BlockWriter, from: Block, to: Block): void {
  movePhis(writer.context, from, to);
  writer.branch(from, to);
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

/** Pushes 0 of a type of WebAssembly. */
export function pushZero(context: FunctionContext, type: number): void {
  const { code } = context.builder;
  if (type === 0x7e) code.i64(0n);
  else if (type === 0x7d) code.f32Bits(0);
  else if (type === 0x7c) code.f64(0);
  else code.i32(0);
}

/** Operations of a block that are an iteration's; for as many of them the block counts a further step. */
const OPERATIONS = 32;
/** Operations that the bounds check of a memory access costs. */
const ACCESS_OPERATIONS = 8;
/** Operations that a call through a pointer costs: `std::function` and virtual calls took thrice as long as their loops. */
const POINTER_CALL_OPERATIONS = 64;

/** Further steps of a loop for its end, which the processor does not foresee: of one of few iterations that is much of it. */
const ENTRY_STEPS = 1;
/** Operations of a call of another function of the program: its frame is taken from the stack and given back. */
const CALL_OPERATIONS = 32;
/** Operations that a division or a square root of floats takes longer than others: 5 ns of a `double`. */
const ROOT_OPERATIONS = 32;
/** Operations that a division of integers by what the compiler does not know takes longer than others: 8 ns of 64 bits. */
const DIVISION_OPERATIONS = 32;
/** Operations for which the processor waits where an address is read from where the last one has led. */
const FOLLOWED_OPERATIONS = 32;

function callOperations({ callee }: InstructionOf<"call"> | InstructionOf<"invoke">): number {
  if (callee.kind === "instruction") return POINTER_CALL_OPERATIONS;
  if (callee.kind !== "function") return 1;
  if (callee.name.startsWith("llvm.sqrt.")) return ROOT_OPERATIONS;
  return callee.blocks.length > 0 ? CALL_OPERATIONS : 1;
}

/** Is it a division of integers whose divisor is no constant, which would make it a multiplication? */
function isLongDivision(instruction: Instruction): boolean {
  return (
    instruction.op === "binary" && /^[us](?:div|rem)$/.test(instruction.binary) && instruction.right.kind !== "int"
  );
}

/** The scalars that an instruction reads or makes: those of a vector are computed one after the other. */
function operationsOf(instruction: Instruction, isFollowed: boolean): number {
  if (instruction.op === "phi") return 0;
  if (instruction.op === "call" || instruction.op === "invoke") return callOperations(instruction);
  const type = instruction.op === "store" ? instruction.value.type : instruction.type;
  const scalars = type.kind === "vector" ? type.length : 1;
  if (instruction.op === "binary" && instruction.binary === "fdiv") return ROOT_OPERATIONS * scalars;
  if (isLongDivision(instruction)) return DIVISION_OPERATIONS * scalars;
  if (instruction.op !== "load" && instruction.op !== "store") return scalars;
  return ACCESS_OPERATIONS - 1 + scalars + (isFollowed ? FOLLOWED_OPERATIONS : 0);
}

/** The steps of a long block beyond those of its loop: they cost of the budget, and move no clock. */
function burnFurther(context: FunctionContext, { instructions }: Block, more: number): void {
  const { scattered, module, builder } = context;
  const [{ code }, { fuel, further }] = [builder, module];
  const operations = instructions.map((one) => operationsOf(one, scattered.get(one) === "followed"));
  const steps = more + Math.floor(operations.reduce((sum, one) => sum + one, 0) / OPERATIONS);
  if (steps === 0) return;
  code.indexed(Op.globalGet, fuel).i32(steps).op(Op.i32Sub).indexed(Op.globalSet, fuel);
  code.indexed(Op.globalGet, further).i32(steps).op(Op.i32Add).indexed(Op.globalSet, further);
}

/** One unit per iteration; when none is left, the machine is asked at this location whether to continue. */
export function burnFuel(context: FunctionContext, location: Location | undefined, iterations = 1): void {
  const { code } = context.builder;
  const { fuel } = context.module;
  code.indexed(Op.globalGet, fuel).i32(iterations).op(Op.i32Sub).indexed(Op.globalSet, fuel);
  code.indexed(Op.globalGet, fuel).i32(0).op(Op.i32LtS);
  code.nest(Op.if, () => code.i32(context.module.locationId(location)).call(context.module.helper("refuel")));
}
