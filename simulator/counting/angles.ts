/**
 * Counts what sines, cosines and tangents do for the arguments of a warp beyond what they do for any. Reference: measured on
 * an H200 (CUDA 13.0, 2026-11-26), `test/hardware/language/angles.cu`; the reduction is that of Payne and Hanek, whose words
 * follow the exponent.
 */
import { activeLanes } from "../../analyzer/hardware/lanes";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { Window } from "../memory/layout";
import type { WarpContext } from "../model";
import { type AngleAccesses, LARGE_FROM } from "../plan/angleAccesses";
import { addArithmetic, quadrantsOf } from "./angleArithmetic";
import type { TrafficObserver } from "./traffic";

/** Words of 2/π that the product of a float needs, and those of the table of digits for doubles. */
const [FLOAT_WORDS, DOUBLE_WORDS] = [6, 18];
/** Loads of coefficients for a sine or cosine of doubles, bytes of each, and from one quadrant's to the next one's. */
const [COEFFICIENT_LOADS, COEFFICIENT_BYTES, QUADRANT_BYTES] = [3, 16, 64];

const TABLES = BigInt(Window.global) << 32n;
const ARRAY = BigInt(Window.local) << 32n;

/** Lanes of a mask that a condition holds for. */
function lanesOf(mask: number, holds: (lane: number) => boolean): number {
  let found = 0;
  for (let lane = 0; lane < 32; lane++) if ((mask >>> lane) & 1 && holds(lane)) found |= 1 << lane;
  return found;
}

const bits = new DataView(new ArrayBuffer(8));

/** The exponent of a double: `1 <= |x| / 2 ** exponent < 2`. */
function exponentOf(x: number): number {
  bits.setFloat64(0, x);
  return ((bits.getUint32(0) >>> 20) & 0x7ff) - 1023;
}

const counts = ["requests", "sectors", "sectorsIdeal", "tags", "lanes", "bytes"] as const;

/** What one call adds to the counts of an access. */
type Delta = Readonly<Record<(typeof counts)[number], number>>;

/** Counts the accesses of one call, and its arithmetic, by the lanes of a mask with these arguments. */
export type CountAngles = (accesses: AngleAccesses, mask: number, values: ArrayLike<number>) => void;

/** What counts the accesses of angles with an observer of requests. */
export function angleCounter(traffic: TrafficObserver, warp: WarpContext): CountAngles {
  const addresses = new BigUint64Array(32);
  const request = (access: MemoryAccess, mask: number, base: bigint, byteOf: (lane: number) => number): void => {
    if (mask === 0) return;
    for (let lane = 0; lane < 32; lane++) addresses[lane] = base + BigInt((mask >>> lane) & 1 ? byteOf(lane) : 0);
    traffic.access(access, mask, addresses, warp);
  };
  const known = new Map<number, Delta>();
  // What the loads cost follows from the number of lanes and from whether quadrants of one kind or of both are among them.
  const loadCoefficients = (access: MemoryAccess, mask: number, quadrants: readonly number[]): void => {
    const odd = lanesOf(mask, (lane) => (quadrants[lane]! & 1) === 1);
    const key = 4 * activeLanes(mask) + (odd !== 0 ? 2 : 0) + (odd !== mask ? 1 : 0);
    const line = traffic.lineOf(access, "global");
    const delta = known.get(key);
    if (delta) {
      for (const name of counts) line[name] += delta[name];
      return;
    }
    const before = { ...line };
    for (let one = 0; one < COEFFICIENT_LOADS; one++)
      request(access, mask, TABLES, (lane) => one * COEFFICIENT_BYTES + ((odd >>> lane) & 1 ? QUADRANT_BYTES : 0));
    known.set(key, Object.fromEntries(counts.map((name) => [name, line[name] - before[name]])) as Delta);
  };
  return (accesses, mask, values) => {
    const { kind, halfTurns, coefficients } = accesses;
    const quadrants = quadrantsOf(values, accesses);
    if (coefficients) loadCoefficients(coefficients, mask, quadrants);
    for (let lane = 0; lane < 32; lane++)
      if ((mask >>> lane) & 1) addArithmetic(traffic.arithmetic, accesses, values[lane]!, quadrants[lane]!);
    if (halfTurns) return;
    const large = lanesOf(mask, (lane) => {
      const size = Math.abs(values[lane]!);
      return size >= LARGE_FROM[kind] && size < Number.POSITIVE_INFINITY;
    });
    if (large === 0) return;
    const exponents = Array.from(values, exponentOf);
    if (kind === "f32") reduceFloats(accesses, large, exponents, request);
    else reduceDoubles(accesses, large, exponents, request);
  };
}

type Request = (access: MemoryAccess, mask: number, base: bigint, byteOf: (lane: number) => number) => void;

/** Six words whatever the argument; which words of the product are loaded is decided by the exponent. */
function reduceFloats(
  { table, store, load }: AngleAccesses,
  mask: number,
  exponents: number[],
  request: Request,
): void {
  for (let word = 0; word < FLOAT_WORDS; word++) request(table!, mask, TABLES, () => 4 * word);
  if (!store || !load) return;
  for (let word = 0; word <= FLOAT_WORDS; word++) request(store, mask, ARRAY, () => 4 * word);
  const shift = (lane: number): number => exponents[lane]! - 1;
  const highest = (lane: number): number => FLOAT_WORDS - (shift(lane) >> 5);
  request(load, mask, ARRAY, (lane) => 4 * highest(lane));
  request(load, mask, ARRAY, (lane) => 4 * (highest(lane) - 1));
  const isShifted = lanesOf(mask, (lane) => (shift(lane) & 31) !== 0);
  request(load, isShifted, ARRAY, (lane) => 4 * (highest(lane) - 2));
}

/** Three digits below 2^65 and four from there on, which end the table at most. */
function reduceDoubles(
  { table, store, load }: AngleAccesses,
  mask: number,
  exponents: number[],
  request: Request,
): void {
  const shift = (lane: number): number => exponents[lane]! - 1;
  const first = (lane: number): number => DOUBLE_WORDS - 3 - (shift(lane) >> 6);
  const count = (lane: number): number => Math.min(DOUBLE_WORDS, first(lane) + 4) - first(lane);
  for (let digit = 0; digit < 4; digit++) {
    const running = lanesOf(mask, (lane) => count(lane) > digit);
    request(table!, running, TABLES, (lane) => 8 * (first(lane) + digit));
    request(store!, running, ARRAY, () => 8 * digit);
  }
  request(store!, mask, ARRAY, (lane) => 8 * count(lane));
  request(load!, mask, ARRAY, () => 16);
  const isShifted = lanesOf(mask, (lane) => (shift(lane) & 63) !== 0);
  request(load!, isShifted, ARRAY, () => 8);
  request(load!, mask, ARRAY, () => 24);
}
