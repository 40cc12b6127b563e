/** Device bitcode as the IR that is lowered and run. */
import type { Level } from "../../analyzer/compiler/command/commands";
import { type LineMap, linesNow } from "../../analyzer/compiler/lines/lineMap";
import type { Module, SourceVariable } from "../../analyzer/ir/model";
import { concreteReading, instrumentedReading, wholeReading } from "../../analyzer/readings";

/** Device code as the simulator runs it. */
export interface DeviceModule {
  readonly module: Module;
  /** The variables of whose values the instrumented code notifies, numbered from `firstVariable` on. */
  readonly variables: readonly SourceVariable[];
}

/** Of anything but `optimised` code the stack variables have to become values first: clang has left all of them. */
export function deviceModule(
  bitcode: Uint8Array,
  level: Level = "optimised",
  firstVariable = 0,
  moved?: LineMap,
): DeviceModule {
  const lineNow = linesNow(moved);
  if (level === "followed") return instrumentedReading(bitcode, firstVariable, lineNow);
  const module = level === "optimised" ? concreteReading(bitcode, lineNow) : wholeReading(bitcode, lineNow);
  return { module, variables: [] };
}
