/** The host's own loads and stores of memory that both sides reach: pages that migrate, results read too early. */

import { lineText, report } from "../../model/findings";
import { overlap } from "../../model/footprint";
import type { HostAccess, HostMachine } from "../../model/machine";
import { touch } from "../state/pages";

/** `cudaHostAllocWriteCombined` */
const WRITE_COMBINED = 4;

/** Ranges of one piece of work that the host's stores are compared with: copies have few, scattered reads of kernels many. */
const MOST_RANGES = 64;

/** The host writes what a copy in flight still reads. */
function noteOverwritten(machine: HostMachine, address: bigint, size: number): void {
  const start = Number(address);
  for (const { work, footprint } of machine.cuda.inFlight) {
    const { reads } = footprint;
    if (work.seen || reads.length > 2 * MOST_RANGES) continue;
    if (!overlap(reads, [start, start + size])) continue;
    report(machine, {
      kind: "write-before-synchronise",
      message: `The host writes memory that ${work.what}, issued at ${lineText(work.place)}, may still be reading; synchronise with its stream first.`,
      place: machine.accessPlace ?? machine.place,
      other: { message: `${work.what} is issued here`, place: work.place },
    });
  }
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
  const pages = cuda.pages.get(start);
  if (pages) touch(pages, "host", Number(address - start), size, access === "store");
  if (access === "load" && ((cuda.hostMemory.get(start)?.flags ?? 0) & WRITE_COMBINED) !== 0) {
    const record = machine.log.at(start);
    report(machine, {
      kind: "write-combined-read",
      message:
        "The host reads write-combined memory, which is not cached: every read goes to memory. Only write it on the host, or allocate it without cudaHostAllocWriteCombined.",
      place: machine.accessPlace ?? machine.place,
      ...(record && { other: { message: `allocated here by ${record.call}`, place: record.place } }),
    });
  }
  if (access === "store") noteOverwritten(machine, address, size);
  for (const work of cuda.pending) {
    const hit = work.writes.some((one) => address < one.start + BigInt(one.size) && address + BigInt(size) > one.start);
    if (!hit) continue;
    report(machine, {
      kind: "read-before-synchronise",
      message: `The host accesses memory that ${work.what}, issued at ${lineText(work.place)}, may still be writing; synchronise with its stream first.`,
      place: machine.accessPlace ?? machine.place,
      other: { message: `${work.what} is issued here`, place: work.place },
    });
  }
}
