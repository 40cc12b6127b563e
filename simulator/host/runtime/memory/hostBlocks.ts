/** Copies that leave the block of the host's heap which they begin in: the runtime does not know where a block ends. */
import { HEAP_UNIT_SHIFT, HeapState, MemoryMap } from "../../../memory/layout";
import { byteCount } from "../../../text/quantities";
import { offsetOf } from "../../model/addresses";
import { pastEnd } from "../../model/allocations";
import { lineText, report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";
import { type Side, span, type Transfer } from "./transfers";

/** How far behind a block an address still belongs to it, bytes: the unit after it. */
const REACH = 1 << HEAP_UNIT_SHIFT;

function stateAt(machine: HostMachine, address: bigint): number {
  return machine.bytes[MemoryMap.heapStates + (offsetOf(address) >>> HEAP_UNIT_SHIFT)]!;
}

/**
 * May bytes reach the end of a block, or lie in a freed one? Most copies begin with their block, whose size is known at once;
 * of others only those that come to a block's last unit are looked up.
 */
function isSuspect(machine: HostMachine, address: bigint, bytes: number): boolean {
  const known = machine.heap.sizeOf(address);
  if (known !== undefined) return bytes > known;
  const last = address + BigInt(bytes - 1);
  return [address, last, last + BigInt(REACH)].some((at) => {
    const state = stateAt(machine, at);
    return state === HeapState.freed || state === HeapState.redZone;
  });
}

function explainSide(machine: HostMachine, side: Side, bytes: number, noun: "source" | "destination"): void {
  const { place } = machine;
  const { address } = side;
  if (!isSuspect(machine, address, bytes)) return;
  const record = machine.log.around(address) ?? machine.log.before(address, REACH, ["heap"]);
  if (record?.kind !== "heap") return;
  const { call } = record;
  if (record.freed) {
    report(machine, {
      kind: "use-after-free",
      message: `The ${noun} of the copy is heap memory that was freed at ${lineText(record.freed.place)}.`,
      place,
      other: { message: "freed here", place: record.freed.place },
    });
    return;
  }
  const left = record.bytes - Number(address - record.address);
  if (bytes <= left) return;
  const what =
    left <= 0
      ? `, which begins ${pastEnd(BigInt(-left), record.bytes)}`
      : left === record.bytes
        ? `; ${call} allocated ${byteCount(left)}`
        : `, which has ${byteCount(left)} left of the ${byteCount(record.bytes)} that ${call} allocated`;
  report(machine, {
    kind: "copy-past-end",
    message: `The copy needs ${byteCount(bytes)} of its ${noun}${what}.`,
    place,
    other: { message: `allocated here by ${call}`, place: record.place },
  });
}

/** Reports a copy that goes past the end of a block of the host's heap, at either side. */
export function explainHostBlocks(machine: HostMachine, { box, source, target }: Transfer): void {
  if (source.kind === "pageable") explainSide(machine, box.from, span(box.from, box), "source");
  if (target.kind === "pageable") explainSide(machine, box.to, span(box.to, box), "destination");
}
