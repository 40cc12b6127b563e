/**
 * Floating-point arithmetic on four lanes that WebAssembly has no instruction for, as functions that all kernels import:
 * fused multiply-add of doubles, and conversions to and from 16 bits. `mathematics/arithmetic.ts` has the same for one lane.
 */
import { ModuleBuilder } from "../wasm/encoder";
import { and, call, eqz, f64, type LocalV128, or, tee, type V128, xor } from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import {
  bitselect,
  everyLane,
  f32x4,
  f64x2,
  i32x4,
  i64x2,
  LOW_WORDS,
  LOWER_HALVES,
  SWAPPED_HALVES,
  shuffle,
  ZEROS,
} from "../wasm/vectors";
import { FunctionWriter } from "../wasm/writer";

const { v128 } = Type;

/** `fma64x2(a, b, c)`: two doubles, rounded once. */
export const fmaSignature = { parameters: [v128, v128, v128], results: [v128] } as const;
/** `halfToFloat4`, `floatToHalf4`, `floatToBfloat4`: four 32-bit floats, or the bits of a 16-bit format in 32 bits each. */
export const convertSignature = { parameters: [v128], results: [v128] } as const;
/** `oddFloat4(low, high)`: four doubles as 32-bit floats rounded to odd, so that one more rounding is the only one. */
export const oddFloatSignature = { parameters: [v128, v128], results: [v128] } as const;
const scalarSignature = { parameters: [Type.f64, Type.f64, Type.f64], results: [Type.f64] } as const;

/** Doubles between these magnitudes can be split and multiplied without leaving the range of exact products. */
const SMALL = 2 ** -480;
const LARGE = 2 ** 480;
/** Splits a double into two of half its bits. Reference: Dekker, "A floating-point technique", 1971. */
const SPLIT = 2 ** 27 + 1;

type AnyWriter = Pick<FunctionWriter, "v128" | "set">;

const ONE64 = i64x2.splat(1n);
const isZero = (value: V128): V128 => f64x2.eq(value, ZEROS);

/** All ones in the lanes whose magnitude allows exact products. */
const inRange = (value: V128): V128 =>
  and(f64x2.lt(f64x2.abs(value), f64x2.splat(f64(LARGE))), f64x2.gt(f64x2.abs(value), f64x2.splat(f64(SMALL))));

/** A double as the sum of two of half its bits (Dekker). */
function split(fn: AnyWriter, value: LocalV128): { readonly high: LocalV128; readonly low: LocalV128 } {
  const [scaled, high, low] = [fn.v128(), fn.v128(), fn.v128()];
  const product = tee(scaled, f64x2.mul(value, f64x2.splat(f64(SPLIT))));
  fn.set(high, f64x2.sub(product, f64x2.sub(scaled, value)));
  fn.set(low, f64x2.sub(value, high));
  return { high, low };
}

/** What adding `right` to `left` gives, and what the rounding lost (Knuth's two-sum). */
function twoSum(fn: AnyWriter, left: V128, right: V128): { readonly total: LocalV128; readonly lost: LocalV128 } {
  const [total, rest, lost] = [fn.v128(), fn.v128(), fn.v128()];
  fn.set(rest, f64x2.sub(tee(total, f64x2.add(left, right)), left));
  fn.set(lost, f64x2.add(f64x2.sub(left, f64x2.sub(total, rest)), f64x2.sub(right, rest)));
  return { total, lost };
}

/**
 * What to add to the bits of `sum` to round it to odd: one unit towards what was lost, where something was and the last bit
 * is even.
 */
export function towardsOdd(sum: V128, lost: V128): V128 {
  const direction = or(i64x2.shrS(xor(lost, sum), 63), ONE64);
  const isEven = i64x2.eq(and(sum, ONE64), ZEROS);
  return and(and(direction, f64x2.ne(lost, ZEROS)), isEven);
}

/** Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008, figure 5, as `fma64` does it for one lane. */
function defineFma(module: ModuleBuilder, slow: number): void {
  const fn = new FunctionWriter(fmaSignature);
  const [a, b, c] = fn.parameters;
  const [product, plain, ranged, zero] = fn.locals(v128, 4);
  fn.set(product, f64x2.mul(a, b));
  // Where a factor is zero, or the addend is and the product is no exception, two roundings are one.
  fn.set(zero, or(or(isZero(a), isZero(b)), and(isZero(c), inRange(product))));
  fn.set(ranged, [b, c, product].map(inRange).reduce(and, inRange(a)));
  fn.when(eqz(i64x2.allTrue(or(zero, ranged))), () => {
    const oneByOne = (lane: number) =>
      call(Type.f64, slow, ...[a, b, c].map((operand) => f64x2.extract(operand, lane)));
    fn.return([0, 1].reduce<V128>((pair, lane) => f64x2.replace(pair, lane, oneByOne(lane)), product));
  });
  fn.set(plain, f64x2.add(product, c));
  const [splitA, splitB] = [split(fn, a), split(fn, b)];
  // What the rounding of the product lost.
  const low = fn.v128();
  const crossed = [
    f64x2.mul(splitA.high, splitB.high),
    f64x2.mul(splitA.low, splitB.high),
    f64x2.mul(splitA.high, splitB.low),
  ];
  fn.set(low, f64x2.sub(f64x2.mul(splitA.low, splitB.low), crossed.reduce<V128>(f64x2.sub, product)));
  const first = twoSum(fn, c, low);
  const second = twoSum(fn, product, first.total);
  const { total: odd, lost } = twoSum(fn, first.lost, second.lost);
  fn.set(odd, i64x2.add(towardsOdd(odd, lost), odd));
  fn.push(bitselect(plain, f64x2.add(second.total, odd), zero));
  fn.defineIn(module, "fma64x2");
}

