/** Patterns: requests that have been counted before only add to a number of hits. */
import { LINE_BYTES } from "../../analyzer/hardware/model";
import { MemoryMap } from "../memory/layout";
import { Form } from "../memory/resolve";
import { Rows } from "../memory/rows";
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  ctz,
  eq,
  eqz,
  extendU,
  type I32,
  type LocalI32,
  load32,
  load64,
  load128,
  minU,
  mul,
  ne,
  type Operand,
  or,
  popcnt,
  shl,
  shrU,
  tee,
  xor,
} from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import { anyTrue, i32x4, ZEROS } from "../wasm/vectors";
import { FunctionWriter, type Label } from "../wasm/writer";
import { type CountWriter, Field, leastSectors, leastWavefronts } from "./record";

const { i32 } = Type;

/**
 * What a request costs depends on its mask and its offsets relative to a line, and programs repeat themselves: the costs of
 * the last patterns are kept, by the word of the line that the first lane uses, and a request that has been seen before
 * only adds to the pattern's hits. An entry: 32 relative offsets, then mask, costs and hits.
 */
export const Entry = {
  mask: 128,
  sectors: 132,
  tags: 136,
  units: 140,
  wavefronts: 144,
  hits: 152,
  /** Of global memory: the distance of its first sector from the line, and bits of all sectors from that one on, or 0. */
  from: 148,
  touched: 160,
  /** Distances of columns and rows where the lanes of a full warp stand in rows, 0 where it is not known that they do. */
  distances: 184,
  bytes: 192,
} as const;
/** Words of 64 bits that name the sectors of a pattern: enough for 32 lanes 160 bytes apart. */
export const TOUCHED_WORDS = 3;
const ENTRIES = 32;
const OFFSETS_BYTES = 128;
/** Bytes of the patterns of one record. */
export const PATTERNS_BYTES = ENTRIES * Entry.bytes;

/** What a pattern costs: sectors, lines and wavefronts, and `units`, its distinct elements. */
const costNames = ["sectors", "tags", "units", "wavefronts"] as const;
type Costs = Readonly<Partial<Record<(typeof costNames)[number], LocalI32>>>;

/** `fold(record, entry, width)`: adds what a pattern's hits cost to a record. */
const foldSignature = { parameters: [i32, i32, i32], results: [] } as const;

/** Defines `fold` and returns its index. */
export function defineFold(module: ModuleBuilder): number {
  const fn = new FunctionWriter(foldSignature);
  const [record, entry, width] = fn.parameters;
  const [hits, count] = [fn.i64(), fn.i32()];
  const cost = (name: keyof typeof Entry): I32 => load32(entry, Entry[name]);
  const lanes = popcnt(cost("mask"));
  const addHits = (field: keyof typeof Field, each: Operand<typeof Type.i32>) => {
    fn.set(count, each);
    fn.store64(record, add(load64(record, Field[field]), mul(extendU(count), hits)), Field[field]);
  };
  fn.set(hits, load64(entry, Entry.hits));
  addHits("requests", 1);
  for (const name of ["sectors", "tags", "wavefronts"] as const) addHits(name, cost(name));
  addHits("lanes", lanes);
  addHits("bytes", mul(cost("units"), width));
  addHits("sectorsIdeal", minU(cost("sectors"), leastSectors(lanes, width)));
  addHits("wavefrontsIdeal", minU(cost("wavefronts"), leastWavefronts(width)));
  fn.store64(entry, 0n, Entry.hits);
  return fn.defineIn(module);
}

/** Functions of the module that it calls, by their index; the offsets of lanes in rows are written where they are needed. */
export interface LookUpHelpers {
  readonly fold: number;
  readonly rowOffsets?: number;
}

/**
 * Looks the request up among the patterns: adds a hit and returns when it is there, else makes room for it and sets the
 * local `entry`, into which `remember` writes the costs. With `known` a hit branches there instead.
 */
export function lookUp(fn: CountWriter, { fold, rowOffsets }: LookUpHelpers, entry: LocalI32, known?: Label): void {
  const [record, offsets, mask, width, form, patterns] = fn.parameters;
  const line = fn.i32();
  const distances = fn.i64();
  const [base, differs] = fn.locals(Type.v128, 2);
  const word = shrU(tee(line, load32(add(offsets, shl(ctz(mask), 2)))), 2);
  fn.set(entry, add(mul(and(word, ENTRIES - 1), Entry.bytes), patterns));
  const hit = () => {
    fn.store64(entry, add(load64(entry, Entry.hits), 1n), Entry.hits);
    if (known) fn.branch(known);
    else fn.return();
  };
  fn.set(distances, 0n);
  // Lanes in rows follow from the first one and the distances.
  fn.when(eq(form, Form.rows), () => {
    fn.set(distances, load64(0, MemoryMap.rows + Rows.column));
    const isSame = and(eq(load64(entry, Entry.distances), distances), eq(load32(entry), and(line, LINE_BYTES - 1)));
    fn.when(isSame, hit);
    if (rowOffsets !== undefined) fn.call(rowOffsets);
  });
  fn.set(base, i32x4.splat(and(line, -LINE_BYTES)));
  fn.set(differs, ZEROS);
  const relative = (at: number) => i32x4.sub(load128(offsets, at), base);
  for (let at = 0; at < OFFSETS_BYTES; at += 16) fn.set(differs, or(xor(relative(at), load128(entry, at)), differs));
  fn.when(and(eqz(anyTrue(differs)), eq(load32(entry, Entry.mask), mask)), () => {
    fn.store64(entry, distances, Entry.distances);
    hit();
  });
  fn.call(fold, record, entry, width);
  for (let at = 0; at < OFFSETS_BYTES; at += 16) fn.store128(entry, relative(at), at);
  fn.store32(entry, mask, Entry.mask);
  fn.store64(entry, 1n, Entry.hits);
  fn.store64(entry, distances, Entry.distances);
}

/** Writes what a new pattern costs. */
export function remember(fn: CountWriter, entry: LocalI32, costs: Costs): void {
  for (const name of costNames) fn.store32(entry, costs[name] ?? 0, Entry[name]);
}

/** Defines `foldAll(record, patterns, width)`, which folds all entries that have hits. */
export function defineFoldAll(module: ModuleBuilder, fold: number): void {
  const fn = new FunctionWriter(foldSignature);
  const [record, patterns, width] = fn.parameters;
  const [at, entry] = fn.locals(i32, 2);
  fn.countUp(at, PATTERNS_BYTES, Entry.bytes, () => {
    fn.set(entry, add(patterns, at));
    fn.when(ne(load64(entry, Entry.hits), 0n), () => fn.call(fold, record, entry, width));
  });
  // What is left of a record are counts, equal in launches that count the same.
  fn.store32(record, 0, Field.lastSector);
  fn.defineIn(module, "foldAll");
}

/** Adds what is still among the patterns of a record to it. */
export type FoldPatterns = (record: number, patterns: number, width: number) => void;
