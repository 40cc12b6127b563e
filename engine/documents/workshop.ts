/** What analyses share between documents. */
import type { CompileCache } from "../../analyzer/compiler/incremental/state";
import type { Syntax } from "../../analyzer/syntax";
import type { Platform } from "../model/platform";
import type { Neighbours } from "../sources/neighbours";
import type { LaunchBook } from "./launchBook";

/** What analyses share: the parser, the platform, and what earlier compiles left. */
export interface Workshop {
  readonly syntax: Syntax;
  readonly platform: Platform;
  readonly cache: CompileCache;
  readonly neighbours: Neighbours;
  readonly launches: LaunchBook;
}
