/** What compiling a document takes. */
import type { CompileCache } from "../../analyzer/compiler/incremental/state";
import type { Syntax } from "../../analyzer/syntax";
import type { Platform } from "../model/platform";
import type { Neighbours } from "../sources/neighbours";

/** The parser, the platform with its clang, and what earlier compiles left. */
export interface CompileTools {
  readonly syntax: Syntax;
  readonly platform: Platform;
  readonly cache: CompileCache;
}

/** What finding the launches of a program takes: its other sources as well. */
export interface ProgramTools extends CompileTools {
  readonly neighbours: Neighbours;
}
