/**
 * Floating-point arithmetic on four lanes that WebAssembly has no instruction for, as functions that all kernels import:
 * fused multiply-add of doubles, and conversions to and from 16 bits. `machine/arithmetic.ts` has the same for one lane.
 */
import { ModuleBuilder, type Signature } from "../wasm/encoder";
import { FunctionBuilder, LOW_HALVES } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";

const { v128 } = Type;

/** `fma64x2(a, b, c)`: two doubles, rounded once. */
export const fmaSignature: Signature = { parameters: [v128, v128, v128], results: [v128] };
/** `halfToFloat4`, `floatToHalf4`, `floatToBfloat4`: four 32-bit floats, or the bits of a 16-bit format in 32 bits each. */
export const convertSignature: Signature = { parameters: [v128], results: [v128] };
/** `oddFloat4(low, high)`: four doubles as 32-bit floats rounded to odd, so that one more rounding is the only one. */
export const oddFloatSignature: Signature = { parameters: [v128, v128], results: [v128] };
const scalarSignature: Signature = { parameters: [Type.f64, Type.f64, Type.f64], results: [Type.f64] };

/** Doubles between these magnitudes can be split and multiplied without leaving the range of exact products. */
const SMALL = 2 ** -480;
const LARGE = 2 ** 480;
/** Splits a double into two of half its bits. Reference: Dekker, "A floating-point technique", 1971. */
const SPLIT = 2 ** 27 + 1;

const SWAPPED = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7] as const;
const FIRST_TWO = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23] as const;

/** Pushes a constant in every 32-bit lane. */
const word = ({ code }: FunctionBuilder, value: number) => code.v128([value, value, value, value]);

/** Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008, figure 5, as `fma64` does it for one lane. */
function defineFma(module: ModuleBuilder, slow: number): void {
  const fn = new FunctionBuilder(fmaSignature);
  const { code } = fn;
  const [a, b, c] = [0, 1, 2] as const;
  const [product, plain, ranged, zero] = [fn.v128(), fn.v128(), fn.v128(), fn.v128()];
  const inRange = (value: number) => {
    code.get(value).op(Op.f64x2Abs).f64(LARGE).op(Op.f64x2Splat, Op.f64x2Lt);
    code.get(value).op(Op.f64x2Abs).f64(SMALL).op(Op.f64x2Splat, Op.f64x2Gt, Op.v128And);
  };
  const isZero = (value: number) => code.get(value).v128([0, 0, 0, 0]).op(Op.f64x2Eq);
  code.get(a).get(b).op(Op.f64x2Mul).set(product);
  // Where a factor is zero, or the addend is and the product is no exception, two roundings are one.
  isZero(a);
  isZero(b);
  code.op(Op.v128Or);
  isZero(c);
  inRange(product);
  code.op(Op.v128And, Op.v128Or).set(zero);
  inRange(a);
  for (const value of [b, c, product]) {
    inRange(value);
    code.op(Op.v128And);
  }
  code.set(ranged);
  code.get(zero).get(ranged).op(Op.v128Or, Op.i64x2AllTrue, Op.i32Eqz);
  code.nest(Op.if, () => {
    code.get(product);
    for (const lane of [0, 1]) {
      for (const operand of [a, b, c]) code.get(operand).lane(Op.f64x2ExtractLane, lane);
      code.call(slow).lane(Op.f64x2ReplaceLane, lane);
    }
    code.op(Op.return);
  });
  code.get(product).get(c).op(Op.f64x2Add).set(plain);
  const split = (value: number): readonly [number, number] => {
    const [scaled, high, low] = [fn.v128(), fn.v128(), fn.v128()];
    code.get(value).f64(SPLIT).op(Op.f64x2Splat, Op.f64x2Mul).tee(scaled);
    code.get(scaled).get(value).op(Op.f64x2Sub, Op.f64x2Sub).set(high);
    code.get(value).get(high).op(Op.f64x2Sub).set(low);
    return [high, low];
  };
  const [highA, lowA] = split(a);
  const [highB, lowB] = split(b);
  const low = fn.v128();
  const times = (left: number, right: number) => code.get(left).get(right).op(Op.f64x2Mul);
  times(lowA, lowB);
  code.get(product);
  for (const [left, right] of [
    [highA, highB],
    [lowA, highB],
    [highA, lowB],
  ] as const) {
    times(left, right);
    code.op(Op.f64x2Sub);
  }
  code.op(Op.f64x2Sub).set(low);
  /** Knuth's two-sum. */
  const sum = (left: number, right: number): readonly [number, number] => {
    const [total, rest, lost] = [fn.v128(), fn.v128(), fn.v128()];
    code.get(left).get(right).op(Op.f64x2Add).tee(total).get(left).op(Op.f64x2Sub).set(rest);
    code.get(left).get(total).get(rest).op(Op.f64x2Sub, Op.f64x2Sub);
    code.get(right).get(rest).op(Op.f64x2Sub, Op.f64x2Add).set(lost);
    return [total, lost];
  };
  const [first, firstLost] = sum(c, low);
  const [second, secondLost] = sum(product, first);
  const [odd, lost] = sum(firstLost, secondLost);
  // To odd: one unit towards what was lost, where the last bit is even.
  code.get(lost).get(odd).op(Op.v128Xor).i32(63).op(Op.i64x2ShrS).i64(1n).op(Op.i64x2Splat, Op.v128Or);
  code.get(lost).v128([0, 0, 0, 0]).op(Op.f64x2Ne, Op.v128And);
  code.get(odd).i64(1n).op(Op.i64x2Splat, Op.v128And).v128([0, 0, 0, 0]).op(Op.i64x2Eq, Op.v128And);
  code.get(odd).op(Op.i64x2Add).set(odd);
  code.get(plain).get(second).get(odd).op(Op.f64x2Add).get(zero).op(Op.v128Bitselect);
  fn.defineIn(module, "fma64x2");
}

