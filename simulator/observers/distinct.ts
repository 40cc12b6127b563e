/** Counting distinct sectors, lines, words and banks of a warp's request, for addresses in any order. */
import { LINE_BYTES, SECTOR_BYTES } from "../../analyzer/hardware/model";
import { Place } from "../memory/layout";
import type { ModuleBuilder, Signature } from "../wasm/encoder";
import { FunctionBuilder } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";
import type { Counter } from "./record";

const { i32 } = Type;

/** `each(offsets, mask, shift)` → distinct values of offset >> shift over the lanes of the mask, by a hash table. */
const distinctSignature: Signature = { parameters: [i32, i32, i32], results: [i32] };

/**
 * Entries of the table carry the number of the call that wrote them in their upper half, so that nobody has to clear it.
 * With `perBank` the result is the largest count of distinct words in one bank instead.
 */
export function defineDistinct(module: ModuleBuilder, perBank: boolean): number {
  const fn = new FunctionBuilder(distinctSignature);
  const { code } = fn;
  const [offsets, mask, shift] = [0, 1, 2] as const;
  const [lane, unit, previous, slot, count, call, bank] = Array.from({ length: 7 }, () => fn.i32()) as number[] &
    Record<0 | 1 | 2 | 3 | 4 | 5 | 6, number>;
  const [key, found] = [fn.i64(), fn.i64()];
  const callCell = Place.table - 8;
  code.i32(0).i32(0).memory(Op.i32Load, callCell).i32(1).op(Op.i32Add).tee(call).memory(Op.i32Store, callCell);
  code.i32(-1).set(previous);
  if (perBank)
    for (const at of [0, 16])
      code
        .i32(0)
        .v128([0, 0, 0, 0])
        .memory(Op.v128Store, Place.banks + at);
  const rest = fn.i32();
  code.get(mask).set(rest);
  fn.eachLane(rest, lane, () => {
    code.nest(Op.block, () => {
      code.get(offsets).get(lane).i32(2).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).get(shift).op(Op.i32ShrU);
      code.tee(unit).get(previous).op(Op.i32Eq).brIf(0);
      code.get(unit).set(previous);
      code.get(call).op(Op.i64ExtendI32U).i64(32n).op(Op.i64Shl).get(unit).op(Op.i64ExtendI32U, Op.i64Or).set(key);
      code
        .get(unit)
        .i32(0x9e3779b1 | 0)
        .op(Op.i32Mul)
        .i32(26)
        .op(Op.i32ShrU)
        .i32(3)
        .op(Op.i32Shl)
        .set(slot);
      code.nest(Op.block, () => {
        code.nest(Op.loop, () => {
          code.get(slot).memory(Op.i64Load, Place.table).tee(found).get(key).op(Op.i64Eq).brIf(2);
          code.get(found).i64(32n).op(Op.i64ShrU, Op.i32WrapI64).get(call).op(Op.i32Ne).brIf(1);
          code.get(slot).i32(8).op(Op.i32Add).i32(511).op(Op.i32And).set(slot).br(0);
        });
      });
      code.get(slot).get(key).memory(Op.i64Store, Place.table);
      if (!perBank) code.get(count).i32(1).op(Op.i32Add).set(count);
      else {
        code.get(unit).i32(31).op(Op.i32And).tee(bank).get(bank).memory(Op.i32Load8U, Place.banks).i32(1).op(Op.i32Add);
        code.tee(bank).memory(Op.i32Store8, Place.banks);
        code.get(bank).get(count).get(bank).get(count).op(Op.i32GtU, Op.select).set(count);
      }
    });
  });
  code.get(count);
  return fn.defineIn(module);
}

