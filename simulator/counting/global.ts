/**
 * Counting of requests to global memory in WebAssembly: with addresses in ascending order, distinct sectors and lines are
 * changes from lane to lane.
 */
import { BANK_BYTES, LINE_BYTES, SECTOR_BYTES } from "../../analyzer/hardware/model";
import { Cell, MemoryMap } from "../memory/layout";
import { Form } from "../memory/resolve";
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  call,
  ctz,
  eq,
  eqz,
  extendU,
  type I32,
  type I64,
  i64,
  type LocalI32,
  load32,
  load64,
  load128,
  ltU,
  mul,
  ne,
  type Operand,
  or,
  popcnt,
  shl,
  shrU,
  sub,
  tee,
} from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import { anyTrue, i32x4, ZEROS } from "../wasm/vectors";
import { FunctionWriter, type Label } from "../wasm/writer";
import { HEAT } from "./hot";
import { Entry, lookUp, remember, TOUCHED_WORDS } from "./patterns";
import { addTo, CountWriter, countOneSignature, Field, leastSectors, leastWavefronts } from "./record";
import {
  defineTouching,
  noteRepeated,
  SECTOR_SHIFT,
  SPAN,
  sectorBits,
  sectorsOf,
  type TouchHelpers,
  touchLanes,
  touchLocals,
  writeOwn,
  writeTouch,
} from "./touched";

const LINE_SHIFT = Math.log2(LINE_BYTES);
/** Lanes access as many words from their first one on, so that banks of the first words decide. */
const WORD_SHIFT = Math.log2(BANK_BYTES);

function beginGlobal(operation: GlobalOperation, helpers: GlobalHelpers) {
  const fn = new CountWriter();
  const [, offsets, mask, width, form] = fn.parameters;
  /** What is counted: distinct sectors, lines and elements, and of loads the wavefronts of L1's data. */
  const [sectors, tags, units, wavefronts] = fn.locals(Type.i32, 4);
  const [first, last, strip, log, source, at, entry] = fn.locals(Type.i32, 7);
  const [here, next, disorder] = fn.locals(Type.v128, 3);
  const scratch = { first, last, strip, log, source, at, entry, here, next, disorder };
  const touched = { ...touchLocals(fn), fresh: fn.i32(), stored: fn.i32() };
  const counted = { sectors, tags, units, wavefronts };
  return { fn, operation, offsets, mask, width, form, ...counted, ...scratch, helpers, touched };
}

type Global = ReturnType<typeof beginGlobal>;

function setAll({ fn, sectors, tags, units }: Global, value: number): void {
  fn.set(sectors, value);
  fn.set(tags, value);
  fn.set(units, value);
}

/** Notes the sectors that the locals of `touched` name. */
function touch({ fn, helpers, touched }: Global): void {
  const { claim } = helpers;
  if (claim !== undefined)
    writeOwn(fn, touched, claim, () => fn.set(touched.stored, add(sectorsOf(touched.own), touched.stored)));
  writeTouch(fn, touched, helpers, () => fn.set(touched.fresh, add(sectorsOf(touched.bits), touched.fresh)));
}

/** Adds the new sectors of the request to its record. */
function addFresh({ fn, helpers, touched: { fresh, stored } }: Global): void {
  // Stores to global memory have no wavefronts: their field has the sectors that reach L2 beside those that are new.
  if (helpers.claim !== undefined) fn.when(stored, () => fn.add("wavefronts", sub(stored, fresh)));
  fn.when(fresh, () => {
    fn.add("fresh", fresh);
    fn.add("missed", 1);
  });
}

/** All at one address, or a full warp that is contiguous: closed forms. */
function countRegular(on: Global, counted: Label): void {
  const { fn, offsets, mask, width, form, sectors, tags, units, wavefronts, first, last, touched } = on;
  /** Notes sectors from `first` to `last`; they are few, as lanes access 16 bytes at most. */
  const touchRange = (count: I32) => {
    fn.set(touched.sector, shrU(first, SECTOR_SHIFT));
    fn.set(touched.bits, sectorBits(count));
    touch(on);
  };
  fn.when(eq(form, Form.uniform), () => {
    fn.set(last, sub(add(tee(first, load32(offsets)), width), 1));
    touchRange(add(sub(shrU(last, SECTOR_SHIFT), shrU(first, SECTOR_SHIFT)), 1));
    setAll(on, 1);
    fn.set(wavefronts, 1);
    fn.branch(counted);
  });
  fn.when(and(eq(form, Form.contiguous), eq(mask, -1)), () => {
    fn.set(last, sub(add(tee(first, load32(offsets)), shl(width, 5)), 1));
    fn.set(sectors, add(sub(shrU(last, SECTOR_SHIFT), shrU(first, SECTOR_SHIFT)), 1));
    touchRange(sectors);
    fn.when(eqz(and(first, LINE_BYTES - 1)), () => {
      fn.when(
        eq(touched.fresh, width),
        () => fn.add("newLines", 1),
        () => {
          addFresh(on);
          fn.add("lines", 1);
        },
      );
      fn.return();
    });
    fn.set(tags, add(sub(shrU(last, LINE_SHIFT), shrU(first, LINE_SHIFT)), 1));
    fn.set(units, 32);
    fn.set(wavefronts, leastWavefronts(width));
    fn.branch(counted);
  });
}

