/**
 * Contraction of multiplies and adds to fused multiply-adds.
 *
 * nvcc's rule, inferred from its PTX and machine code: a multiply is fused where all its uses are additions or subtractions
 * in the same basic block (`a * b + c`, `c - a * b`, …), so that no multiply remains; if both operands of an addition are
 * such multiplies, the left one is fused. A multiply with any other use remains. `m + m` keeps the multiply and fuses one
 * copy of it. A remaining multiply by two becomes an addition (`strideTwoModulo` in
 * `test/hardware/counters/coalescing.json`), and so does one in a subtraction, because nvcc makes that replacement before it
 * fuses (`hotspot` in `test/hardware/algorithms/ptx/stencils.ptx`).
 *
 * Reference: LLVM's `NVPTXISelLowering`, `FADD` of `FMUL`; `test/lower/kernels/contraction.cu`.
 */
import { type ControlFlow, controlFlow, type Loop } from "../ir/cfg";
import { constantInteger } from "../ir/layout";
import { type Block, Flag, type Func, type Instruction, type InstructionOf, type Value } from "../ir/model";
import { type Uses, usesIn } from "../ir/uses";

/** The result for one function; each member is described in `LoweredFunction`. */
export interface Contraction {
  readonly fused: ReadonlyMap<Instruction, Instruction>;
  readonly absorbed: ReadonlySet<Instruction>;
  readonly doubled: ReadonlySet<Instruction>;
  readonly issuedAs: ReadonlyMap<Instruction, "fadd" | "fmul" | "ffma">;
  readonly fusedCalls: ReadonlySet<Instruction>;
}

/** The fused multiply-adds of a function, and the floating-point operations that nvcc issues in another form. */
export function contract(func: Func): Contraction {
  const uses = usesIn(func);
  const positions: SourcePositions = { flow: controlFlow(func), duplicated: duplicatedMultiplies(func) };
  const fused = new Map<Instruction, Instruction>();
  const idle = func.blocks.flatMap(({ instructions }) => instructions.filter(addsNothing));
  const changesNothing = new Set(idle);
  for (const block of func.blocks)
    for (const instruction of block.instructions) {
      if (!isContractibleAdd(instruction) || changesNothing.has(instruction)) continue;
      const multiply = [instruction.left, instruction.right].find((operand) =>
        isFusable(operand, instruction, uses, positions),
      );
      if (multiply?.kind === "instruction") fused.set(instruction, multiply);
    }
  const absorbed = new Set<Instruction>(idle);
  for (const multiply of new Set(fused.values())) {
    const isAbsorbed = uses.of(multiply).every((user) => {
      return isContractibleAdd(user) && fused.get(user) === multiply && user.left !== user.right;
    });
    if (isAbsorbed) absorbed.add(multiply);
  }
  const doubled = new Set<Instruction>();
  for (const block of func.blocks)
    for (const instruction of block.instructions)
      if (isDoubling(instruction) && !absorbed.has(instruction)) doubled.add(instruction);
  const issuedAs = convertedMultiplies(func, uses, fused);
  const fusedCalls = callsFusedIntoAdds(func, uses, fused);
  for (const sign of storedSignChanges(func, uses)) issuedAs.set(sign, "fadd");
  for (const add of convertedAdds(func)) issuedAs.set(add, "fadd");
  for (const call of fusedCalls) for (const user of uses.of(call)) issuedAs.set(user, "ffma");
  return { fused, absorbed, doubled, issuedAs, fusedCalls };
}

/** Whether a value is the constant positive zero. */
const isZero = (value: Value): boolean => value.kind === "float" && value.bits === 0n;

/**
 * Whether it adds zero to a value to which zero was added. That changes only a negative zero, which the inner addition
 * cannot give. clang would remove more additions of zero than nvcc does; a flag prevents that (`-fdenormal-fp-math` in
 * `analyzer/compiler/command/commands.ts`), and then clang removes not even this one. Reference: the PTX of
 * `(x + 0.0f) + 0.0f`, which has one addition, and of `((x + 0.0f) + y) + 0.0f`, which has three.
 */
function addsNothing(instruction: Instruction): boolean {
  if (instruction.op !== "binary" || instruction.binary !== "fadd" || !isZero(instruction.right)) return false;
  const { left } = instruction;
  return left.kind === "instruction" && left.op === "binary" && left.binary === "fadd" && isZero(left.right);
}

/**
 * Negations and absolute values whose result is stored or moved. Arithmetic and comparisons have operand modifiers that
 * change a sign for free, selects have them in single precision; stores and moves have none, so that nvcc issues an
 * addition. Reference: `particlesAoS`, `divergentSwitch` in `test/hardware/algorithms`; `fabsf` in
 * `test/hardware/language/functions.cu`.
 */
