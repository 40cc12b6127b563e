/**
 * Warps of a block that contend for one address with compare-and-swap loops: each tries again when another was first. They run
 * one after the other here; their requests between two barriers are kept, and counted again as of warps that arrive together,
 * the first of each warp with the first of the others, and so on. Measured on an H100 (CUDA 13.0, 2026-11-27):
 * `test/hardware/language/contention.cu`.
 */
import { type CasRequest, casLoop, contendedCasLoop } from "../../analyzer/hardware/casLoop";
import { warpsOf } from "../../analyzer/hardware/occupancy";
import { casRequest } from "../../analyzer/hardware/warp";
import { controlFlow } from "../../analyzer/ir/cfg";
import type { MemoryAccess } from "../../analyzer/lower/model";
import type { LineCount, WarpContext } from "../model";
import { type Service, servedOf } from "./banks";

/** Warps that are counted together: more of them do not arrive together (`contendedCasLoop`). */
const MOST_WARPS = 8;

/** Requests of one access that are kept at most until the next barrier; 128 bytes each. */
const MOST_KEPT = 1 << 14;

/** Requests of an access since the last barrier. */
interface Phase {
  readonly line: LineCount;
  readonly block: string;
  readonly number: number;
  /** By warp, in the order in which it executed them. */
  readonly byWarp: Map<number, CasRequest[]>;
  kept: number;
}

/** The running lanes of a request, and the addresses of all. */
interface Lanes {
  readonly mask: number;
  readonly addresses: BigUint64Array;
}

/**
 * Whether the tries of lanes of one warp follow from their addresses. In a loop, lanes go on to the next iteration one by one,
 * as each has succeeded. Of other operations than sums the old value decides: a lane that changes nothing is in no one's way.
 */
function isDetermined({ leader }: MemoryAccess): boolean {
  const isSum = leader.op === "atomicrmw" && /^f?(?:add|sub)$/.test(leader.atomic);
  return isSum && controlFlow(leader.block.function).depth(leader.block) === 0;
}

/** What has been counted of each warp by itself, and is counted again of all. */
export class Contention {
  readonly #phases = new Map<LineCount, Phase>();
  #isSeen = false;

  /** Whether lanes have contended in a way that makes the figures of the launch modelled. */
  get isSeen(): boolean {
    return this.#isSeen;
  }

  /** Notes a request to shared memory that has been counted by itself; `tries`: iterations of its loop. */
  note(line: LineCount, tries: number, { mask, addresses }: Lanes, context: WarpContext): void {
    if (tries > 1 && !isDetermined(line.access)) this.#isSeen = true;
    const { block, warp, blockDim, phase = 0 } = context;
    // A warp that has its block to itself meets no other.
    if (warpsOf(blockDim[0] * blockDim[1] * blockDim[2]) === 1) return;
    const place = block.join();
    let current = this.#phases.get(line);
    if (current?.block !== place || current.number !== phase) {
      if (current) this.#settle(current);
      current = { line, block: place, number: phase, byWarp: new Map(), kept: 0 };
      this.#phases.set(line, current);
    }
    if (current.kept >= MOST_KEPT) {
      this.#isSeen ||= current.byWarp.size > 1;
      return;
    }
    const requests = current.byWarp.get(warp) ?? [];
    current.byWarp.set(warp, requests);
    requests.push(casRequest(addresses, mask));
    current.kept += 1;
  }

  /** Counts what is still kept; before counts are read. */
  settle(): void {
    for (const phase of this.#phases.values()) this.#settle(phase);
    this.#phases.clear();
  }

  #settle({ line, byWarp }: Phase): void {
    if (byWarp.size < 2) return;
    const warps = [...byWarp.values()];
    for (let at = 0; warps.some((requests) => at < requests.length); at++) {
      const together = warps.flatMap((requests) => requests[at] ?? []);
      if (!shareOffsets(together)) continue;
      this.#isSeen = true;
      for (let first = 0; first < together.length; first += MOST_WARPS)
        addDifference(line, together.slice(first, first + MOST_WARPS));
    }
  }
}

/** Whether requests of different warps go to one address. */
function shareOffsets(requests: readonly CasRequest[]): boolean {
  const owners = new Map<number, CasRequest>();
  return requests.some((one) =>
    Array.from(one.offsets).some((offset, lane) => {
      if (((one.mask >>> lane) & 1) === 0) return false;
      const owner = owners.get(offset);
      owners.set(offset, one);
      return owner !== undefined && owner !== one;
    }),
  );
}

const figures = [
  "requests",
  "lanes",
  "bytes",
  "wavefronts",
  "wavefrontsIdeal",
] as const satisfies readonly (keyof Service)[];

/** Adds what requests cost together beyond what each costs by itself. */
function addDifference(line: LineCount, together: readonly CasRequest[]): void {
  const { width } = line.access;
  const joint = servedOf(line.access, contendedCasLoop(together, width));
  for (const name of figures) line[name] += joint[name];
  for (const one of together) {
    const alone = servedOf(line.access, casLoop(one.offsets, one.mask, width));
    for (const name of figures) line[name] -= alone[name];
  }
}
