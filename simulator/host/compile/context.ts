/** What compiling one host function needs to know of the module around it. */
import type { Constant, Func, GlobalVariable, Instruction, Location, Value } from "../../../analyzer/ir/model";
import { constantBits } from "../../memory/constants";
import { type Component, carrier, components, type Kind, UnsupportedType } from "../../plan/types";
import type { Signature } from "../../wasm/encoder";
import type { FunctionBuilder } from "../../wasm/function";
import { Op, Type, type ValueType } from "../../wasm/opcodes";
import { UNASSIGNED } from "../model/addresses";
import type { Scatter } from "./scattered";

/** Indices of what every function may call or touch. */
export interface ModuleContext {
  addressOf(constant: GlobalVariable | Func): bigint;
  /** Index of a defined function or an import; undefined for one without an implementation. */
  functionIndex(callee: Func): number | undefined;
  /** Whether a callee is the library's, which wants to know where it is called from. */
  isLibrary(callee: Func): boolean;
  /** Type index of a signature, for indirect calls. */
  typeIndex(signature: Signature): number;
  /** Number under which a location is reported when something stops there. */
  locationId(location: Location | undefined): number;
  /** Index of an import of the machine's own. */
  helper(name: HelperName): number;
  /**
   * Index of the import that calls a function found by its name, whose number comes after the arguments of a signature;
   * absent for a program that finds none.
   */
  readonly named?: (signature: Signature) => number;
  /** Global that holds the stack pointer, a linear offset. */
  readonly stackPointer: number;
  /** Global with the lowest linear offset that the stack may reach. */
  readonly stackLimit: number;
  /** What functions need in which a thread may wait; absent for a program without threads. */
  readonly suspension?: Suspension;
  /** Global that counts down the steps that are left before the machine is asked. */
  readonly fuel: number;
  /** Global that counts those of these steps that are no iterations: the work of long blocks. */
  readonly further: number;
  /** Index of the function that is told of accesses to far pages. */
  readonly missedPage: number;
  /** Global that counts volatile and atomic stores, by which a thread can signal another one. */
  readonly published: number;
}

/** How the stack of a thread that waits is left and returned to. */
export interface Suspension {
  /** Global with one of `StackState`. */
  readonly state: number;
  /** Global with the linear offset of the record that was written last. */
  readonly records: number;
  mayWait(func: Func): boolean;
  isWait(instruction: Instruction): boolean;
}

