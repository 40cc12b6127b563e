/** Bytes that memory moved against bytes that lanes asked for. */
import { BANK_BYTES, BANKS, SECTOR_BYTES } from "../../analyzer/hardware/model";
import type { Space } from "../../analyzer/lower/model";
import type { LineCount } from "../model";

/** Totals of a space over a launch. */
export interface SpaceTraffic {
  readonly space: Space;
  readonly requests: number;
  /** Whole sectors; for shared memory, every bank once in each wavefront. */
  readonly movedBytes: number;
  /** The same bytes count once in a request. */
  readonly usefulBytes: number;
}

interface Reading {
  readonly moved: (line: LineCount) => number;
  readonly useful: (line: LineCount) => number;
}

const sectors = ({ sectors }: LineCount) => sectors * SECTOR_BYTES;

/** Spaces in which it is known what a request moves. */
const readings: Readonly<Partial<Record<Space, Reading>>> = {
  global: { moved: sectors, useful: ({ bytes }) => bytes },
  shared: { moved: ({ wavefronts }) => wavefronts * BANKS * BANK_BYTES, useful: ({ bytes }) => bytes },
  // Equal offsets of two lanes are memory of two threads.
  local: { moved: sectors, useful: ({ lanes, access }) => lanes * access.width },
};

/** The spaces that requests went to. */
export function spaceTraffic(lines: readonly LineCount[]): readonly SpaceTraffic[] {
  return (Object.entries(readings) as [Space, Reading][]).flatMap(([space, { moved, useful }]) => {
    const mine = lines.filter((line) => line.space === space);
    if (!mine.length) return [];
    const sum = (of: (line: LineCount) => number) => mine.reduce((total, line) => total + of(line), 0);
    return [{ space, requests: sum(({ requests }) => requests), movedBytes: sum(moved), usefulBytes: sum(useful) }];
  });
}
