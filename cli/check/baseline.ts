/**
 * A baseline: the findings of a day, written down so that only newer ones fail. Findings are known again by file, rule
 * and fingerprint, so lines may move; an entry that nothing matches any more is stale.
 */
import { writeFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import type { FindingJson, SuppressedFindingJson } from "../../engine/formats/findings";
import { UsageError } from "../../engine/model/errors";
import { readText, shownPath } from "../common/documents";
import type { CheckReport } from "./report";

/** A known finding. */
export interface Entry {
  /** Relative to the baseline's folder, with forward slashes. */
  readonly path: string;
  readonly rule: string;
  readonly fingerprint: string;
  /** For people who read the file; not compared. */
  readonly message: string;
}

/** Known findings of a project: those that do not fail a run. */
export interface Baseline {
  readonly file: string;
  readonly entries: readonly Entry[];
}

const VERSION = 1;

const isEntry = (value: unknown): value is Entry =>
  ["path", "rule", "fingerprint"].every((key) => typeof (value as Record<string, unknown> | null)?.[key] === "string");

/** The entries of a baseline's JSON; undefined where it is none of this version. */
export function parseBaseline(value: unknown): readonly Entry[] | undefined {
  const { version, findings } = (value ?? {}) as { version?: unknown; findings?: unknown };
  return version === VERSION && Array.isArray(findings) && findings.every(isEntry) ? findings : undefined;
}

/** Reads a baseline; throws UsageError when there is none or it is no baseline. */
export async function readBaseline(file: string): Promise<Baseline> {
  const shown = shownPath(file);
  let reason = "there is no such baseline; write it with --write-baseline";
  const text = await readText(file, (why) => {
    reason = `the baseline is not read: ${why}`;
  });
  if (text === undefined) throw new UsageError(`${shown}: ${reason}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const entries = parseBaseline(value);
  if (entries) return { file, entries };
  throw new UsageError(`${shown}: this is not a baseline of this version; write a new one with --write-baseline.`);
}

/** A path as the baseline in `file` has it: relative to its folder, with forward slashes. */
export const pathIn = (file: string, path: string): string =>
  relative(dirname(file), resolve(path)).split(sep).join("/");

const keyOf = (entry: Pick<Entry, "path" | "rule" | "fingerprint">): string =>
  `${entry.path} ${entry.rule} ${entry.fingerprint}`;

function entryOf(file: string, path: string, { rule, fingerprint, message }: FindingJson): Entry {
  return { path: pathIn(file, path), rule, fingerprint, message };
}

/** The same report with the findings that the baseline knows among the suppressed ones. */
export function applyBaseline(report: CheckReport, { file, entries }: Baseline): CheckReport {
  const known = new Set(entries.map(keyOf));
  const suppression = { kind: "baseline", reason: "", line: null } as const;
  return {
    ...report,
    files: report.files.map((one) => {
      const isKnown = (finding: FindingJson) => known.has(keyOf(entryOf(file, one.path, finding)));
      const old = one.findings.filter(isKnown).map((finding): SuppressedFindingJson => ({ ...finding, suppression }));
      return {
        ...one,
        findings: one.findings.filter((finding) => !isKnown(finding)),
        suppressed: [...one.suppressed, ...old],
      };
    }),
  };
}

/** Entries of files that were checked, or that are gone, which no finding matches. */
export function staleEntries(
  report: CheckReport,
  { file, entries }: Baseline,
  exists: (path: string) => boolean,
): Entry[] {
  const checked = new Set(report.files.map((one) => pathIn(file, one.path)));
  const found = new Set(
    report.files.flatMap((one) =>
      [...one.findings, ...one.suppressed].map((finding) => keyOf(entryOf(file, one.path, finding))),
    ),
  );
  const isOver = ({ path }: Entry) => checked.has(path) || !exists(resolve(dirname(file), path));
  return entries.filter((entry) => isOver(entry) && !found.has(keyOf(entry)));
}

/** A baseline as a file has it, in an order that makes small differences between its versions. */
export function baselineText(entries: readonly Entry[]): string {
  const findings = entries.map((entry) => ({ entry, key: keyOf(entry) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  return `${JSON.stringify({ version: VERSION, findings: findings.map((one) => one.entry) }, null, 2)}\n`;
}

async function write(file: string, entries: readonly Entry[]): Promise<void> {
  await writeFile(file, baselineText(entries)).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${shownPath(file)}: the baseline cannot be written (${error.code}).`);
  });
}

/** Makes the findings of a report the baseline; entries of files that were not checked stay. */
export async function writeBaseline(file: string, report: CheckReport, old: Baseline): Promise<Baseline> {
  const checked = new Set(report.files.map((one) => pathIn(file, one.path)));
  const kept = old.entries.filter((entry) => !checked.has(entry.path));
  const fresh = report.files.flatMap((one) => one.findings.map((finding) => entryOf(file, one.path, finding)));
  const entries = [...kept, ...fresh];
  await write(file, entries);
  return { file, entries };
}

/** Takes entries out of a baseline. */
export async function pruneBaseline({ file, entries }: Baseline, stale: readonly Entry[]): Promise<void> {
  const gone = new Set(stale);
  await write(
    file,
    entries.filter((entry) => !gone.has(entry)),
  );
}
