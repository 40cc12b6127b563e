/**
 * Contraction of multiply and add to one fused multiply-add.
 *
 * nvcc's rule, found from its PTX and machine code: a product is fused when all its users are additions or subtractions
 * of the same block (`a * b + c`, `c - a * b`, …), so that no multiplication remains; of two such operands the left one.
 * A product with any other user stays a multiplication. `m + m` keeps the product and fuses one copy of it. A product
 * with two that is left is an addition (`strideTwoModulo` in `test/hardware/counters/coalescing.json`), and so is one in a
 * subtraction, which nvcc fuses only after that (`hotspot` in `test/hardware/algorithms/ptx/stencils.ptx`).
 *
 * Reference: LLVM's `NVPTXISelLowering`, additions of products; `test/lower/kernels/contraction.cu`.
 */
import { type ControlFlow, controlFlow, type Loop } from "../ir/cfg";
import { constantInteger } from "../ir/layout";
import { type Block, Flag, type Func, type Instruction, type InstructionOf, type Value } from "../ir/model";
import { type Uses, usesIn } from "../ir/uses";

export interface Contraction {
  readonly fused: ReadonlyMap<Instruction, Instruction>;
  readonly absorbed: ReadonlySet<Instruction>;
  readonly doubled: ReadonlySet<Instruction>;
  readonly converted: ReadonlyMap<Instruction, "fadd" | "fmul" | "ffma">;
  readonly endedInSums: ReadonlySet<Instruction>;
}

export function contract(func: Func): Contraction {
  const uses = usesIn(func);
  const place: Placing = { flow: controlFlow(func), copied: copiedProducts(func) };
  const fused = new Map<Instruction, Instruction>();
  const idle = func.blocks.flatMap(({ instructions }) => instructions.filter(addsNothing));
  const changesNothing = new Set(idle);
  for (const block of func.blocks)
    for (const instruction of block.instructions) {
      if (!isSum(instruction) || changesNothing.has(instruction)) continue;
      const product = [instruction.left, instruction.right].find((operand) =>
        isFusable(operand, instruction, uses, place),
      );
      if (product?.kind === "instruction") fused.set(instruction, product);
    }
  const absorbed = new Set<Instruction>(idle);
  for (const product of new Set(fused.values())) {
    const whole = uses.of(product).every((user) => {
      return isSum(user) && fused.get(user) === product && user.left !== user.right;
    });
    if (whole) absorbed.add(product);
  }
  const doubled = new Set<Instruction>();
  for (const block of func.blocks)
    for (const instruction of block.instructions)
      if (isDoubling(instruction) && !absorbed.has(instruction)) doubled.add(instruction);
  const converted = convertedProducts(func, uses, fused);
  const endedInSums = finalProducts(func, uses, fused);
  for (const sign of movedSigns(func, uses)) converted.set(sign, "fadd");
  for (const sum of convertedSums(func)) converted.set(sum, "fadd");
  for (const call of endedInSums) for (const user of uses.of(call)) converted.set(user, "ffma");
  return { fused, absorbed, doubled, converted, endedInSums };
}

/** A zero of the positive sign. */
const isZero = (value: Value): boolean => value.kind === "float" && value.bits === 0n;

/**
 * Is it a sum with zero of a sum with zero? Only a negative zero would be changed, which the inner sum is not. Of other
 * values clang would know as much, which nvcc does not; it is kept from that (`-fdenormal-fp-math` in
 * `analyzer/compiler/commands.ts`) and then does not know it of this one either. Reference: the PTX of
 * `(x + 0.0f) + 0.0f`, which has one addition, and of `((x + 0.0f) + y) + 0.0f`, which has three.
 */
function addsNothing(instruction: Instruction): boolean {
  if (instruction.op !== "binary" || instruction.binary !== "fadd" || !isZero(instruction.right)) return false;
  const { left } = instruction;
  return left.kind === "instruction" && left.op === "binary" && left.binary === "fadd" && isZero(left.right);
}

/**
 * Signs that are changed of values that are only moved, by a negation or an absolute value. Arithmetic and comparisons do
 * that to their operands for nothing, a choice between two numbers to those in single precision; a store or a move does
 * not, so that nvcc issues an addition. Reference: `particlesAoS`, `divergentSwitch` in `test/hardware/algorithms`;
 * `fabsf` in `test/hardware/language/functions.cu`.
 */
function movedSigns(func: Func, uses: Uses): Instruction[] {
  return func.blocks.flatMap(({ instructions }) =>
    instructions.filter((one) => {
      return changesSign(one) && uses.of(one).some((user) => moves(user, one));
    }),
  );
}

const changesSign = (one: Instruction): boolean =>
  one.op === "fneg" ||
  (one.op === "call" && one.callee.kind === "function" && /^llvm\.(?:nvvm\.)?fabs\./.test(one.callee.name));

