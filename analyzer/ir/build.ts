/** Mutable parts of a module: they are filled in place while a module is built, so that forward references stay valid. */
import type { Block, Func, Instruction, Type } from "./model";

/** The type of results and instructions that have none. */
export const VOID: Type = { kind: "void" };

/** A part of the model while it may still change. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A function while it is built. */
export interface FunctionBuilder extends Omit<Mutable<Func>, "blocks" | "arguments"> {
  blocks: Block[];
  arguments: Func["arguments"];
}

/** A block while it is built. */
export interface MutableBlock extends Omit<Mutable<Block>, "instructions" | "successors" | "predecessors"> {
  instructions: Instruction[];
  successors: Block[];
  predecessors: Block[];
}

/** A function declaration without a body; `type` is the type of its address. */
export function declaredFunction(name: string, type: Type, result: Type, parameters: readonly Type[]): Func {
  return {
    kind: "function",
    name,
    type,
    signature: { kind: "function", result, parameters, variadic: false },
    arguments: [],
    blocks: [],
    attributes: new Map(),
    linkage: "external",
    isKernel: false,
    instructionCount: 0,
  };
}