function defineHalfToFloat(module: ModuleBuilder): void {
  const fn = new FunctionBuilder(convertSignature);
  const { code } = fn;
  // The exponent's bias grows by 112; a product does it for subnormal numbers, too.
  code.get(0);
  word(fn, 0x7fff).op(Op.v128And).i32(13).op(Op.i32x4Shl);
  word(fn, 0x7780_0000).op(Op.f32x4Mul);
  code.get(0);
  word(fn, 0x7c00).op(Op.v128And);
  word(fn, 0x7c00).op(Op.i32x4Eq);
  word(fn, 0x7f80_0000).op(Op.v128And, Op.v128Or);
  code.get(0);
  word(fn, 0x8000).op(Op.v128And).i32(16).op(Op.i32x4Shl, Op.v128Or);
  fn.defineIn(module, "halfToFloat4");
}

/** Pushes the last bit that stays when the lower `bits` are rounded away. */
function lastBit(fn: FunctionBuilder, value: number, bits: number): void {
  fn.code.get(value).i32(bits).op(Op.i32x4ShrU);
  word(fn, 1).op(Op.v128And);
}

/** NaN becomes the device's canonical one. */
const CANONICAL = 0x7fff;

function defineFloatToHalf(module: ModuleBuilder): void {
  const fn = new FunctionBuilder(convertSignature);
  const { code } = fn;
  const [magnitude, result] = [fn.v128(), fn.v128()];
  code.get(0);
  word(fn, 0x7fff_ffff).op(Op.v128And).set(magnitude);
  // Normal numbers: the bias shrinks by 112, and what is rounded up may carry into the exponent.
  code.get(magnitude);
  word(fn, 0xfff - (112 << 23)).op(Op.i32x4Add);
  lastBit(fn, magnitude, 13);
  code.op(Op.i32x4Add).i32(13).op(Op.i32x4ShrU).set(result);
  // Subnormal ones: adding a half leaves the bits that stay at the end of the sum.
  code.get(magnitude);
  word(fn, 0x3f00_0000).op(Op.f32x4Add);
  word(fn, 0x3f00_0000).op(Op.i32x4Sub).get(result).get(magnitude);
  word(fn, 0x3880_0000).op(Op.i32x4LtU, Op.v128Bitselect).set(result);
  const where = (least: number, value: number) => {
    word(fn, value).get(result).get(magnitude);
    word(fn, least).op(Op.i32x4GtU, Op.v128Bitselect).set(result);
  };
  // From 65520 on it rounds to infinity.
  where(0x477f_efff, 0x7c00);
  code.get(result).get(0).i32(31).op(Op.i32x4ShrU).i32(15).op(Op.i32x4Shl, Op.v128Or).set(result);
  where(0x7f80_0000, CANONICAL);
  code.get(result);
  fn.defineIn(module, "floatToHalf4");
}

function defineFloatToBfloat(module: ModuleBuilder): void {
  const fn = new FunctionBuilder(convertSignature);
  const { code } = fn;
  word(fn, CANONICAL).get(0);
  word(fn, 0x7fff).op(Op.i32x4Add);
  lastBit(fn, 0, 16);
  code.op(Op.i32x4Add).i32(16).op(Op.i32x4ShrU);
  code.get(0);
  word(fn, 0x7fff_ffff).op(Op.v128And);
  word(fn, 0x7f80_0000).op(Op.i32x4GtU, Op.v128Bitselect);
  fn.defineIn(module, "floatToBfloat4");
}

function defineOddFloat(module: ModuleBuilder): void {
  const fn = new FunctionBuilder(oddFloatSignature);
  const { code } = fn;
  const [rounded, backLow, backHigh] = [fn.v128(), fn.v128(), fn.v128()];
  for (const half of [0, 1]) code.get(half).op(Op.f32x4DemoteF64x2Zero);
  code.shuffle(FIRST_TWO).tee(rounded).op(Op.f64x2PromoteLowF32x4).set(backLow);
  code.get(rounded).get(rounded).shuffle(SWAPPED).op(Op.f64x2PromoteLowF32x4).set(backHigh);
  const pairs = [
    [0, backLow],
    [1, backHigh],
  ] as const;
  // One unit up where the magnitude has become less, else one down …
  for (const [exact, back] of pairs) code.get(back).op(Op.f64x2Abs).get(exact).op(Op.f64x2Abs, Op.f64x2Lt);
  code.shuffle(LOW_HALVES);
  word(fn, 2).op(Op.v128And);
  word(fn, 1).op(Op.i32x4Sub);
  // … where something was lost, the last bit is even, and the number is finite.
  for (const [exact, back] of pairs) code.get(back).get(exact).op(Op.f64x2Ne);
  code.shuffle(LOW_HALVES).op(Op.v128And);
  code.get(rounded);
  word(fn, 1).op(Op.v128And);
  word(fn, 0).op(Op.i32x4Eq, Op.v128And);
  code.get(rounded).get(rounded).op(Op.f32x4Sub);
  word(fn, 0).op(Op.f32x4Eq, Op.v128And);
  code.get(rounded).op(Op.i32x4Add);
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