/** Imports that generated code calls by itself. */
export const helpers = {
  /** (address, bytes, location): an access outside the host's own memory; returns when both sides reach it. */
  checkAccess: { parameters: [Type.i64, Type.i32, Type.i32], results: [] },
  checkStore: { parameters: [Type.i64, Type.i32, Type.i32], results: [] },
  checkPoll: { parameters: [Type.i64, Type.i32, Type.i32], results: [] },
  checkUpdate: { parameters: [Type.i64, Type.i32, Type.i32], results: [] },
  checkHeap: { parameters: [Type.i64, Type.i32, Type.i32, Type.i32], results: [] },
  /** (what, location): something that the machine does not have; does not return. */
  unsupported: { parameters: [Type.i32, Type.i32], results: [] },
  /** (location): the stack is used up; does not return. */
  stackOverflow: { parameters: [Type.i32], results: [] },
  /** (location): called when the fuel is used up; refills it or stops the run. */
  refuel: { parameters: [Type.i32], results: [] },
  copy: { parameters: [Type.i64, Type.i64, Type.i64, Type.i32], results: [] },
  fill: { parameters: [Type.i64, Type.i32, Type.i64, Type.i32], results: [] },
  /** A double rounded once to the bits of a shorter format, and back. */
  toHalf: { parameters: [Type.f64], results: [Type.i32] },
  toBfloat: { parameters: [Type.f64], results: [Type.i32] },
  fromHalf: { parameters: [Type.i32], results: [Type.f32] },
  fromBfloat: { parameters: [Type.i32], results: [Type.f32] },
  /** The C++ exception that was just caught, 0 when what comes through is something else. */
  caught: { parameters: [], results: [Type.i64] },
  /** (exception, type): whether a handler for the type takes the exception; 0 is a handler for everything. */
  handles: { parameters: [Type.i64, Type.i64], results: [Type.i32] },
  /** (exception): goes on unwinding; does not return. */
  resume: { parameters: [Type.i64], results: [] },
  /** (buffer, frame, piece): `setjmp`. */
  mark: { parameters: [Type.i64, Type.i32, Type.i32], results: [] },
  /** (frame): the piece that the jump under way leads to, −1 when it does not lead to this call or there is none. */
  landed: { parameters: [Type.i32], results: [Type.i32] },
  jumpValue: { parameters: [], results: [Type.i32] },
  /** (operation, both numbers by their two scalars): see `wide.ts`. */
  wideBinary: { parameters: [Type.i32, Type.i64, Type.i64, Type.i64, Type.i64], results: [Type.i64, Type.i64] },
  extendedBinary: { parameters: [Type.i32, Type.i64, Type.i32, Type.i64, Type.i32], results: [Type.i64, Type.i32] },
  extendedCompare: { parameters: [Type.i32, Type.i64, Type.i32, Type.i64, Type.i32], results: [Type.i32] },
  extendedFrom: { parameters: [Type.f64], results: [Type.i64, Type.i32] },
  extendedToDouble: { parameters: [Type.i64, Type.i32], results: [Type.f64] },
  extendedToSingle: { parameters: [Type.i64, Type.i32], results: [Type.f32] },
  /** (lower and upper half, whether signed). */
  extendedFromInteger: { parameters: [Type.i64, Type.i64, Type.i32], results: [Type.i64, Type.i32] },
  extendedToInteger: { parameters: [Type.i64, Type.i32], results: [Type.i64, Type.i64] },
  fmod: { parameters: [Type.f64, Type.f64], results: [Type.f64] },
  /** (location): where the program calls the library from. */
  at: { parameters: [Type.i32], results: [] },
  /** (location): a loop looks at what another thread may change; lets the others run now and then. */
  poll: { parameters: [Type.i32], results: [] },
  /** (location): the program says that this is never reached, and it was. */
  unreachable: { parameters: [Type.i32], results: [] },
} as const satisfies Record<string, Signature>;
/** The name of a function of the host machine that generated code calls. */
export type HelperName = keyof typeof helpers;

/** The state of compiling one function. */
export interface FunctionContext {
  readonly module: ModuleContext;
  readonly builder: FunctionBuilder;
  /** Locals of each argument and instruction, one a component. */
  readonly locals: Map<Value, readonly number[]>;
  /** Local that holds the frame's lowest linear offset. */
  readonly frame: number;
  /** Offset of each fixed alloca within the frame. */
  readonly slots: ReadonlyMap<Instruction, number>;
  /** Values that the function stores. */
  readonly stored: ReadonlySet<Value>;
  /** Pointers at which the function compares and swaps: a plain load of one begins such a loop. */
  readonly exchanged: ReadonlySet<Value>;
  /** Accesses that may come to another page each time. */
  readonly scattered: ReadonlyMap<Instruction, Scatter>;
  /** For variadic functions, the local with the address of the extra arguments. */
  readonly variadic: number | undefined;
  /** Local with the exception that the last landing pad was entered with. */
  readonly thrown: number;
  /** Local with the linear offset of 64 bytes that any instruction may use between its own steps. */
  readonly scratch: number;
}

/** Locals that carry a value, made at first sight. */
export function localsOf(context: FunctionContext, value: Value): readonly number[] {
  const known = context.locals.get(value);
  if (known) return known;
  const made = components(value.type).map(({ kind }) => context.builder.local(carrier(kind)));
  context.locals.set(value, made);
  return made;
}

/** Counts a volatile or atomic store. */
export function publish({ builder, module }: FunctionContext): void {
  const { published } = module;
  builder.code.indexed(Op.globalGet, published).i32(1).op(Op.i32Add).indexed(Op.globalSet, published);
}

