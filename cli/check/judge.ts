/** Whether findings fail a run. */
import type { Severity } from "../../analyzer/rules/model";
import { severities } from "../../engine/configuration/layer";
import type { FindingJson } from "../../engine/formats/findings";

/** When findings fail a run. */
export interface Thresholds {
  /** Findings of this severity and worse fail. */
  readonly failOn: Severity;
  /** The most warnings that pass, whatever `failOn` says of them. */
  readonly maxWarnings: number | undefined;
}

/** Whether findings reach the thresholds. */
export function fails(findings: readonly FindingJson[], { failOn, maxWarnings }: Thresholds): boolean {
  const bar = severities.indexOf(failOn);
  const warnings = findings.filter((one) => one.severity === "warning").length;
  if (maxWarnings !== undefined && warnings > maxWarnings) return true;
  return findings.some(
    ({ severity }) => severities.indexOf(severity) <= bar && (severity !== "warning" || maxWarnings === undefined),
  );
}
