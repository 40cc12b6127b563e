/** Device bitcode as the IR that is lowered and run. */
import type { Level } from "../../analyzer/compiler/command/commands";
import { linesNow, type Moved } from "../../analyzer/compiler/lines/lineMap";
import { followVariables } from "../../analyzer/ir/followed";
import type { Module, SourceVariable } from "../../analyzer/ir/model";
import { promoteModule } from "../../analyzer/ir/promote";
import { readModule } from "../../analyzer/ir/reader/reader";
import { hoistReadOnly } from "../../analyzer/lower/passes/hoist";
import { sinkCommonCode } from "../../analyzer/lower/passes/sink";
import { copyRounds } from "../../analyzer/lower/passes/unroll";
import { expandAssembly } from "../../analyzer/ptx/expand";

export interface DeviceModule {
  readonly module: Module;
  /** The variables whose values `followed` code tells, by the number that it calls them from `firstVariable` on. */
  readonly variables: readonly SourceVariable[];
}

/** Of anything but `optimised` code the stack variables have to become values first: clang has left all of them. */
export function deviceModule(
  bitcode: Uint8Array,
  level: Level = "optimised",
  firstVariable = 0,
  moved?: Moved,
): DeviceModule {
  const read = readModule(bitcode, linesNow(moved));
  const { module, variables } =
    level === "followed" ? followVariables(read, firstVariable) : { module: read, variables: [] };
  const expanded = expandAssembly(module);
  return {
    module: level === "optimised" ? hoistReadOnly(copyRounds(sinkCommonCode(expanded))) : promoteModule(expanded),
    variables,
  };
}
