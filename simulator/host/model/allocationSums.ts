/** What a program allocated, summed up by the call that made it and the line that freed it: millions of blocks are few rows. */
import type { Location } from "../../../analyzer/ir/model";
import type { AllocationKind, AllocationRecord } from "./allocationRecord";

/** Allocations of one kind by one call, which all were freed at one place or by nothing. */
export interface AllocationSum {
  readonly kind: AllocationKind;
  readonly call: string;
  readonly place: Location | undefined;
  /** Absent where nothing freed them. */
  readonly freed?: { readonly place: Location | undefined };
  readonly times: number;
  /** Of all of them together. */
  readonly bytes: number;
}

interface Tally {
  readonly of: AllocationRecord;
  times: number;
  bytes: number;
}

const placeText = (place: Location | undefined): string => (place ? `${place.file}:${place.line}:${place.column}` : "");

const keyOf = ({ kind, call, place, freed }: AllocationRecord): string =>
  `${kind} ${call} ${placeText(place)} ${freed ? `freed ${placeText(freed.place)}` : ""}`;

/** Sums that grow record by record. Most records follow one of the same places, which is found without its text. */
export class AllocationTallies {
  private readonly byKey = new Map<string, Tally>();
  private last: Tally | undefined;

  /** Counts a record as it stands: one that is freed later is counted after that. */
  add(record: AllocationRecord): void {
    const tally = this.last && isAlike(this.last.of, record) ? this.last : this.tallyOf(record);
    tally.times++;
    tally.bytes += record.bytes;
    this.last = tally;
  }

  private tallyOf(record: AllocationRecord): Tally {
    const key = keyOf(record);
    const known = this.byKey.get(key);
    if (known) return known;
    const made = { of: { ...record }, times: 0, bytes: 0 };
    this.byKey.set(key, made);
    return made;
  }

  /** With further records, in the order of the first allocation of each sum. */
  sums(further: readonly AllocationRecord[]): readonly AllocationSum[] {
    const all = new AllocationTallies();
    for (const [key, tally] of this.byKey) all.byKey.set(key, { ...tally });
    for (const one of further) all.add(one);
    return [...all.byKey.values()]
      .sort((a, b) => (a.of.serial ?? 0) - (b.of.serial ?? 0))
      .map(({ of: { kind, call, place, freed }, times, bytes }) => ({
        kind,
        call,
        place,
        ...(freed && { freed }),
        times,
        bytes,
      }));
  }
}

function isAlike(one: AllocationRecord, other: AllocationRecord): boolean {
  return (
    one.kind === other.kind &&
    one.call === other.call &&
    one.place === other.place &&
    (one.freed === undefined) === (other.freed === undefined) &&
    one.freed?.place === other.freed?.place
  );
}
