/**
 * Local arrays that nvcc keeps in registers: those with constant indices only, and arrays of words for which selects cost
 * ptxas little.
 */

import { constantInteger, type Layout } from "../ir/layout";
import type { Func, Instruction, InstructionOf, Type, Value } from "../ir/model";
import { type Uses, usesIn } from "../ir/uses";
import { type ArrayAccess, areSelectsCheap, WORD } from "./arrayCosts";
import { LinearForms } from "./linear";

const HARMLESS = /^llvm\.(lifetime|assume|dbg|invariant)/;
const COPY = /^llvm\.mem(cpy|move|set)\./;

/** What the search for an array's uses needs, and what it finds. */
interface Usage {
  readonly uses: Uses;
  readonly layout: Layout;
  readonly accesses: ArrayAccess[];
  /** Whether an access is volatile, or the address is used for anything but accesses. */
  escapes: boolean;
}

/** Addresses of the function as LLVM and as ptxas see them. */
interface Forms {
  readonly exact: LinearForms;
  readonly modulo: LinearForms;
}

/** Whether a type is an array, or a structure with one in it. */
export const hasArray = (type: Type): boolean =>
  type.kind === "array" || (type.kind === "struct" && type.fields.some((field) => hasArray(field)));

/** The allocas of a function that are kept in registers; `onlyScalars`: none that have an array in them. */
export function registerArrays(func: Func, layout: Layout, onlyScalars: boolean): ReadonlySet<Instruction> {
  const forms = { exact: new LinearForms(layout, "exact"), modulo: new LinearForms(layout, "modulo") };
  const uses = usesIn(func);
  const found = new Set<Instruction>();
  for (const block of func.blocks)
    for (const instruction of block.instructions)
      if (
        instruction.op === "alloca" &&
        !(onlyScalars && hasArray(instruction.allocated)) &&
        livesInRegisters(instruction, { uses, layout, accesses: [], escapes: false }, func, forms)
      )
        found.add(instruction);
  return found;
}

function livesInRegisters(array: InstructionOf<"alloca">, usage: Usage, func: Func, forms: Forms): boolean {
  collectUses(array, false, usage);
  if (usage.escapes) return false;
  const { accesses, layout, uses } = usage;
  if (!accesses.some(({ isVariable }) => isVariable)) return true;
  const hasWide = hasWideScalar(array.allocated, layout);
  if (!accesses.every((access) => isOfWords(access, hasWide, layout))) return false;
  return areSelectsCheap(accesses, layout.size(array.allocated), {
    func,
    layout,
    forms: forms.exact,
    modulo: forms.modulo,
    uses,
  });
}

/** Collects how a pointer into the array is used; `isVariable` when its offset is not constant. */
function collectUses(pointer: Value, isVariable: boolean, usage: Usage): void {
  for (const user of usage.uses.of(pointer)) {
    if (user.op === "load" || user.op === "store") collectAccess(user, pointer, isVariable, usage);
    else if (user.op === "gep") {
      const hasVariableIndex = user.indices.some((index) => constantInteger(index) === undefined);
      collectUses(user, isVariable || hasVariableIndex, usage);
    } else if (isPointerCast(user)) collectUses(user, isVariable, usage);
    else if (user.op === "call" && isHarmlessCall(user)) collectCopy(user, pointer, isVariable, usage);
    else usage.escapes = true;
  }
}

function collectAccess(
  access: InstructionOf<"load" | "store">,
  pointer: Value,
  isVariable: boolean,
  usage: Usage,
): void {
  if (access.volatile || (access.op === "store" && access.value === pointer)) usage.escapes = true;
  const type = access.op === "load" ? access.type : access.value.type;
  const bytes = usage.layout.storeSize(type);
  usage.accesses.push({ instruction: access, op: access.op, pointer, bytes, isVariable });
}

/** Adds what a copy or fill moves; markers move nothing. */
function collectCopy(call: InstructionOf<"call">, pointer: Value, isVariable: boolean, { accesses }: Usage): void {
  if (call.callee.kind !== "function" || !COPY.test(call.callee.name)) return;
  const [destination, , length] = call.arguments;
  const op = destination === pointer ? "store" : "load";
  accesses.push({ instruction: call, op, pointer, bytes: Number(constantInteger(length!)), isVariable });
}

/** Whether a type has a scalar of more than a word. */
function hasWideScalar(type: Type, layout: Layout): boolean {
  if (type.kind === "array" || type.kind === "vector") return hasWideScalar(type.element, layout);
  if (type.kind === "struct") return type.fields.some((field) => hasWideScalar(field, layout));
  return layout.storeSize(type) > WORD;
}

/**
 * Whether an access moves no more than words at a time for nvcc. clang copies structures of words by integers of 64 bits,
 * too; `hasWide`: the array has scalars of that size, which ptxas does not keep in registers.
 */
function isOfWords({ instruction }: ArrayAccess, hasWide: boolean, layout: Layout): boolean {
  if (instruction.op !== "load" && instruction.op !== "store") return true;
  const type = instruction.op === "load" ? instruction.type : instruction.value.type;
  const scalar = type.kind === "vector" ? type.element : type;
  return layout.storeSize(scalar) <= WORD || (scalar.kind === "int" && !hasWide);
}

const isPointerCast = (one: Instruction): boolean =>
  one.op === "cast" && (one.cast === "addrspacecast" || one.cast === "bitcast");

/** Whether a call keeps an array in registers: markers, and copies of constant size, which move each word by itself. */
function isHarmlessCall(call: InstructionOf<"call">): boolean {
  if (call.callee.kind !== "function") return false;
  if (COPY.test(call.callee.name))
    return call.arguments[2] !== undefined && constantInteger(call.arguments[2]) !== undefined;
  return HARMLESS.test(call.callee.name);
}
