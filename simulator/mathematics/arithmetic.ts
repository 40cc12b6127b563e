/** Arithmetic that WebAssembly does not have: fused multiply-add of doubles, rounding to odd, half precision. */

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);
const single = new Float32Array(1);
const word = new Int32Array(single.buffer);

/**
 * The sum of two doubles rounded to odd: if it is inexact, the neighbour towards what was lost whose last bit is 1, so
 * that one more rounding to a narrower format is as if it were the only one. Reference: Boldo and Melquiond, 2008.
 */
export function sumToOdd(a: number, b: number): number {
  const sum = a + b;
  if (sum - sum !== 0) return sum;
  const rest = sum - a;
  const lost = a - (sum - rest) + (b - rest);
  return lost === 0 ? sum : nudge(sum, lost);
}

/** Moves a number with an even last bit one unit towards `lost`. */
function nudge(sum: number, lost: number): number {
  double[0] = sum;
  const pattern = bits[0]!;
  if ((pattern & 1n) !== 0n) return sum;
  bits[0] = pattern + (lost > 0 === sum > 0 ? 1n : -1n);
  return double[0]!;
}

const SPLIT = 2 ** 27 + 1;

/** Doubles between these magnitudes can be split and multiplied without leaving the range of exact products. */
const LARGE = 2 ** 480;
const SMALL = 2 ** -480;
const inRange = (x: number): boolean => x < LARGE && x > SMALL;

/** `a * b + c` of doubles, rounded once. */
export function fma64(a: number, b: number, c: number): number {
  const product = a * b;
  if (product === 0 || c === 0 || product - product !== 0 || c - c !== 0) {
    // A product that underflows to 0 is no zero, and one that overflows may come back.
    if ((product !== 0 || a === 0 || b === 0) && (c !== 0 || product === 0 || inRange(Math.abs(product)))) {
      if (product - product === 0 || !Number.isFinite(a) || !Number.isFinite(b) || !Number.isFinite(c))
        return product + c;
    }
    if (!Number.isFinite(a) || !Number.isFinite(b) || !Number.isFinite(c)) return product + c;
    return exactFma(a, b, c);
  }
  if (!inRange(Math.abs(a)) || !inRange(Math.abs(b)) || !inRange(Math.abs(product)) || !inRange(Math.abs(c))) {
    return exactFma(a, b, c);
  }
  // Dekker's product: upper and lower part of a·b.
  const [ta, tb] = [SPLIT * a, SPLIT * b];
  const [ha, hb] = [ta - (ta - a), tb - (tb - b)];
  const [la, lb] = [a - ha, b - hb];
  const low = la * lb - (product - ha * hb - la * hb - ha * lb);
  // Boldo and Melquiond, "Emulation of a FMA", figure 5.
  const firstSum = c + low;
  const r1 = firstSum - c;
  const firstLost = c - (firstSum - r1) + (low - r1);
  const secondSum = product + firstSum;
  const r2 = secondSum - product;
  const secondLost = product - (secondSum - r2) + (firstSum - r2);
  return secondSum + sumToOdd(firstLost, secondLost);
}

/** A finite double as mantissa · 2^exponent. */
function parts(value: number): readonly [bigint, number] {
  double[0] = value;
  const pattern = BigInt.asUintN(64, bits[0]!);
  const exponent = Number((pattern >> 52n) & 0x7ffn);
  const fraction = pattern & 0xf_ffff_ffff_ffffn;
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  return [pattern >> 63n ? -mantissa : mantissa, Math.max(exponent, 1) - 1075];
}

/** `a * b + c` over integers of any size, for what the quick way cannot do. All operands are finite. */
function exactFma(a: number, b: number, c: number): number {
  const [ma, ea] = parts(a);
  const [mb, eb] = parts(b);
  const [mc, ec] = parts(c);
  const product = ma * mb;
  const exponent = Math.min(ea + eb, ec);
  const sum = (product << BigInt(ea + eb - exponent)) + (mc << BigInt(ec - exponent));
  // An exact zero takes the sign that the plain sum of two zeros of those signs would have.
  if (sum === 0n) return product === 0n && mc === 0n ? a * b + c : 0;
  return roundToDouble(sum, exponent);
}

function roundToDouble(value: bigint, exponent: number): number {
  const negative = value < 0n;
  let magnitude = negative ? -value : value;
  let power = exponent;
  const length = magnitude.toString(2).length;
  // Bits to drop: beyond 53, or below the least subnormal.
  const drop = Math.max(length - 53, -1074 - power);
  if (drop > 0) {
    const shift = BigInt(drop);
    const rest = magnitude & ((1n << shift) - 1n);
    const half = 1n << (shift - 1n);
    magnitude >>= shift;
    power += drop;
    if (rest > half || (rest === half && (magnitude & 1n) !== 0n)) magnitude += 1n;
  }
  // At most 54 bits are left and the exponent is in range, so that both steps are exact (or overflow as they should).
  let result = Number(magnitude);
  while (power > 900) {
    result *= 2 ** 900;
    power -= 900;
  }
  if (power < -1000) result = result * 2 ** (power + 100) * 2 ** -100;
  else result *= 2 ** power;
  return negative ? -result : result;
}

/** A double as a 32-bit float rounded to odd, so that a half made from it is rounded once. */
export function doubleToOddFloat(value: number): number {
  const rounded = Math.fround(value);
  if (rounded === value || rounded - rounded !== 0) return rounded;
  single[0] = rounded;
  if ((word[0]! & 1) === 0) word[0] = word[0]! + (Math.abs(rounded) < Math.abs(value) ? 1 : -1);
  return single[0]!;
}

/** Bits of an IEEE half as a float. */
export function halfToFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) {
    word[0] = ((half & 0x8000) << 16) | 0x7f80_0000 | (fraction << 13);
    return single[0]!;
  }
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** A float rounded to the nearest half, ties to even, as bits. NaN becomes the device's canonical 0x7fff. */
export function floatToHalf(value: number): number {
  if (Number.isNaN(value)) return 0x7fff;
  single[0] = value;
  const sign = (word[0]! >>> 16) & 0x8000;
  const magnitude = Math.abs(value);
  if (magnitude >= 65520) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | roundEven(magnitude * 2 ** 24);
  const exponent = Math.floor(Math.log2(magnitude));
  const exact = magnitude >= 2 ** (exponent + 1) ? exponent + 1 : magnitude < 2 ** exponent ? exponent - 1 : exponent;
  // A fraction that rounds up to 2048 carries into the exponent by itself.
  return sign | (((exact + 15) << 10) + roundEven(magnitude * 2 ** (10 - exact)) - 1024);
}

function roundEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

/** A float rounded to the nearest bfloat16, ties to even, as bits. */
export function floatToBfloat(value: number): number {
  if (Number.isNaN(value)) return 0x7fff;
  single[0] = value;
  const pattern = word[0]! >>> 0;
  return ((pattern + 0x7fff + ((pattern >>> 16) & 1)) >>> 16) & 0xffff;
}
