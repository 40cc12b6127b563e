/** What analyses share between documents. */
import type { ProgramTools } from "./compileTools";
import type { LaunchBook } from "./launchBook";

/** What compiling takes, the other sources of the workspace, and the launches of its programs. */
export interface Workshop extends ProgramTools {
  readonly launches: LaunchBook;
}
