/** Keeps the costliest request of every access: what its lanes asked for, for a picture of it. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { MemoryAccess, Space } from "../../analyzer/lower/model";
import { addRequest, emptyLine, issuedLanes, spaceOfRequest } from "../counting/traffic";
import type { LineCount, Observer } from "../model";

/** One request, with the addresses of 32 lanes, valid where `mask` has the lane's bit. */
export interface RequestSample {
  readonly block: Dim3;
  readonly warp: number;
  readonly mask: number;
  readonly addresses: BigUint64Array;
}

/** An observer that keeps requests, and what it kept. */
export interface Samples {
  readonly observer: Observer;
  /** The request of an access in a space with the most sectors, where none the most wavefronts; the first of equals. */
  of(access: MemoryAccess, space: Space): RequestSample | undefined;
}

interface Kept {
  readonly cost: number;
  readonly sample: RequestSample;
}

function costOf(line: LineCount): number {
  return line.sectors || line.wavefronts;
}

/** Makes an observer that keeps the costliest request of each access. */
export function sampleRequests(): Samples {
  const kept = new Map<MemoryAccess, Map<Space, Kept>>();
  const observer: Observer = {
    access: (access, mask, addresses, { block, warp }) => {
      const space = spaceOfRequest(access, mask, addresses);
      const issued = issuedLanes(access, mask);
      const line = emptyLine(access, space);
      addRequest(line, issued, addresses);
      const cost = costOf(line);
      const bySpace = kept.get(access) ?? new Map<Space, Kept>();
      kept.set(access, bySpace);
      const known = bySpace.get(space);
      if (known && known.cost >= cost) return;
      bySpace.set(space, { cost, sample: { block, warp, mask: issued, addresses: addresses.slice() } });
    },
  };
  return { observer, of: (access, space) => kept.get(access)?.get(space)?.sample };
}
