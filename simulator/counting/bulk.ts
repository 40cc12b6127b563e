/** Counts bulk copies, which are no accesses of lanes: a line for each call that issued some. */

import { BULK_UNIT } from "../../analyzer/hardware/bulk";
import { SECTOR_BYTES } from "../../analyzer/hardware/model";
import type { Instruction, InstructionOf } from "../../analyzer/ir/model";
import type { MemoryAccess } from "../../analyzer/lower/model";
import type { TrafficObserver } from "./traffic";

/** What one copy of a lane counts as. */
export interface BulkCount {
  readonly op: "load" | "store" | "reduction";
  /** `bulk` from or to global memory, `cluster` to the shared memory of another block. */
  readonly space: "bulk" | "cluster";
  /** That arrive at all destinations together, those that are filled in too. */
  readonly bytes: number;
  readonly sectors: number;
}

/** Counts a copy that the instruction of a site issued. */
export type CountBulk = (site: number, count: BulkCount) => void;

/** What counts bulk copies of a kernel with an observer of requests. `accesses`: how many other accesses the kernel has. */
export function bulkCounter(traffic: TrafficObserver, sites: readonly Instruction[], accesses: number): CountBulk {
  const known = new Map<string, MemoryAccess>();
  const accessAt = (site: number, { op, space }: BulkCount): MemoryAccess => {
    const key = `${site} ${op} ${space}`;
    const found = known.get(key);
    if (found) return found;
    const leader = sites[site] as InstructionOf<"call">;
    const [pointer] = leader.arguments;
    const id = accesses + site;
    const { location } = leader;
    const access = {
      id,
      op,
      space,
      width: BULK_UNIT,
      members: [leader],
      leader,
      pointer: pointer!,
      offset: 0,
      location,
    };
    known.set(key, access);
    return access;
  };
  return (site, count) => {
    const line = traffic.lineOf(accessAt(site, count), count.space);
    line.requests++;
    line.lanes++;
    line.bytes += count.bytes;
    line.sectors += count.sectors;
    line.sectorsIdeal += Math.min(count.sectors, Math.ceil(count.bytes / SECTOR_BYTES));
  };
}
