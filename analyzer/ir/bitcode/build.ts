/**
 * What the reader's files share while a module is being built. The finished module is readonly; while it is built its
 * objects are filled in place, so that references to them, forward ones too, stay good.
 */

import type { Alias, Block, Func, GlobalVariable, Instruction, MetadataValue, Type, Value } from "../model";
import { IrError } from "../model";
import type { AttributeTable } from "./attributes";
import type { Bitstream } from "./bitstream";
import type { MetadataTable } from "./metadata";
import { METADATA, type TypeTable } from "./types";

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A function while it is built. */
export interface FuncUnderway extends Omit<Mutable<Func>, "blocks" | "arguments"> {
  blocks: Block[];
  arguments: Func["arguments"];
}

/** A function that code calls and that has no body here; `type` is that of its address. */
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

/** A block while it is built. */
export interface BlockUnderway extends Omit<Mutable<Block>, "instructions" | "successors" | "predecessors"> {
  instructions: Instruction[];
  successors: Block[];
  predecessors: Block[];
}

/** The one metadata operand: its content is not modelled. */
export const METADATA_VALUE: MetadataValue = { kind: "metadata", type: METADATA };

/** A global whose name is still a place in the string table, and whose initializer or target is still a number. */
export interface Named {
  readonly target: Mutable<GlobalVariable> | Mutable<Alias> | FuncUnderway;
  readonly offset: number;
  readonly size: number;
}

/** Everything that the blocks of one module fill. */
export interface ModuleState {
  readonly stream: Bitstream;
  readonly types: TypeTable;
  readonly attributes: AttributeTable;
  readonly metadata: MetadataTable;
  /** Values by number: globals, then constants, then (while a body is read) arguments, constants and instructions. */
  readonly values: Value[];
  /** Names of synchronisation scopes by number. */
  readonly scopes: string[];
  /** Names of operand bundles by number. */
  readonly bundleTags: string[];
  /** Address space of stack variables, from the data layout. */
  allocaSpace: number;
}

/** The value with an absolute number; one that is not there is bad bitcode. */
export function valueAt(state: ModuleState, index: number): Value {
  const value = state.values[index];
  if (!value) throw new IrError(`value ${index} is not defined`);
  return value;
}
