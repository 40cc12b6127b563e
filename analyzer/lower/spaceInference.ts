/**
 * Inference of memory spaces. clang's IR accesses memory through generic pointers; the NVPTX back end infers the memory
 * space, and nvcc assumes more: pointers that a kernel has as arguments, or loads from memory that only the host or another
 * kernel can have written, are global.
 *
 * Reference: LLVM's `InferAddressSpaces` and `NVPTXLowerArgs`; the PTX of `test/hardware/ptx/` (pointers in global
 * memory, `matrixAddPointers`) and of `test/lower/kernels/spaces.cu`.
 */
import type { Argument, Constant, Func, Instruction, Module, Value } from "../ir/model";
import { pointerSources } from "../ir/uses";
import { isConstantData } from "./constantData";
import type { Space } from "./model";

/** Memory spaces by NVPTX's numbers; 0 is generic. Reference: User Guide for NVPTX Back-end, "Address Spaces". */
const NUMBERED: ReadonlyMap<number, Space> = new Map([
  [1, "global"],
  [3, "shared"],
  [4, "constant"],
  [5, "local"],
  // Shared memory of any block of the cluster.
  [7, "generic"],
  [101, "constant"],
]);

/** Intrinsics that return their first argument. */
const THROUGH = /^llvm\.(ptrmask|launder\.invariant|strip\.invariant|nvvm\.internal\.addrspace|threadlocal)/;

/** `none` is the bottom of the lattice: null, undefined, or a value that only depends on itself. */
type Answer = Space | "none";

/**
 * Values that one inference looks at. Pointers that choose among each other again and again lead to twice as many with
 * each choice; what is not inferred by then is generic. CUTLASS's kernels take some hundreds.
 */
const MOST_LOOKED_AT = 20_000;

/** The memory spaces of pointers in one module, each inferred once. */
export class SpaceInference {
  private readonly known = new Map<Value, Answer>();
  private readonly inProgress = new Set<Value>();
  private lookedAt = 0;
  private readonly ownerOf = new Map<Argument, Func>();
  /** The arguments of each call of a function, for functions that are only called by name. */
  private readonly callsOf: ReadonlyMap<Func, readonly (readonly Value[])[]>;

  constructor(module: Module) {
    for (const func of module.functions) for (const argument of func.arguments) this.ownerOf.set(argument, func);
    this.callsOf = callsByName(module);
  }

  /** The memory space of a load or store through the pointer. */
  of(pointer: Value): Space {
    const answer = this.answer(pointer);
    return answer === "none" ? "generic" : answer;
  }

  /**
   * The memory space of an atomic through the pointer: nvcc keeps atomics generic where the pointer is loaded from memory.
   */
  ofAtomic(pointer: Value): Space {
    if (pointer.type.kind === "pointer" && NUMBERED.has(pointer.type.space)) return this.of(pointer);
    return this.of(pointer) === "global" && rootsOf(pointer).some((root) => root.kind === "instruction")
      ? "generic"
      : this.of(pointer);
  }

  private answer(value: Value): Answer {
    const numbered = value.type.kind === "pointer" ? NUMBERED.get(value.type.space) : undefined;
    if (numbered === "constant") return rootsOf(value).every(isConstantData) ? "global" : "constant";
    if (numbered) return numbered;
    const known = this.known.get(value);
    if (known) return known;
    if (this.inProgress.has(value)) return "none";
    if (this.inProgress.size === 0) this.lookedAt = 0;
    if (++this.lookedAt > MOST_LOOKED_AT) return "generic";
    this.inProgress.add(value);
    const answer = this.infer(value);
    this.inProgress.delete(value);
    // An answer that was computed within another inference may depend on `none` for it, and is not final.
    if (this.inProgress.size === 0 || answer === "generic") this.known.set(value, answer);
    return answer;
  }

  private infer(value: Value): Answer {
    switch (value.kind) {
      case "argument":
        return this.argument(value);
      case "instruction":
        return this.instruction(value);
      case "expression":
        return this.expression(value);
      case "alias":
        return this.answer(value.target);
      case "global":
        return isConstantData(value) ? "global" : "generic";
      case "null":
      case "undef":
      case "poison":
        return "none";
      default:
        return "generic";
    }
  }

  private argument(argument: Argument): Answer {
    const func = this.ownerOf.get(argument);
    if (!func) return "generic";
    if (func.isKernel) return argument.attributes.has("byval") ? "constant" : "global";
    if (argument.attributes.has("byval")) return "local";
    const sites = this.callsOf.get(func);
    if (!sites) return "generic";
    return this.join(sites.flatMap((site) => site[argument.index] ?? []));
  }

