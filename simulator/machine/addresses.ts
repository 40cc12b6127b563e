/** The exact checks of device addresses, for what the quick ones in WebAssembly leave open, and what to say when they fail. */

import { demangle } from "../../analyzer/ir/demangle";
import { locateInCluster, namesBlock } from "../memory/clusters";
import type { DeviceMemory } from "../memory/device";
import { BEHIND_NULL, Cell, MemoryMap, Window } from "../memory/layout";
import { byteCount } from "../text/quantities";

/** What is wrong with an access. */
export interface Fault {
  readonly rule: "out-of-bounds" | "misaligned" | "use-after-free";
  /** What is accessed. */
  readonly reason: string;
  /** How that lies to the memory around it; follows the line. */
  readonly relation?: string | undefined;
}

/** A fault whose relation is written when it is read: of a million alike only one is. */
const outside = (reason: string, relation?: () => string): Fault => ({
  rule: "out-of-bounds",
  reason,
  get relation() {
    return relation?.();
  },
});

const names: Readonly<Record<number, string>> = {
  [Window.global]: "global",
  [Window.shared]: "shared",
  [Window.local]: "local",
  [Window.constant]: "constant",
  [Window.cluster]: "shared",
};

/**
 * The place in linear memory of one lane's address, or why there is none. `window` stands for a missing one, and for a
 * wrong one where it is shared memory's: the hardware reckons such addresses in 32 bits, so that `s[~i]` with an unsigned
 * `i` goes back from `s`.
 */
export function locate(
  memory: DeviceMemory,
  address: bigint,
  lane: number,
  width: number,
  align: number,
  window: number,
): number | Fault {
  const offset = Number(address & 0xffff_ffffn);
  const upper = window === Window.shared ? window : Number(BigInt.asUintN(32, address >> 32n)) || window;
  if (address === 0n) return outside("through a null pointer");
  if (upper === Window.unassigned) return outside("through an uninitialised pointer");
  const what = names[upper];
  if (!what) return nowhere(BigInt.asUintN(64, address));
  if (offset % align !== 0) {
    const relation = `whose address is not aligned to ${align} bytes`;
    return { rule: "misaligned", reason: byteOf(memory, address, upper), relation };
  }
  const view = memory.view();
  const cell = (at: number) => view.getUint32(MemoryMap.cells + at, true);
  const last = offset + width;
  switch (upper) {
    case Window.global:
      if (memory.holds(offset, width)) return offset;
      return globalFault(memory, address);
    case Window.shared:
    case Window.cluster: {
      // In 32 bits nothing but the launch says whether a high address is another block's or a wild one.
      if (upper === Window.cluster || (namesBlock(offset) && cell(Cell.clusterSize) > 0)) {
        const place = locateInCluster(view, offset, width);
        return typeof place === "number" ? place : outside(place);
      }
      if (offset >= MemoryMap.shared && last <= cell(Cell.sharedEnd)) return offset;
      return pastShared(offset - MemoryMap.shared, cell(Cell.sharedEnd) - MemoryMap.shared);
    }
    case Window.constant:
      if (offset >= MemoryMap.parameters && last <= cell(Cell.constantsEnd)) return offset;
      return outside("constant memory", () => lies(memory, address, memory.constantBefore(address)));
    default: {
      const size = cell(Cell.localSize);
      if (offset > 0 && last <= size) return cell(Cell.localBase) + lane * size + offset;
      return outside(`byte ${offset} of local memory, of which the thread has ${size}`);
    }
  }
}

/** `size`: bytes that the block has. */
function pastShared(byte: number, size: number): Fault {
  const has = size > 0 ? `the block has ${size}` : "the block has none: its launch gives no dynamic shared memory";
  return outside(`byte ${byte} of shared memory, of which ${has}`);
}

/** Where in its allocation, or in its space, a misaligned address lies. */
function byteOf(memory: DeviceMemory, address: bigint, window: number): string {
  const offset = Number(address & 0xffff_ffffn);
  const near = window === Window.global ? memory.nearest(address) : undefined;
  const byte = near && Number(address - near.address);
  if (near && byte !== undefined && byte >= 0 && byte < near.size)
    return `byte ${byte.toLocaleString("en-US")} of ${nameOf(memory, near)}`;
  const isOwn = window === Window.shared && !namesBlock(offset) && offset >= MemoryMap.shared;
  const at = isOwn ? offset - MemoryMap.shared : offset;
  return `byte ${at.toLocaleString("en-US")} of ${names[window]} memory`;
}

/** The variable, argument or allocation of a range, with its size. */
function nameOf(memory: DeviceMemory, { address, size }: Placed): string {
  const variable = memory.variableAt(address);
  if (variable) return `${demangle(variable.name).name}, a variable of ${byteCount(size)}`;
  const { argument, place } = memory.nameAt(address) ?? {};
  return `${argument ? `${argument}, an argument` : "an allocation"} of ${byteCount(size)}${place ? ` (${place})` : ""}`;
}

/** An address that is in no memory of the device. */
function nowhere(address: bigint): Fault {
  return address < BEHIND_NULL
    ? outside(`through a null pointer plus ${byteCount(address)}`)
    : outside(`the address 0x${address.toString(16)}`, () => "which is not in device memory");
}

function globalFault(memory: DeviceMemory, address: bigint): Fault {
  const freed = memory.freedAround(address);
  if (!freed) return outside("global memory", () => lies(memory, address, memory.nearest(address)));
  const byte = Number(address - freed.address);
  return {
    rule: "use-after-free",
    reason: `byte ${byte} of ${freed.size} bytes of device memory`,
    relation: "which have been freed",
  };
}

/** A fault outside of all allocations, told by the allocation whose pointer the launch passed, where that is known. */
export function relatedTo(memory: DeviceMemory, fault: Fault, address: bigint, passed: bigint | undefined): Fault {
  if (passed === undefined || fault.rule !== "out-of-bounds") return fault;
  return outside(fault.reason, () => {
    const own = memory.nearest(passed);
    const isOwn = own && passed >= own.address && passed < own.address + BigInt(own.size);
    return fault.relation && isOwn ? lies(memory, address, own) : (fault.relation ?? "");
  });
}

/** Memory as it was placed. */
interface Placed {
  readonly address: bigint;
  readonly size: number;
}

/** How an address lies to the memory next to it. */
function lies(memory: DeviceMemory, address: bigint, near: Placed | undefined): string {
  if (!near) return "where nothing is allocated";
  const what = nameOf(memory, near);
  const distance = Number(address - near.address) - near.size;
  if (distance === 0) return `just past the end of ${what}`;
  if (distance > 0) return `${byteCount(distance)} past the end of ${what}`;
  if (address < near.address) return `${byteCount(Number(near.address - address))} before ${what}`;
  return `across the end of ${what}`;
}
