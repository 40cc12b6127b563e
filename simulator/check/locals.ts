/**
 * Reads of local arrays that their thread has not written. Only what the program does with the value makes a read wrong: structures
 * are copied with members that have none. Arrays whose address goes where writes are not observed are left alone.
 */
import type { Func, Instruction, InstructionOf, Type, Value } from "../../analyzer/ir/model";
import { usesIn } from "../../analyzer/ir/uses";
import { MAX_WHOLE_COPY } from "../../analyzer/lower/elementAccesses";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { hasArray } from "../../analyzer/lower/registerArrays";
import { rootsOf } from "../../analyzer/lower/spaceInference";
import { reaches } from "./polls";

/** A local variable that has an array in it. */
export interface LocalArray {
  readonly alloca: InstructionOf<"alloca">;
}

const HARMLESS_CALL = /^llvm\.(lifetime|assume|dbg|invariant)\b/;
const COPY_CALL = /^llvm\.mem(cpy|move|set)\b/;

/** Functions of numbers alone: what they are given is used in arithmetic. */
const ARITHMETIC_CALL =
  /^llvm\.(nvvm\.(f?(ma|mul|add|min|max|abs|div|sqrt|rcp|ex2|lg2|sin|cos|floor|ceil)|rsqrt|sqrt|i2|ui2|d2|f2|ll2|ull2|mul24)|fma|fmuladd|fabs|sqrt|minnum|maxnum|[su](min|max)|abs|floor|ceil|trunc|rint|ct(pop|lz|tz)|fsh[lr]|bswap|bitreverse)\b/;

function isScalarArray(type: Type): boolean {
  let at = type;
  while (at.kind === "array") at = at.element;
  return type.kind === "array" && at.kind !== "struct";
}

const isScalar = ({ kind }: Type): boolean => kind === "int" || kind === "float" || kind === "pointer";

/** By variable, and by parameter of a function that gets its address: may writes through it go unobserved? */
const escaping = new WeakMap<object, boolean>();

function escapes(pointer: Value, fn: Func): boolean {
  const known = escaping.get(pointer);
  if (known !== undefined) return known;
  // Of functions that call each other the others' uses decide.
  escaping.set(pointer, false);
  const found = usesIn(fn)
    .of(pointer)
    .some((user) => leaks(user, pointer, fn));
  escaping.set(pointer, found);
  return found;
}

function leaks(user: Instruction, pointer: Value, fn: Func): boolean {
  switch (user.op) {
    case "load":
    case "icmp":
      return false;
    case "store":
      return user.value === pointer;
    case "gep":
    case "cast":
    case "phi":
    case "select":
    case "freeze":
      return escapes(user, fn);
    case "atomicrmw":
    case "cmpxchg":
      return user.pointer !== pointer;
    case "call":
      return leaksIntoCall(user, pointer);
    default:
      return true;
  }
}

function leaksIntoCall({ callee, arguments: given }: InstructionOf<"call">, pointer: Value): boolean {
  if (callee.kind !== "function") return true;
  if (HARMLESS_CALL.test(callee.name)) return false;
  const length = given[2];
  if (COPY_CALL.test(callee.name)) return length?.kind !== "int" || length.value > BigInt(MAX_WHOLE_COPY);
  if (callee.blocks.length === 0) return true;
  return given.some((one, index) => {
    const parameter = one === pointer ? callee.arguments[index] : undefined;
    return one === pointer && (!parameter || escapes(parameter, callee));
  });
}

/** Casts that compute; the others pass bits on. */
const CONVERSIONS: ReadonlySet<string> = new Set(["fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp"]);

/** Is a value an operand by which an instruction computes, decides or addresses? */
function isUse(user: Instruction, value: Value, storesCount: boolean): boolean {
  switch (user.op) {
    case "binary":
    case "fneg":
    case "icmp":
    case "fcmp":
    case "condbr":
    case "switch":
      return true;
    case "cast":
      return CONVERSIONS.has(user.cast);
    case "select":
      return user.condition === value;
    case "gep":
    case "load":
      return true;
    case "store":
      return user.pointer === value || (storesCount && leavesThread(user));
    case "call":
      return user.callee.kind === "function" && ARITHMETIC_CALL.test(user.callee.name);
    default:
      return false;
  }
}

/** Does a store go to memory that other threads see? */
function leavesThread({ pointer, block }: InstructionOf<"store">): boolean {
  const { isKernel } = block.function;
  return rootsOf(pointer).every(({ kind }) => kind === "global" || (kind === "argument" && isKernel));
}

const CARRIES: ReadonlySet<string> = new Set([
  "cast",
  "phi",
  "select",
  "freeze",
  "extractvalue",
  "insertvalue",
  "extractelement",
  "insertelement",
]);

/** The local array that a load reads to compute with what it finds; undefined for any other access. */
export function localArrayOf({ op, members, pointer }: MemoryAccess): LocalArray | undefined {
  if (op !== "load") return undefined;
  const roots = rootsOf(pointer);
  const [alloca] = roots;
  if (roots.length !== 1 || alloca?.kind !== "instruction" || alloca.op !== "alloca") return undefined;
  if (!hasArray(alloca.allocated)) return undefined;
  const storesCount = isScalarArray(alloca.allocated);
  const isComputedWith = (load: Instruction): boolean =>
    load.op === "load" &&
    isScalar(load.type) &&
    reaches(
      load,
      (user, value) => isUse(user, value, storesCount),
      (user) => CARRIES.has(user.op),
    );
  if (!members.every(isComputedWith) || escapes(alloca, alloca.block.function)) return undefined;
  return { alloca };
}

/** Which bytes of their local memory the threads of a block have written. */
export class WrittenLocals {
  private readonly bytes = new Map<number, Uint8Array>();

  /** A thread writes bytes. */
  write(thread: number, from: number, width: number): void {
    const known = this.bytes.get(thread);
    const bytes = known && known.length >= from + width ? known : this.grow(thread, known, from + width);
    bytes.fill(1, from, from + width);
  }

  private grow(thread: number, known: Uint8Array | undefined, least: number): Uint8Array {
    const larger = new Uint8Array(Math.max(256, 2 * (known?.length ?? 0), least));
    if (known) larger.set(known);
    this.bytes.set(thread, larger);
    return larger;
  }

  /** Has a thread left any of some bytes unwritten? */
  lacks(thread: number, from: number, width: number): boolean {
    const bytes = this.bytes.get(thread);
    for (let at = from; at < from + width; at++) if (!bytes?.[at]) return true;
    return false;
  }
}