function defineHalfToFloat(module: ModuleBuilder): void {
  const fn = new FunctionWriter(convertSignature);
  const [half] = fn.parameters;
  // The exponent's bias grows by 112; a product does it for subnormal numbers, too.
  const magnitude = f32x4.mul(i32x4.shl(and(half, everyLane(0x7fff)), 13), everyLane(0x7780_0000));
  const isSpecial = i32x4.eq(and(half, everyLane(0x7c00)), everyLane(0x7c00));
  const sign = i32x4.shl(and(half, everyLane(0x8000)), 16);
  fn.push(or(or(magnitude, and(isSpecial, everyLane(0x7f80_0000))), sign));
  fn.defineIn(module, "halfToFloat4");
}

/** The last bit that stays when the lower `bits` are rounded away. */
const lastBit = (value: V128, bits: number): V128 => and(i32x4.shrU(value, bits), everyLane(1));

/** NaN becomes the device's canonical one. */
const CANONICAL = 0x7fff;

function defineFloatToHalf(module: ModuleBuilder): void {
  const fn = new FunctionWriter(convertSignature);
  const [float] = fn.parameters;
  const [magnitude, result] = fn.locals(v128, 2);
  fn.set(magnitude, and(float, everyLane(0x7fff_ffff)));
  // Normal numbers: the bias shrinks by 112, and what is rounded up may carry into the exponent.
  const rebiased = i32x4.add(magnitude, everyLane(0xfff - (112 << 23)));
  fn.set(result, i32x4.shrU(i32x4.add(rebiased, lastBit(magnitude, 13)), 13));
  // Subnormal ones: adding a half leaves the bits that stay at the end of the sum.
  const subnormal = i32x4.sub(f32x4.add(magnitude, everyLane(0x3f00_0000)), everyLane(0x3f00_0000));
  fn.set(result, bitselect(subnormal, result, i32x4.ltU(magnitude, everyLane(0x3880_0000))));
  const above = (limit: number, value: number) =>
    fn.set(result, bitselect(everyLane(value), result, i32x4.gtU(magnitude, everyLane(limit))));
  // From 65520 on it rounds to infinity.
  above(0x477f_efff, 0x7c00);
  fn.set(result, or(result, i32x4.shl(i32x4.shrU(float, 31), 15)));
  above(0x7f80_0000, CANONICAL);
  fn.push(result);
  fn.defineIn(module, "floatToHalf4");
}

function defineFloatToBfloat(module: ModuleBuilder): void {
  const fn = new FunctionWriter(convertSignature);
  const [float] = fn.parameters;
  const rounded = i32x4.shrU(i32x4.add(i32x4.add(float, everyLane(0x7fff)), lastBit(float, 16)), 16);
  const notANumber = i32x4.gtU(and(float, everyLane(0x7fff_ffff)), everyLane(0x7f80_0000));
  fn.push(bitselect(everyLane(CANONICAL), rounded, notANumber));
  fn.defineIn(module, "floatToBfloat4");
}

function defineOddFloat(module: ModuleBuilder): void {
  const fn = new FunctionWriter(oddFloatSignature);
  const [low, high] = fn.parameters;
  const [rounded, backLow, backHigh] = fn.locals(v128, 3);
  fn.set(backLow, f64x2.promoteLow(tee(rounded, shuffle(LOWER_HALVES, f32x4.demote(low), f32x4.demote(high)))));
  fn.set(backHigh, f64x2.promoteLow(shuffle(SWAPPED_HALVES, rounded, rounded)));
  const bothPairs = (of: (exact: V128, back: V128) => V128) => shuffle(LOW_WORDS, of(low, backLow), of(high, backHigh));
  // One unit up where the magnitude has become less, else one down …
  const isLess = bothPairs((exact, back) => f64x2.lt(f64x2.abs(back), f64x2.abs(exact)));
  const direction = i32x4.sub(and(isLess, everyLane(2)), everyLane(1));
  // … where something was lost, the last bit is even, and the number is finite.
  const isInexact = bothPairs((exact, back) => f64x2.ne(back, exact));
  const isEven = i32x4.eq(and(rounded, everyLane(1)), everyLane(0));
  const finite = f32x4.eq(f32x4.sub(rounded, rounded), everyLane(0));
  fn.push(i32x4.add(and(and(and(direction, isInexact), isEven), finite), rounded));
  fn.defineIn(module, "oddFloat4");
}

let compiled: WebAssembly.Module | undefined;

function build(): WebAssembly.Module {
  const module = new ModuleBuilder();
  const slow = module.import("fma64", scalarSignature);
  defineFma(module, slow);
  defineHalfToFloat(module);
  defineFloatToHalf(module);
  defineFloatToBfloat(module);
  defineOddFloat(module);
  return new WebAssembly.Module(module.build());
}

/** The functions; `fma64` does what two lanes at once cannot. */
export function floatUnit(
  memory: WebAssembly.Memory,
  fma64: (a: number, b: number, c: number) => number,
): WebAssembly.Exports {
  compiled ??= build();
  return new WebAssembly.Instance(compiled, { env: { memory, fma64 } }).exports;
}
