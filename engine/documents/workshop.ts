/** What analyses share between documents. */
import type { Neighbours } from "../sources/neighbours";
import type { CompileTools } from "./compileTools";
import type { LaunchBook } from "./launchBook";

/** What compiling takes, the other sources of the workspace, and the launches of its programs. */
export interface Workshop extends CompileTools {
  readonly neighbours: Neighbours;
  readonly launches: LaunchBook;
}
