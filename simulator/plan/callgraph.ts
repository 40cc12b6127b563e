/** The functions that a kernel may call, by name or through pointers, and which of them execute barriers. */
import type { Constant, Func, Instruction, InstructionOf, Module, Value } from "../../analyzer/ir/model";
import { constantOperands, operands } from "../../analyzer/ir/uses";
import type { FindTraits } from "./traits";
import { components } from "./types";

/** Which functions of a kernel call which. */
export interface CallGraph {
  /** The kernel and what it may call, callees before their callers where no recursion forbids it. */
  readonly functions: readonly Func[];
  /** Functions that may execute a barrier, themselves or in a function that they call. */
  readonly blocking: ReadonlySet<Func>;
  /** Functions that may call themselves, also through other functions or pointers. */
  readonly recursive: ReadonlySet<Func>;
  /** The functions that a call may reach: one that it names, or all of its type whose address is taken. */
  targets(call: InstructionOf<"call">): readonly Func[];
}

/** The function with a body that a call names; `undefined` for built-in ones, pointers and inline assembly. */
export function calledFunction(instruction: Instruction): Func | undefined {
  if (instruction.op !== "call") return undefined;
  const { callee } = instruction;
  const target = callee.kind === "alias" ? callee.target : callee;
  return target.kind === "function" && target.blocks.length ? target : undefined;
}

/** Is it a call through a pointer to a function? */
export function isIndirect(instruction: Instruction): instruction is InstructionOf<"call"> {
  if (instruction.op !== "call") return false;
  return !["function", "alias", "asm"].includes(instruction.callee.kind);
}

/** The types of a function as they are passed: a call through a pointer reaches functions of the same types. */
function shapeOf({ signature }: Pick<Func, "signature">): string {
  const kinds = (type: Parameters<typeof components>[0]) => components(type).map(({ kind }) => kind);
  return `${signature.parameters.map(kinds).join(";")}:${kinds(signature.result)}${signature.variadic}`;
}

function functionsIn(value: Value, found: Set<Func>): void {
  const visit = (constant: Constant): void => {
    if (constant.kind === "function") {
      if (constant.blocks.length && !constant.isKernel) found.add(constant);
    }
    constantOperands(constant).forEach(visit);
  };
  if (!["argument", "instruction", "asm", "metadata"].includes(value.kind)) visit(value as Constant);
}

const taken = new WeakMap<Module, ReadonlySet<Func>>();

/** Functions whose address is a value somewhere in the module. */
function addressTaken(module: Module): ReadonlySet<Func> {
  const known = taken.get(module);
  if (known) return known;
  const found = new Set<Func>();
  for (const { initializer } of module.globals) if (initializer) functionsIn(initializer, found);
  for (const { blocks } of module.functions) {
    for (const { instructions } of blocks) {
      for (const instruction of instructions) {
        const values = instruction.op === "call" ? instruction.arguments : operands(instruction);
        for (const value of values) functionsIn(value, found);
      }
    }
  }
  taken.set(module, found);
  return found;
}

/** The call graph of a kernel in its module. */
export function callGraph(kernel: Func, module: Module, traits: FindTraits): CallGraph {
  const functions: Func[] = [];
  const blocking = new Set<Func>();
  const recursive = new Set<Func>();
  const path: Func[] = [];
  const seen = new Set<Func>();
  const targets = (call: InstructionOf<"call">) => callTargets(call, module);
  const visit = (fn: Func): void => {
    seen.add(fn);
    path.push(fn);
    for (const instruction of fn.blocks.flatMap(({ instructions }) => instructions)) {
      if (traits(instruction)?.barrier) blocking.add(fn);
      if (instruction.op === "call") for (const target of targets(instruction)) follow(fn, target);
    }
    path.pop();
    functions.push(fn);
  };
  const follow = (caller: Func, target: Func): void => {
    // All functions on a cycle of calls are recursive.
    if (path.includes(target)) for (const each of path.slice(path.indexOf(target))) recursive.add(each);
    if (!seen.has(target)) visit(target);
    if (blocking.has(target)) blocking.add(caller);
  };
  visit(kernel);
  return { functions, blocking, recursive, targets };
}

function callTargets(call: InstructionOf<"call">, module: Module): readonly Func[] {
  const named = calledFunction(call);
  if (named) return [named];
  if (!isIndirect(call)) return [];
  const shape = shapeOf(call);
  return [...addressTaken(module)].filter((fn) => shapeOf(fn) === shape);
}