function storedSignChanges(func: Func, uses: Uses): Instruction[] {
  return func.blocks.flatMap(({ instructions }) =>
    instructions.filter((one) => {
      return changesSign(one) && uses.of(one).some((user) => moves(user, one));
    }),
  );
}

const changesSign = (one: Instruction): boolean =>
  one.op === "fneg" ||
  (one.op === "call" && one.callee.kind === "function" && /^llvm\.(?:nvvm\.)?fabs\./.test(one.callee.name));

/** Whether an instruction only moves a number, so that it has no operand modifier for the sign. */
const moves = (user: Instruction, number: Instruction): boolean =>
  user.op === "store" ||
  user.op === "phi" ||
  (user.op === "select" && number.type.kind === "float" && number.type.format === "double");

/** Functions whose machine code ends in a multiply. Reference: nvcc 13.0 for a kernel that consists of the call. */
const ENDING_IN_MULTIPLY = /^(?:(?:__nv_)?(?:exp|exp10|log10)f|llvm\.(?:exp|exp10|log10)\.f32)$/;

/** Calls whose last multiply the additions that use it absorb. Reference: `crossEntropy` in `test/hardware/algorithms`. */
function callsFusedIntoAdds(
  func: Func,
  uses: Uses,
  fused: ReadonlyMap<Instruction, Instruction>,
): ReadonlySet<Instruction> {
  const found = new Set<Instruction>();
  for (const { instructions } of func.blocks)
    for (const call of instructions) {
      if (call.op !== "call" || call.callee.kind !== "function" || !ENDING_IN_MULTIPLY.test(call.callee.name)) continue;
      const users = uses.of(call);
      if (
        users.length > 0 &&
        users.every((user) => isContractibleAdd(user) && user.block === call.block && !fused.has(user))
      )
        found.add(call);
    }
  return found;
}

/**
 * What nvcc issues for `3.0f * i` of a small integer: clang multiplies integers and converts the result, nvcc converts and
 * multiplies. clang's two instructions then both have the location of the floating-point `*`, while a conversion in the
 * source has the location of its operand. Reference: `structTwelveBytes` and `volume` in `test/hardware/ptx`.
 */
function convertedMultiplies(
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
      const isAbsorbed = users.every(
        (user) => isContractibleAdd(user) && user.block === conversion.block && !fused.has(user),
      );
      if (isAbsorbed) for (const user of users) found.set(user, "ffma");
      else found.set(conversion, factor === 2n ? "fadd" : "fmul");
    }
  return found;
}

/** The same for `(float)__popc(mask) + 1.0f`, which clang adds as integers. Reference: `k15` of `random/control5`. */
function convertedAdds(func: Func): Instruction[] {
  return func.blocks.flatMap(({ instructions }) =>
    instructions.filter((conversion) => /^(?:add|sub)$/.test(convertedOperation(conversion)?.binary ?? "")),
  );
}

/** The integer operation under a conversion with the same source location. */
function convertedOperation(conversion: Instruction): Binary | undefined {
  if (conversion.op !== "cast" || (conversion.cast !== "sitofp" && conversion.cast !== "uitofp")) return undefined;
  const { value } = conversion;
  if (value.kind !== "instruction" || value.op !== "binary") return undefined;
  const [here, there] = [conversion.location, value.location];
  return here && there && here.line === there.line && here.column === there.column ? value : undefined;
}

