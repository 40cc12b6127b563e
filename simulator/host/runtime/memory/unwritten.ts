/**
 * Checked runs: reads of device memory that nothing has written since it was allocated. The writes of kernels are observed,
 * copies and fills report theirs. Memory is zero at first, where hardware leaves what was there before, so that bytes other
 * than zero have been written.
 */
import { demangle } from "../../../../analyzer/ir/demangle";
import { atLine, rootFrame } from "../../../../analyzer/ir/frames";
import type { MemoryAccess } from "../../../../analyzer/lower/model";
import { threadAt } from "../../../machine/blockState";
import { Window } from "../../../memory/layout";
import type { Observer, WarpContext } from "../../../model";
import type { AllocationRecord } from "../../model/allocationRecord";
import { lineText, report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";

const LANES = 32;
/** Bytes of memory that share one array of flags, which is there once one of them is written. */
const CHUNK = 1 << 16;

/** Which bytes of an allocation have been written. */
class Written {
  private readonly chunks = new Map<number, Uint8Array>();

  add(start: number, size: number): void {
    for (let at = start; at < start + size; ) {
      const index = Math.floor(at / CHUNK);
      const end = Math.min(start + size, (index + 1) * CHUNK);
      const chunk = this.chunks.get(index) ?? new Uint8Array(CHUNK);
      this.chunks.set(index, chunk);
      chunk.fill(1, at - index * CHUNK, end - index * CHUNK);
      at = end;
    }
  }

  /** Whether any of some bytes has been written: a copy of a whole structure also reads the gaps between its members. */
  any(start: number, size: number): boolean {
    for (let at = start; at < start + size; at++) {
      if (this.chunks.get(Math.floor(at / CHUNK))?.[at % CHUNK]) return true;
    }
    return false;
  }
}

const writtenOf = new WeakMap<AllocationRecord, Written>();

function flagsOf(record: AllocationRecord): Written {
  const known = writtenOf.get(record) ?? new Written();
  writtenOf.set(record, known);
  return known;
}

/** The device memory, as the program allocated it, that holds an address; pinned and managed memory is the host's to fill. */
function recordOf(machine: HostMachine, address: bigint): AllocationRecord | undefined {
  const start = machine.memory.allocationOf(address)?.address;
  const record = start === undefined ? undefined : (machine.log.at(start) ?? machine.log.around(address));
  return record?.kind === "device" && !record.freed ? record : undefined;
}

/** A copy or a fill writes a range. Without effect but in checked runs. */
export function noteWritten(machine: HostMachine, address: bigint, size: number): void {
  if (!machine.options.check) return;
  const record = recordOf(machine, address);
  if (record) flagsOf(record).add(Number(address - record.address), size);
}

/**
 * A copy reads a range, of which nothing may have been written: then what it copies is undefined. Ranges that are written in
 * part are copied with their gaps, which nobody needs to look at.
 */
export function noteCopied(machine: HostMachine, address: bigint, size: number): void {
  if (!machine.options.check || size === 0) return;
  const record = recordOf(machine, address);
  if (!record || flagsOf(record).any(Number(address - record.address), size)) return;
  const start = Number(address & 0xffff_ffffn);
  if (!machine.bytes.subarray(start, start + size).every((byte) => byte === 0)) return;
  report(machine, {
    kind: "uninitialised-read",
    message: `The copy reads ${size} bytes of device memory that nothing has written since ${record.call} allocated them at ${lineText(record.place)}.`,
    place: machine.place,
    other: { message: `allocated here by ${record.call}`, place: record.place },
  });
}

/** What an access does with what was there before: an exchange writes over it unseen. */
function readsOf({ op, leader }: MemoryAccess): boolean {
  return op !== "store" && !(leader.op === "atomicrmw" && leader.atomic === "xchg");
}

/** Follows a kernel, by its mangled name, through device memory; there are no observers outside of checked runs. */
export function watchUnwritten(machine: HostMachine, kernel: string): readonly Observer[] {
  if (!machine.options.check) return [];
  const launchedAt = machine.place;
  const find = deviceRecords(machine);
  return [
    {
      access: (access, mask, addresses, warp) => {
        // Lanes of one request read before any of them writes.
        const read = readsOf(access) ? firstUnwritten(machine, find, access.width, mask, addresses) : undefined;
        if (read) reportRead(machine, { ...read, access, warp, kernel, launchedAt });
        if (access.op === "load" || access.op === "copy") return;
        for (let lane = 0; lane < LANES; lane++) {
          const address = addresses[lane]!;
          const record = (mask >>> lane) & 1 ? find(address) : undefined;
          if (record) flagsOf(record).add(Number(address - record.address), access.width);
        }
      },
    },
  ];
}

type FindRecord = (address: bigint) => AllocationRecord | undefined;

/** Finds the allocation of an address of global memory; most addresses are in the same one as the address before. */
function deviceRecords(machine: HostMachine): FindRecord {
  let last: AllocationRecord | undefined;
  return (address) => {
    if (Number(address >> 32n) !== Window.global) return undefined;
    const isInLast = last && address >= last.address && address < last.address + BigInt(last.bytes);
    if (!isInLast) last = recordOf(machine, address);
    return last;
  };
}

/** A lane that reads bytes which nothing has written, `at` of the allocation. */
interface UnwrittenRead {
  readonly record: AllocationRecord;
  readonly at: number;
  readonly lane: number;
}

/** The first lane of a request that reads bytes which nothing has written, and which are still zero. */
function firstUnwritten(
  machine: HostMachine,
  find: FindRecord,
  width: number,
  mask: number,
  addresses: BigUint64Array,
): UnwrittenRead | undefined {
  for (let lane = 0; lane < LANES; lane++) {
    const address = addresses[lane]!;
    const record = (mask >>> lane) & 1 ? find(address) : undefined;
    if (!record) continue;
    const at = Number(address - record.address);
    if (flagsOf(record).any(at, width)) continue;
    const start = Number(address & 0xffff_ffffn);
    if (machine.bytes.subarray(start, start + width).every((byte) => byte === 0)) return { record, at, lane };
  }
  return undefined;
}

function reportRead(
  machine: HostMachine,
  read: UnwrittenRead & {
    readonly access: MemoryAccess;
    readonly warp: WarpContext;
    readonly kernel: string;
    readonly launchedAt: HostMachine["place"];
  },
): void {
  const { record, at, lane, warp, launchedAt } = read;
  const { location } = read.access;
  const line = atLine(location);
  const who = `Thread (${threadAt(warp, lane)}) of block (${warp.block}) of ${demangle(read.kernel).name}`;
  report(machine, {
    kind: "uninitialised-read",
    message: `${who} reads byte ${at} of ${record.bytes} bytes of device memory${line}, which nothing has written since ${record.call} allocated them at ${lineText(record.place)}.`,
    place: location ? rootFrame(location) : launchedAt,
    other: { message: `allocated here by ${record.call}`, place: record.place },
  });
}
