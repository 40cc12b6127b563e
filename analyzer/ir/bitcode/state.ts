/** What the reader's files share while a module is being read. */
import type { FunctionBuilder, Mutable } from "../build";
import type { Alias, GlobalVariable, MetadataValue, Value } from "../model";
import { IrError } from "../model";
import type { AttributeTable } from "./attributes";
import type { Bitstream } from "./bitstream";
import type { MetadataTable } from "./metadata";
import { METADATA, type TypeTable } from "./types";

/** The one metadata operand: its content is not modelled. */
export const METADATA_VALUE: MetadataValue = { kind: "metadata", type: METADATA };

/** A global whose name is still a place in the string table, and whose initializer or target is still a number. */
export interface Named {
  readonly target: Mutable<GlobalVariable> | Mutable<Alias> | FunctionBuilder;
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
