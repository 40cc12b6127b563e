/** Everything that the program allocated, live or freed: for leaks, for findings, and for the result. */
import type { Location } from "../../../analyzer/ir/model";
import { byteCount } from "../../text/quantities";
import type { AllocationKind, AllocationRecord } from "./allocationRecord";
import { type AllocationSum, AllocationTallies } from "./allocationSums";

/** Records of freed heap blocks whose addresses others have by now, before they are forgotten: few, so that they die young. */
const MOST_REPLACED = 1 << 8;

/**
 * Keeps records by their address; the last one of an address wins, as addresses may be used again. Of a program that
 * allocates and frees without an end only the last are kept.
 */
export class AllocationLog {
  readonly all: AllocationRecord[] = [];
  /** Records so far. */
  count = 0;
  private replaced = 0;
  private readonly forgotten = new AllocationTallies();
  /** Those of pitched memory. */
  readonly pitched: AllocationRecord[] = [];
  /** By numbers, which are found in a third of the time: no address of either side has more than 48 bits. */
  private readonly byAddress = new Map<number, AllocationRecord>();
  private readonly taken = new Map<number, number>();

  add(made: AllocationRecord): void {
    const record = { ...made, serial: this.count++ };
    const before = this.at(record.address);
    if (before?.kind === "heap" && before.freed) {
      before.isReplaced = true;
      this.replaced++;
    }
    if (this.replaced > Math.max(MOST_REPLACED, this.all.length / 2)) this.forgetReplaced();
    this.all.push(record);
    if (record.rows) this.pitched.push(record);
    this.byAddress.set(Number(record.address), record);
    this.take(record, record.bytes);
  }

  private forgetReplaced(): void {
    let end = 0;
    for (const one of this.all) {
      if (one.isReplaced) this.forgotten.add(one);
      else this.all[end++] = one;
    }
    this.all.length = end;
    this.replaced = 0;
  }

  /** All that was ever allocated, also what is forgotten, by the call that made it and the line that freed it. */
  sums(): readonly AllocationSum[] {
    return this.forgotten.sums(this.all);
  }

  /** Bytes of a device's own memory that are allocated, by its ordinal. */
  deviceBytes(ordinal: number): number {
    return this.taken.get(ordinal) ?? 0;
  }

  private take({ kind, device }: AllocationRecord, bytes: number): void {
    if ((kind !== "device" && kind !== "array") || device === undefined) return;
    this.taken.set(device, this.deviceBytes(device) + bytes);
  }

  /** Notes that a record's memory is freed. */
  release(record: AllocationRecord, place: Location | undefined): void {
    if (!record.freed) this.take(record, -record.bytes);
    record.freed = { place };
  }

  at(address: bigint): AllocationRecord | undefined {
    const record = this.byAddress.get(Number(address));
    // A wild pointer may have more bits than a number is exact to.
    return record?.address === address ? record : undefined;
  }

  free(address: bigint, place: Location | undefined): void {
    const record = this.at(address);
    if (record) this.release(record, place);
  }

  /** The memory of some kinds that ends at most `reach` bytes before an address. */
  before(address: bigint, reach: number, kinds: readonly AllocationKind[]): AllocationRecord | undefined {
    return this.all.findLast((one) => {
      const end = one.address + BigInt(one.bytes);
      return kinds.includes(one.kind) && address >= end && address - end < BigInt(reach);
    });
  }

  /** The live memory of some kinds that begins at most `reach` bytes after an address, the nearest. */
  after(address: bigint, reach: number, kinds: readonly AllocationKind[]): AllocationRecord | undefined {
    const distance = (one: AllocationRecord) => Number(one.address - address);
    const near = this.all.filter(
      (one) => !one.freed && kinds.includes(one.kind) && distance(one) > 0 && distance(one) <= reach,
    );
    return near.reduce<AllocationRecord | undefined>(
      (best, one) => (best && distance(best) <= distance(one) ? best : one),
      undefined,
    );
  }

  /** The record whose bytes hold an address, live ones first. */
  around(address: bigint): AllocationRecord | undefined {
    const holds = (one: AllocationRecord) =>
      address >= one.address && address < one.address + BigInt(Math.max(1, one.bytes));
    return this.all.findLast((one) => !one.freed && holds(one)) ?? this.all.findLast(holds);
  }
}

/** What an allocation is called, how a call makes one, and how it is given back. */
interface KindWords {
  readonly noun: string;
  readonly made: string;
  readonly released: string;
}

const memory = (noun: string): KindWords => ({ noun, made: "allocates", released: "freed" });
const object = (noun: string): KindWords => ({ noun, made: "creates", released: "destroyed" });

const kindWords: Readonly<Record<AllocationKind, KindWords>> = {
  heap: memory("heap memory"),
  device: memory("device memory"),
  pinned: memory("pinned memory"),
  registered: { noun: "registered memory", made: "registers", released: "unregistered" },
  managed: memory("managed memory"),
  array: memory("an array"),
  stream: object("a stream"),
  event: object("an event"),
  texture: object("a texture object"),
  surface: object("a surface object"),
  graph: object("a graph"),
};

/** What leaks at one place. */
interface Leak extends Pick<AllocationRecord, "kind" | "bytes"> {
  /** Allocations of the place, of `bytes` in all; one where it is absent. */
  readonly times?: number;
}

/**
 * `allocates device memory (400 bytes) that is never freed`, `allocates device memory (3 times, 1,200 bytes in all) …`;
 * `fate`: what becomes of it instead.
 */
export function leakText({ kind, bytes, times = 1 }: Leak, fate?: string): string {
  const { noun, made, released } = kindWords[kind];
  const what = kind === "registered" ? "memory" : noun;
  const all = times > 1 ? [`${times.toLocaleString("en-US")} times`] : [];
  if (bytes > 0) all.push(`${byteCount(bytes)}${times > 1 ? " in all" : ""}`);
  return `${made} ${what}${all.length > 0 ? ` (${all.join(", ")})` : ""} that ${fate ?? `is never ${released}`}`;
}

/** `device memory`, `a stream` */
export function nounOf(kind: AllocationKind): string {
  return kindWords[kind].noun;
}

/** `4 bytes before an allocation of 64 bytes` */
export function beforeStart(distance: bigint, bytes: number): string {
  return `${byteCount(distance)} before an allocation of ${byteCount(bytes)}`;
}

/** `just past the end of an allocation of 64 bytes`; `distance`: bytes from the end to the address. */
export function pastEnd(distance: bigint, bytes: number): string {
  return `${distance === 0n ? "just" : byteCount(distance)} past the end of an allocation of ${byteCount(bytes)}`;
}
