/**
 * Uses of events that do not what they seem to: waits for an event that is never recorded, which return at once, and times of
 * events that the host has not waited for. Reference: CUDA Runtime API, "Event Management".
 */
import type { AllocationRecord } from "../../model/allocationRecord";
import type { EventState, Work } from "../../model/cuda";
import { callKey, type HostFinding, lineText, report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";

/** A call of the program that waits for events, over all its executions. */
interface WaitSite {
  readonly call: string;
  readonly place: HostMachine["place"];
  readonly created: AllocationRecord | undefined;
  /** Events that had not been recorded when it waited for them. */
  readonly idle: Set<EventState>;
  /** It has also waited for an event that had been recorded: the first iteration of a loop may wait for nothing. */
  isUseful: boolean;
}

/** A call that asks for the time of an event that the host has not waited for. */
interface EarlyTime {
  readonly finding: HostFinding;
  readonly work: Work;
  /** It asks again about the same recording: the program polls, and takes the error as an answer. */
  isPolling: boolean;
}

interface Known {
  readonly waits: Map<string, WaitSite>;
  readonly early: Map<string, EarlyTime>;
}

const machines = new WeakMap<HostMachine, Known>();

function knownOf(machine: HostMachine): Known {
  const known = machines.get(machine) ?? { waits: new Map(), early: new Map() };
  machines.set(machine, known);
  return known;
}

/** Notes a wait for an event; gives whether there is nothing to wait for, as the event has not been recorded. */
export function noteWait(machine: HostMachine, call: string, handle: bigint, event: EventState): boolean {
  const { waits } = knownOf(machine);
  const key = callKey(call, machine.place);
  const created = machine.log.at(handle);
  const site = waits.get(key) ?? { call, place: machine.place, created, idle: new Set(), isUseful: false };
  waits.set(key, site);
  const isIdle = !event.isRecorded && !event.interprocess;
  if (isIdle) site.idle.add(event);
  else site.isUseful = true;
  return isIdle;
}

/** Why two events have no time between them; undefined where they have. */
export function untimedReason(
  machine: HostMachine,
  events: readonly (readonly [bigint, EventState])[],
): string | undefined {
  const names = ["start", "end"];
  for (const [i, [handle, event]] of events.entries()) {
    const made = lineText(machine.log.at(handle)?.place);
    if (!event.timed) return `the ${names[i]} event was created with cudaEventDisableTiming at ${made}`;
    if (event.time === undefined)
      return `the ${names[i]} event has not been recorded: call cudaEventRecord on it first`;
  }
  const [start, end] = events.map(([, event]) => event.device);
  return start === end ? undefined : `the start event is of device ${start}, the end event of device ${end}`;
}

/** The program asks for the time between two recordings: a finding where the host has waited for neither. */
export function noteElapsed(machine: HostMachine, works: readonly (Work | undefined)[]): void {
  const work = works.findLast((one) => one && !one.seen);
  if (!work) return;
  const { place } = machine;
  const key = callKey("cudaEventElapsedTime", place);
  const isRead = !machine.cuda.unreadResults.has(key);
  const finding: HostFinding = {
    kind: "unsynchronized-timing",
    ...(isRead && { severity: "warning" }),
    message:
      "cudaEventElapsedTime asks about an event that the host has not waited for: unless the work before the event happens to have ended, the call fails with cudaErrorNotReady and sets no time. Call cudaEventSynchronize on the event first.",
    place,
    other: { message: "the event is recorded here", place: work.place },
  };
  if (!isRead) {
    report(machine, finding);
    return;
  }
  const { early } = knownOf(machine);
  const before = early.get(key);
  if (!before) early.set(key, { finding, work, isPolling: false });
  else if (before.work === work) before.isPolling = true;
}

/** At the end of a run: times that were asked for too early, and waits for events that no call has recorded. */
export function reportEventUse(machine: HostMachine): void {
  const { waits, early } = knownOf(machine);
  for (const { finding, isPolling } of early.values()) if (!isPolling) report(machine, finding);
  for (const { call, place, created, idle, isUseful } of waits.values()) {
    if (isUseful || [...idle].some((one) => one.isRecorded)) continue;
    report(machine, {
      kind: "unrecorded-event",
      message: `${call} waits for an event that no call of this run records: it returns at once, and nothing waits. Record the event with cudaEventRecord after the work that is to be waited for.`,
      place,
      ...(created && { other: { message: "the event is created here", place: created.place } }),
    });
  }
}
