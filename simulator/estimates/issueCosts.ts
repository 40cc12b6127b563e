/**
 * How many machine instructions an IR instruction becomes, as far as the instruction alone decides it.
 *
 * The numbers were fitted to `smsp__inst_executed` of 1,012 recorded launches, whole numbers only, beginning with what the
 * machine code of small kernels shows. docs/conformance.md says how near they come.
 */
import type { Instruction, InstructionOf, Type, Value } from "../../analyzer/ir/model";
import { type Uses, usesIn } from "../../analyzer/ir/uses";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { calleeName } from "../plan/calls";
import { components } from "../plan/types";
import { isFree } from "./branchForms";
import { expansion } from "./expansions";
import { arithmeticKind } from "./mix";

/** Machine instructions by what is done. */
export const issueCosts = {
  /** Of every kernel: its stack pointer, the descriptor of global memory, its end. */
  start: 5,
  memory: 1,
  atomic: 2,
  barrier: 1,
  exchange: 1,
  float: 1,
  /** What is around the operations of a division or a root: the test whether its operands are ordinary. */
  quotient: 5,
  integer: 1,
  wide: 1,
  wideProduct: 2,
  /** By a constant a product and shifts, else a function of its own. */
  divideByConstant: 4,
  divide: 12,
  divideWide: 9,
  extreme: 1,
  compare: 1,
  compareWide: 2,
  select: 1,
  convert: 2,
  /** An index made 64 bits wide, scaled; and its sum with a base. */
  extend: 1,
  index: 1,
  /** Indices of threads and blocks; sizes are operands. */
  register: 1,
  branch: 1,
  exit: 1,
  jump: 1,
  switch: 5,
  call: 8,
} as const;

const isWide = (type: Type): boolean => type.kind === "pointer" || (type.kind === "int" && type.bits > 32);
const isOp = (instruction: Instruction, ...names: readonly string[]): boolean =>
  instruction.op === "binary" && names.includes(instruction.binary);

/** Machine instructions of one execution. Conditional branches are left out: `branchForms.ts` knows what becomes of them. */
export function issueCost(instruction: Instruction, lowered: LoweredFunction): number {
  if (lowered.absorbed.has(instruction)) return 0;
  const several = expansion(instruction, lowered);
  if (several) {
    const operations = Object.values(several).reduce((sum, times) => sum + times, 0);
    return operations * issueCosts.float + (isOp(instruction, "fdiv") ? issueCosts.quotient : 0);
  }
  const requests = lowered.issuedAt.get(instruction)?.length ?? 0;
  const isAtomic = instruction.op === "atomicrmw" || instruction.op === "cmpxchg";
  if (requests) return requests * (isAtomic ? issueCosts.atomic : issueCosts.memory);
  if (arithmeticKind(instruction, lowered)) return components(instruction.type).length * issueCosts.float;
  return plainCost(instruction, usesIn(lowered.function));
}

function plainCost(instruction: Instruction, uses: Uses): number {
  switch (instruction.op) {
    case "br":
      return issueCosts.jump;
    case "switch":
      return issueCosts.switch;
    case "icmp":
      return isWide(instruction.left.type) ? issueCosts.compareWide : issueCosts.compare;
    case "fcmp":
      return issueCosts.compare;
    case "binary":
      return binaryCost(instruction, uses);
    case "cast":
      return castCost(instruction, uses);
    case "gep":
      return instruction.indices.every(({ kind }) => kind === "int") ? 0 : issueCosts.index;
    case "select":
      return issueCosts.select;
    case "call":
      return callCost(instruction);
    default:
      return 0;
  }
}

const DIVISIONS: readonly string[] = ["udiv", "sdiv", "urem", "srem"];
const BITWISE: readonly string[] = ["and", "or", "xor"];

function binaryCost(instruction: InstructionOf<"binary">, uses: Uses): number {
  const { binary, type, right } = instruction;
  // A predicate: comparisons take it along.
  if (type.kind === "int" && type.bits === 1) return 0;
  if (DIVISIONS.includes(binary)) {
    if (right.kind === "int") return issueCosts.divideByConstant;
    return isWide(type) ? issueCosts.divideWide : issueCosts.divide;
  }
  if (isWide(type)) return binary === "mul" ? issueCosts.wideProduct : issueCosts.wide;
  return joinsUser(instruction, uses) ? 0 : issueCosts.integer;
}

/** Is it one instruction with its only user? One multiplies and adds, shifts and adds, adds three, or combines three bit by bit. */
function joinsUser(instruction: InstructionOf<"binary">, uses: Uses): boolean {
  const { binary } = instruction;
  const user = onlyUser(instruction, uses);
  if (!user) return false;
  if (binary === "mul") return isOp(user, "add", "sub");
  if (binary === "shl") return isOp(user, "add", "or");
  if (binary === "add") return isOp(user, "add");
  return BITWISE.includes(binary) && isOp(user, ...BITWISE);
}

function onlyUser(value: Value, uses: Uses): Instruction | undefined {
  const [user, other] = uses.of(value);
  return other ? undefined : user;
}

function castCost(instruction: InstructionOf<"cast">, uses: Uses): number {
  const { cast, type } = instruction;
  if (isFree(instruction) || cast === "trunc") return 0;
  if (cast !== "sext" && cast !== "zext") return issueCosts.convert;
  return isWide(type) && uses.of(instruction).every(({ op }) => op === "gep") ? issueCosts.extend : 0;
}

function callCost(instruction: InstructionOf<"call">): number {
  const name = calleeName(instruction) ?? "";
  if (name.includes(".sreg.")) return name.includes(".ntid.") ? 0 : issueCosts.register;
  if (name.includes("barrier")) return issueCosts.barrier;
  if (/^llvm\.nvvm\.(shfl|vote|match|redux)\./.test(name)) return issueCosts.exchange;
  if (/^llvm\.([su](max|min)|abs|fabs|maxnum|minnum)\b/.test(name)) return issueCosts.extreme;
  return name.startsWith("llvm.") || name.startsWith("__") ? 0 : issueCosts.call;
}
