/** The host's own loads and stores of memory that both sides reach: pages that migrate, results read too early. */

import type { Work } from "../../model/cuda";
import { lineText, report } from "../../model/findings";
import { readersInFlight, writersInFlight } from "../../model/inFlight";
import type { HostAccess, HostMachine } from "../../model/machine";
import { touch } from "../state/pages";

/** `cudaHostAllocWriteCombined` */
const WRITE_COMBINED = 4;

/** Whether an access writes, and whether it may coincide with atomic and volatile accesses of the device. */
const traits: Readonly<Record<HostAccess, { readonly writes: boolean; readonly isOrdered: boolean }>> = {
  load: { writes: false, isOrdered: false },
  store: { writes: true, isOrdered: false },
  poll: { writes: false, isOrdered: true },
  update: { writes: true, isOrdered: true },
};

/** The host touches memory while work in flight uses it. */
function noteEarly(machine: HostMachine, work: Work, access: HostAccess, used: "reading" | "writing"): void {
  const [kind, touched] = traits[access].writes ? (["write", "writes"] as const) : (["read", "reads"] as const);
  report(machine, {
    kind: `${kind}-before-synchronise`,
    message: `The host ${touched} memory that ${work.what}, issued at ${lineText(work.place)}, may still be ${used}; synchronise with its stream first.`,
    place: machine.accessPlace ?? machine.place,
    other: { message: `${work.what} is issued here`, place: work.place },
  });
}

/** Called for each access to pinned or managed memory; `start` is its allocation. */
export function observeHostAccess(
  machine: HostMachine,
  start: bigint,
  address: bigint,
  size: number,
  access: HostAccess,
): void {
  const { cuda } = machine;
  const { writes, isOrdered } = traits[access];
  const pages = cuda.pages.get(start);
  if (pages) touch(pages, "host", Number(address - start), size, writes);
  if (!writes && ((cuda.hostMemory.get(start)?.flags ?? 0) & WRITE_COMBINED) !== 0) {
    const record = machine.log.at(start);
    report(machine, {
      kind: "write-combined-read",
      message:
        "The host reads write-combined memory, which is not cached: every read goes to memory. Only write it on the host, or allocate it without cudaHostAllocWriteCombined.",
      place: machine.accessPlace ?? machine.place,
      ...(record && { other: { message: `allocated here by ${record.call}`, place: record.place } }),
    });
  }
  // A function of the host in a stream is compared with the other work as a whole, when it has run.
  if (cuda.touchedByHost) {
    cuda.touchedByHost.add(Number(address), size, isOrdered ? "atomic" : writes ? "written" : "read");
    return;
  }
  if (cuda.pending.length === 0 && cuda.inFlight.length === 0) return;
  const [first, end] = [Number(address), Number(address) + size];
  const writers = writersInFlight(machine, first, end, isOrdered);
  for (const work of writers) noteEarly(machine, work, access, "writing");
  if (!writes) return;
  for (const work of readersInFlight(machine, first, end))
    if (!writers.includes(work)) noteEarly(machine, work, access, "reading");
}
