/**
 * The address and the 256 bytes of global memory that atomic operations of a launch go to most often: L2 performs those of one
 * address one after the other, and those of 256 bytes, which one of its slices has. Each slot of a table is for the keys of one
 * hash; the weight of the one that it holds grows with that key and shrinks with the others (majority vote), so that it is never
 * more than the key has.
 */
import { SECTOR_BYTES } from "../../analyzer/hardware/model";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { MemoryMap } from "../memory/layout";
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  i32 as constant,
  eq,
  eqz,
  extendU,
  geU,
  load32,
  load64,
  mul,
  ne,
  shl,
  shrU,
  sub,
  tee,
} from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import { FunctionWriter } from "../wasm/writer";
import { readCount } from "./record";

const { i32 } = Type;

/** How long L2 is busy with one lane's operation, of an integer's: floating-point additions take longer. */
export const HEAT = { atomic: 1, floatAtomic: 3 } as const;

/** Slots of a table, as a shift, and bytes of each: its key, and its weight. */
const SLOTS_SHIFT = 10;
const SLOT_SHIFT = 4;
const TABLE_BYTES = 1 << (SLOTS_SHIFT + SLOT_SHIFT);
/** Bytes of both tables: of addresses, then of 256 bytes each. */
const HOT_BYTES = 2 * TABLE_BYTES;
/** Where each request notes its sectors: by hash the sector and the first of its addresses, 4 bytes each. */
const SECTORS = MemoryMap.hot + HOT_BYTES;
const SECTOR_SLOTS = 64;
const SECTOR_SLOT_SHIFT = 3;
const FIRST_ADDRESS = 4;
const WEIGHT = 8;
/** Fibonacci hashing: 2^32 by the golden ratio. */
const GOLDEN = 0x9e3779b1 | 0;
const SECTOR_SHIFT = Math.log2(SECTOR_BYTES);
/**
 * Aligned 256 bytes are in one slice: words at both ends of 400 of them, at random in 1 GiB, took atomics one after the other,
 * and none of 400 with a word of the next 256 bytes did. Measured on an H100, 2026-11-26.
 */
const SLICE_SHIFT = Math.log2(256);

const voteSignature = { parameters: [i32, i32, i32], results: [] } as const;

/** Defines `vote(key, table, weight)`. */
function defineVote(module: ModuleBuilder): number {
  const fn = new FunctionWriter(voteSignature);
  const [key, table, weight] = fn.parameters;
  const at = fn.i32();
  const [held, added] = fn.locals(Type.i64, 2);
  fn.set(at, add(table, shl(shrU(mul(key, GOLDEN), 32 - SLOTS_SHIFT), SLOT_SHIFT)));
  fn.set(held, load64(at, WEIGHT));
  fn.set(added, extendU(weight));
  fn.when(eq(load32(at), key), () => {
    fn.store64(at, add(held, added), WEIGHT);
    fn.return();
  });
  fn.when(
    geU(held, added),
    () => fn.store64(at, sub(held, added), WEIGHT),
    () => {
      fn.store32(at, key);
      fn.store64(at, sub(added, held), WEIGHT);
    },
  );
  return fn.defineIn(module);
}

const heatSignature = { parameters: [i32, i32, i32], results: [] } as const;

/** Defines `heat(offsets, mask, weight)`, which notes the atomic operations of a request's lanes, and returns its index. */
export function defineHeat(module: ModuleBuilder): number {
  const vote = defineVote(module);
  const fn = new FunctionWriter(heatSignature);
  const [offsets, mask, weight] = fn.parameters;
  const [lane, address, last, lanes, rest, slot] = fn.locals(i32, 6);
  const voteForSlice = () => fn.call(vote, shrU(last, SLICE_SHIFT), MemoryMap.hot + TABLE_BYTES, lanes);
  const flush = () =>
    fn.when(lanes, () => {
      fn.call(vote, last, MemoryMap.hot, mul(lanes, weight));
      // Lanes with other addresses of a sector that has been noted may be served with the first one's.
      fn.set(slot, add(SECTORS, shl(and(shrU(last, SECTOR_SHIFT), SECTOR_SLOTS - 1), SECTOR_SLOT_SHIFT)));
      fn.when(
        eqz(load32(slot)),
        () => {
          fn.store32(slot, shrU(last, SECTOR_SHIFT));
          fn.store32(slot, last, FIRST_ADDRESS);
          voteForSlice();
        },
        () => fn.when(eq(load32(slot, FIRST_ADDRESS), last), voteForSlice),
      );
    });
  fn.fillMemory(constant(SECTORS), 0, SECTOR_SLOTS << SECTOR_SLOT_SHIFT);
  fn.set(rest, mask);
  fn.eachLane(rest, lane, () => {
    fn.when(ne(tee(address, load32(add(offsets, shl(lane, 2)))), last), () => {
      flush();
      fn.set(lanes, 0);
      fn.set(last, address);
    });
    fn.set(lanes, add(lanes, 1));
  });
  flush();
  return fn.defineIn(module);
}

/** Whether a request may be of atomic operations in global memory: only then is there anything to clear and to read. */
const isNoted = ({ op, space }: MemoryAccess): boolean =>
  (op === "atomic" || op === "reduction") && (space === "global" || space === "generic");

/** Forgets the atomic operations of an earlier launch, where this one has some. */
export function clearHot(memory: WebAssembly.Memory, accesses: readonly MemoryAccess[]): void {
  if (accesses.some(isNoted)) new Uint8Array(memory.buffer, MemoryMap.hot, HOT_BYTES).fill(0);
}

/** The largest weights that the tables hold, each at most the weight of the address or slice that has most. */
interface Hot {
  /** Of one address: lanes, each as long as L2 is busy with it, see {@link HEAT}. */
  readonly address: number;
  /** Of one slice of L2: sectors of requests, each as often as lanes share its first address. */
  readonly slice: number;
}

/** What the tables hold of a launch with these accesses. */
export function hotOf(memory: WebAssembly.Memory, accesses: readonly MemoryAccess[]): Hot {
  if (!accesses.some(isNoted)) return { address: 0, slice: 0 };
  const view = new DataView(memory.buffer, MemoryMap.hot, HOT_BYTES);
  const most = (from: number): number => {
    let largest = 0;
    for (let at = from; at < from + TABLE_BYTES; at += 1 << SLOT_SHIFT)
      largest = Math.max(largest, readCount(view, at + WEIGHT));
    return largest;
  };
  return { address: most(0), slice: most(TABLE_BYTES) };
}
