/**
 * Checked runs: reads of device memory that nothing has written since it was allocated. Kernels' writes are observed, copies
 * and fills say what they write, and memory that is not zero any more has been written by somebody: it is zero at first, where
 * hardware leaves what was there before.
 */
import { demangle } from "../../../../analyzer/ir/demangle";
import { rootFrame } from "../../../../analyzer/ir/frames";
import type { MemoryAccess } from "../../../../analyzer/lower/model";
import { threadAt } from "../../../machine/blockState";
import { Window } from "../../../memory/layout";
import type { Observer, WarpContext } from "../../../model";
import type { AllocationRecord } from "../../model/allocations";
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

  /** Has any of some bytes been written? What copies a structure whole reads the gaps between its members, too. */
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

/** What an access does with what was there before: an exchange writes over it unseen. */
function readsOf({ op, leader }: MemoryAccess): boolean {
  return op !== "store" && !(leader.op === "atomicrmw" && leader.atomic === "xchg");
}

/** Follows a kernel, by its mangled name, through device memory; only checked runs report. */
export function watchUnwritten(machine: HostMachine, kernel: string): readonly Observer[] {
  if (!machine.options.check) return [];
  const launchedAt = machine.place;
  let last: AllocationRecord | undefined;
  const holds = (one: AllocationRecord | undefined, address: bigint): boolean =>
    one !== undefined && address >= one.address && address < one.address + BigInt(one.bytes);

  function tell(record: AllocationRecord, access: MemoryAccess, at: number, lane: number, warp: WarpContext): void {
    const { location } = access;
    const line = location ? ` at line ${rootFrame(location).line}` : "";
    const who = `Thread (${threadAt(warp, lane)}) of block (${warp.block}) of ${demangle(kernel).name}`;
    report(machine, {
      kind: "uninitialised-read",
      message: `${who} reads byte ${at} of ${record.bytes} bytes of device memory${line}, which nothing has written since ${record.call} allocated them at ${lineText(record.place)}.`,
      place: location ? rootFrame(location) : launchedAt,
      other: { message: `allocated here by ${record.call}`, place: record.place },
    });
  }

  function touch(
    access: MemoryAccess,
    mask: number,
    addresses: BigUint64Array,
    warp: WarpContext,
    does: { readonly reads: boolean; readonly writes: boolean },
  ): void {
    const { width } = access;
    const unwritten: (readonly [AllocationRecord, number, number])[] = [];
    for (let lane = 0; lane < LANES; lane++) {
      const address = addresses[lane]!;
      if (!((mask >>> lane) & 1) || Number(address >> 32n) !== Window.global) continue;
      if (!holds(last, address)) last = recordOf(machine, address);
      if (!last) continue;
      const at = Number(address - last.address);
      if (does.reads && !flagsOf(last).any(at, width)) {
        const place = Number(address & 0xffff_ffffn);
        if (machine.bytes.subarray(place, place + width).every((byte) => byte === 0)) unwritten.push([last, at, lane]);
      }
    }
    // Lanes of one request read before any of them writes.
    const [first] = unwritten;
    if (first) tell(first[0], access, first[1], first[2], warp);
    if (!does.writes) return;
    for (let lane = 0; lane < LANES; lane++) {
      const address = addresses[lane]!;
      if (!((mask >>> lane) & 1) || Number(address >> 32n) !== Window.global) continue;
      if (!holds(last, address)) last = recordOf(machine, address);
      if (last) flagsOf(last).add(Number(address - last.address), width);
    }
  }

  return [
    {
      access: (access, mask, addresses, warp) => {
        const writes = access.op !== "load" && access.op !== "copy";
        touch(access, mask, addresses, warp, { reads: readsOf(access), writes });
      },
    },
  ];
}
