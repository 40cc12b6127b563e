/** What a touch of heap memory means that no live block owns: a finding, after which the program goes on as on hardware. */
import type { Location } from "../../analyzer/ir/model";
import { HEAP_UNIT_SHIFT, HeapState, MemoryMap } from "../memory/layout";
import { byteCount } from "../text/quantities";
import { offsetOf } from "./model/addresses";
import { pastEnd } from "./model/allocations";
import { lineText, report } from "./model/findings";
import type { HostMachine } from "./model/machine";
import { shadowedName } from "./runtime/state/symbols";

/** The largest distance between a block and an address that counts as past its end: what rounding and one unit add. */
const REACH = 2 << HEAP_UNIT_SHIFT;

/** The host reads or writes what stands on its side for a variable of the device. */
function explainShadow(machine: HostMachine, address: bigint, { place, isStore }: HostUse): void {
  const name = shadowedName(machine, address);
  if (name === undefined) return;
  const message = isStore
    ? `The host writes ${name}, a variable of the device: that changes a copy of the host's own, which no kernel sees. Use cudaMemcpyToSymbol(${name}, …).`
    : `The host reads ${name}, a variable of the device: it gets a copy of the host's own, which no kernel writes. Use cudaMemcpyFromSymbol(…, ${name}, …).`;
  report(machine, { kind: "device-variable", message, place });
}

/** An access of the host. */
interface HostUse {
  readonly place: Location | undefined;
  readonly isStore?: boolean;
}

/** Called when the first byte of an access lies in a unit that is freed, after a block, or of a variable of the device. */
export function explainHeap(machine: HostMachine, address: bigint, size: number, use: HostUse): void {
  const { place } = use;
  const state = machine.bytes[MemoryMap.heapStates + (offsetOf(address) >>> HEAP_UNIT_SHIFT)];
  if (state === HeapState.shadow) {
    explainShadow(machine, address, use);
    return;
  }
  if (state === HeapState.freed) {
    const record = machine.log.around(address);
    if (!record?.freed) return;
    report(machine, {
      kind: "use-after-free",
      message: `The host accesses memory that was freed at ${lineText(record.freed.place)}.`,
      place,
      other: { message: "freed here", place: record.freed.place },
    });
    return;
  }
  const record = machine.log.before(address, REACH, ["heap"]);
  if (!record || record.freed) return;
  const distance = address - record.address - BigInt(record.bytes);
  report(machine, {
    kind: "out-of-bounds",
    message: `The host accesses ${byteCount(size)} of heap memory, ${pastEnd(distance, record.bytes)}.`,
    place,
    other: { message: `allocated here by ${record.call}`, place: record.place },
  });
}
