/** Work that the host has not waited for, and the memory that it may still touch. */
import type { Work } from "./cuda";
import { lineText, report } from "./findings";
import { type Footprint, touches } from "./footprint";
import type { HostMachine } from "./machine";

/** What work in flight may still do to bytes. */
interface Use {
  readonly work: Work;
  readonly verb: "reading" | "writing";
}

function footprintOf(machine: HostMachine, work: Work): Footprint | undefined {
  return machine.cuda.inFlight.find((one) => one.work === work)?.footprint;
}

/** Whether work may still run as far as the host can know: it has not waited for it, and no function of its own has run after it. */
const mayRun = ({ seen, isCalledBack }: Work): boolean => !seen && !isCalledBack;

/**
 * Work that may still be writing bytes from `start` up to `end`. Of work whose bytes are not known, all that it may write counts.
 * `isOrdered`: for an atomic or volatile access, with which atomic and volatile ones of the work may coincide.
 */
export function writersInFlight(machine: HostMachine, start: number, end: number, isOrdered = false): readonly Work[] {
  return machine.cuda.pending.filter((work) => {
    const isNear =
      !work.isCalledBack && work.writes.some((one) => start < Number(one.start) + one.size && end > Number(one.start));
    if (!isNear) return false;
    const known = footprintOf(machine, work);
    if (!known) return !isOrdered;
    return touches(known.writes, start, end) || (!isOrdered && touches(known.atomics, start, end));
  });
}

/** Work that may still be reading bytes from `start` up to `end`. */
export function readersInFlight(machine: HostMachine, start: number, end: number): readonly Work[] {
  return machine.cuda.inFlight
    .filter(({ work, footprint }) => mayRun(work) && touches(footprint.reads, start, end))
    .map(({ work }) => work);
}

/** The last work in flight that may still touch some bytes. */
function lastUse(machine: HostMachine, start: number, end: number): Use | undefined {
  const known = machine.cuda.inFlight.findLast(
    ({ work, footprint }) =>
      mayRun(work) &&
      !footprint.verb &&
      (["reads", "writes", "atomics"] as const).some((kind) => touches(footprint[kind], start, end)),
  );
  if (!known) {
    const work = writersInFlight(machine, start, end).at(-1);
    return work && { work, verb: "writing" };
  }
  const isReader = touches(known.footprint.reads, start, end) && !touches(known.footprint.writes, start, end);
  return { work: known.work, verb: isReader ? "reading" : "writing" };
}

/** Work of which a free has been reported: memory that is unregistered first and freed then is one fault. */
const reported = new WeakSet<Work>();

/** A call that takes memory away, and what is known of whether it waits for work that uses it. */
export interface TakenAway {
  readonly call: string;
  /** What it does to the memory: `frees`. */
  readonly does: string;
  /** Why that is wrong, and what to write instead; without, that the call does not wait. */
  readonly reason?: string;
  /** The call is seen to wait, and no documentation promises it. */
  readonly waits?: boolean;
}

/** The host takes memory away: a finding where work in flight may still use it. */
export function noteTakenAway(machine: HostMachine, address: bigint, size: number, taken: TakenAway): void {
  const { call, does, reason, waits } = taken;
  const start = Number(address);
  const use = lastUse(machine, start, start + size);
  if (!use || reported.has(use.work)) return;
  reported.add(use.work);
  const { work, verb } = use;
  const why =
    reason ?? (waits ? "no documentation promises that the call waits for it" : "the call does not wait for it");
  report(machine, {
    kind: "free-before-synchronise",
    ...(waits && { severity: "warning" }),
    message: `${call} ${does} memory that ${work.what}, issued at ${lineText(work.place)}, may still be ${verb}, and ${why}: synchronise with its stream first.`,
    place: machine.place,
    other: { message: `${work.what} is issued here`, place: work.place },
  });
}
