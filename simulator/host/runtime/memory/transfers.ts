/** Copies as calls describe them, and what is wrong with one. Reference: CUDA Runtime API, "Memory Management". */

import { Window } from "../../../memory/layout";
import { byteCount } from "../../../text/quantities";
import { windowOf } from "../../model/addresses";
import { nounOf } from "../../model/allocations";
import { lineText, report } from "../../model/findings";
import { type Footprint, type Ranges, rangesOf } from "../../model/footprint";
import type { HostMachine } from "../../model/machine";
import type { MemoryKind, Place } from "../state/kinds";
import { shadowedName } from "../state/symbols";

/** Values of `cudaMemcpyKind`. */
export const Kind = { hostToHost: 0, hostToDevice: 1, deviceToHost: 2, deviceToDevice: 3, default: 4 } as const;
const kindNames = ["HostToHost", "HostToDevice", "DeviceToHost", "DeviceToDevice", "Default"];

/**
 * What each side of a copy may be, by kind. With one address space for both, the runtime only refuses pageable memory
 * where the kind says device; a device pointer where it says host is copied all the same (recorded on an H200, CUDA 13).
 */
const anywhere: readonly MemoryKind[] = ["pageable", "pinned", "managed", "device"];
const onHost = anywhere;
/** What a kind may call memory of the device. */
export const onDevice: readonly MemoryKind[] = ["device", "pinned", "managed"];
export const sides: Readonly<Record<number, readonly [from: readonly MemoryKind[], to: readonly MemoryKind[]]>> = {
  [Kind.hostToHost]: [onHost, onHost],
  [Kind.hostToDevice]: [onHost, onDevice],
  [Kind.deviceToHost]: [onDevice, onHost],
  [Kind.deviceToDevice]: [onDevice, onDevice],
  [Kind.default]: [anywhere, anywhere],
};

/** One side of a copy: the first byte, and the distances between rows and slices. */
export interface Side {
  readonly address: bigint;
  readonly pitch: number;
  readonly slice: number;
}

