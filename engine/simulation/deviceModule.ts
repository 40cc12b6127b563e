/** Device bitcode as the IR that is lowered and run. */
import type { Module } from "../../analyzer/ir/model";
import { promoteModule } from "../../analyzer/ir/promote";
import { readModule } from "../../analyzer/ir/reader";
import { expandAssembly } from "../../analyzer/ptx/expand";

/** `complete`: clang has optimised nothing, so that its stack variables have to become values first. */
export function deviceModule(bitcode: Uint8Array, complete = false): Module {
  const module = expandAssembly(readModule(bitcode));
  return complete ? promoteModule(module) : module;
}
