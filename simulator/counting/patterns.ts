/** Patterns: requests that have been counted before only add to a number of hits. */
import { LINE_BYTES, SECTOR_BYTES } from "../../analyzer/hardware/model";
import type { ModuleBuilder, Signature } from "../wasm/encoder";
import { FunctionBuilder } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";
import { type Counter, Field } from "./record";

const { i32 } = Type;

/**
 * What a request costs depends on its mask and its places relative to a line, and programs repeat themselves: the costs of
 * the last patterns are kept, by the word of the line that the first lane uses, and a request that has been seen before
 * only adds to the pattern's hits. An entry: 32 relative places, then mask, costs and hits.
 */
const Entry = { mask: 128, sectors: 132, tags: 136, units: 140, wavefronts: 144, hits: 152, bytes: 160 } as const;
const ENTRIES = 32;
/** Bytes of the patterns of one record. */
export const PATTERNS_BYTES = ENTRIES * Entry.bytes;

/** `fold(record, entry, width)`: adds what a pattern's hits cost to a record. */
const foldSignature: Signature = { parameters: [i32, i32, i32], results: [] };

/** Defines `fold` and returns its index. */
export function defineFold(module: ModuleBuilder): number {
  const fn = new FunctionBuilder(foldSignature);
  const { code } = fn;
  const [record, entry, width] = [0, 1, 2] as const;
  const [hits, local] = [fn.i64(), fn.i32()];
  const field = (offset: number) => void code.get(entry).memory(Op.i32Load, offset);
  const least = (push: () => void, other: () => void) => {
    push();
    other();
    push();
    other();
    code.op(Op.i32LtU, Op.select);
  };
  const lanes = () => {
    field(Entry.mask);
    code.op(Op.i32Popcnt);
  };
  const add = (offset: number, push: () => void) => {
    push();
    code.set(local).get(record).get(record).memory(Op.i64Load, offset);
    code.get(local).op(Op.i64ExtendI32U).get(hits).op(Op.i64Mul, Op.i64Add).memory(Op.i64Store, offset);
  };
  code.get(entry).memory(Op.i64Load, Entry.hits).set(hits);
  add(Field.requests, () => code.i32(1));
  for (const name of ["sectors", "tags", "wavefronts"] as const) add(Field[name], () => field(Entry[name]));
  add(Field.lanes, lanes);
  add(Field.bytes, () => {
    field(Entry.units);
    code.get(width).op(Op.i32Mul);
  });
  add(Field.ideal, () =>
    least(
      () => field(Entry.sectors),
      () => {
        lanes();
        code
          .get(width)
          .op(Op.i32Mul)
          .i32(SECTOR_BYTES - 1)
          .op(Op.i32Add)
          .i32(5)
          .op(Op.i32ShrU);
      },
    ),
  );
  add(Field.wavefrontsIdeal, () =>
    least(
      () => field(Entry.wavefronts),
      () => code.get(width).i32(2).op(Op.i32ShrU).i32(1).get(width).i32(4).op(Op.i32GtU, Op.select),
    ),
  );
  code.get(entry).i64(0n).memory(Op.i64Store, Entry.hits);
  return fn.defineIn(module, "fold");
}

/**
 * Looks the request up among the patterns: adds a hit and returns when it is there, else makes room for it and sets the
 * local `entry`, into which `remember` writes the costs.
 */
export function lookUp(fn: Counter, fold: number, entry: number): void {
  const { code } = fn;
  const [record, offsets, mask, width, , patterns] = [0, 1, 2, 3, 4, 5] as const;
  const line = fn.i32();
  const [base, differs] = [fn.v128(), fn.v128()];
  code.get(offsets).get(mask).op(Op.i32Ctz).i32(2).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).tee(line);
  code
    .i32(2)
    .op(Op.i32ShrU)
    .i32(ENTRIES - 1)
    .op(Op.i32And)
    .i32(Entry.bytes)
    .op(Op.i32Mul)
    .get(patterns)
    .op(Op.i32Add)
    .set(entry);
  code.get(line).i32(-LINE_BYTES).op(Op.i32And, Op.i32x4Splat).set(base);
  code.v128([0, 0, 0, 0]).set(differs);
  const relative = (at: number) => code.get(offsets).memory(Op.v128Load, at).get(base).op(Op.i32x4Sub);
  for (let at = 0; at < 128; at += 16) {
    relative(at);
    code.get(entry).memory(Op.v128Load, at).op(Op.v128Xor).get(differs).op(Op.v128Or).set(differs);
  }
  code
    .get(differs)
    .op(Op.v128AnyTrue, Op.i32Eqz)
    .get(entry)
    .memory(Op.i32Load, Entry.mask)
    .get(mask)
    .op(Op.i32Eq, Op.i32And);
  code.nest(Op.if, () => {
    code.get(entry).get(entry).memory(Op.i64Load, Entry.hits).i64(1n).op(Op.i64Add).memory(Op.i64Store, Entry.hits);
    code.op(Op.return);
  });
  code.get(record).get(entry).get(width).call(fold);
  for (let at = 0; at < 128; at += 16) {
    code.get(entry);
    relative(at);
    code.memory(Op.v128Store, at);
  }
  code.get(entry).get(mask).memory(Op.i32Store, Entry.mask);
  code.get(entry).i64(1n).memory(Op.i64Store, Entry.hits);
}

/** Writes what a new pattern costs, and returns from the counting function. */
export function remember(
  fn: Counter,
  entry: number,
  costs: Readonly<Partial<Record<"sectors" | "tags" | "units" | "wavefronts", number>>>,
) {
  for (const name of ["sectors", "tags", "units", "wavefronts"] as const) {
    fn.code.get(entry);
    if (costs[name] === undefined) fn.code.i32(0);
    else fn.code.get(costs[name]);
    fn.code.memory(Op.i32Store, Entry[name]);
  }
  fn.code.op(Op.return);
}

/** Adds what is still among the patterns of a record to it. */
export function foldPatterns(functions: WebAssembly.Exports, record: number, patterns: number, width: number): void {
  const fold = functions.fold as (record: number, entry: number, width: number) => void;
  for (let entry = 0; entry < ENTRIES; entry++) fold(record, patterns + entry * Entry.bytes, width);
}