/** A box of bytes: `width` bytes in each of `height` rows of each of `depth` slices. */
export interface Box {
  readonly to: Side;
  readonly from: Side;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** Bytes from the first to the last of a side of a box. */
export function span({ pitch, slice }: Side, { width, height, depth }: Box): number {
  return (depth - 1) * slice + (height - 1) * pitch + width;
}

/** Rows that a footprint has at most. */
const MOST_ROWS = 1 << 14;

/** The bytes of a side that work of other streams may touch, too: none of pageable memory; undefined where they are too many. */
function rowsOf({ address, pitch, slice }: Side, { kind }: Place, { width, height, depth }: Box): Ranges | undefined {
  if (kind === "pageable") return [];
  if (height * depth > MOST_ROWS) return undefined;
  const starts = Array.from(
    { length: height * depth },
    (_, row) => Number(address) + Math.floor(row / height) * slice + (row % height) * pitch,
  );
  return rangesOf(starts, width);
}

/** What a copy touches; of a fill only the target. */
export function footprintOf({ box, source, target }: Omit<Transfer, "kind">, isFill = false): Footprint | undefined {
  const [reads, writes] = [isFill ? [] : rowsOf(box.from, source, box), rowsOf(box.to, target, box)];
  return reads && writes && { reads, writes, atomics: [] };
}

/** Both sides of a copy, with what their addresses lead to. */
export interface Transfer {
  readonly box: Box;
  /** `cudaMemcpyKind` */
  readonly kind: number;
  readonly source: Place;
  readonly target: Place;
}

/** Reports that a side of a copy is the host's shadow of a variable of the device. */
function explainShadow(machine: HostMachine, { box }: Transfer): boolean {
  const target = shadowedName(machine, box.to.address);
  const name = target ?? shadowedName(machine, box.from.address);
  if (name === undefined) return false;
  const call = target === undefined ? `cudaMemcpyFromSymbol(…, ${name}, …)` : `cudaMemcpyToSymbol(${name}, …)`;
  const side = target === undefined ? "source" : "destination";
  report(machine, {
    kind: "copy-direction",
    message: `The ${side} of the copy is the host's address of ${name}, a variable of the device; the variable is not there. Use ${call}, or the address that cudaGetSymbolAddress gives.`,
    place: machine.place,
  });
  return true;
}

/** What an address leads to, in words. */
function whatIs(address: bigint, { kind }: Place): string {
  if (kind !== "nothing") return `${kind} memory`;
  return windowOf(address) === Window.unassigned ? "an uninitialised pointer" : "not allocated memory";
}

/** Reports why the runtime refuses a copy. */
export function explainRefused(machine: HostMachine, transfer: Transfer): void {
  const { box, kind, source, target } = transfer;
  if (explainShadow(machine, transfer)) return;
  const allowed = sides[kind]!;
  const fits = allowed[0].includes(source.kind) && allowed[1].includes(target.kind);
  const bad = fits
    ? span(box.from, box) > source.left
      ? { side: box.from, what: "source", place: source }
      : { side: box.to, what: "destination", place: target }
    : allowed[0].includes(source.kind)
      ? { side: box.to, what: "destination", place: target }
      : { side: box.from, what: "source", place: source };
  const record = machine.log.around(bad.side.address);
  const other = record && {
    other: record.freed
      ? { message: "freed here", place: record.freed.place }
      : { message: `allocated here by ${record.call}`, place: record.place },
  };
  const name = `cudaMemcpy${kindNames[kind]}`;
  if (record?.freed) {
    const message = `The ${bad.what} of the copy is ${nounOf(record.kind)} that was freed at ${lineText(record.freed.place)}.`;
    report(machine, { kind: "use-after-free", message, place: machine.place, ...other });
  } else if (fits) {
    const message = `The copy needs ${byteCount(span(bad.side, box))} of its ${bad.what}, which has ${byteCount(bad.place.left)} left.`;
    report(machine, { kind: "copy-past-end", message, place: machine.place, ...other });
  } else {
    const message = `The copy says ${name}, but its ${bad.what} is ${whatIs(bad.side.address, bad.place)}.`;
    report(machine, { kind: "copy-direction", message, place: machine.place, ...other });
  }
}

type SideName = "Host" | "Device";

const sideNames: Readonly<Record<number, readonly [from: SideName, to: SideName]>> = {
  [Kind.hostToHost]: ["Host", "Host"],
  [Kind.hostToDevice]: ["Host", "Device"],
  [Kind.deviceToHost]: ["Device", "Host"],
  [Kind.deviceToDevice]: ["Device", "Device"],
};

/** `cudaHostAllocMapped`: the device has an address of its own for the memory, which a copy may name. */
const HOST_ALLOC_MAPPED = 2;

function isMapped(machine: HostMachine, address: bigint): boolean {
  for (const [start, { size, flags }] of machine.cuda.hostMemory)
    if (address >= start && address < start + BigInt(size)) return ((flags ?? 0) & HOST_ALLOC_MAPPED) !== 0;
  return false;
}

/** The side that memory is on; managed and mapped memory are on the side that the copy says. */
function sideOf(machine: HostMachine, { kind }: Place, address: bigint, named: SideName): SideName {
  if (kind === "device") return "Device";
  return kind === "managed" || (kind === "pinned" && isMapped(machine, address)) ? named : "Host";
}

/** Reports a copy that the runtime makes by its addresses, although its kind names another direction. */
export function explainKind(machine: HostMachine, transfer: Transfer): void {
  const { box, kind, source, target } = transfer;
  if (explainShadow(machine, transfer)) return;
  const [from, to] = sideNames[kind] ?? [];
  if (!from || !to) return;
  const right = `${sideOf(machine, source, box.from.address, from)}To${sideOf(machine, target, box.to.address, to)}`;
  if (right === `${from}To${to}`) return;
  report(machine, {
    kind: "copy-direction",
    severity: "warning",
    message: `The copy says cudaMemcpy${kindNames[kind]}, but it goes from ${source.kind} memory to ${target.kind} memory. The runtime goes by the addresses and copies all the same; write cudaMemcpy${right} or cudaMemcpyDefault.`,
    place: machine.place,
  });
}
