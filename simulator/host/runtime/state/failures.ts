/**
 * Failed calls as findings of the run: the call, its line, the error's name, the reason where it is known, and whether the
 * program looks at the code. Failures that only follow from a spoiled context are reported once, at the end.
 */
import type { Location } from "../../../../analyzer/ir/model";
import { callKey, lineText, report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";

interface Failed {
  readonly call: string;
  /** Name of the error, and the runtime's text for it. */
  readonly error: string;
  readonly text: string;
  /** Findings that there were before the call. */
  readonly known: number;
}

const isAt = (one: Location | undefined, other: Location | undefined): boolean =>
  one?.file === other?.file && one?.line === other?.line;

/** A call as the program writes it: versions of an entry point are the header's. */
const written = (call: string): string => call.replace(/_(?:v\d+|pt[sd][zs])$/, "");

/** Reports a call that fails. A finding that the call has made already says why, and gets the error's name. */
export function noteFailure(machine: HostMachine, { call, error, text, known }: Failed): void {
  const { cuda, place, findings } = machine;
  const { what, reason, isLaunchSyntax = false, other } = cuda.refusal ?? {};
  cuda.refusal = undefined;
  const explained = findings.length > known ? findings.at(-1)! : undefined;
  const isRead = !isLaunchSyntax && !cuda.unreadResults.has(callKey(call, place));
  if (explained && isAt(explained.place, place)) {
    const message = `${explained.message} ${written(call)} fails with ${error}`;
    addFailure(machine, findings.length - 1, message, isRead);
    return;
  }
  const index = findings.length;
  const message = what
    ? `${what} is refused with ${error}: ${reason}. No thread of it runs`
    : `${written(call)} fails with ${error}${reason ? `: ${reason}` : text && ` (${text})`}`;
  report(machine, { kind: what ? "refused-launch" : "failed-call", message, place, ...(other && { other }) });
  if (findings.length > index) addFailure(machine, index, message, isRead);
}

function addFailure(machine: HostMachine, finding: number, message: string, isRead: boolean): void {
  if (isRead) conclude(machine, finding, `${message}; the program reads the result.`, true);
  else {
    conclude(machine, finding, `${message}, and the program does not look at the error.`, false);
    machine.cuda.unseenFailures.push({ finding, message });
  }
}

/** A failed call whose code the program sees is a warning: the program can handle it. */
function conclude({ findings }: HostMachine, index: number, message: string, isSeen: boolean): void {
  const finding = findings[index]!;
  const isHandled = isSeen && finding.kind === "failed-call";
  findings[index] = { ...finding, message, ...(isHandled && { severity: "warning" }) };
}

/** The program asks for the last error: it looks at the last failure, and not at those before it. */
export function noteAsked(machine: HostMachine): void {
  const { cuda, place } = machine;
  if (cuda.spoiled) cuda.spoiled.isSeen = true;
  const last = cuda.unseenFailures.pop();
  cuda.unseenFailures = [];
  if (!last) return;
  conclude(machine, last.finding, `${last.message}; the program asks for the error at ${lineText(place)}.`, true);
}

/** A call failed because a kernel has spoiled the context. */
export function noteSpoiled({ cuda, place }: HostMachine, call: string): void {
  const isSeen = !cuda.unreadResults.has(callKey(call, place));
  cuda.spoiled ??= { first: { call, place }, count: 0, isSeen: false };
  cuda.spoiled.count++;
  cuda.spoiled.isSeen ||= isSeen;
}

/** At the end of the run: which calls an error of a kernel made fail, or that the program never heard of it. */
export function reportSpoiled(machine: HostMachine, nameOf: (code: number) => string): void {
  const { spoiled, spoiledBy, fault } = machine.cuda;
  const kernel = spoiledBy ?? fault;
  if (!kernel) return;
  const error = nameOf(kernel.code);
  const launched = { message: `${kernel.what} is launched here`, place: kernel.place };
  if (!spoiled) {
    const message = `${kernel.what} ends with ${error}, and no call of the program waits for it, so none returns the error.`;
    report(machine, { kind: "spoiled-context", message, place: kernel.place });
    return;
  }
  const { first, count, isSeen } = spoiled;
  const later =
    count === 1 ? "" : count === 2 ? " One later call fails likewise." : ` ${count - 1} later calls fail likewise.`;
  const unread = count === 1 ? " The program does not read its result." : " The program reads none of their results.";
  const unseen = isSeen ? "" : unread;
  const message = `${written(first.call)} does nothing and fails with ${error}, as ${kernel.what} has spoiled the context.${later}${unseen}`;
  report(machine, { kind: "spoiled-context", message, place: first.place, other: launched });
}
