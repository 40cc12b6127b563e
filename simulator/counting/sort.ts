/** Sorting of 32 numbers without branches: with them in order, counting distinct units is counting changes. */
import { MemoryMap } from "../memory/layout";
import type { ModuleBuilder, Signature } from "../wasm/encoder";
import { FunctionBuilder } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";

/** `sort(numbers)`: writes the 32 unsigned numbers there in ascending order to `Place.keys`. */
const sortSignature: Signature = { parameters: [Type.i32], results: [] };

const COUNT = 32;
const LANES = 4;

/** Bytes of a shuffle that takes each 32-bit lane from one of eight: four of the first vector, four of the second. */
const lanes = (from: readonly number[]): number[] =>
  from.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte));

/** Batcher's bitonic network: compares are between vectors where partners are four or more apart, else within one. */
export function defineSort(module: ModuleBuilder): number {
  const fn = new FunctionBuilder(sortSignature);
  const { code } = fn;
  const vectors = Array.from({ length: COUNT / LANES }, () => fn.v128());
  const [other, least] = [fn.v128(), fn.v128()];
  vectors.forEach((vector, at) => {
    code
      .get(0)
      .memory(Op.v128Load, 16 * at)
      .set(vector);
  });
  const between = (first: number, second: number, ascending: boolean) => {
    code.get(first).get(second).op(Op.i32x4MinU).set(least);
    code.get(first).get(second).op(Op.i32x4MaxU);
    code
      .set(ascending ? second : first)
      .get(least)
      .set(ascending ? first : second);
  };
  const within = (at: number, apart: number, run: number) => {
    const vector = vectors[at]!;
    const picks = Array.from({ length: LANES }, (_, lane) => {
      const ascending = ((LANES * at + lane) & run) === 0;
      return ((lane & apart) === 0) === ascending ? lane : LANES + lane;
    });
    code
      .get(vector)
      .get(vector)
      .shuffle(lanes([0, 1, 2, 3].map((lane) => lane ^ apart)))
      .set(other);
    code.get(vector).get(other).op(Op.i32x4MinU).get(vector).get(other).op(Op.i32x4MaxU);
    code.shuffle(lanes(picks)).set(vector);
  };
  for (let run = 2; run <= COUNT; run *= 2) {
    for (let apart = run / 2; apart >= 1; apart /= 2) {
      vectors.forEach((vector, at) => {
        const partner = at ^ (apart / LANES);
        if (apart < LANES) within(at, apart, run);
        else if (partner > at) between(vector, vectors[partner]!, ((LANES * at) & run) === 0);
      });
    }
  }
  vectors.forEach((vector, at) => {
    code
      .i32(0)
      .get(vector)
      .memory(Op.v128Store, MemoryMap.keys + 16 * at);
  });
  return fn.defineIn(module);
}
