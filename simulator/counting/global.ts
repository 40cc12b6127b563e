/**
 * Counting of requests to global memory in WebAssembly: with addresses in ascending order, distinct sectors and lines are
 * changes from lane to lane.
 */
import { LINE_BYTES, SECTOR_BYTES } from "../../analyzer/hardware/model";
import { Cell, MemoryMap } from "../memory/layout";
import { Form } from "../memory/resolve";
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  ctz,
  eq,
  type I32,
  type LocalI32,
  load32,
  load128,
  mul,
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
import type { Label } from "../wasm/writer";
import { HEAT } from "./hot";
import { lookUp, remember } from "./patterns";
import { CountWriter, leastSectors } from "./record";
import { type TouchHelpers, touchRequest } from "./touched";

const SECTOR_SHIFT = Math.log2(SECTOR_BYTES);
const LINE_SHIFT = Math.log2(LINE_BYTES);

function beginGlobal() {
  const fn = new CountWriter();
  const [, offsets, mask, width, form] = fn.parameters;
  /** What is counted: distinct sectors, lines and elements. */
  const [sectors, tags, units] = fn.locals(Type.i32, 3);
  const [first, last, strip, log, source, at, entry] = fn.locals(Type.i32, 7);
  const [here, next, disorder] = fn.locals(Type.v128, 3);
  const scratch = { first, last, strip, log, source, at, entry, here, next, disorder };
  return { fn, offsets, mask, width, form, sectors, tags, units, ...scratch };
}

type Global = ReturnType<typeof beginGlobal>;

function setAll({ fn, sectors, tags, units }: Global, value: number): void {
  fn.set(sectors, value);
  fn.set(tags, value);
  fn.set(units, value);
}

/** All at one address, or a full warp that is contiguous: closed forms. */
function countRegular(on: Global, counted: Label): void {
  const { fn, offsets, mask, width, form, sectors, tags, units, first, last } = on;
  fn.when(eq(form, Form.uniform), () => {
    setAll(on, 1);
    fn.branch(counted);
  });
  fn.when(and(eq(form, Form.contiguous), eq(mask, -1)), () => {
    fn.set(last, sub(add(tee(first, load32(offsets)), shl(width, 5)), 1));
    fn.set(sectors, add(sub(shrU(last, SECTOR_SHIFT), shrU(first, SECTOR_SHIFT)), 1));
    fn.set(tags, add(sub(shrU(last, LINE_SHIFT), shrU(first, LINE_SHIFT)), 1));
    fn.set(units, 32);
    fn.branch(counted);
  });
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
  readonly watched: number;
  readonly heat: number;
}

/** Defines the function that counts requests of a kind. */
export function defineGlobal(module: ModuleBuilder, operation: GlobalOperation, helpers: GlobalHelpers): void {
  const on = beginGlobal();
  const { fn, width, sectors, tags, units, log, entry } = on;
  const [record, offsets, mask] = fn.parameters;
  fn.when(load32(0, MemoryMap.cells + Cell.watched), () => fn.call(helpers.watched, record, offsets, mask));
  touchRequest(fn, operation === "store", helpers);
  if (operation === "atomic" || operation === "floatAtomic") fn.call(helpers.heat, offsets, mask, HEAT[operation]);
  fn.block((counted) => {
    countRegular(on, counted);
    fn.set(log, ctz(width));
    lookUp(fn, helpers.fold, entry);
    countInOrder(on, helpers.sort);
    remember(fn, entry, { sectors, tags, units });
  });
  fn.add("requests", 1);
  fn.add("sectors", sectors);
  fn.add("tags", tags);
  fn.add("lanes", fn.lanes());
  fn.add("bytes", mul(units, width));
  fn.add("sectorsIdeal", fn.least(sectors, leastSectors(fn.lanes(), width)));
  fn.defineIn(module, globalCounters[operation]);
}
