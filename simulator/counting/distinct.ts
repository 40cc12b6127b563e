/** Counting distinct units, words and lanes by bank of a warp's request, for addresses in any order. */
import { MemoryMap } from "../memory/layout";
import type { ModuleBuilder, Signature } from "../wasm/encoder";
import { FunctionBuilder } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";

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
  const callCell = MemoryMap.table - 8;
  code.i32(0).i32(0).memory(Op.i32Load, callCell).i32(1).op(Op.i32Add).tee(call).memory(Op.i32Store, callCell);
  code.i32(-1).set(previous);
  if (perBank)
    for (const at of [0, 16])
      code
        .i32(0)
        .v128([0, 0, 0, 0])
        .memory(Op.v128Store, MemoryMap.banks + at);
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
          code.get(slot).memory(Op.i64Load, MemoryMap.table).tee(found).get(key).op(Op.i64Eq).brIf(2);
          code.get(found).i64(32n).op(Op.i64ShrU, Op.i32WrapI64).get(call).op(Op.i32Ne).brIf(1);
          code.get(slot).i32(8).op(Op.i32Add).i32(511).op(Op.i32And).set(slot).br(0);
        });
      });
      code.get(slot).get(key).memory(Op.i64Store, MemoryMap.table);
      if (!perBank) code.get(count).i32(1).op(Op.i32Add).set(count);
      else {
        code
          .get(unit)
          .i32(31)
          .op(Op.i32And)
          .tee(bank)
          .get(bank)
          .memory(Op.i32Load8U, MemoryMap.banks)
          .i32(1)
          .op(Op.i32Add);
        code.tee(bank).memory(Op.i32Store8, MemoryMap.banks);
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
      .memory(Op.v128Store, MemoryMap.banks + at);
  code.get(mask).set(rest);
  fn.eachLane(rest, lane, () => {
    code.get(offsets).get(lane).i32(2).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).get(shift).op(Op.i32ShrU);
    code
      .i32(31)
      .op(Op.i32And)
      .tee(bank)
      .get(bank)
      .memory(Op.i32Load8U, MemoryMap.banks)
      .i32(1)
      .op(Op.i32Add)
      .tee(count);
    code.memory(Op.i32Store8, MemoryMap.banks);
    code.get(count).get(worst).get(count).get(worst).op(Op.i32GtU, Op.select).set(worst);
  });
  code.get(worst);
  return fn.defineIn(module);
}
