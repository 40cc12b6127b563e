/** Managed memory: pages that move on first touch, prefetches, and advice. Times of faults and moves are modelled. */

import type { Location } from "../../../../analyzer/ir/model";
import type { Observer } from "../../../model";
import { byteCount } from "../../../text/quantities";
import type { HostLibrary, HostMachine } from "../../model/machine";
import type { ManagedCounts, ManagedPages, PageHints, Side } from "../../model/pages";
import { RequestWatch, WATCH_WORK } from "../../model/requestWatch";
import { transferNanoseconds } from "../../timeline/model";
import { deviceOf } from "../state/devices";
import { CudaError, calls } from "../state/errors";
import { discardPages, hintsOf, MANAGED_PAGE, prefetch, touch } from "../state/pages";
import { submit } from "../streams/submit";

/** Nanoseconds of one fault of the device, which the driver serves. */
const FAULT_NANOSECONDS = 20_000n;
const HOST_DEVICE = -1;

/** Follows a launch's accesses to managed memory; nothing is observed when there is none. */
export function watchManaged(machine: HostMachine): {
  readonly observers: readonly Observer[];
  end(launch: number, place: Location | undefined): void;
  nanoseconds(): bigint;
} {
  const { pages } = machine.cuda;
  if (pages.size === 0) return { observers: [], end: () => {}, nanoseconds: () => 0n };
  const blocks = [...pages].map(([start, one]) => ({
    start,
    window: Number(start >> 32n),
    offset: Number(start & 0xffff_ffffn),
    one,
    before: { ...one.counts },
  }));
  let requests = new RequestWatch();
  const observer: Observer = {
    work: WATCH_WORK,
    access(access, mask, addresses) {
      if (access.space !== "global" && access.space !== "generic") return;
      if (requests.isRepeated(access, mask, addresses)) return;
      const halves = requests.halves(addresses);
      for (let lane = 0; lane < 32; lane++) {
        if (((mask >>> lane) & 1) === 0) continue;
        const [low, high] = [halves[2 * lane]!, halves[2 * lane + 1]!];
        for (const { window, offset: start, one } of blocks) {
          const offset = low - start;
          if (high !== window || offset < 0 || offset >= one.size) continue;
          if (one.residency[Math.floor(offset / MANAGED_PAGE)] === "device") continue;
          touch(one, "device", offset, access.width, access.op !== "load");
          // A page that comes may take the place of another: every access is looked at again.
          requests = new RequestWatch();
        }
      }
    },
  };
  return {
    observers: [observer],
    end(launch, place) {
      for (const { start, one, before } of blocks) {
        const since = (count: "deviceFaults" | "toDevice" | "evicted") => one.counts[count] - before[count];
        const [faults, migrations, evictions] = [since("deviceFaults"), since("toDevice"), since("evicted")];
        if (faults === 0 && evictions === 0) continue;
        const resident = one.residency.filter((side) => side === "device" || side === "both").length;
        machine.managedUses.push({ launch, allocation: start, place, faults, migrations, evictions, resident });
      }
    },
    nanoseconds: () =>
      blocks.reduce((sum, { one, before }) => {
        const { deviceFaults, toDevice, evicted } = one.counts;
        const faults = deviceFaults - before.deviceFaults;
        const moves = toDevice - before.toDevice + evicted - before.evicted;
        return (
          sum + BigInt(faults) * FAULT_NANOSECONDS + (moves > 0 ? transferNanoseconds(moves * MANAGED_PAGE, true) : 0n)
        );
      }, 0n),
  };
}

/** The managed allocation that holds a range. */
function managedAt(
  machine: HostMachine,
  address: bigint,
  size: bigint,
): { start: bigint; pages: ManagedPages } | undefined {
  for (const [start, pages] of machine.cuda.pages) {
    if (address >= start && address + size <= start + BigInt(pages.size)) return { start, pages };
  }
  return undefined;
}

/** `cudaCpuDeviceId` is the host; all devices count as one side. */
function sideOf(machine: HostMachine, device: number): Side | undefined {
  return device === HOST_DEVICE ? "host" : deviceOf(machine, device) ? "device" : undefined;
}

/** Moves pages of managed memory ahead of their use, in a stream. */
export function prefetchAsync(
  machine: HostMachine,
  address: bigint,
  size: bigint,
  device: number,
  stream: bigint,
): number {
  const side = sideOf(machine, device);
  if (!side) return CudaError.InvalidDevice;
  const found = managedAt(machine, address, size);
  if (!found) return CudaError.InvalidValue;
  return submit(machine, stream, {
    kind: "memcpy",
    label: `a prefetch of ${byteCount(size)} to the ${side}`,
    engine: side === "device" ? "h2d" : "d2h",
    bytes: Number(size),
    writes: [],
    run: () => {
      const moved = prefetch(found.pages, side, Number(address - found.start), Number(size));
      return { code: CudaError.Success, nanoseconds: transferNanoseconds(moved, true) };
    },
  });
}

/** `cudaMemoryAdvise`. */
const Advice = {
  setReadMostly: 1,
  unsetReadMostly: 2,
  setPreferred: 3,
  unsetPreferred: 4,
  setAccessedBy: 5,
  unsetAccessedBy: 6,
} as const;

function advise(machine: HostMachine, address: bigint, size: bigint, advice: number, device: number): number {
  const found = managedAt(machine, address, size);
  if (!found) return CudaError.InvalidValue;
  const side = sideOf(machine, device);
  const needsSide =
    advice === Advice.setPreferred || advice === Advice.setAccessedBy || advice === Advice.unsetAccessedBy;
  const change = changes[advice];
  if (!change || size === 0n || (needsSide && !side)) return CudaError.InvalidValue;
  for (const hints of hintsOf(found.pages, Number(address - found.start), Number(size))) change(hints, side!);
  return CudaError.Success;
}

