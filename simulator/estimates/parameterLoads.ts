/**
 * Loads of a kernel's parameters and dimensions from constant memory (`LDC`). Most instructions read them as operands; a
 * load is needed where the machine code has no such form.
 *
 * Reference: the `LDC` rows of `test/hardware/**`. Every kernel loads its stack pointer. A pointer is loaded where an index of
 * 32 bits is scaled and added to it in one instruction (`IMAD.WIDE`; 812 of 914 pointers to elements of several bytes whose
 * index is sign-extended), and not where elements are bytes (133 of 137 are not) or the index has been masked (228 of 235).
 * A number is loaded where it is compared with a constant (81 of 89) or extended to 64 bits (72 of 89).
 */
import { type ControlFlow, controlFlow } from "../../analyzer/ir/cfg";
import type { Argument, Block, Func, Instruction, Value } from "../../analyzer/ir/model";
import { type Uses, usesIn } from "../../analyzer/ir/uses";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { calleeName } from "../plan/calls";
import { typeSize } from "../plan/types";

/** Results of these are masked or combined in the scaled form, so that the address is an addition with an operand. */
const COMBINED: readonly string[] = ["and", "or", "xor", "mul", "urem"];
const SCALED: readonly number[] = [1, 2, 4, 8, 16];

/**
 * Blocks of a kernel at each execution of which one parameter or dimension is loaded; a block stands there as often as that
 * is. Empty for a function that is called.
 */
export function parameterLoads(lowered: LoweredFunction): readonly Block[] {
  const { function: fn } = lowered;
  const found = known.get(fn) ?? compute(lowered);
  known.set(fn, found);
  return found;
}

const known = new WeakMap<Func, readonly Block[]>();

function compute({ function: fn, accesses }: LoweredFunction): readonly Block[] {
  const [entry] = fn.blocks;
  if (!fn.isKernel || !entry) return [];
  const flow = controlFlow(fn);
  const uses = usesIn(fn);
  const parameters = fn.arguments.flatMap((argument) => {
    const needed = loadsOf(argument, uses).filter(({ block }) => flow.reachable(block));
    return needed.length ? [place(needed, flow)] : [];
  });
  const reads = fn.blocks.flatMap(({ instructions }) => instructions.map((each) => calleeName(each) ?? ""));
  const ofBlock = reads.some((name) => /sreg\.ntid/.test(name)) && isPlain(fn, accesses.length);
  const ofGrid = reads.some((name) => /sreg\.nctaid/.test(name));
  const dimensions = [ofBlock, ofGrid].filter((isLoaded) => isLoaded).map(() => entry);
  // The stack pointer.
  return [entry, ...dimensions, ...parameters];
}

/**
 * Is the block's size loaded, to be multiplied with a block's index that is in a uniform register? So it is in kernels
 * without branches (117 of 128), and in those with a bound around up to two accesses (76 of 95); mostly not in longer ones.
 */
function isPlain({ blocks }: Func, accesses: number): boolean {
  return blocks.length === 1 || (blocks.length === 3 && accesses <= 2);
}

/** Instructions that need the parameter in a register. */
function loadsOf(argument: Argument, uses: Uses): readonly Instruction[] {
  if (argument.attributes.has("byval")) return [];
  if (argument.type.kind === "pointer") return pointerLoads(argument, uses);
  return argument.type.kind === "int" && argument.type.bits === 32
    ? uses.of(argument).filter((user) => needsRegister(user, argument))
    : [];
}

function needsRegister(user: Instruction, argument: Argument): boolean {
  if (user.op === "icmp") return user.left.kind === "int" || user.right.kind === "int";
  if (user.op === "cast") return user.cast === "sext" || user.cast === "zext";
  if (user.op !== "binary" || (user.binary !== "srem" && user.binary !== "and")) return false;
  return user.left === argument && (user.right.kind === "int" || user.right.kind === "argument");
}

function pointerLoads(pointer: Value, uses: Uses): readonly Instruction[] {
  return uses.of(pointer).flatMap((user) => {
    switch (user.op) {
      case "icmp":
      case "select":
        return [];
      case "cast":
        return user.type.kind === "pointer" ? pointerLoads(user, uses) : [user];
      case "gep": {
        const [index] = user.indices;
        if (!index || index.kind === "int") return pointerLoads(user, uses);
        return isScaledSum(index, typeSize(user.source)) ? [user] : [];
      }
      default:
        return [user];
    }
  });
}

/** Is the element's address one instruction that needs its base in a register? */
function isScaledSum(index: Value, bytes: number): boolean {
  if (bytes === 1 || index.kind !== "instruction" || index.op === "binary") return false;
  if (index.op !== "cast" || index.cast !== "zext") return true;
  const { value } = index;
  const isCombined = value.kind === "instruction" && value.op === "binary" && COMBINED.includes(value.binary);
  return !isCombined || !SCALED.includes(bytes);
}

/** Loads stand before all that needs them, and of loops. */
function place(needed: readonly Instruction[], flow: ControlFlow): Block {
  let at: Block | undefined = needed[0]!.block;
  while (at && (flow.depth(at) > 0 || !needed.every(({ block }) => flow.dominates(at!, block))))
    at = flow.dominator(at);
  return at ?? needed[0]!.block;
}
