/**
 * The map of what is allocated of global memory, as WebAssembly asks it: a byte for each granule says how many of its bytes, from
 * its start, are allocated. Allocations begin with a granule, so that only their last ones are allocated in part.
 */
import {
  add,
  and,
  eqz,
  extendU,
  geU,
  type I32,
  type LocalI32,
  load8U,
  load64,
  ltU,
  ne,
  or,
  shl,
  shrU,
  sub,
  tee,
  xor,
} from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import type { FunctionWriter } from "../wasm/writer";
import { GRANULE, MemoryMap } from "./layout";

/** What the map has for a granule that is allocated as a whole. */
export const WHOLE = 255;

/** What it has for one of which `bytes` are allocated; of 255 the last one is left to the exact path. */
export const partly = (bytes: number): number => Math.min(bytes, WHOLE - 1);

const SHIFT = Math.log2(GRANULE);

/** What the map says of the granule around an offset. */
export const granuleAt = (offset: I32): I32 => load8U(shrU(offset, SHIFT), MemoryMap.granules);

/**
 * Runs `otherwise` where not all is allocated of the granules that two bytes are in: from the first byte to the end of its granule,
 * and up to the second byte. What lies between the two granules is not looked at.
 */
export function unlessAllocated(fn: FunctionWriter, first: I32, last: I32, otherwise: () => void): void {
  const isFirstPartial = and(ne(shrU(first, SHIFT), shrU(last, SHIFT)), ne(granuleAt(first), WHOLE));
  const isBeyond = and(geU(and(last, GRANULE - 1), granuleAt(last)), ne(granuleAt(last), WHOLE));
  fn.when(ne(and(granuleAt(first), granuleAt(last)), WHOLE), () => fn.when(or(isFirstPartial, isBeyond), otherwise));
}

/** Of 8 granules: all of them are allocated. */
const ALLOCATED = -1n;
/** Larger ranges of granules are not looked through: each lane's are. */
const MOST_GRANULES = 256;

/**
 * Runs `otherwise` where not all granules are allocated from that of `lowest` to the one before that of `highest`, which is another
 * one, or they are very many.
 */
export function unlessAllAllocated(
  fn: FunctionWriter,
  { lowest, highest }: { readonly lowest: LocalI32; readonly highest: LocalI32 },
  otherwise: () => void,
): void {
  const [first, last, more] = fn.locals(Type.i32, 3);
  const wrongAt = (granule: I32) => xor(load64(granule, MemoryMap.granules), ALLOCATED);
  fn.set(first, shrU(lowest, SHIFT));
  fn.set(last, sub(shrU(highest, SHIFT), 1));
  fn.set(more, sub(last, first));
  fn.block((all) => {
    fn.when(
      ltU(more, 8),
      () => fn.branchIf(all, eqz(shl(wrongAt(first), extendU(shl(sub(7, more), 3))))),
      () =>
        fn.block((some) => {
          fn.branchIf(some, geU(more, MOST_GRANULES));
          fn.loop((next) => {
            fn.branchIf(some, ne(wrongAt(first), 0n));
            fn.branchIf(next, ltU(tee(first, add(first, 8)), sub(last, 7)));
          });
          fn.branchIf(all, eqz(wrongAt(sub(last, 7))));
        }),
    );
    otherwise();
  });
}
