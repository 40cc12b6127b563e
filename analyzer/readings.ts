/**
 * The pipeline from bitcode to IR: the one place where the order of the passes stands.
 *
 * Device code is read twice. The abstract reading is what findings are made of: loops stand as they are written, so that
 * a figure belongs to a line. The concrete reading is what the simulator runs and counts: loops are unrolled and
 * read-only loads hoisted as ptxas does it. Two further readings, of code that clang has not optimised, serve checked runs
 * and recordings of variables, in which nothing that the program does may be missing.
 */
import { instrumentVariables } from "./ir/instrumentation";
import type { Module, SourceVariable } from "./ir/model";
import { promoteModule } from "./ir/promote";
import { readModule } from "./ir/reader/reader";
import { hoistReadOnly } from "./lower/passes/hoist";
import { inlineWaits } from "./lower/passes/inlineWaits";
import { sinkCommonCode } from "./lower/passes/sink";
import { unrollLoops } from "./lower/passes/unroll";
import { expandAssembly } from "./ptx/expand";

/** Where a line of a file is now that clang saw elsewhere; lines are one-based, 0 is none. */
type LineNow = (file: string, line: number) => number;

/** Optimised bitcode as findings read it. Throws `IrError` where the bitcode is damaged or of a kind that is not read. */
export function abstractReading(bitcode: Uint8Array, lineNow?: LineNow): Module {
  return sinkCommonCode(expandAssembly(readModule(bitcode, lineNow)));
}

/** Optimised bitcode as the simulator runs it. Throws as above. */
export function concreteReading(bitcode: Uint8Array, lineNow?: LineNow): Module {
  return hoistReadOnly(unrollLoops(abstractReading(bitcode, lineNow)));
}

/** Bitcode without optimisation, for checked runs: every access of the program is there, variables are values. */
export function wholeReading(bitcode: Uint8Array, lineNow?: LineNow): Module {
  return promoteModule(inlineWaits(expandAssembly(readModule(bitcode, lineNow))));
}

/** As `wholeReading`, with a call wherever a variable of the source gets a value; numbers count up from `first`. */
export function instrumentedReading(
  bitcode: Uint8Array,
  first: number,
  lineNow?: LineNow,
): { readonly module: Module; readonly variables: readonly SourceVariable[] } {
  const { module, variables } = instrumentVariables(readModule(bitcode, lineNow), first);
  return { module: promoteModule(expandAssembly(module)), variables };
}
