/** What concerns a whole run and no single file: told on the command line, else in the configuration of this folder. */
import { resolve } from "node:path";
import type { Layer } from "../../engine/model/configurationFile";
import type { Thresholds } from "./judge";

/** Settings of a whole run. */
export interface RunLayer extends Thresholds {
  /** Absolute path. */
  readonly baseline: string | undefined;
}

/** The settings of a run: the command line's where it gives one, else the configuration's, else defaults. */
export function runLayer(told: Layer, configured: Layer = {}): RunLayer {
  return {
    failOn: told.failOn ?? configured.failOn ?? "warning",
    maxWarnings: told.maxWarnings ?? configured.maxWarnings,
    baseline: told.baseline === undefined ? configured.baseline : resolve(told.baseline),
  };
}
