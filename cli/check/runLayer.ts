/** What concerns a whole run and no single file: from the command line, else from the configuration of this folder. */
import { resolve } from "node:path";
import type { Layer } from "../../engine/model/configurationFile";
import type { Thresholds } from "./judge";

/** Settings of a whole run. */
export interface RunLayer extends Thresholds {
  /** Absolute path. */
  readonly baseline: string | undefined;
}

/** The settings of a run: the command line's where it gives one, else the configuration's, else defaults. */
export function runLayer(given: Layer, configured: Layer = {}): RunLayer {
  return {
    failOn: given.failOn ?? configured.failOn ?? "warning",
    maxWarnings: given.maxWarnings ?? configured.maxWarnings,
    baseline: given.baseline === undefined ? configured.baseline : resolve(given.baseline),
  };
}
