/**
 * Which sectors of global memory a launch has accessed, as bits in linear memory: what device memory or L2 must deliver at
 * least, as the multiprocessors have nothing of it when a launch begins. One array of bits is for sectors that a load accessed
 * first, one for those that were stored to; a chapter of 1,024 sectors belongs to the launch whose number it has. Requests
 * name their sectors as bits, too, from the lowest on, so that most of them take one comparison of 64 bits.
 */
import { SECTOR_BYTES } from "../../analyzer/hardware/model";
import { Cell, MemoryMap } from "../memory/layout";
import type { Demand, Touched } from "../model";
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  call,
  eq,
  eqz,
  extendU,
  type I32,
  i64,
  type LocalI32,
  type LocalI64,
  leU,
  load8U,
  load32,
  load64,
  ltU,
  ne,
  or,
  popcnt,
  shl,
  shrU,
  sub,
  tee,
  wrap,
  xor,
} from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import { FunctionWriter } from "../wasm/writer";

const { i32 } = Type;

/** Bytes of a sector, as a shift. */
export const SECTOR_SHIFT = Math.log2(SECTOR_BYTES);
/** Bytes of memory that a byte of the bits is for, as a shift. */
const BITS_SHIFT = SECTOR_SHIFT + 3;
/** Sectors of a chapter, and its bytes in one array, as shifts. */
const CHAPTER_SHIFT = 10;
const BYTES_SHIFT = CHAPTER_SHIFT - 3;

/** What a launch has accessed in a memory in which no other has run. `end`: first byte after the last allocation. */
export function touchedOf({ buffer }: WebAssembly.Memory, end: number): Touched {
  const [from, to] = [MemoryMap.heap >>> BITS_SHIFT, (end >>> BITS_SHIFT) + 1];
  const bitsOf = (array: number) => new Uint8Array(buffer, array + from, to - from).slice();
  return { loaded: bitsOf(MemoryMap.loaded), stored: bitsOf(MemoryMap.stored) };
}

/** The first of each two bits. */
const PAIRS = 0x55555555;

/**
 * Sectors that nothing accesses beside one that is loaded: device memory gives two at a time (`readStrided<32>` of
 * `test/hardware/peaks/l2.cu`).
 */
const besides = (loaded: number, stored: number): number => {
  const accessed = loaded | stored;
  return onesOf((loaded | (loaded >>> 1)) & PAIRS & ~(accessed & (accessed >>> 1)));
};

/**
 * Sectors that parts of a launch load and that none stores to, those that come with them, and those that they store to, each once:
 * the same however its blocks are divided.
 */
export function sectorsOfParts(
  parts: readonly Touched[],
): Pick<Demand, "loadedSectors" | "neighbourSectors" | "storedSectors"> {
  let [loadedSectors, neighbourSectors, storedSectors] = [0, 0, 0];
  const length = Math.max(...parts.map(({ loaded }) => loaded.length));
  for (let at = 0; at < length; at++) {
    let [loaded, stored] = [0, 0];
    for (const part of parts) {
      loaded |= part.loaded[at] ?? 0;
      stored |= part.stored[at] ?? 0;
    }
    if ((loaded | stored) === 0) continue;
    loadedSectors += onesOf(loaded & ~stored);
    neighbourSectors += besides(loaded & ~stored, stored);
    storedSectors += onesOf(stored);
  }
  return { loadedSectors, neighbourSectors, storedSectors };
}

