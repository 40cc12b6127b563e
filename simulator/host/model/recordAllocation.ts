/** Records what calls of the program allocate, and reports what is still live at its end. */

import { rootFrame } from "../../../analyzer/ir/frames";
import type { Location } from "../../../analyzer/ir/model";
import { byteCount } from "../../text/quantities";
import type { AllocationKind, AllocationRecord } from "./allocationRecord";
import { leakText } from "./allocations";
import { callKey, lineText, report } from "./findings";
import type { HostMachine } from "./machine";

/** Units of work that a record counts as: it is kept to the end of the run. */
const RECORD_WORK = 3_000;
/** Bytes that are zeroed in the time of a unit: 25 GB/s, of which a busy machine has half. */
const ZEROED_BYTES = 512;

/** Kinds of memory that a kernel may miss. */
const REACHABLE: readonly AllocationKind[] = ["device", "managed", "pinned"];

/** Notes what a call of the program made, for the device that is current. */
export function note(
  machine: HostMachine,
  made: Pick<AllocationRecord, "kind" | "call" | "address" | "bytes" | "rows">,
): void {
  machine.program.spend(RECORD_WORK + Math.floor(machine.memory.takeZeroed() / ZEROED_BYTES));
  machine.log.add({ ...made, place: machine.place, device: machine.cuda.current.ordinal });
  if (REACHABLE.includes(made.kind)) machine.memory.name(made.address, { place: lineText(machine.place) });
}

/** How the program ended, as far as it decides which memory is a leak. */
export interface ProgramEnd {
  readonly code: number;
  /** By `exit()` rather than by a return from `main`. */
  readonly isByExit: boolean;
}

/** Kinds of memory that a reset of the device should not be left to free. */
const MEMORY: readonly AllocationKind[] = ["device", "pinned", "managed", "array"];

/** A reset of the device frees memory that the program has not freed; a spoiled context leaves it nothing else to do. */
export function reportFreedByReset(machine: HostMachine, one: AllocationRecord): void {
  const { sticky, fault } = machine.cuda;
  if (sticky !== 0 || fault !== undefined || !MEMORY.includes(one.kind)) return;
  const where = lineText(machine.place);
  report(machine, {
    kind: "leak",
    message: `${one.call} ${leakText(one, `only cudaDeviceReset at ${where} frees`)}.`,
    place: one.place,
  });
}

/** Memory of the device's heap that kernels took and gave not back; `fate`: what becomes of it instead. */
export function reportHeapLeaks(machine: HostMachine, fate = "are never freed"): void {
  const { sticky, fault } = machine.cuda;
  if (sticky !== 0 || fault !== undefined) return;
  const lines = new Map<string, { place: Location | undefined; blocks: number; bytes: number }>();
  for (const { bytes, by } of machine.memory.heap.live()) {
    const place = by && rootFrame(by);
    const key = `${place?.file}:${place?.line}`;
    const line = lines.get(key) ?? { place, blocks: 0, bytes: 0 };
    lines.set(key, line);
    line.blocks++;
    line.bytes += bytes;
  }
  for (const { place, blocks, bytes } of lines.values()) {
    const what = blocks === 1 ? "a block" : `${blocks.toLocaleString("en-US")} blocks`;
    const verb = blocks === 1 ? fate.replace(/^are /, "is ") : fate;
    const message = `A kernel allocates ${what} of the device's heap (${byteCount(bytes)}) that ${verb}.`;
    report(machine, { kind: "leak", message, place });
  }
}

/** Records by the call that made them, its place and what it made. */
function byPlace(records: readonly AllocationRecord[]): ReadonlyMap<string, readonly AllocationRecord[]> {
  const groups = new Map<string, AllocationRecord[]>();
  for (const one of records) {
    // Of records without a place, each stands for itself.
    const key = one.place ? `${one.kind} ${callKey(one.call, one.place)}` : `${one.kind} ${one.call} ${one.address}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(one);
  }
  return groups;
}

/** Whether the program has ended with an error by itself, or a kernel has spoiled its context: much of it has not run. */
export function hasGivenUp({ cuda }: HostMachine, { code, isByExit }: ProgramEnd): boolean {
  return (isByExit && code !== 0) || cuda.sticky !== 0 || cuda.fault !== undefined;
}

/**
 * What is still live when the program has ended. A program that gives up with an error leaves its memory to the system, and
 * a spoiled context frees nothing, so that neither leaves leaks.
 */
export function reportLeaks(machine: HostMachine, { code, isByExit }: ProgramEnd): void {
  if (isByExit && code !== 0) return;
  const { sticky, fault } = machine.cuda;
  reportHeapLeaks(machine);
  const isSpoiled = sticky !== 0 || fault !== undefined;
  const live = machine.log.all.filter((one) => !one.freed && !(isSpoiled && one.kind !== "heap"));
  // A loop leaks at one place again and again: the place is named once, with all of it.
  for (const alike of byPlace(live).values()) {
    const { call, kind, place } = alike[0]!;
    const bytes = alike.reduce((sum, one) => sum + one.bytes, 0);
    report(machine, { kind: "leak", message: `${call} ${leakText({ kind, bytes, times: alike.length })}.`, place });
  }
}
