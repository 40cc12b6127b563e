/** What the host side of a run shows to be wrong, with the places that belong together. */
import { lineName } from "../../../analyzer/ir/frames";
import type { Location } from "../../../analyzer/ir/model";

/** What a run can find wrong on the host side; `docs/programs.md` says what each is. */
export const findingKinds = [
  "leak",
  "double-free",
  "wrong-free",
  "use-after-free",
  "out-of-bounds",
  "misaligned",
  "trapped",
  "deadlock",
  "device-variable",
  "constant-write",
  "write-combined-read",
  "pageable-async-copy",
  "copy-direction",
  "copy-past-end",
  "read-before-synchronise",
  "host-dereferences-device",
  "kernel-dereferences-host",
  "other-device-memory",
  "mapped-atomic",
  "uninitialised-read",
  "refused-launch",
  "failed-call",
  "spoiled-context",
  "unordered-streams",
  "write-before-synchronise",
  "free-before-synchronise",
  "pitched-memory",
  "texture-description",
  "removed-api",
  "unsynchronized-timing",
  "unrecorded-event",
] as const;

/** What a finding is about; one of {@link findingKinds}. */
export type FindingKind = (typeof findingKinds)[number];

/** How grave a finding of a run is: an error makes results wrong, a warning costs time, the rest is for information. */
export type FindingSeverity = "error" | "warning" | "information";

const graded: Partial<Record<FindingKind, FindingSeverity>> = {
  leak: "information",
  "pageable-async-copy": "warning",
  "write-combined-read": "warning",
  "mapped-atomic": "warning",
  "pitched-memory": "warning",
  "removed-api": "warning",
  "unrecorded-event": "warning",
};

/** The severity of a finding: its own, else that of its kind. */
export const severityOf = ({ kind, severity }: HostFinding): FindingSeverity => severity ?? graded[kind] ?? "error";

/** One thing that a run showed to be wrong in the host's code. */
export interface HostFinding {
  readonly kind: FindingKind;
  /** Where it is not that of the kind. */
  readonly severity?: FindingSeverity;
  readonly message: string;
  readonly place: Location | undefined;
  /** The other place: where the memory was allocated or freed, the work issued. */
  readonly other?: { readonly message: string; readonly place: Location | undefined };
}

/** Where findings are collected. */
export interface FindingSink {
  /** What the run shows to be wrong, in the order in which it was seen. */
  readonly findings: HostFinding[];
  /** Keys of the findings; one that is known is not reported again. */
  readonly findingKeys: Set<string>;
}

/** Notes a finding once for each kind and pair of places, however often a loop repeats it. */
export function report(sink: FindingSink, finding: HostFinding): void {
  const at = (one: Location | undefined) => (one ? `${one.file}:${one.line}:${one.column}` : "");
  const key = `${finding.kind} ${at(finding.place)} ${at(finding.other?.place)} ${finding.place ? "" : finding.message}`;
  if (sink.findingKeys.has(key)) return;
  sink.findingKeys.add(key);
  sink.findings.push(finding);
}

/** A place as messages name it: `line 12`. */
export function lineText(place: Location | undefined): string {
  return place ? lineName(place) : "an unknown line";
}

/** A noun as a sentence begins with it: `The kernel fill`. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names a call by its function and the line and column that it is called from. */
export function callKey(name: string, place: Location | undefined): string {
  return `${name} ${place ? `${place.file}:${place.line}:${place.column}` : ""}`;
}
