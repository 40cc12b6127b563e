/**
 * What the blocks of a launch take at least for dependent instructions: a barrier waits for the warp that takes longest, so
 * a block takes the sum of the longest warps between its barriers. Of a launch the longest block is kept, the sum over its
 * blocks, and how many are like the first one.
 */
import { Cell, MemoryMap } from "../memory/layout";
import {
  add,
  and,
  eq,
  eqz,
  extendU,
  gtU,
  type I32,
  type I64,
  type LocalI32,
  load32,
  load64,
  select,
  sub,
} from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import type { FunctionWriter } from "../wasm/writer";

const CRITICAL = MemoryMap.cells + Cell.critical;

/** Where they are in linear memory, 8 bytes each: cycles, but for `blocks` and `equal`. */
export const CriticalCell = {
  /** The running block so far: its longest warps, and all its warps together. */
  own: CRITICAL,
  ownWarps: CRITICAL + 8,
  /** The same of the first block that ended. */
  first: CRITICAL + 16,
  firstWarps: CRITICAL + 24,
  /** Of the longest block, and summed over all. */
  longest: CRITICAL + 32,
  sum: CRITICAL + 40,
  /** Blocks that have ended, and those of them with the first one's cycles. */
  blocks: CRITICAL + 48,
  equal: CRITICAL + 56,
} as const;

const CHAIN = MemoryMap.cells + Cell.chain;

/** Writes, into a pass over the warps of a block, what notes their cycles. */
export interface CriticalWriter {
  /** What runs one warp. */
  warp(run: () => void): void;
  /** After the warps. `waits`: some of them wait for the next pass. */
  end(waits: I32): void;
}

const counted = (at: number): I64 => load64(0, at);

/** @param starts whether the block begins with this pass */
export function criticalWriter(fn: FunctionWriter, starts: LocalI32): CriticalWriter {
  const [before, longest] = fn.locals(Type.i32, 2);
  const [own, warps] = fn.locals(Type.i64, 2);
  const store = (at: number, value: I64): void => fn.store64(0, value, at);
  fn.when(eqz(starts), () => fn.set(warps, counted(CriticalCell.ownWarps)));

  const endBlock = (): void => {
    fn.when(eqz(counted(CriticalCell.blocks)), () => {
      store(CriticalCell.first, own);
      store(CriticalCell.firstWarps, warps);
    });
    const isEqual = and(eq(own, counted(CriticalCell.first)), eq(warps, counted(CriticalCell.firstWarps)));
    store(CriticalCell.equal, add(counted(CriticalCell.equal), extendU(isEqual)));
    store(CriticalCell.blocks, add(counted(CriticalCell.blocks), 1n));
    store(CriticalCell.sum, add(counted(CriticalCell.sum), own));
    fn.when(gtU(own, counted(CriticalCell.longest)), () => store(CriticalCell.longest, own));
  };

  return {
    warp(run) {
      fn.set(before, load32(0, CHAIN));
      run();
      fn.set(before, sub(load32(0, CHAIN), before));
      fn.set(warps, add(warps, extendU(before)));
      fn.set(longest, select(before, longest, gtU(before, longest)));
    },
    end(waits) {
      fn.set(own, extendU(longest));
      fn.when(eqz(starts), () => fn.set(own, add(own, counted(CriticalCell.own))));
      fn.when(
        waits,
        () => {
          store(CriticalCell.own, own);
          store(CriticalCell.ownWarps, warps);
        },
        endBlock,
      );
    },
  };
}
