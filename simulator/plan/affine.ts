/**
 * Integers and addresses that change by fixed distances from lane to lane: thread indices and sums, differences and multiples
 * of them. A warp's lanes stand in rows as wide as the block, and such a value is that of lane 0 plus a distance for each
 * column and one for each row. Whoever needs the value of each lane finds it by these three numbers, and an access through
 * such an address needs no address of each lane.
 */
import type { Block, Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { calleeName } from "./calls";
import type { FoldedAddress } from "./folding";
import { type BlockShape, rowsFillWarps } from "./shape";
import { addressTerms, components, kindBytes, storeSize } from "./types";
import { type Origin, type Uniformity, type UniformityInput, uniformity } from "./uniformity";

/** How far a value is from lane to lane: a constant, or known when the warp runs. */
export type Distance = bigint | "computed";

/** The distances of a value between columns, and between rows. */
export interface Distances {
  readonly column: Distance;
  readonly row: Distance;
}

/** The affine values of a function. */
export interface AffineValues {
  /** Lanes of a row, as a power of two. */
  readonly rowShift: number;
  /** The distances of a value whose lanes differ in this way; undefined for all others. */
  of(value: Value): Distances | undefined;
  /** Whether something reads the value of an affine address lane by lane. */
  isRead(address: Instruction): boolean;
  /** Whether an access goes to an affine address and needs no more of it than this. */
  isDirect(instruction: Instruction): boolean;
}

/** What finding them starts from. */
interface AffineInput extends Omit<UniformityInput, "originOf" | "branches"> {
  readonly shape: BlockShape;
  readonly lowered: LoweredFunction;
  readonly uniform: Uniformity;
  readonly folded: ReadonlyMap<Value, FoldedAddress>;
}

/** Larger distances are left to the lanes: sums of these stay within 64 bits. */
const LARGEST = 1n << 24n;

const ZERO: Distances = { column: 0n, row: 0n };

/** Lanes that stand side by side, as a power of two; undefined where warps do not consist of whole rows. */
function rowShiftOf(shape: BlockShape): number | undefined {
  const [x, y, z] = shape.block;
  if (rowsFillWarps(shape)) return 5;
  const shift = Math.log2(x);
  if (!Number.isInteger(shift) || shift < 2 || shift > 4) return undefined;
  return z === 1 || (x * y) % 32 === 0 ? shift : undefined;
}

const PREFIX = "llvm.nvvm.read.ptx.sreg.";

/** The distances of the built-in variables that number threads. */
function rootOf(instruction: Instruction, rowShift: number): Distances | undefined {
  const name = calleeName(instruction);
  if (name === `${PREFIX}tid.x`) return { column: 1n, row: 0n };
  if (name === `${PREFIX}tid.y`) return { column: 0n, row: 1n };
  if (name === `${PREFIX}laneid`) return { column: 1n, row: 1n << BigInt(rowShift) };
  return undefined;
}

/** Whether a value is one integer of 32 bits, or one of 64 or an address. */
function widthOf({ type }: Value): 32 | 64 | undefined {
  if (type.kind !== "int" && type.kind !== "pointer") return undefined;
  const [only, ...more] = components(type);
  if (!only || more.length) return undefined;
  return only.kind === "i32" && only.bits === 32 ? 32 : only.kind === "i64" && only.bits === 64 ? 64 : undefined;
}

/** Whether an instruction keeps affine operands affine: everything else varies. */
function originOf({ uniform }: AffineInput, rowShift: number) {
  const isAffineOp = (instruction: Instruction): boolean => {
    if (widthOf(instruction) === undefined) return false;
    switch (instruction.op) {
      case "binary": {
        const { binary, left, right } = instruction;
        if (binary === "add" || binary === "sub") return true;
        if (binary === "mul") return !uniform.isVarying(left) || !uniform.isVarying(right);
        return binary === "shl" && right.kind === "int" && right.value < 32n;
      }
      case "cast":
        return widthOf(instruction.value) !== undefined && instruction.cast !== "bitcast";
      case "freeze":
        return true;
      case "gep":
        return addressTerms(instruction).terms.every(({ index }) => widthOf(index) !== undefined);
      default:
        return false;
    }
  };
  return (instruction: Instruction): Origin => {
    if (!uniform.isVarying(instruction)) return "uniform";
    if (rootOf(instruction, rowShift)) return "uniform";
    return isAffineOp(instruction) ? "operands" : "varying";
  };
}

/** A sum of distances, each times a constant. */
function sumOf(parts: readonly { readonly distance: Distance; readonly times: bigint }[]): Distance {
  let sum = 0n;
  for (const { distance, times } of parts) {
    if (distance === "computed") return "computed";
    sum += distance * times;
  }
  return sum;
}

type Known = (value: Value) => Distances | undefined;

/** The distances of what an instruction computes; undefined where an operand is not known yet. */
function distancesOf(instruction: Instruction, known: Known): Distances | undefined {
  const combine = (parts: readonly { readonly value: Value; readonly times: bigint }[]): Distances | undefined => {
    const found = parts.map(({ value, times }) => ({ distances: known(value), times }));
    if (found.some(({ distances }) => !distances)) return undefined;
    const along = (axis: keyof Distances) =>
      sumOf(found.map(({ distances, times }) => ({ distance: distances![axis], times })));
    return { column: along("column"), row: along("row") };
  };
  switch (instruction.op) {
    case "binary": {
      const { binary, left, right } = instruction;
      if (binary === "shl" && right.kind === "int") return combine([{ value: left, times: 1n << right.value }]);
      if (binary === "mul") return product(left, right, known);
      return combine([
        { value: left, times: 1n },
        { value: right, times: binary === "sub" ? -1n : 1n },
      ]);
    }
    case "cast":
    case "freeze":
      return combine([{ value: instruction.value, times: 1n }]);
    case "gep": {
      const terms = addressTerms(instruction).terms.map(({ index, scale }) => ({ value: index, times: BigInt(scale) }));
      return combine([{ value: instruction.base, times: 1n }, ...terms]);
    }
    default:
      return undefined;
  }
}

/** A product, of which one factor is the same in all lanes. */
function product(left: Value, right: Value, known: Known): Distances | undefined {
  const constant = [left, right].find(({ kind }) => kind === "int");
  const factors = [known(left), known(right)];
  const varying = factors.find((one) => one && one !== ZERO) ?? factors[0];
  if (!varying || factors.some((one) => !one)) return undefined;
  const scaled = (distance: Distance): Distance => {
    if (distance === 0n) return 0n;
    if (constant?.kind !== "int" || distance === "computed") return "computed";
    return distance * BigInt.asIntN(widthOf(constant) ?? 64, constant.value);
  };
  return { column: scaled(varying.column), row: scaled(varying.row) };
}

const isSmall = (distance: Distance): boolean => distance === "computed" || (distance < LARGEST && distance > -LARGEST);

/** Finds the affine values of a kernel; undefined where the shape of its blocks has none. */
export function affineValues(input: AffineInput): AffineValues | undefined {
  const { shape, fn, order, uniform } = input;
  const rowShift = rowShiftOf(shape);
  if (rowShift === undefined || order.irreducible) return undefined;
  const phis = fn.blocks.flatMap(({ instructions }) => instructions.filter(({ op }) => op === "phi"));
  const forced = new Set([...(input.forced ?? []), ...phis.filter((phi) => widthOf(phi) !== 32)]);
  const branches: ReadonlySet<Block> = uniform.divergent;
  for (;;) {
    const varies = uniformity({ ...input, branches, forced, originOf: originOf(input, rowShift) });
    const found = new Map<Instruction, Distances>();
    const wrong = measure(input, varies, rowShift, found);
    if (wrong.length === 0) return affineOver(input, rowShift, found);
    for (const instruction of wrong) forced.add(instruction);
  }
}

/** Writes the distances of what does not vary in another way to `found`; returns what has to be left to the lanes. */
function measure(
  { order, uniform }: AffineInput,
  varies: Uniformity,
  rowShift: number,
  found: Map<Instruction, Distances>,
): readonly Instruction[] {
  const known: Known = (value) => {
    if (!uniform.isVarying(value)) return ZERO;
    return value.kind === "instruction" ? found.get(value) : undefined;
  };
  const all = order.blocks
    .flatMap(({ instructions }) => instructions)
    .filter((each) => uniform.isVarying(each) && !varies.isVarying(each));
  const wrong: Instruction[] = [];
  for (const instruction of all) {
    const distances =
      instruction.op === "phi"
        ? instruction.incoming.map(({ value }) => known(value)).find((one) => one)
        : (rootOf(instruction, rowShift) ?? distancesOf(instruction, known));
    if (distances && isSmall(distances.column) && isSmall(distances.row)) found.set(instruction, distances);
    else wrong.push(instruction);
  }
  const agrees = (phi: InstructionOf<"phi">): boolean => {
    const own = found.get(phi);
    return phi.incoming.every(({ value }) => {
      const other = known(value);
      return own && other && own.column === other.column && own.row === other.row;
    });
  };
  const isConstant = ({ column, row }: Distances) => column !== "computed" && row !== "computed";
  for (const instruction of all) {
    if (instruction.op !== "phi" || wrong.includes(instruction)) continue;
    if (!isConstant(found.get(instruction)!) || !agrees(instruction)) wrong.push(instruction);
  }
  return wrong;
}

function affineOver(input: AffineInput, rowShift: number, found: ReadonlyMap<Instruction, Distances>): AffineValues {
  const { aliases, folded } = input;
  const of = (value: Value) => (value.kind === "instruction" ? found.get(value) : undefined);
  const rootValue = (value: Value): Value => aliases.root({ value, component: 0 }).value;
  const addressOf = (pointer: Value): Value => {
    let at = rootValue(pointer);
    for (let next = folded.get(at); next; next = folded.get(at)) at = rootValue(next.base);
    return at;
  };
  const direct = new Map<Instruction, boolean>();
  const isDirect = (instruction: Instruction): boolean => {
    if (instruction.op !== "load" && instruction.op !== "store") return false;
    const known = direct.get(instruction);
    if (known !== undefined) return known;
    const found = of(addressOf(instruction.pointer)) !== undefined && isPlain(instruction, input.lowered);
    direct.set(instruction, found);
    return found;
  };
  const reads = (user: Instruction, address: Instruction): boolean => {
    if (user.op === "load") return !isDirect(user);
    if (user.op === "store") return !isDirect(user) || rootValue(user.value) === address;
    return !found.has(user) || (widthOf(user) === 64 && isRead(user));
  };
  const answers = new Map<Instruction, boolean>();
  const isRead = (address: Instruction): boolean => {
    const answer = answers.get(address) ?? aliases.usersOf(address).some(({ user }) => reads(user, address));
    answers.set(address, answer);
    return answer;
  };
  return { rowShift, of, isRead, isDirect };
}

/** Whether an access moves one scalar in global or shared memory and issues no request but its own. */
function isPlain(instruction: InstructionOf<"load" | "store">, lowered: LoweredFunction): boolean {
  const { pointer } = instruction;
  const { type } = instruction.op === "load" ? instruction : instruction.value;
  const [only, ...more] = components(type);
  if (!only || more.length || only.kind === "i1" || only.bits !== 8 * kindBytes(only.kind)) return false;
  const space = lowered.spaceOf(pointer);
  if (space !== "global" && space !== "shared") return false;
  return (lowered.issuedAt.get(instruction) ?? []).every(
    (access) =>
      access.space === space &&
      access.pointer === pointer &&
      access.offset === 0 &&
      access.width === storeSize(type) &&
      !access.destination,
  );
}
