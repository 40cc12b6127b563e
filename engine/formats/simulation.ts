/** What `warplens simulate --format json` prints. */
import type { OutcomeKind } from "../../simulator/model";
import type { LaunchReportJson } from "./launch";
import type { ProgramJson } from "./program";

/** A run: one launch of a kernel, or a program with all that it launches. */
export interface SimulateJson extends Partial<ProgramJson> {
  readonly version: number;
  readonly device: string;
  readonly outcome: OutcomeKind;
  readonly message: string;
  /**
   * Of a kernel by itself that trapped or hung: what the run assumes of its launch and arguments, as `grid 1` or
   * `columns = iota:262144`. It need not go wrong in the program.
   */
  readonly assumed?: readonly string[];
  /** One-based line at which a program stopped, where it is known; `path` as of a place. */
  readonly line?: number;
  readonly path?: string;
  /** Of a program that does not link: files of its project that define what it lacks, from the folder of its first file. */
  readonly missing_sources?: readonly string[];
  readonly launches: readonly LaunchReportJson[];
  readonly search?: SearchJson;
  /** Of a kernel by itself, where that was asked for: a hash of each buffer after the run, in the order of its arguments. */
  readonly digests?: readonly string[];
}

/** Of a run that looked for arguments: how many it tried, and with which a checked run found something, as `n=63`. */
export interface SearchJson {
  readonly tried: number;
  readonly found: boolean;
  readonly arguments: readonly string[];
}