/** The first sector of the line that the first running lane accesses. */
function lineSector({ fn, offsets, mask, touched }: Global): void {
  fn.set(touched.sector, shrU(load32(add(offsets, shl(ctz(mask), 2))), SECTOR_SHIFT));
  fn.set(touched.sector, and(touched.sector, -LINE_BYTES / SECTOR_BYTES));
}

/** Writes the sectors of a new pattern as bits into its entry; none where they lie too far apart. */
function rememberTouched(on: Global): void {
  const { fn, offsets, mask, source, at, entry, strip, first, last, touched } = on;
  const words = fn.locals(Type.i64, TOUCHED_WORDS);
  const sectorAt = (byte: number): I32 => shrU(load32(source, byte), SECTOR_SHIFT);
  for (const word of words) fn.set(word, 0n);
  // The addresses at `source` are in ascending order.
  fn.set(first, sectorAt(0));
  fn.when(ltU(sub(sectorAt(124), first), TOUCHED_WORDS * SPAN), () => {
    fn.set(strip, mask);
    fn.eachLane(strip, at, () => {
      fn.set(last, sub(shrU(load32(add(offsets, shl(at, 2))), SECTOR_SHIFT), first));
      words.forEach((word, index) => {
        const bit = sub(last, index * SPAN);
        fn.when(ltU(bit, SPAN), () => fn.set(word, or(word, shl(i64(1n), extendU(bit)))));
      });
    });
  });
  lineSector(on);
  fn.store32(entry, sub(first, touched.sector), Entry.from);
  words.forEach((word, index) => {
    fn.store64(entry, word, Entry.touched + 8 * index);
  });
}

/** Notes the sectors of a request whose pattern is known. */
function touchPattern(on: Global): void {
  const { fn, offsets, mask, form, entry, first, helpers, touched } = on;
  const wordAt = (index: number): I64 => load64(entry, Entry.touched + 8 * index);
  fn.when(
    eqz(tee(touched.bits, wordAt(0))),
    () => {
      fn.when(eq(form, Form.rows), () => fn.call(helpers.rowOffsets));
      touchLanes(fn, helpers, [offsets, mask], touched);
    },
    () => {
      lineSector(on);
      fn.set(first, tee(touched.sector, add(touched.sector, load32(entry, Entry.from))));
      touch(on);
      // Most patterns need one word.
      fn.when(anyTrue(load128(entry, Entry.touched + 8)), () => {
        for (let index = 1; index < TOUCHED_WORDS; index++) {
          fn.when(ne(tee(touched.bits, wordAt(index)), 0n), () => {
            fn.set(touched.sector, add(first, index * SPAN));
            touch(on);
          });
        }
      });
    },
  );
  if (helpers.claim !== undefined) fn.when(ltU(touched.fresh, load32(entry, Entry.sectors)), () => noteRepeated(fn));
  addFresh(on);
}

/** Counts changes of the unit from lane to lane; `shift`: its size, as a power of two. */
function countChanges({ fn, here, next }: Global, count: LocalI32, shift: Operand<typeof Type.i32>): void {
  const changes: I32 = popcnt(i32x4.bitmask(i32x4.ne(i32x4.shrU(here, shift), i32x4.shrU(next, shift))));
  fn.set(count, add(changes, count));
}

/** Goes through the addresses; where they are not in ascending order, sorts them and goes through them again. */
function countInOrder(on: Global, sort: number): void {
  const { fn, offsets, sectors, tags, units, strip, log, source, at, here, next, disorder } = on;
  fn.set(source, offsets);
  fn.loop((again) => {
    // Of ascending addresses every change of the unit is a new unit.
    setAll(on, 1);
    fn.set(disorder, ZEROS);
    fn.countUp(strip, 128, 16, () => {
      fn.set(here, load128(tee(at, add(source, strip))));
      fn.set(next, load128(at, 4));
      // The last lane follows itself.
      fn.when(eq(strip, 112), () => fn.set(next, i32x4.replace(next, 3, i32x4.extract(here, 3))));
      fn.set(disorder, or(i32x4.ltU(next, here), disorder));
      countChanges(on, sectors, SECTOR_SHIFT);
      countChanges(on, tags, LINE_SHIFT);
      countChanges(on, units, log);
    });
    // Lanes that are not running have the address of one that is, so that all may be sorted.
    fn.when(anyTrue(disorder), () => {
      fn.call(sort, source);
      fn.set(source, MemoryMap.keys);
      fn.branch(again);
    });
  });
}