/** Does an instruction do nothing with a number but put it somewhere? */
const moves = (user: Instruction, number: Instruction): boolean =>
  user.op === "store" ||
  user.op === "phi" ||
  (user.op === "select" && number.type.kind === "float" && number.type.format === "double");

/** Functions whose machine code ends in a product. Reference: what nvcc 13.0 makes of a kernel with nothing but the call. */
const ENDING_IN_PRODUCT = /^(?:(?:__nv_)?(?:exp|exp10|log10)f|llvm\.(?:exp|exp10|log10)\.f32)$/;

/** Calls whose last product is absorbed by the sums that use it. Reference: `crossEntropy` in `test/hardware/algorithms`. */
function finalProducts(func: Func, uses: Uses, fused: ReadonlyMap<Instruction, Instruction>): ReadonlySet<Instruction> {
  const found = new Set<Instruction>();
  for (const { instructions } of func.blocks)
    for (const call of instructions) {
      if (call.op !== "call" || call.callee.kind !== "function" || !ENDING_IN_PRODUCT.test(call.callee.name)) continue;
      const users = uses.of(call);
      if (users.length > 0 && users.every((user) => isSum(user) && user.block === call.block && !fused.has(user)))
        found.add(call);
    }
  return found;
}

/**
 * `3.0f * i` of a small integer: clang multiplies integers and converts the product, nvcc converts and multiplies. Both
 * instructions then stand where the source has its floating-point `*`, while a conversion that the source asks for stands
 * where its operand begins. Reference: `structTwelveBytes` and `volume` in `test/hardware/ptx`.
 */
function convertedProducts(
  func: Func,
  uses: Uses,
  fused: ReadonlyMap<Instruction, Instruction>,
): Map<Instruction, "fadd" | "fmul" | "ffma"> {
  const found = new Map<Instruction, "fadd" | "fmul" | "ffma">();
  for (const { instructions } of func.blocks)
    for (const conversion of instructions) {
      const factor = factorOf(conversion);
      if (factor === undefined) continue;
      const users = uses.of(conversion);
      const isAbsorbed = users.every((user) => isSum(user) && user.block === conversion.block && !fused.has(user));
      if (isAbsorbed) for (const user of users) found.set(user, "ffma");
      else found.set(conversion, factor === 2n ? "fadd" : "fmul");
    }
  return found;
}

/** `(float)__popc(mask) + 1.0f`, which clang adds as integers in the same way. Reference: `k15` of `random/control5`. */
function convertedSums(func: Func): Instruction[] {
  return func.blocks.flatMap(({ instructions }) =>
    instructions.filter((conversion) => /^(?:add|sub)$/.test(convertedHere(conversion)?.binary ?? "")),
  );
}

/** The operation on integers whose result is converted where it is computed. */
function convertedHere(conversion: Instruction): Binary | undefined {
  if (conversion.op !== "cast" || (conversion.cast !== "sitofp" && conversion.cast !== "uitofp")) return undefined;
  const { value } = conversion;
  if (value.kind !== "instruction" || value.op !== "binary") return undefined;
  const [here, there] = [conversion.location, value.location];
  return here && there && here.line === there.line && here.column === there.column ? value : undefined;
}

/** The constant of a product of integers that is converted where it is computed. */
function factorOf(conversion: Instruction): bigint | undefined {
  const product = convertedHere(conversion);
  if (!product) return undefined;
  const constant = constantInteger(product.right);
  if (constant === undefined) return undefined;
  return product.binary === "mul" ? constant : product.binary === "shl" ? 1n << constant : undefined;
}

/** Bit patterns of 2.0. */
const TWO: ReadonlyMap<string, bigint> = new Map([
  ["float", 0x40000000n],
  ["double", 0x4000000000000000n],
]);

function isDoubling(instruction: Instruction): boolean {
  if (instruction.op !== "binary" || instruction.binary !== "fmul") return false;
  const { left, right, type } = instruction;
  const two = type.kind === "float" ? TWO.get(type.format) : undefined;
  return two !== undefined && [left, right].some((operand) => operand.kind === "float" && operand.bits === two);
}

/** Is it a product with a constant that only one instruction takes? */
const isScaled = (value: Value, uses: Uses): boolean =>
  value.kind === "instruction" &&
  value.op === "binary" &&
  value.binary === "fmul" &&
  value.right.kind === "float" &&
  uses.of(value).length === 1;

type Binary = InstructionOf<"binary">;

/** What says where an operation was written. */
interface Placing {
  readonly flow: ControlFlow;
  readonly copied: ReadonlySet<Instruction>;
}

function isSum(instruction: Instruction): instruction is Binary {
  if (instruction.op !== "binary" || (instruction.flags & Flag.contract) === 0) return false;
  return (instruction.binary === "fadd" || instruction.binary === "fsub") && isFusedType(instruction);
}