/** Over the banks, the largest number of lanes in one: what a 4-byte atomic takes. Parameters as `distinctSignature`. */
export function defineLanesPerBank(module: ModuleBuilder): number {
  const fn = new FunctionBuilder(distinctSignature);
  const { code } = fn;
  const [offsets, mask, shift] = [0, 1, 2] as const;
  const [lane, bank, count, worst, rest] = Array.from({ length: 5 }, () => fn.i32()) as number[] &
    Record<0 | 1 | 2 | 3 | 4, number>;
  for (const at of [0, 16])
    code
      .i32(0)
      .v128([0, 0, 0, 0])
      .memory(Op.v128Store, Place.banks + at);
  code.get(mask).set(rest);
  fn.eachLane(rest, lane, () => {
    code.get(offsets).get(lane).i32(2).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).get(shift).op(Op.i32ShrU);
    code.i32(31).op(Op.i32And).tee(bank).get(bank).memory(Op.i32Load8U, Place.banks).i32(1).op(Op.i32Add).tee(count);
    code.memory(Op.i32Store8, Place.banks);
    code.get(count).get(worst).get(count).get(worst).op(Op.i32GtU, Op.select).set(worst);
  });
  code.get(worst);
  return fn.defineIn(module);
}

/** Lanes whose units all lie within a window of 64 are counted in the bits of one number. */
export function countInWindow(
  fn: Counter,
  { sectors, tags, units, log }: Readonly<Record<"sectors" | "tags" | "units" | "log", number>>,
  leave: number,
): void {
  const { code } = fn;
  const [, offsets, mask] = [0, 1, 2] as const;
  const [rest, lane, at, lowest, highest] = Array.from({ length: 5 }, () => fn.i32()) as number[] &
    Record<0 | 1 | 2 | 3 | 4, number>;
  const [unitBits, sectorBits] = [fn.i64(), fn.i64()];
  const load = () => code.get(offsets).get(lane).i32(2).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).tee(at);
  code.i32(-1).set(lowest).i32(0).set(highest).get(mask).set(rest);
  fn.eachLane(rest, lane, () => {
    load();
    code.get(lowest).get(at).get(lowest).op(Op.i32LtU, Op.select).set(lowest);
    code.get(at).get(highest).get(at).get(highest).op(Op.i32GtU, Op.select).set(highest);
  });
  const first = fn.i32();
  code.get(highest).get(log).op(Op.i32ShrU).get(lowest).get(log).op(Op.i32ShrU, Op.i32Sub).i32(64).op(Op.i32LtU);
  code.nest(Op.if, () => {
    // Sectors count from the line of the lowest address, so that four neighbouring bits are a line.
    code.get(lowest).i32(Math.log2(LINE_BYTES)).op(Op.i32ShrU).i32(2).op(Op.i32Shl).set(first);
    code.get(lowest).get(log).op(Op.i32ShrU).set(lowest).get(mask).set(rest);
    code.i64(0n).set(unitBits).i64(0n).set(sectorBits);
    fn.eachLane(rest, lane, () => {
      const mark = (bits: number, shift: () => void, base: number) => {
        code.i64(1n).get(at);
        shift();
        code.op(Op.i32ShrU).get(base).op(Op.i32Sub, Op.i64ExtendI32U, Op.i64Shl).get(bits).op(Op.i64Or).set(bits);
      };
      load();
      code.op(Op.drop);
      mark(unitBits, () => code.get(log), lowest);
      mark(sectorBits, () => code.i32(Math.log2(SECTOR_BYTES)), first);
    });
    code.get(unitBits).op(Op.i64Popcnt, Op.i32WrapI64).set(units);
    code.get(sectorBits).op(Op.i64Popcnt, Op.i32WrapI64).set(sectors);
    code.get(sectorBits).get(sectorBits).i64(1n).op(Op.i64ShrU, Op.i64Or).tee(sectorBits);
    code.get(sectorBits).i64(2n).op(Op.i64ShrU, Op.i64Or).i64(0x1111_1111_1111_1111n).op(Op.i64And, Op.i64Popcnt);
    code.op(Op.i32WrapI64).set(tags).br(leave);
  });
}
