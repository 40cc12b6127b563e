/** Sorting of 32 numbers without branches: with them in order, counting distinct units is counting changes. */
import { MemoryMap } from "../memory/layout";
import type { ModuleBuilder } from "../wasm/encoder";
import { type LocalV128, load128 } from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import { i32x4, shuffle } from "../wasm/vectors";
import { FunctionWriter } from "../wasm/writer";

/** `sort(numbers)`: writes the 32 unsigned numbers there in ascending order to `MemoryMap.keys`. */
const sortSignature = { parameters: [Type.i32], results: [] } as const;

const COUNT = 32;
const LANES = 4;

/** Bytes of a shuffle that takes each 32-bit lane from one of eight: four of the first vector, four of the second. */
const lanes = (from: readonly number[]): number[] =>
  from.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte));

/** Batcher's bitonic network: compares are between vectors where partners are four or more apart, else within one. */
export function defineSort(module: ModuleBuilder): number {
  const fn = new FunctionWriter(sortSignature);
  const [numbers] = fn.parameters;
  const vectors = fn.locals(Type.v128, COUNT / LANES);
  const [other, least] = fn.locals(Type.v128, 2);
  vectors.forEach((vector, at) => {
    fn.set(vector, load128(numbers, 16 * at));
  });
  const between = (first: LocalV128, second: LocalV128, ascending: boolean) => {
    const [lower, upper] = ascending ? [first, second] : [second, first];
    fn.set(least, i32x4.minU(first, second));
    fn.set(upper, i32x4.maxU(first, second));
    fn.set(lower, least);
  };
  const within = (vector: LocalV128, at: number, apart: number, run: number) => {
    const picks = Array.from({ length: LANES }, (_, lane) => {
      const ascending = ((LANES * at + lane) & run) === 0;
      return ((lane & apart) === 0) === ascending ? lane : LANES + lane;
    });
    const partners = lanes([0, 1, 2, 3].map((lane) => lane ^ apart));
    fn.set(other, shuffle(partners, vector, vector));
    fn.set(vector, shuffle(lanes(picks), i32x4.minU(vector, other), i32x4.maxU(vector, other)));
  };
  for (let run = 2; run <= COUNT; run *= 2) {
    for (let apart = run / 2; apart >= 1; apart /= 2) {
      vectors.forEach((vector, at) => {
        const partner = at ^ (apart / LANES);
        const [second] = vectors.slice(partner);
        if (apart < LANES) within(vector, at, apart, run);
        else if (second && partner > at) between(vector, second, ((LANES * at) & run) === 0);
      });
    }
  }
  vectors.forEach((vector, at) => {
    fn.store128(0, vector, MemoryMap.keys + 16 * at);
  });
  return fn.defineIn(module);
}