function isFusable(operand: Value, sum: Binary, uses: Uses, place: Placing): boolean {
  if (!isProduct(operand)) return false;
  const users = uses.of(operand);
  if (isDoubling(operand) && users.some((user) => user.op === "binary" && user.binary === "fsub")) {
    // A factor's constant can be negated instead (PTX of `k16` in `random/control4`).
    if (users.length > 1 || ![operand.left, operand.right].some((side) => isScaled(side, uses))) return false;
  }
  if (!users.every(isSum)) return false;
  if (isScaledInPlace(operand)) return true;
  return users.every((user) => user.block === sum.block) && isComputedBeside(operand, sum, place);
}

/**
 * A product with a constant in single precision: the constant is part of the fused instruction, so that the assembler
 * fuses it in whatever block it is added, as behind the loop that clang and nvcc move it out of. In double precision,
 * whose constants need registers, it does not. Reference: sums of `0.1f * x` in loops, whose PTX has the product before
 * the loop and of which an H200 counts no product (`k4` and `k19` of `random/control6`); `simpson` in
 * `test/hardware/algorithms` for doubles.
 */
const isScaledInPlace = ({ left, right, type }: Binary): boolean =>
  type.kind === "float" && type.format === "float" && (left.kind === "float" || right.kind === "float");

const isProduct = (value: Value): value is Binary =>
  value.kind === "instruction" &&
  value.op === "binary" &&
  value.binary === "fmul" &&
  (value.flags & Flag.contract) !== 0;

/**
 * Whether a product is computed where it is added. One that is written before a branch or loop is computed there, although
 * clang may move it behind; but where the ways meet that bring another value, `p + (c ? a : b)`, nvcc computes it, so that
 * it becomes fused: where ways meet for the first time, and with anything but another such product. Reference: the PTX
 * that nvcc 13.0 makes of 40 such sums, some of which are in `test/lower/fusedBehind.test.ts`; `k2` of `random/control3`.
 */
function isComputedBeside(product: Binary, sum: Binary, place: Placing): boolean {
  const { flow } = place;
  const { block } = sum;
  const home = writtenIn(product, place);
  if (home === block) return true;
  const loop = flow.loopOf(home);
  let next = flow.postDominator(home);
  while (next && !isAround(flow.loopOf(next), loop)) next = flow.postDominator(next);
  if (next !== block || flow.loopOf(block) !== loop || loop?.header === block) return false;
  const other = sum.left === product ? sum.right : sum.left;
  if (isProduct(other) && writtenIn(other, place) !== block) return false;
  return block.instructions[0]?.op === "phi" || crossesLoop(other, block, flow);
}

/**
 * The block that an operation would be in if it had not been moved behind branches that are written after it. Of a copy of
 * an unrolled loop that cannot be said.
 */
function writtenIn(one: Binary, { flow, copied }: Placing): Block {
  let block = one.block;
  if (copied.has(one)) return block;
  for (;;) {
    const before = flow.dominator(block);
    const end = before?.instructions.at(-1);
    const isAvailable = [one.left, one.right].every(
      (value) => value.kind !== "instruction" || (before && flow.dominates(value.block, before)),
    );
    if (!before || !isAvailable || flow.loopOf(before) !== flow.loopOf(block) || !isWrittenAfter(end, one))
      return block;
    block = before;
  }
}

/** Products that the function has more than once, since a loop around them is unrolled. */
function copiedProducts(func: Func): ReadonlySet<Instruction> {
  const byPlace = new Map<string, Instruction[]>();
  for (const { instructions } of func.blocks)
    for (const one of instructions) {
      if (one.op !== "binary" || one.binary !== "fmul" || !one.location) continue;
      const { file, line, column } = one.location;
      const place = `${file}:${line}:${column}`;
      byPlace.set(place, [...(byPlace.get(place) ?? []), one]);
    }
  return new Set([...byPlace.values()].flatMap((list) => (list.length > 1 ? list : [])));
}

/** Does an instruction stand behind another one in the same text of one function? */
function isWrittenAfter(later: Instruction | undefined, one: Instruction): boolean {
  const [a, b] = [later?.location, one.location];
  if (!a || !b || a.file !== b.file || a.function !== b.function || a.inlinedAt !== b.inlinedAt) return false;
  return a.line > b.line || (a.line === b.line && a.column > b.column);
}

/** Is it the loop itself or one around it? */
function isAround(outer: Loop | undefined, inner: Loop | undefined): boolean {
  for (let loop = inner; loop; loop = loop.parent) if (loop === outer) return true;
  return outer === undefined;
}

/** Is it computed in a loop that the block is behind? */
const crossesLoop = (value: Value, block: Block, flow: ControlFlow): boolean =>
  value.kind === "instruction" && flow.depth(value.block) > flow.depth(block);

/** Only `float`, `double` and the halves have fused instructions. */
function isFusedType({ type }: Binary): boolean {
  const scalar = type.kind === "vector" ? type.element : type;
  return scalar.kind === "float" && ["float", "double", "half", "bfloat"].includes(scalar.format);
}