/** Whether a value is known when the code is compiled. */
export function isConstant(value: Value): value is Constant {
  return value.kind !== "instruction" && value.kind !== "argument" && value.kind !== "asm" && value.kind !== "metadata";
}

function pushBits(context: FunctionContext, kind: Kind, bits: bigint): void {
  const { code } = context.builder;
  if (kind === "i64") code.i64(BigInt.asIntN(64, bits));
  else if (kind === "f64") code.f64Bits(bits);
  else if (kind === "f32") code.f32Bits(Number(bits));
  else code.i32(Number(BigInt.asIntN(32, bits)));
}

/** Pushes component `index` of a value. */
export function pushComponent(context: FunctionContext, value: Value, index: number): void {
  if (isConstant(value)) {
    if (value.type.kind === "pointer" && (value.kind === "undef" || value.kind === "poison")) {
      context.builder.code.i64(UNASSIGNED);
      return;
    }
    const bits = constantBits(value, (constant) =>
      constant.kind === "global" || constant.kind === "function" ? context.module.addressOf(constant) : undefined,
    );
    pushBits(context, components(value.type)[index]!.kind, bits[index]!);
    return;
  }
  const local = localsOf(context, value)[index];
  if (local === undefined) throw new Error(`a value without component ${index}`);
  context.builder.code.get(local);
}

/** Pushes the only component of a scalar. */
export function push(context: FunctionContext, value: Value): void {
  pushComponent(context, value, 0);
}

/** Pushes every component in order. */
export function pushAll(context: FunctionContext, value: Value): void {
  for (let index = 0; index < components(value.type).length; index++) pushComponent(context, value, index);
}

/** Stores what lies on the stack into the components of a value, the last on top. */
export function popAll(context: FunctionContext, value: Value): void {
  for (const local of [...localsOf(context, value)].reverse()) context.builder.code.set(local);
}

/** The only component of a scalar type. */
export function scalar(value: Value): Component {
  const parts = components(value.type);
  if (parts.length !== 1) throw new UnsupportedType(`an operation on a value of ${parts.length} words`);
  return parts[0]!;
}

/** Keeps the low `bits` of the 32-bit number on the stack: narrow integers live zero-extended. */
export function narrow(context: FunctionContext, { kind, bits }: Component): void {
  if (kind === "i64") {
    if (bits < 64) context.builder.code.i64((1n << BigInt(bits)) - 1n).op(Op.i64And);
  } else if (bits < 32) context.builder.code.i32(2 ** bits - 1).op(Op.i32And);
}

/** Makes the zero-extended number on the stack a sign-extended one of its carrier. */
export function signExtend(context: FunctionContext, { kind, bits }: Component): void {
  const { code } = context.builder;
  if (kind === "i64") {
    if (bits < 64)
      code
        .i64(BigInt(64 - bits))
        .op(Op.i64Shl)
        .i64(BigInt(64 - bits))
        .op(Op.i64ShrS);
  } else if (bits === 8) code.op(Op.i32Extend8S);
  else if (bits === 16) code.op(Op.i32Extend16S);
  else if (bits < 32)
    code
      .i32(32 - bits)
      .op(Op.i32Shl)
      .i32(32 - bits)
      .op(Op.i32ShrS);
}

/** Locals of a function's parameters, which come first, and of the address of a variadic function's extra arguments. */
export function carrierOfArguments(func: Func): {
  locals: Map<Value, readonly number[]>;
  variadic: number | undefined;
} {
  let next = 0;
  const locals = new Map<Value, readonly number[]>(
    func.arguments.map((argument) => [argument, components(argument.type).map(() => next++)]),
  );
  return { locals, variadic: func.signature.variadic ? next : undefined };
}

/** Signature of a function type: every component a parameter, every component of the result a result. */
export function signatureOf(type: Func["signature"]): Signature {
  const flat = (one: Func["type"]): ValueType[] => components(one).map(({ kind }) => carrier(kind));
  const parameters = type.parameters.flatMap(flat);
  // A variadic callee takes one more: the address of its extra arguments.
  if (type.variadic) parameters.push(Type.i64);
  return { parameters, results: flat(type.result) };
}