/** Ones of 32 bits: sums of two, four and eight of them beside one another, then of all. */
function onesOf(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Sectors that 64 bits hold wherever in a byte the first of them is. */
export const SPAN = 56;

const launchNumber = (): I32 => load32(0, MemoryMap.cells + Cell.launch);

/**
 * `clear(chapter)`: the running launch uses a chapter, of which it may know already. The bits of the next one are its own then, too,
 * so that requests which begin in a chapter that is used need no look at the next.
 */
function defineClear(module: ModuleBuilder): number {
  const fn = new FunctionWriter({ parameters: [i32], results: [] } as const);
  const [chapter] = fn.parameters;
  const each = fn.i32();
  for (const next of [0, 1]) {
    fn.set(each, add(chapter, next));
    fn.when(ne(load32(shl(each, 2), MemoryMap.cleared), launchNumber()), () => {
      for (const array of [MemoryMap.loaded, MemoryMap.stored])
        fn.fillMemory(add(shl(each, BYTES_SHIFT), array), 0, 1 << BYTES_SHIFT);
      fn.store32(shl(each, 2), launchNumber(), MemoryMap.cleared);
    });
  }
  fn.store32(shl(chapter, 2), launchNumber(), MemoryMap.chapters);
  return fn.defineIn(module);
}

/**
 * Defines `neighbours(end)`: the sectors that the running launch gets beside those that it loads, and does not access; `end`: first
 * byte after the last allocation. The same as `besides` of 64 bits at a time.
 */
export function defineNeighbours(module: ModuleBuilder): void {
  const fn = new FunctionWriter({ parameters: [i32], results: [i32] } as const);
  const [end] = fn.parameters;
  const [chapter, at, last, sum] = fn.locals(i32, 4);
  const [loaded, accessed] = fn.locals(Type.i64, 2);
  const pairs = (BigInt(PAIRS) << 32n) | BigInt(PAIRS);
  fn.set(chapter, MemoryMap.heap >>> (SECTOR_SHIFT + CHAPTER_SHIFT));
  fn.loop((next) => {
    fn.when(eq(load32(shl(chapter, 2), MemoryMap.cleared), launchNumber()), () => {
      fn.set(at, shl(chapter, BYTES_SHIFT));
      fn.set(last, add(at, 1 << BYTES_SHIFT));
      fn.loop((more) => {
        fn.when(
          ltU(add(tee(loaded, load64(at, MemoryMap.loaded)), 1n), 2n),
          () => {},
          () => {
            fn.set(accessed, or(loaded, load64(at, MemoryMap.stored)));
            const isWhole = and(accessed, shrU(accessed, 1n));
            const isLoaded = and(or(loaded, shrU(loaded, 1n)), i64(pairs));
            fn.set(sum, add(sum, wrap(popcnt(and(isLoaded, xor(isWhole, i64(-1n)))))));
          },
        );
        fn.branchIf(more, ltU(tee(at, add(at, 8)), last));
      });
    });
    fn.branchIf(next, leU(tee(chapter, add(chapter, 1)), shrU(end, SECTOR_SHIFT + CHAPTER_SHIFT)));
  });
  fn.push(sum);
  fn.defineIn(module, "neighbours");
}

/** Whether the running launch has not used a chapter yet. */
const isOld = (chapter: I32): I32 => ne(load32(shl(chapter, 2), MemoryMap.chapters), launchNumber());

/** Locals of {@link writeTouch} and {@link writeOwn}. */
export interface TouchLocals {
  /** The first of the sectors, and bits of them from it on, of which those that are new remain. */
  readonly sector: LocalI32;
  readonly bits: LocalI64;
  readonly at: LocalI32;
  /** Of a store, those of the bits that are new for the block. */
  readonly own: LocalI64;
}

/** Makes them in a function. */
export const touchLocals = (fn: Pick<FunctionWriter, "i32" | "i64">): TouchLocals => ({
  sector: fn.i32(),
  bits: fn.i64(),
  at: fn.i32(),
  own: fn.i64(),
});

/** Sectors that one number of a block is for, as a shift. */
const WORD_SHIFT = 6;

const blockNumber = (): I32 => load32(0, MemoryMap.cells + Cell.block);
const isForeign = (word: I32): I32 => ne(load32(shl(word, 2), MemoryMap.owners), blockNumber());

/** `claim(word)`: the running block has stored to none of 64 sectors; it may have claimed them before. */
function defineClaim(module: ModuleBuilder): number {
  const fn = new FunctionWriter({ parameters: [i32], results: [] } as const);
  const [word] = fn.parameters;
  fn.when(isForeign(word), () => {
    fn.store64(shl(word, 3), i64(0n), MemoryMap.own);
    fn.store32(shl(word, 2), blockNumber(), MemoryMap.owners);
  });
  return fn.defineIn(module);
}

/**
 * Writes the code that notes the sectors of `bits` as stored to by the running block; `whenNew` is written for where it had
 * not stored to some of them, which `own` has then. L1 may join what a block stores to a sector, so that it reaches L2 once.
 * Nothing is noted before a request has come to a sector that had been stored to ({@link noteRepeated}).
 */
export function writeOwn(
  fn: Pick<FunctionWriter, "set" | "when" | "call" | "store64">,
  { sector, bits, at, own }: TouchLocals,
  claim: number,
  whenNew: () => void,
): void {
  const [first, last] = [shrU(sector, WORD_SHIFT), shrU(add(sector, SPAN), WORD_SHIFT)];
  fn.when(load32(0, MemoryMap.cells + Cell.tracksStores), () => {
    fn.when(or(isForeign(first), isForeign(last)), () => {
      fn.call(claim, first);
      fn.call(claim, last);
    });
    const seen = load64(tee(at, shrU(sector, 3)), MemoryMap.own);
    fn.set(own, and(shl(bits, extendU(and(sector, 7))), xor(seen, i64(-1n))));
    fn.when(eqz(eqz(own)), () => {
      fn.store64(at, or(load64(at, MemoryMap.own), own), MemoryMap.own);
      whenNew();
    });
  });
}

/** The same for one sector; `count` is written for where the block had not stored to it. */
function writeOwnSector(
  fn: FunctionWriter<typeof lanesSignature>,
  { sector, at }: Pick<TouchLocals, "sector" | "at">,
  claim: number,
  count: () => void,
): void {
  const word = shrU(sector, WORD_SHIFT);
  fn.when(load32(0, MemoryMap.cells + Cell.tracksStores), () => {
    fn.when(isForeign(word), () => fn.call(claim, word));
    const [own, bit] = [load8U(tee(at, shrU(sector, 3)), MemoryMap.own), shl(1, and(sector, 7))];
    fn.when(eqz(and(own, bit)), () => {
      fn.store(Op.i32Store8, at, or(load8U(at, MemoryMap.own), bit), MemoryMap.own);
      count();
    });
  });
}

/** From the next block on stores are noted by block, where a store has come to a sector that the launch had stored to. */
export const noteRepeated = (fn: Pick<FunctionWriter, "store32">): void =>
  fn.store32(0, 1, MemoryMap.cells + Cell.repeatsStores);

/** Writes the code that notes at most {@link SPAN} sectors; `whenNew` is written for where some of the bits remain. */
export function writeTouch(
  fn: Pick<FunctionWriter, "set" | "when" | "call" | "store64">,
  { sector, bits, at }: TouchLocals,
  { clear, claim }: Touching,
  whenNew: () => void,
): void {
  const chapter = shrU(sector, CHAPTER_SHIFT);
  fn.when(isOld(chapter), () => fn.call(clear, chapter));
  const stored = load64(tee(at, shrU(sector, 3)), MemoryMap.stored);
  const isStore = claim !== undefined;
  const seen = isStore ? stored : or(stored, load64(at, MemoryMap.loaded));
  const array = isStore ? MemoryMap.stored : MemoryMap.loaded;
  fn.set(bits, and(shl(bits, extendU(and(sector, 7))), xor(seen, i64(-1n))));
  fn.when(eqz(eqz(bits)), () => {
    fn.store64(at, or(load64(at, array), bits), array);
    whenNew();
  });
}

/** What the code that notes sectors calls, by index: `clear`, and of stores `claim`. */
export interface Touching {
  readonly clear: number;
  readonly claim: number | undefined;
}

const lanesSignature = { parameters: [i32, i32], results: [i32] } as const;

/** Where the number of sectors that are new for the block begins in the result of `touchLanes`, as a shift. */
const OWN_SHIFT = 16;

/** Defines `touchLanes(offsets, mask)` → how many sectors of the lanes are new, for lanes in any order; above, of stores, how many are for the block, where that is noted. */
function defineTouchLanes(module: ModuleBuilder, touching: Touching): number {
  const fn = new FunctionWriter(lanesSignature);
  const [offsets, mask] = fn.parameters;
  const [lane, last, count, rest, chapter] = fn.locals(i32, 5);
  const { claim } = touching;
  const locals = touchLocals(fn);
  const { sector, at } = locals;
  fn.set(last, -1);
  fn.set(rest, mask);
  const byte = (array: number): I32 => load8U(at, array);
  fn.eachLane(rest, lane, () =>
    fn.block((known) => {
      fn.branchIf(known, eq(tee(sector, shrU(load32(add(offsets, shl(lane, 2))), SECTOR_SHIFT)), last));
      fn.set(last, sector);
      if (claim !== undefined) writeOwnSector(fn, locals, claim, () => fn.set(count, add(count, 1 << OWN_SHIFT)));
      fn.set(chapter, shrU(sector, CHAPTER_SHIFT));
      fn.when(isOld(chapter), () => fn.call(touching.clear, chapter));
      fn.set(at, shrU(sector, 3));
      const stored = byte(MemoryMap.stored);
      const seen = claim !== undefined ? stored : or(stored, byte(MemoryMap.loaded));
      fn.branchIf(known, and(shrU(seen, and(sector, 7)), 1));
      fn.set(locals.bits, i64(1n));
      writeTouch(fn, locals, touching, () => fn.set(count, add(count, 1)));
    }),
  );
  fn.push(count);
  return fn.defineIn(module);
}

/** Functions of the module, by their index. */
export interface TouchHelpers extends Touching {
  readonly touchLanes: number;
}

/** Defines what the code that notes sectors of stores, or of other requests, calls. */
export const defineTouching = (module: ModuleBuilder, isStore: boolean): Touching => ({
  clear: defineClear(module),
  claim: isStore ? defineClaim(module) : undefined,
});

/** Defines what notes sectors of stores, or of other requests. */
export function defineTouches(module: ModuleBuilder, isStore: boolean): TouchHelpers {
  const touching = defineTouching(module, isStore);
  return { ...touching, touchLanes: defineTouchLanes(module, touching) };
}

/**
 * Sets how many sectors of 32 lanes in any order are new, and of stores how many are for the block; `offsets` and `mask` as
 * counting functions have them.
 */
export function touchLanes(
  fn: Pick<FunctionWriter, "set">,
  helpers: TouchHelpers,
  [offsets, mask]: readonly [I32, I32],
  { fresh, stored }: { readonly fresh: LocalI32; readonly stored: LocalI32 },
): void {
  fn.set(fresh, call(i32, helpers.touchLanes, offsets, mask));
  if (helpers.claim === undefined) return;
  fn.set(stored, shrU(fresh, OWN_SHIFT));
  fn.set(fresh, and(fresh, (1 << OWN_SHIFT) - 1));
}

/** Ones for `count` sectors from the first on, at least one. */
export const sectorBits = (count: I32) => shrU(i64(-1n), extendU(sub(64, count)));

/** How many sectors the bits have. */
export const sectorsOf = (bits: LocalI64): I32 => wrap(popcnt(bits));