/** The constant factor of an integer multiply under a conversion with the same source location. */
function factorOf(conversion: Instruction): bigint | undefined {
  const multiply = convertedOperation(conversion);
  if (!multiply) return undefined;
  const constant = constantInteger(multiply.right);
  if (constant === undefined) return undefined;
  return multiply.binary === "mul" ? constant : multiply.binary === "shl" ? 1n << constant : undefined;
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

/** Whether a value is a multiply by a constant with one use. */
const isSingleUseScaling = (value: Value, uses: Uses): boolean =>
  value.kind === "instruction" &&
  value.op === "binary" &&
  value.binary === "fmul" &&
  value.right.kind === "float" &&
  uses.of(value).length === 1;

type Binary = InstructionOf<"binary">;

/** What shows in which basic block the source has an operation. */
interface SourcePositions {
  readonly flow: ControlFlow;
  readonly duplicated: ReadonlySet<Instruction>;
}

function isContractibleAdd(instruction: Instruction): instruction is Binary {
  if (instruction.op !== "binary" || (instruction.flags & Flag.contract) === 0) return false;
  return (instruction.binary === "fadd" || instruction.binary === "fsub") && isFusedType(instruction);
}

function isFusable(operand: Value, add: Binary, uses: Uses, positions: SourcePositions): boolean {
  if (!isContractibleMultiply(operand)) return false;
  const users = uses.of(operand);
  if (isDoubling(operand) && users.some((user) => user.op === "binary" && user.binary === "fsub")) {
    // nvcc negates the constant of a factor instead (PTX of `k16` in `random/control4`).
    if (users.length > 1 || ![operand.left, operand.right].some((side) => isSingleUseScaling(side, uses))) return false;
  }
  if (!users.every(isContractibleAdd)) return false;
  if (hasConstantFactor(operand)) return true;
  return users.every((user) => user.block === add.block) && isFusedAcrossBlocks(operand, add, positions);
}

/**
 * Whether a multiply has a constant operand in single precision. The constant is an immediate of the fused instruction, so
 * that ptxas fuses the multiply in whatever block the addition is, for example in a loop that clang and nvcc hoist the
 * multiply out of. In double precision, whose constants need registers, it does not. Reference: additions of `0.1f * x` in
 * loops, whose PTX has the multiply before the loop and for which an H200 counts no multiply (`k4` and `k19` of
 * `random/control6`); `simpson` in `test/hardware/algorithms` for double precision.
 */
const hasConstantFactor = ({ left, right, type }: Binary): boolean =>
  type.kind === "float" && type.format === "float" && (left.kind === "float" || right.kind === "float");

const isContractibleMultiply = (value: Value): value is Binary =>
  value.kind === "instruction" &&
  value.op === "binary" &&
  value.binary === "fmul" &&
  (value.flags & Flag.contract) !== 0;

/**
 * Whether nvcc fuses a multiply with an addition, by the blocks in which the source has them. A multiply before a branch or
 * loop stays there, although clang may sink it. But nvcc sinks it to the first block after the branch in which a phi gives
 * the other operand, `p + (c ? a : b)`, and fuses it there, unless the other operand is another such multiply. Reference:
 * the PTX that nvcc 13.0 makes of 40 such additions, some of which are in `test/lower/fusedAcrossBlocks.test.ts`; `k2` of
 * `random/control3`.
 */
function isFusedAcrossBlocks(multiply: Binary, add: Binary, positions: SourcePositions): boolean {
  const { flow } = positions;
  const { block } = add;
  const origin = sourceBlock(multiply, positions);
  if (origin === block) return true;
  const loop = flow.loopOf(origin);
  let next = flow.postDominator(origin);
  while (next && !encloses(flow.loopOf(next), loop)) next = flow.postDominator(next);
  if (next !== block || flow.loopOf(block) !== loop || loop?.header === block) return false;
  const other = add.left === multiply ? add.right : add.left;
  if (isContractibleMultiply(other) && sourceBlock(other, positions) !== block) return false;
  return block.instructions[0]?.op === "phi" || crossesLoop(other, block, flow);
}

/**
 * The block in which the source has an operation: the one from which clang sank it past branches that the source has after
 * it. For a copy in an unrolled loop that is unknown, and its own block stands for it.
 */
function sourceBlock(one: Binary, { flow, duplicated }: SourcePositions): Block {
  let block = one.block;
  if (duplicated.has(one)) return block;
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

/** Multiplies of which the function has several copies, because clang unrolled a loop around them. */
function duplicatedMultiplies(func: Func): ReadonlySet<Instruction> {
  const byLocation = new Map<string, Instruction[]>();
  for (const { instructions } of func.blocks)
    for (const one of instructions) {
      if (one.op !== "binary" || one.binary !== "fmul" || !one.location) continue;
      const { file, line, column } = one.location;
      const key = `${file}:${line}:${column}`;
      byLocation.set(key, [...(byLocation.get(key) ?? []), one]);
    }
  return new Set([...byLocation.values()].flatMap((list) => (list.length > 1 ? list : [])));
}

/** Whether an instruction follows another one in the text of one function. */
function isWrittenAfter(later: Instruction | undefined, one: Instruction): boolean {
  const [a, b] = [later?.location, one.location];
  if (!a || !b || a.file !== b.file || a.function !== b.function || a.inlinedAt !== b.inlinedAt) return false;
  return a.line > b.line || (a.line === b.line && a.column > b.column);
}

/** Whether a loop is another one or contains it; no loop contains all. */
function encloses(outer: Loop | undefined, inner: Loop | undefined): boolean {
  for (let loop = inner; loop; loop = loop.parent) if (loop === outer) return true;
  return outer === undefined;
}

/** Whether a value is computed in a deeper loop than a block. */
const crossesLoop = (value: Value, block: Block, flow: ControlFlow): boolean =>
  value.kind === "instruction" && flow.depth(value.block) > flow.depth(block);

/** Whether a type has fused multiply-adds: `float`, `double` and the 16-bit formats. */
function isFusedType({ type }: Binary): boolean {
  const scalar = type.kind === "vector" ? type.element : type;
  return scalar.kind === "float" && ["float", "double", "half", "bfloat"].includes(scalar.format);
}
