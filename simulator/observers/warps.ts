/** Figures of each warp, for launches in which some have more work than others. */
import type { Dim3 } from "../../analyzer/hardware/model";
import { addRequest, emptyLine, issuedLanes, spaceOfRequest } from "../counting/traffic";
import type { Observer, WarpContext } from "../model";
import { diverges } from "./branches";

/** What one warp did. */
export interface WarpCount {
  readonly block: Dim3;
  readonly warp: number;
  requests: number;
  sectors: number;
  wavefronts: number;
  branches: number;
  divergent: number;
  barriers: number;
}

/** An observer that counts by warp, and its counts. */
export interface Warps {
  readonly observer: Observer;
  /** The first warps that did anything, in order; `leftOut` did something, too. */
  readonly result: () => { readonly rows: readonly WarpCount[]; readonly leftOut: number };
}

/** Counts up to `kept` warps. */
export function countWarps(kept: number): Warps {
  const rows: WarpCount[] = [];
  const byBlock = new Map<string, Map<number, WarpCount>>();
  let leftOut = 0;
  let last: { readonly block: Dim3; readonly warp: number; readonly row: WarpCount } | undefined;
  const make = (block: Dim3, warp: number): WarpCount => {
    const row = { block, warp, requests: 0, sectors: 0, wavefronts: 0, branches: 0, divergent: 0, barriers: 0 };
    if (rows.length < kept) rows.push(row);
    else leftOut++;
    return row;
  };
  const rowOf = ({ block, warp }: WarpContext): WarpCount => {
    if (last?.block === block && last.warp === warp) return last.row;
    const key = block.join();
    const warps = byBlock.get(key) ?? new Map<number, WarpCount>();
    byBlock.set(key, warps);
    const row = warps.get(warp) ?? make(block, warp);
    warps.set(warp, row);
    last = { block, warp, row };
    return row;
  };
  const observer: Observer = {
    access: (access, mask, addresses, warp) => {
      const row = rowOf(warp);
      const line = emptyLine(access, spaceOfRequest(access, mask, addresses));
      addRequest(line, issuedLanes(access, mask), addresses);
      row.requests += line.requests;
      row.sectors += line.sectors;
      row.wavefronts += line.wavefronts;
    },
    branch: (instruction, _mask, taken, warp) => {
      const row = rowOf(warp);
      row.branches++;
      if (diverges(instruction, taken)) row.divergent++;
    },
    barrier: (_instruction, _mask, warp) => {
      rowOf(warp).barriers++;
    },
  };
  return { observer, result: () => ({ rows, leftOut }) };
}
