/** Whether findings fail a run. */
import type { Severity } from "../../analyzer/rules/model";
import { severities } from "../../engine/configuration/layer";

/** When findings fail a run. */
export interface Thresholds {
  /** Findings of this severity and worse fail. */
  readonly failOn: Severity;
  /** The most warnings that pass, whatever `failOn` says of them. */
  readonly maxWarnings: number | undefined;
}

/** Whether findings of these severities reach the thresholds. */
export function reachesLimits(found: readonly Severity[], { failOn, maxWarnings }: Thresholds): boolean {
  const bar = severities.indexOf(failOn);
  const warnings = found.filter((severity) => severity === "warning").length;
  if (maxWarnings !== undefined && warnings > maxWarnings) return true;
  return found.some(
    (severity) => severities.indexOf(severity) <= bar && (severity !== "warning" || maxWarnings === undefined),
  );
}