  private instruction(instruction: Instruction): Answer {
    switch (instruction.op) {
      case "gep":
        return this.answer(instruction.base);
      case "alloca":
        return "local";
      case "cast":
        return instruction.cast === "inttoptr" ? this.integer(instruction.value, 0) : this.answer(instruction.value);
      case "freeze":
        return this.answer(instruction.value);
      case "phi":
        return this.join(instruction.incoming.map((incoming) => incoming.value));
      case "select":
        return this.join([instruction.ifTrue, instruction.ifFalse]);
      case "load":
        return this.loaded(instruction.pointer);
      case "extractvalue":
        return instruction.aggregate.kind === "instruction" && instruction.aggregate.op === "load"
          ? this.loaded(instruction.aggregate.pointer)
          : "generic";
      case "call": {
        const { callee } = instruction;
        const first = instruction.arguments[0];
        return first && callee.kind === "function" && THROUGH.test(callee.name) ? this.answer(first) : "generic";
      }
      default:
        return "generic";
    }
  }

  /** The host or a kernel stored a pointer in global or constant memory: nvcc assumes that it is global. */
  private loaded(from: Value): Answer {
    const space = this.answer(from);
    if (space === "none") return "none";
    return space === "global" || space === "constant" ? "global" : "generic";
  }

  private expression(value: Extract<Constant, { kind: "expression" }>): Answer {
    const { expression } = value;
    if (expression.op === "cast")
      return expression.cast === "inttoptr" ? this.integer(expression.value, 0) : this.answer(expression.value);
    return expression.op === "gep" ? this.answer(expression.base) : "generic";
  }

  /** The memory space of an address that was an integer: that of the one operand that is a pointer. */
  private integer(value: Value, depth: number): Answer {
    if (depth > 16) return "generic";
    if (value.kind === "argument") return this.ownerOf.get(value)?.isKernel ? "global" : "generic";
    if (value.kind === "int") return "none";
    if (value.kind !== "instruction") return "generic";
    if (value.op === "cast") {
      return value.cast === "ptrtoint" ? this.answer(value.value) : this.integer(value.value, depth + 1);
    }
    if (value.op !== "binary") return "generic";
    const left = this.integer(value.left, depth + 1);
    const right = this.integer(value.right, depth + 1);
    // An offset has no memory space: `none`, or `generic` where no pointer is among its operands.
    if (left === "none" || (left === "generic" && right !== "none")) return right;
    return left;
  }

  private join(values: readonly Value[]): Answer {
    let found: Answer = "none";
    for (const value of values) {
      const answer = this.answer(value);
      if (answer === "none" || answer === found) continue;
      if (found !== "none") return "generic";
      found = answer;
    }
    return found;
  }
}

/**
 * The arguments of each call of a function. Functions that are passed to others are left out: they may have other callers.
 */
function callsByName({ functions }: Module): ReadonlyMap<Func, readonly (readonly Value[])[]> {
  const calls = new Map<Func, (readonly Value[])[]>();
  const escaped = new Set<Func>();
  const instructions = functions.flatMap(({ blocks }) => blocks.flatMap((block) => block.instructions));
  for (const one of instructions) {
    if (one.op !== "call" && one.op !== "invoke") continue;
    for (const argument of one.arguments) if (argument.kind === "function") escaped.add(argument);
    if (one.callee.kind !== "function") continue;
    const sites = calls.get(one.callee) ?? [];
    sites.push(one.arguments);
    calls.set(one.callee, sites);
  }
  for (const func of escaped) calls.delete(func);
  return calls;
}

/** Roots by value; values never change. */
const knownRoots = new WeakMap<Value, readonly Value[]>();

/** The roots of a pointer: the loads, arguments and objects from which address arithmetic, casts, phis and selects compute it. */
export function rootsOf(pointer: Value): readonly Value[] {
  const before = knownRoots.get(pointer);
  if (before) return before;
  const roots = new Set<Value>();
  const seen = new Set<Value>();
  const visit = (value: Value): void => {
    if (seen.has(value)) return;
    seen.add(value);
    const through = pointerSources(value);
    if (through) for (const source of through) visit(source);
    else if (value.kind !== "null" && value.kind !== "undef" && value.kind !== "poison") roots.add(value);
  };
  visit(pointer);
  const found = [...roots];
  knownRoots.set(pointer, found);
  return found;
}
