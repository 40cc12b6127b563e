/**
 * Work of two streams that touches the same bytes in no order. The run executes work when it is issued, so that its results
 * are right by chance; the device may run it in another order. Reference: CUDA C++ Programming Guide, "Asynchronous Concurrent
 * Execution".
 */

import { Window } from "../../../memory/layout";
import type { Observer } from "../../../model";
import { byteCount } from "../../../text/quantities";
import { nounOf } from "../../model/allocations";
import type { InFlight, Work } from "../../model/cuda";
import { lineText, report, upperFirst } from "../../model/findings";
import { type Conflict, conflictOf, type Footprint } from "../../model/footprint";
import type { HostMachine } from "../../model/machine";
import { leadsToHostMemory } from "../state/kinds";

const LANES = 32;
/** Bytes of memory that share one array of flags. */
const CHUNK_BITS = 16;
const CHUNK = 1 << CHUNK_BITS;
const Flag = { read: 1, written: 2, atomic: 4 } as const;
/** Ranges of a kernel that are kept; a kernel that touches more separate ranges is not compared. */
const MOST_RANGES = 1 << 14;
/** Pieces of work in flight that a new one is compared with, and pieces that are searched for an order. */
const [MOST_IN_FLIGHT, MOST_SEARCHED] = [256, 8192];

/** Whether some work of the program need not be in the order in which it is issued, or is freed without waiting for it. */
function mayOverlap({ cuda }: HostMachine): boolean {
  if (cuda.graphs.size > 0 || cuda.pooled.size > 0 || cuda.streams.size > 1) return true;
  // Each host thread has a stream of its own, and there may be more of them.
  if (cuda.isPerThreadDefault || cuda.current.perThreads.size > 0) return true;
  return [...cuda.streams.values()].some((one) => one.nonBlocking);
}

/** The bytes of global memory that a kernel touches, from its accesses. */
class Touched {
  private readonly chunks = new Map<number, Uint8Array>();

  add(address: number, size: number, flag: number): void {
    for (let at = address; at < address + size; ) {
      const index = Math.floor(at / CHUNK);
      const end = Math.min(address + size, (index + 1) * CHUNK);
      const chunk = this.chunks.get(index) ?? new Uint8Array(CHUNK);
      this.chunks.set(index, chunk);
      for (let byte = at - index * CHUNK; byte < end - index * CHUNK; byte++) chunk[byte]! |= flag;
      at = end;
    }
  }

  /** Ranges of bytes with a flag; undefined where they are too many. */
  ranges(flag: number): number[] | undefined {
    const ranges: number[] = [];
    for (const index of [...this.chunks.keys()].sort((a, b) => a - b)) {
      const chunk = this.chunks.get(index)!;
      for (let byte = 0; byte < CHUNK; byte++) {
        if ((chunk[byte]! & flag) === 0) continue;
        const at = index * CHUNK + byte;
        if (ranges.at(-1) === at) ranges[ranges.length - 1] = at + 1;
        else if (ranges.length < 2 * MOST_RANGES) ranges.push(at, at + 1);
        else return undefined;
      }
    }
    return ranges;
  }
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
  const observer: Observer = {
    access: ({ op, width, leader }, mask, addresses) => {
      const isUpdate = op === "atomic" || op === "reduction" || isVolatile(leader);
      const flag = isUpdate ? Flag.atomic : op === "store" ? Flag.written : Flag.read;
      const halves = new Uint32Array(addresses.buffer, addresses.byteOffset, 2 * LANES);
      let [start, end] = [0, 0];
      for (let lane = 0; lane < LANES; lane++) {
        if (((mask >>> lane) & 1) === 0 || halves[2 * lane + 1] !== Window.global) continue;
        const address = Window.global * 2 ** 32 + halves[2 * lane]!;
        if (address !== end) {
          if (end > start) touched.add(start, end - start, flag);
          start = address;
        }
        end = address + width;
      }
      if (end > start) touched.add(start, end - start, flag);
    },
  };
  return {
    observers: [observer],
    footprint: () => {
      const [reads, writes, atomics] = [Flag.read, Flag.written, Flag.atomic].map((flag) => touched.ranges(flag));
      return reads && writes && atomics ? { reads, writes, atomics } : undefined;
    },
  };
}

/** The candidates that nothing orders before a piece of work; none where the search would take too long. */
function unordered(work: Work, candidates: ReadonlySet<Work>): ReadonlySet<Work> {
  const open = new Set(candidates);
  const known = new Set<Work>();
  const queue = [...work.after];
  for (let one = queue.pop(); one && open.size > 0; one = queue.pop()) {
    if (one.seen || known.has(one)) continue;
    if (known.size >= MOST_SEARCHED) return new Set();
    known.add(one);
    open.delete(one);
    queue.push(...one.after);
  }
  return open;
}

function reportConflict(machine: HostMachine, earlier: InFlight, later: Work, conflict: Conflict): void {
  const { start, bytes, verbs } = conflict;
  const record = machine.log.around(BigInt(start));
  if (record && machine.log.all.indexOf(record) >= earlier.allocations) return;
  const memory = record ? `${nounOf(record.kind)}, allocated at ${lineText(record.place)},` : "memory of the device";
  const [first, second] = verbs;
  const what = upperFirst(later.what);
  const idle = later.idleWait
    ? ` The wait at ${lineText(later.idleWait)} waits for nothing: its event had not been recorded.`
    : "";
  report(machine, {
    kind: "unordered-streams",
    message: `${what} ${second} ${byteCount(bytes)} of ${memory} that ${earlier.work.what}, issued at ${lineText(earlier.work.place)}, ${first}, and nothing orders the two: they may run in either order or at once. Record an event after the first and let the stream of the second wait for it with cudaStreamWaitEvent, or issue both to one stream.${idle}`,
    place: later.place,
    other: { message: `${earlier.work.what} is issued here`, place: earlier.work.place },
  });
}

/** Compares a piece of work that has run with those that the host has not waited for. */
export function compareInFlight(machine: HostMachine, work: Work, footprint: Footprint | undefined): void {
  const { cuda, log } = machine;
  cuda.inFlight = cuda.inFlight.filter((one) => !one.work.seen).slice(-MOST_IN_FLIGHT);
  if (!footprint) return;
  const suspects = cuda.inFlight.flatMap((one) => {
    const conflict = conflictOf(one.footprint, footprint);
    return conflict ? [{ one, conflict }] : [];
  });
  const open = unordered(work, new Set(suspects.map(({ one }) => one.work)));
  for (const { one, conflict } of suspects) if (open.has(one.work)) reportConflict(machine, one, work, conflict);
  cuda.inFlight.push({ work, footprint, allocations: log.all.length });
}
