/**
 * Whether no block of a launch can read what another block writes: then any of them may run elsewhere, over
 * memory of its own, and does the same there. Only what is certain counts: every pointer leads to one argument or variable,
 * and no allocation is both read and written.
 */
import type { Instruction, Value } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import type { DeviceMemory } from "../memory/device";
import type { Launch, Program } from "../model";
import { calleeName } from "../plan/calls";
import type { KernelInstance } from "./instance";
import { dependence } from "./sampling";

/** Built-in functions that neither touch global memory nor know when they are called. */
const PURE = [
  /^llvm\.nvvm\.read\.ptx\.sreg\.(n?tid|n?ctaid|laneid|warpid|warpsize|lanemask)/,
  /^llvm\.nvvm\.(barrier|bar\.|membar|shfl|vote|match|redux)/,
  /^llvm\.(fma|fmuladd|sqrt|fabs|floor|ceil|trunc|rint|nearbyint|round|copysign|min|max|[su]min|[su]max|abs)/,
  /^llvm\.(ctpop|ctlz|cttz|bitreverse|bswap|fshl|fshr|lifetime|assume|dbg|experimental\.noalias)/,
  /^llvm\.nvvm\.(fma|sqrt|rsqrt|ex2|lg2|sin|cos|rcp|div|add|mul|fmin|fmax|f2|d2|i2|ui2|ll2|ull2|sad|saturate)/,
  /^__nv_/,
];

/** Whether no block of a launch can see what another one writes. */
export function blocksAreIndependent(
  { module }: Program,
  { compiled }: KernelInstance,
  launch: Launch,
  memory: DeviceMemory,
): boolean {
  const [kernel, ...others] = compiled.functions;
  if (!kernel || others.length || dependence(compiled)) return false;
  const globals = memory.place(module);
  const [reads, writes] = [new Set<bigint>(), new Set<bigint>()];
  const allocations = (pointer: Value): readonly bigint[] | undefined => {
    const roots = rootsOf(pointer, new Set());
    const starts = roots?.map((root) => {
      const address = root.kind === "global" ? globals.get(root) : argumentAddress(root, launch);
      return address === undefined ? undefined : memory.allocationOf(address)?.address;
    });
    return starts?.every((start) => start !== undefined) ? (starts as bigint[]) : undefined;
  };
  for (const block of kernel.fn.blocks) {
    for (const instruction of block.instructions) {
      if (instruction.op === "call" && !PURE.some((name) => name.test(calleeName(instruction) ?? ""))) return false;
      const touched = touches(instruction, kernel.lowered);
      if (!touched) continue;
      const found = allocations(touched.pointer);
      if (!found) return false;
      for (const start of found) (touched.writes ? writes : reads).add(start);
    }
  }
  return ![...reads].some((start) => writes.has(start));
}

/** The address of an instruction that reads or writes memory which other blocks see. */
function touches(instruction: Instruction, lowered: LoweredFunction) {
  const { op } = instruction;
  if (op !== "load" && op !== "store" && op !== "atomicrmw" && op !== "cmpxchg") return undefined;
  const space = lowered.spaceOf(instruction.pointer);
  if (space !== "global" && space !== "generic") return undefined;
  return { pointer: instruction.pointer, writes: op !== "load" };
}

type Root = Extract<Value, { kind: "argument" | "global" }>;

/** The arguments and variables that a pointer may be based on; `undefined` when it may be based on anything else. */
function rootsOf(pointer: Value, seen: Set<Value>): readonly Root[] | undefined {
  if (seen.has(pointer)) return [];
  seen.add(pointer);
  if (pointer.kind === "argument" || pointer.kind === "global") return [pointer];
  if (pointer.kind !== "instruction") return undefined;
  const all = (values: readonly Value[]): readonly Root[] | undefined => {
    const roots = values.map((value) => rootsOf(value, seen));
    return roots.every((each) => each !== undefined) ? (roots.flat() as Root[]) : undefined;
  };
  switch (pointer.op) {
    case "gep":
      return all([pointer.base]);
    case "cast":
      return pointer.cast === "addrspacecast" || pointer.cast === "bitcast" ? all([pointer.value]) : undefined;
    case "phi":
      return all(pointer.incoming.map(({ value }) => value));
    case "select":
      return all([pointer.ifTrue, pointer.ifFalse]);
    case "freeze":
      return all([pointer.value]);
    default:
      return undefined;
  }
}

/** What a parameter points to; nothing for structures by value, which may hold any pointers. */
function argumentAddress(
  { index, attributes }: Extract<Root, { kind: "argument" }>,
  launch: Launch,
): bigint | undefined {
  const bytes = launch.arguments[index];
  if (bytes?.length !== 8 || attributes.has("byval")) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
}
