/** What kind of memory an address leads to, and how much of it there is from there on. */
import { Window } from "../../../memory/layout";
import { HostWindow, windowOf } from "../../model/addresses";
import type { HostMachine } from "../../model/machine";

/** What kind of memory an address leads to. */
export type MemoryKind = "pageable" | "pinned" | "managed" | "device" | "nothing";

/** Memory from an address on. */
export interface Place {
  readonly kind: MemoryKind;
  /** Bytes from the address to the end of its allocation; unlimited for pageable memory, whose end is not known. */
  readonly left: number;
}

function within(
  machine: HostMachine,
  address: bigint,
): { start: bigint; size: number; kind: "pinned" | "managed" | "registered" } | undefined {
  for (const [start, { size, kind }] of machine.cuda.hostMemory) {
    if (address >= start && address < start + BigInt(Math.max(size, 1))) return { start, size, kind };
  }
  return undefined;
}

/** Memory at an address, by what the program asked for. */
export function placeOf(machine: HostMachine, address: bigint): Place {
  const known = within(machine, address);
  if (known) {
    const left = known.size - Number(address - known.start);
    return { kind: known.kind === "managed" ? "managed" : "pinned", left };
  }
  const window = windowOf(address);
  if (window === HostWindow.pageable) return { kind: "pageable", left: Number.POSITIVE_INFINITY };
  if (window === Window.global) {
    const allocation = machine.memory.allocationOf(address);
    if (allocation) return { kind: "device", left: allocation.size - Number(address - allocation.address) };
  }
  // A `__constant__` variable by the address that the device has for it: the host copies there as to any memory of the device.
  const left = window === Window.constant ? machine.memory.constantsFrom(address) : 0;
  return left > 0 ? { kind: "device", left } : { kind: "nothing", left: 0 };
}

/** A parameter's words of 8 bytes, which may be addresses. */
export function words(bytes: Uint8Array): bigint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: Math.floor(bytes.length / 8) }, (_, i) => view.getBigUint64(8 * i, true));
}

/** Whether a launch is given the address of memory that the host reaches, too. */
export function leadsToHostMemory(
  machine: HostMachine,
  parameters: readonly Uint8Array[],
  kinds: readonly MemoryKind[] = ["pinned", "managed"],
): boolean {
  if (machine.cuda.hostMemory.size === 0) return false;
  return parameters.some((bytes) => words(bytes).some((one) => kinds.includes(placeOf(machine, one).kind)));
}
