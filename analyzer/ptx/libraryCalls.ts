/**
 * Functions of the mathematics library by their names become LLVM's intrinsics, which is what every reader of the IR knows
 * them as. clang is given flags so that it does not know them (`analyzer/compiler/mathematics.ts`): it would compute them for lanes
 * that want nothing of them, and make `x * x` of `powf(x, 2.0f)`. nvcc puts calls of its library there and does neither.
 *
 * Of constants nvcc computes them itself, and what it does with the results, so that is done here.
 */
import { floatBits, floatValue } from "../ir/floats";
import type { Block, Func, Instruction, InstructionOf, Type, Value } from "../ir/model";
import { mapped } from "../ir/rewrite";
import type { Declarations } from "./builder";

/** Undefined for a result that doubles do not reach: the simulator evaluates the call. */
type Real = (...values: number[]) => number | undefined;
type Call = InstructionOf<"call">;

const sign = (x: number): number => (x < 0 || Object.is(x, -0) ? -1 : 1);
const isEvenHalf = (x: number): boolean => Math.abs(x % 1) === 0.5 && Math.floor(x) % 2 === 0;
const nearest: Real = (x) => (isEvenHalf(x!) ? Math.floor(x!) : Math.round(x!));
const lesser: Real = (x, y) => (Number.isNaN(x!) ? y! : Number.isNaN(y!) ? x! : Math.min(x!, y!));
const greater: Real = (x, y) => (Number.isNaN(x!) ? y! : Number.isNaN(y!) ? x! : Math.max(x!, y!));

/** By the name in double precision: the name of the intrinsic, where it is another one, and what it computes. */
const FUNCTIONS: Readonly<Record<string, { readonly intrinsic?: string; readonly of: Real }>> = {
  acos: { of: Math.acos as Real },
  asin: { of: Math.asin as Real },
  atan: { of: Math.atan as Real },
  atan2: { of: Math.atan2 as Real },
  ceil: { of: Math.ceil as Real },
  copysign: { of: (x, y) => Math.abs(x!) * sign(y!) },
  cos: { of: Math.cos as Real },
  cosh: { of: Math.cosh as Real },
  exp: { of: Math.exp as Real },
  exp10: { of: (x) => 10 ** x! },
  exp2: { of: (x) => 2 ** x! },
  fabs: { of: Math.abs as Real },
  floor: { of: Math.floor as Real },
  // A multiply and an add would round twice.
  fma: { of: () => undefined },
  fmax: { intrinsic: "maxnum", of: greater },
  fmin: { intrinsic: "minnum", of: lesser },
  log: { of: Math.log as Real },
  log10: { of: Math.log10 as Real },
  log2: { of: Math.log2 as Real },
  nearbyint: { of: nearest },
  pow: { of: (x, y) => x! ** y! },
  rint: { of: nearest },
  round: { of: (x) => sign(x!) * Math.round(Math.abs(x!)) },
  sin: { of: Math.sin as Real },
  sinh: { of: Math.sinh as Real },
  sqrt: { of: Math.sqrt as Real },
  tan: { of: Math.tan as Real },
  tanh: { of: Math.tanh as Real },
  trunc: { of: Math.trunc as Real },
};

/** Names of the functions in both precisions. */
export const LIBRARY_FUNCTIONS: ReadonlyMap<string, Real & { readonly intrinsic: string }> = new Map(
  Object.entries(FUNCTIONS).flatMap(([name, { intrinsic = name, of }]) =>
    (["f64", "f32"] as const).map((format) => [
      format === "f64" ? name : `${name}f`,
      Object.assign((...values: number[]) => of(...values), { intrinsic: `llvm.${intrinsic}.${format}` }),
    ]),
  ),
);

const functionOf = ({ callee }: Call) =>
  callee.kind === "function" && callee.blocks.length === 0 ? LIBRARY_FUNCTIONS.get(callee.name) : undefined;

/** Is it a call of a function that has an intrinsic? */
export function isLibraryCall(instruction: Instruction): instruction is Call {
  return instruction.op === "call" && functionOf(instruction) !== undefined;
}

/** Calls become those of intrinsics; of constants they become constants, and so does what follows from these alone. */
export function renameLibraryCalls(func: Func, declarations: Declarations): void {
  const known = new Map<Value, Value>();
  const to = { value: (value: Value) => known.get(value) ?? value, block: (block: Block) => block };
  for (const block of func.blocks) {
    const kept: Instruction[] = [];
    for (const one of block.instructions) {
      const computed = constantOf(one, known);
      if (computed) known.set(one, computed);
      else kept.push(one);
    }
    (block as { instructions: readonly Instruction[] }).instructions = kept;
  }
  for (const { instructions } of func.blocks) {
    for (const one of instructions) {
      if (known.size > 0) Object.assign(one, product(mapped(one, to), one, known));
      if (!isLibraryCall(one)) continue;
      const { arguments: values, type } = one;
      const parameters = values.map((value) => value.type);
      Object.assign(one, { callee: declarations.of(functionOf(one)!.intrinsic, type, parameters) });
    }
  }
}

/** The constant that a call of constants gives, or what is computed from such ones and constants alone. */
function constantOf(one: Instruction, known: ReadonlyMap<Value, Value>): Value | undefined {
  if (isLibraryCall(one)) return computed(one.type, one.arguments, known, functionOf(one)!);
  if (one.op === "binary" && (known.has(one.left) || known.has(one.right))) {
    const operation = ARITHMETIC[one.binary];
    return operation && computed(one.type, [one.left, one.right], known, operation);
  }
  if (one.op === "fneg" && known.has(one.value)) return computed(one.type, [one.value], known, (x) => -x!);
  if (one.op === "cast" && known.has(one.value) && (one.cast === "fpext" || one.cast === "fptrunc")) {
    return computed(one.type, [one.value], known, (x) => x!);
  }
  return undefined;
}

const ARITHMETIC: Readonly<Record<string, Real>> = {
  fadd: (x, y) => x! + y!,
  fsub: (x, y) => x! - y!,
  fmul: (x, y) => x! * y!,
  fdiv: (x, y) => x! / y!,
};

function computed(type: Type, values: readonly Value[], known: ReadonlyMap<Value, Value>, of: Real): Value | undefined {
  const numbers = values.map((value) => floatValue(known.get(value) ?? value));
  if (!numbers.every((number) => number !== undefined)) return undefined;
  const value = of(...numbers);
  const bits = value === undefined ? undefined : floatBits(type, value);
  return bits === undefined ? undefined : { kind: "float", type, bits };
}

/** A quotient by a power of two that became known is a product, as LLVM makes it. */
function product(now: Instruction, before: Instruction, known: ReadonlyMap<Value, Value>): Instruction {
  if (now.op !== "binary" || now.binary !== "fdiv" || before.op !== "binary" || !known.has(before.right)) return now;
  const divisor = floatValue(now.right);
  if (divisor === undefined || !Number.isInteger(Math.log2(Math.abs(divisor)))) return now;
  const bits = floatBits(now.type, 1 / divisor);
  return bits === undefined ? now : { ...now, binary: "fmul", right: { kind: "float", type: now.type, bits } };
}
