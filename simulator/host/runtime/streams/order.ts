/**
 * Work of two streams, of one device or of two, that touches the same bytes in no order. The run executes work when it is
 * issued, so that its results are right by chance; the device may run it in another order. Reference: CUDA C++ Programming
 * Guide, "Asynchronous Concurrent Execution", "Multi-Device System".
 */

import { Window } from "../../../memory/layout";
import type { Observer } from "../../../model";
import { byteCount } from "../../../text/quantities";
import { nounOf } from "../../model/allocations";
import type { InFlight, Work } from "../../model/cuda";
import { lineText, report, upperFirst } from "../../model/findings";
import { type Conflict, conflictOf, type Footprint, isSameFootprint, mayMeet, without } from "../../model/footprint";
import type { Done } from "../../model/graph";
import type { HostMachine } from "../../model/machine";
import { RequestWatch, WATCH_WORK } from "../../model/requestWatch";
import { Touched } from "../../model/touched";
import { ownVariables } from "../state/devices";
import { leadsToHostMemory } from "../state/kinds";
import { variableAround } from "../state/symbols";

const LANES = 32;
/** Pieces of work that a new one may be compared with, the last ones, and pieces that are searched for an order. */
const [MOST_IN_FLIGHT, MOST_SEARCHED] = [256, 8192];
/** Pieces of work that a loop issues each time at most, for the last time to be forgotten. */
const MOST_IN_LOOP = 64;

/** Whether some work of the program need not be in the order in which it is issued, or is freed without waiting for it. */
function mayOverlap({ cuda }: HostMachine): boolean {
  // Each device has a default stream of its own, in no order with those of the others.
  if (cuda.devices.length > 1) return true;
  if (cuda.graphs.size > 0 || cuda.pooled.size > 0 || cuda.streams.size > 1) return true;
  // Each host thread has a stream of its own, and there may be more of them.
  if (cuda.isPerThreadDefault || cuda.current.perThreads.size > 0) return true;
  return [...cuda.streams.values()].some((one) => one.nonBlocking);
}

/** Follows a kernel through global memory where other streams may run beside it; else no observers. */
interface Watch {
  readonly observers: readonly Observer[];
  /** What the kernel has touched; undefined where that was not followed. */
  footprint(): Footprint | undefined;
}

const isVolatile = (leader: object): boolean => "volatile" in leader && leader.volatile === true;

/** Follows what a kernel touches that other work, or the host, may touch beside it; `parameters` are the bytes of its parameters. */
export function watchFootprint(machine: HostMachine, parameters: readonly Uint8Array[]): Watch {
  if (!mayOverlap(machine) && !leadsToHostMemory(machine, parameters))
    return { observers: [], footprint: () => undefined };
  const touched = new Touched();
  const requests = new RequestWatch();
  const observer: Observer = {
    work: WATCH_WORK,
    access: (access, mask, addresses) => {
      if (requests.isRepeated(access, mask, addresses)) return;
      const { op, width, leader } = access;
      const isUpdate = op === "atomic" || op === "reduction" || isVolatile(leader);
      const touch = isUpdate ? "atomic" : op === "store" ? "written" : "read";
      const halves = requests.halves(addresses);
      let [start, end] = [0, 0];
      for (let lane = 0; lane < LANES; lane++) {
        if (((mask >>> lane) & 1) === 0 || halves[2 * lane + 1] !== Window.global) continue;
        const address = Window.global * 2 ** 32 + halves[2 * lane]!;
        if (address !== end) {
          if (end > start) touched.add(start, end - start, touch);
          start = address;
        }
        end = address + width;
      }
      if (end > start) touched.add(start, end - start, touch);
    },
  };
  return { observers: [observer], footprint: () => touched.footprint() };
}

/** The candidates that nothing orders before a piece of work; undefined where the search would pass more than `most` others. */
function unordered(work: Work, candidates: ReadonlySet<Work>, most: number): ReadonlySet<Work> | undefined {
  const open = new Set(candidates);
  const known = new Set<Work>();
  const queue = [...work.after];
  for (let at = 0; at < queue.length && open.size > 0; at++) {
    const one = queue[at]!;
    if (one.seen || known.has(one)) continue;
    if (known.size >= most) return undefined;
    known.add(one);
    open.delete(one);
    queue.push(...one.after);
  }
  return open;
}

