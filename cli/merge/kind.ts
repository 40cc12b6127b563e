/** What `warplens merge` can join: a kind of report in one format. */
import type { Severity } from "../../analyzer/rules/model";

/** A report as it was read. */
export interface ReportFile {
  /** As the user named it. */
  readonly name: string;
  readonly text: string;
  /** Its JSON, where it is JSON. */
  readonly value: unknown;
}

/** Several reports as one. */
export interface Joined {
  readonly text: string;
  /** Of every finding that is not suppressed. */
  readonly severities: readonly Severity[];
}

/** A kind of report. `join` throws UsageError for parts that do not go together or cannot be read. */
export interface ReportKind {
  /** As sentences name it. */
  readonly title: string;
  is(file: ReportFile): boolean;
  /** `output` is the path that the joined report is written to, undefined for standard output. */
  join(files: readonly ReportFile[], output: string | undefined): Joined;
}

/** A member of a value that may be anything. */
export const memberOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
