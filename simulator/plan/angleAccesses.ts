/**
 * Memory accesses inside of sines, cosines and tangents, which no source shows: nvcc's mathematics library reads a table of
 * coefficients for the sine and cosine of doubles, and for large arguments a table of the digits of 2/π, whose product with
 * the argument it keeps in an array. ptxas keeps that of single precision in registers where a kernel has it once.
 * Measured on an H200 (CUDA 13.0, 2026-11-26): `test/hardware/language/angles.cu`.
 */
import { frames } from "../../analyzer/ir/frames";
import type { Func, Instruction, InstructionOf } from "../../analyzer/ir/model";
import type { LoweredFunction, MemoryAccess, Operation, Space } from "../../analyzer/lower/model";
import { calleeName } from "./calls";
import { type BlockOrder, blockOrder } from "./order";
import { components } from "./types";

/**
 * Magnitudes from which arguments are reduced with the table; infinities are not. Reference: CUDA C++ Programming Guide,
 * "Arithmetic Instructions", sine and cosine, and the measurement.
 */
export const LARGE_FROM = { f32: 105_615, f64: 2_147_483_648 } as const;

/** The accesses of one call: which there are is decided by the arguments. */
export interface AngleAccesses {
  readonly kind: "f32" | "f64";
  /** `both`: the sine and the cosine of one value, which are one function. */
  readonly angle: "sin" | "cos" | "tan" | "both";
  /** Arguments are multiples of π, and never large. */
  readonly halfTurns: boolean;
  /** 3 loads of 16 bytes, at one of two places by the parity of the quadrant. */
  readonly coefficients?: MemoryAccess;
  /** Loads of the digits of 2/π. */
  readonly table?: MemoryAccess;
  /** Stores and loads of the array. */
  readonly store?: MemoryAccess;
  readonly load?: MemoryAccess;
}

type Call = InstructionOf<"call">;

const ANGLE = /^(?:__nv_|llvm\.)?((?:sin|cos)(?:pi)?|tan)f?(?:\.f\d+)?$/;

/** Single precision is approximated by other instructions with `-use_fast_math`, which flushes denormals. */
const isFast = ({ attributes }: Func): boolean => attributes.get("denormal-fp-math-f32") !== undefined;

interface AngleCall {
  readonly call: Call;
  readonly name: string;
  readonly kind: "f32" | "f64";
  /** Sine and cosine of one value are one function to nvcc, which is counted with the sine. */
  readonly isBoth: boolean;
}

function angleCall(instruction: Instruction, fn: Func): AngleCall | undefined {
  if (instruction.op !== "call") return undefined;
  const [, name] = ANGLE.exec(calleeName(instruction) ?? "") ?? [];
  const [part, ...more] = name ? components(instruction.type) : [];
  if (!name || !part || more.length > 0 || (part.kind !== "f32" && part.kind !== "f64")) return undefined;
  const isBoth = instruction.location?.function?.includes("sincos") ?? false;
  if ((isBoth && name.startsWith("cos")) || (part.kind === "f32" && isFast(fn))) return undefined;
  return { call: instruction, name, kind: part.kind, isBoth };
}

/** How often nvcc's code has what these calls do: it does not unroll loops of such calls that clang does, save whole ones. */
function copiesOf(calls: readonly AngleCall[], order: BlockOrder): number {
  const inLoops = new Set<string>();
  const others: string[] = [];
  for (const { call } of calls) {
    const place = frames(call.location)
      .map(({ file, line, column }) => `${file}:${line}:${column}`)
      .join(" ");
    if (order.loopOf.get(call.block)) inLoops.add(place);
    else others.push(place);
  }
  return inLoops.size + others.filter((place) => !inLoops.has(place)).length;
}

/** Adds the accesses to those of a function, behind them; `first` is the number of its first one. */
export function withAngles(
  lowered: LoweredFunction,
  first: number,
): {
  readonly lowered: LoweredFunction;
  readonly angles: ReadonlyMap<Instruction, AngleAccesses>;
} {
  const fn = lowered.function;
  const order = blockOrder(fn);
  const instructions = order.blocks.flatMap((block) => block.instructions);
  const calls = instructions.map((one) => angleCall(one, fn)).filter((one) => one !== undefined);
  if (calls.length === 0) return { lowered, angles: new Map() };
  const accesses = [...lowered.accesses];
  const add = ({ call }: AngleCall, op: Operation, space: Space, width: number): MemoryAccess => {
    const pointer = call.arguments[0]!;
    const { location } = call;
    const own = {
      id: first + accesses.length,
      members: [call],
      leader: call,
      pointer,
      offset: 0,
      location,
      isLibrary: true,
    };
    const access: MemoryAccess = { ...own, op, space, width };
    accesses.push(access);
    return access;
  };
  const singles = calls.filter(({ kind, name }) => kind === "f32" && !name.endsWith("pi"));
  const inRegisters = fn.isKernel && copiesOf(singles, order) === 1;
  const angles = new Map<Instruction, AngleAccesses>();
  for (const one of calls) {
    const { kind, name, isBoth } = one;
    const halfTurns = name.endsWith("pi");
    const reads = kind === "f64" && !isBoth && name !== "tan";
    const width = kind === "f32" ? 4 : 8;
    const keeps = !halfTurns && !(kind === "f32" && inRegisters);
    const found: AngleAccesses = {
      kind,
      angle: isBoth ? "both" : (name.replace(/pi$/, "") as "sin" | "cos" | "tan"),
      halfTurns,
      ...(reads && { coefficients: add(one, "load", "global", 16) }),
      ...(!halfTurns && { table: add(one, "load", "global", width) }),
      ...(keeps && { store: add(one, "store", "local", width), load: add(one, "load", "local", width) }),
    };
    angles.set(one.call, found);
  }
  return { lowered: { ...lowered, accesses }, angles };
}