/**
 * Forgets the last time that a loop issued this piece of work, unless the two are in no order: whatever conflicts with that one
 * conflicts with this one, at the same lines. Else all that a long loop has issued would be compared with all that it issues.
 */
function forgetLastTime({ inFlight, pending }: HostMachine["cuda"], work: Work, footprint: Footprint): void {
  const last = inFlight.findLastIndex(({ work: one }) => one.place === work.place && one.what === work.what);
  const known = inFlight[last];
  if (known?.work.device !== work.device || !isSameFootprint(known.footprint, footprint)) return;
  if (unordered(work, new Set([known.work]), MOST_IN_LOOP)?.size !== 0) return;
  inFlight.splice(last, 1);
  const writer = pending.lastIndexOf(known.work);
  if (writer >= 0) pending.splice(writer, 1);
}

/** Where an earlier and a later piece of work need an order; pieces of two devices do not share their variables. */
function conflictsWith(machine: HostMachine, { device }: Work, later: Footprint) {
  const isAcross = machine.cuda.inFlight.some(({ work }) => work.device !== device);
  const own = isAcross ? ownVariables(machine) : [];
  const laterApart = isAcross ? without(later, own) : later;
  return ({ work, footprint }: InFlight): Conflict | undefined => {
    if (work.device === device) return conflictOf(footprint, later);
    // By bytes that both update, a kernel of one device may wait for one of the other.
    return mayMeet(footprint, later) ? undefined : conflictOf(without(footprint, own), laterApart);
  };
}

/** What orders two pieces of work. */
function remedy(earlier: Work, later: Work): string {
  const wait =
    "Record an event after the first and let the stream of the second wait for it with cudaStreamWaitEvent, or";
  return earlier.device === later.device
    ? `nothing orders the two: they may run in either order or at once. ${wait} issue both to one stream.`
    : `nothing orders the two devices: they may run in either order or at once. ${wait} call cudaDeviceSynchronize while device ${earlier.device} is current before the second.`;
}

function reportConflict(machine: HostMachine, earlier: InFlight, later: Work, conflict: Conflict): void {
  const { start, bytes, verbs } = conflict;
  const record = machine.log.around(BigInt(start));
  if (record?.serial !== undefined && record.serial >= earlier.allocations) return;
  const variable = record ? undefined : variableAround(machine, BigInt(start));
  const memory = record
    ? `${nounOf(record.kind)}, allocated at ${lineText(record.place)},`
    : variable
      ? `${variable}, a variable of the device,`
      : "memory of the device";
  const [first, second] = verbs;
  const isAcross = later.device !== earlier.work.device;
  const on = ({ what, device }: Work) => (isAcross ? `${what} in a stream of device ${device}` : what);
  const idle = later.idleWait
    ? ` The wait at ${lineText(later.idleWait)} waits for nothing: its event had not been recorded.`
    : "";
  report(machine, {
    kind: "unordered-streams",
    message: `${upperFirst(on(later))} ${second} ${byteCount(bytes)} of ${memory} that ${on(earlier.work)}, issued at ${lineText(earlier.work.place)}, ${first}, and ${remedy(earlier.work, later)}${idle}`,
    place: later.place,
    other: { message: `${earlier.work.what} is issued here`, place: earlier.work.place },
  });
}

/** Compares a piece of work that has run with those that the host has not waited for. */
export function compareInFlight(
  machine: HostMachine,
  work: Work,
  { footprint, isSignalled = false }: Pick<Done, "footprint" | "isSignalled">,
): void {
  const { cuda, log } = machine;
  const number = 1 + (cuda.inFlight.at(-1)?.number ?? 0);
  cuda.inFlight = cuda.inFlight.filter((one) => !one.work.seen && one.number >= number - MOST_IN_FLIGHT);
  if (!footprint) return;
  const conflictOfOne = conflictsWith(machine, work, footprint);
  const suspects = cuda.inFlight.flatMap((one) => {
    // A thread that knows of one function may have begun the other.
    if (isSignalled && one.work.isCalledBack) return [];
    const conflict = conflictOfOne(one);
    return conflict ? [{ one, conflict }] : [];
  });
  const open = unordered(work, new Set(suspects.map(({ one }) => one.work)), MOST_SEARCHED);
  for (const { one, conflict } of suspects) if (open?.has(one.work)) reportConflict(machine, one, work, conflict);
  if (isSignalled) return;
  forgetLastTime(cuda, work, footprint);
  cuda.inFlight.push({ work, footprint, number, allocations: log.count });
}