/** What an access does, by the name of the function that counts it. */
export const globalCounters = {
  load: "countGlobal",
  store: "countGlobalStore",
  atomic: "countGlobalAtomic",
  floatAtomic: "countGlobalFloatAtomic",
} as const;
/** A key of {@link globalCounters}. */
export type GlobalOperation = keyof typeof globalCounters;

/** Functions of the module, by their index: `watched` is what a watched request is handed to. */
export interface GlobalHelpers extends TouchHelpers {
  readonly sort: number;
  readonly fold: number;
  readonly rowOffsets: number;
  readonly watched: number;
  /** For atomic operations alone. */
  readonly heat?: number;
  /** For loads alone. */
  readonly worstBank?: number;
}

/** Defines the function that counts requests of a kind. */
export function defineGlobal(module: ModuleBuilder, operation: GlobalOperation, helpers: GlobalHelpers): void {
  const on = beginGlobal(operation, helpers);
  const { fn, width, sectors, tags, units, wavefronts, log, entry } = on;
  const [record, offsets, mask] = fn.parameters;
  fn.when(load32(0, MemoryMap.cells + Cell.watched), () => fn.call(helpers.watched, record, offsets, mask));
  if (helpers.heat !== undefined && (operation === "atomic" || operation === "floatAtomic"))
    fn.call(helpers.heat, offsets, mask, HEAT[operation]);
  fn.block((counted) => {
    countRegular(on, counted);
    fn.block((known) => {
      lookUp(fn, helpers, entry, known);
      fn.set(log, ctz(width));
      countInOrder(on, helpers.sort);
      if (helpers.worstBank !== undefined)
        fn.set(wavefronts, call(Type.i32, helpers.worstBank, offsets, mask, WORD_SHIFT));
      remember(fn, entry, { sectors, tags, units, wavefronts });
      rememberTouched(on);
    });
    touchPattern(on);
    fn.return();
  });
  addFresh(on);
  fn.add("requests", 1);
  fn.add("sectors", sectors);
  fn.add("tags", tags);
  if (operation === "load") fn.add("wavefronts", wavefronts);
  fn.add("lanes", fn.lanes());
  fn.add("bytes", mul(units, width));
  fn.add("sectorsIdeal", fn.least(sectors, leastSectors(fn.lanes(), width)));
  fn.defineIn(module, globalCounters[operation]);
}

/** Requests of lanes that share an address: the name of the function that counts those of a kind. */
export const oneAddressCounters = { load: "countGlobalOne", store: "countGlobalStoreOne" } as const;

/** Defines it. */
export function defineOneAddress(
  module: ModuleBuilder,
  operation: keyof typeof oneAddressCounters,
  watched: number,
): void {
  const touching = defineTouching(module, operation === "store");
  const fn = new FunctionWriter(countOneSignature);
  const [record, offset, mask, width] = fn.parameters;
  const [at, last, fresh, stored] = fn.locals(Type.i32, 4);
  fn.when(load32(0, MemoryMap.cells + Cell.watched), () => {
    fn.countUp(at, 128, 4, () => fn.store32(at, offset, MemoryMap.counted));
    fn.call(watched, record, MemoryMap.counted, mask);
  });
  addTo(fn, record, "ones", 1);
  addTo(fn, record, "oneLanes", popcnt(mask));
  const touched = touchLocals(fn);
  const { sector } = touched;
  fn.set(last, shrU(sub(add(offset, width), 1), SECTOR_SHIFT));
  fn.set(sector, shrU(offset, SECTOR_SHIFT));
  const lastSector = load32(record, Field.lastSector);
  // Loops load the elements of a sector one after the other.
  if (operation === "load") fn.when(and(eq(sector, lastSector), eq(last, lastSector)), () => fn.return());
  fn.set(touched.bits, sectorBits(add(sub(last, sector), 1)));
  if (touching.claim !== undefined) writeOwn(fn, touched, touching.claim, () => fn.set(stored, sectorsOf(touched.own)));
  writeTouch(fn, touched, touching, () => {
    fn.set(fresh, sectorsOf(touched.bits));
    addTo(fn, record, "fresh", fresh);
    addTo(fn, record, "missed", 1);
  });
  if (touching.claim !== undefined) {
    fn.when(eqz(fresh), () => noteRepeated(fn));
    fn.when(stored, () => addTo(fn, record, "wavefronts", sub(stored, fresh)));
  }
  if (operation === "load") fn.store32(record, sector, Field.lastSector);
  fn.defineIn(module, oneAddressCounters[operation]);
}
