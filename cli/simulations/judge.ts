/** Whether a run fails the command, and with which exit code. */
import type { SimulateJson } from "../../engine/formats/simulation";
import { say } from "../common/say";

/** Severities of findings of a run, the gravest first. */
export const runSeverities = ["error", "warning", "information"] as const;

/** How grave a finding of a run is. */
export type RunSeverity = (typeof runSeverities)[number];

/** Outcomes that the program is to blame for. */
const FAULTS: ReadonlySet<string> = new Set(["trapped", "deadlock", "refused"]);

/** Whether the run failed under assumed values: reported, and no finding, unless it is one of the faults that were looked for. */
const isAssumed = ({ outcome, assumed }: SimulateJson, wasChecked: boolean): boolean =>
  outcome !== "completed" && assumed !== undefined && !(outcome === "deadlock" && wasChecked);

/** The severities of what a run found; a run that ended in a fault of the program has an error. */
export function severitiesOf(result: SimulateJson, wasChecked: boolean): RunSeverity[] {
  if (isAssumed(result, wasChecked)) return [];
  const { outcome, launches, findings = [] } = result;
  const found = [...findings, ...launches.flatMap((launch) => launch.findings)].map(({ severity }) => severity);
  return FAULTS.has(outcome) ? ["error", ...found] : found;
}

/** Whether a severity is at or above the level that fails. */
export const reaches = (severity: RunSeverity, failOn: RunSeverity): boolean =>
  runSeverities.indexOf(severity) <= runSeverities.indexOf(failOn);

/**
 * Says how a run ended that did not complete, and gives the exit code: 0 for a clean run, 1 for findings about the
 * program, 2 for what we cannot run. The program's own exit code is no part of it.
 */
export function exitCodeOf(result: SimulateJson, failOn: RunSeverity, wasChecked: boolean): number {
  const { outcome, message, line, path } = result;
  if (outcome !== "completed" && typeof result.exit_code !== "number") {
    const where = line === undefined ? "" : ` (${path ? `${path}, ` : ""}line ${line})`;
    say(`${message}${where}`);
  }
  if (isAssumed(result, wasChecked)) return 0;
  if (outcome !== "completed") return FAULTS.has(outcome) ? 1 : 2;
  return severitiesOf(result, wasChecked).some((one) => reaches(one, failOn)) ? 1 : 0;
}