/** Forgets what pages of managed memory hold: they are on neither side, and do not migrate, until the next access. */
export function discard(machine: HostMachine, address: bigint, size: bigint): number {
  const found = managedAt(machine, address, size);
  if (!found || size === 0n) return CudaError.InvalidValue;
  discardPages(found.pages, Number(address - found.start), Number(size));
  return CudaError.Success;
}

/** What each advice changes; the side is there where the advice names one. */
const changes: Readonly<Record<number, (hints: PageHints, side: Side) => void>> = {
  [Advice.setReadMostly]: (hints) => {
    hints.readMostly = true;
  },
  [Advice.unsetReadMostly]: (hints) => {
    hints.readMostly = false;
  },
  [Advice.setPreferred]: (hints, side) => {
    hints.preferred = side;
  },
  [Advice.unsetPreferred]: (hints) => {
    hints.preferred = undefined;
  },
  [Advice.setAccessedBy]: ({ accessedBy }, side) => void accessedBy.add(side),
  [Advice.unsetAccessedBy]: ({ accessedBy }, side) => void accessedBy.delete(side),
};

/** `cudaMemRangeAttribute`. */
const RangeAttribute = {
  readMostly: 1,
  preferred: 2,
  accessedBy: 3,
  lastPrefetch: 4,
  preferredType: 5,
  preferredId: 6,
  lastPrefetchType: 7,
  lastPrefetchId: 8,
} as const;
const INVALID_DEVICE = -2;
/** `cudaMemLocationType` of each side. */
const LocationType = { nowhere: 0, device: 1, host: 2 } as const;

function deviceNumber(side: Side | undefined): number {
  return side === "host" ? HOST_DEVICE : side === "device" ? 0 : INVALID_DEVICE;
}

/** A `cudaMemLocation` by value: kind in the low half (1 device, 2 host), number in the upper. */
export function locationOf(location: bigint): number {
  return Number(location & 0xffff_ffffn) === 1 ? Number(BigInt.asIntN(32, location >> 32n)) : HOST_DEVICE;
}

/** Writes the attribute of a range that holds for all of its pages: `size` bytes at `data`, as many as the attribute needs. */
export function rangeAttribute(
  machine: HostMachine,
  data: bigint,
  size: bigint,
  attribute: number,
  address: bigint,
  count: bigint,
): number {
  const found = managedAt(machine, address, count);
  if (!found || size === 0n || size % 4n !== 0n) return CudaError.InvalidValue;
  // An attribute of a range is what holds for all of its pages.
  const hints = hintsOf(found.pages, Number(address - found.start), Number(count));
  const common = (sideOfPage: (one: PageHints) => Side | undefined) => {
    const side = hints[0] && sideOfPage(hints[0]);
    return hints.every((one) => sideOfPage(one) === side) ? side : undefined;
  };
  const [preferred, lastPrefetch] = [common((one) => one.preferred), common((one) => one.lastPrefetch)];
  const plain: Readonly<Record<number, number>> = {
    [RangeAttribute.readMostly]: hints.every((one) => one.readMostly) ? 1 : 0,
    [RangeAttribute.preferred]: deviceNumber(preferred),
    [RangeAttribute.lastPrefetch]: deviceNumber(lastPrefetch),
    [RangeAttribute.preferredType]: LocationType[preferred ?? "nowhere"],
    [RangeAttribute.preferredId]: 0,
    [RangeAttribute.lastPrefetchType]: LocationType[lastPrefetch ?? "nowhere"],
    [RangeAttribute.lastPrefetchId]: 0,
  };
  const known = plain[attribute];
  if (known !== undefined) machine.setInt(data, known);
  else if (attribute === RangeAttribute.accessedBy) {
    const all = hints[0] ? [...hints[0].accessedBy] : [];
    const sides = all.filter((side) => hints.every(({ accessedBy }) => accessedBy.has(side))).map(deviceNumber);
    for (let i = 0; i < Number(size) / 4; i++) machine.setInt(data + BigInt(4 * i), sides[i] ?? INVALID_DEVICE);
  } else return CudaError.InvalidValue;
  return CudaError.Success;
}

/** The runtime's calls about managed memory, by name. */
export const managed: HostLibrary = calls({
  cudaMemPrefetchAsync: prefetchAsync,
  cudaMemPrefetchAsync_v2: (machine, address: bigint, size: bigint, location: bigint, _flags: number, stream: bigint) =>
    prefetchAsync(machine, address, size, locationOf(location), stream),
  cudaMemAdvise: advise,
  cudaMemAdvise_v2: (machine, address: bigint, size: bigint, advice: number, location: bigint) =>
    advise(machine, address, size, advice, locationOf(location)),
  cudaMemRangeGetAttribute: rangeAttribute,
});

/** Counts of every managed allocation, live or not, for the result. */
export interface ManagedReport extends ManagedCounts {
  readonly address: bigint;
  readonly bytes: number;
  readonly place: Location | undefined;
  /** Where each page lies at the end. */
  readonly residency: ManagedPages["residency"];
}

/** What the report says of each managed allocation, live or freed. */
export function managedReports(machine: HostMachine): ManagedReport[] {
  return [...machine.cuda.pages, ...machine.freedPages].map(([address, { size, place, residency, counts }]) => ({
    address,
    bytes: size,
    place,
    residency,
    ...counts,
  }));
}
