/** Functions on integers of 65 to 128 bits, for `wide.ts`: halves come as 64 bits and go one at a time. */

type Halves = readonly [low: bigint, high: bigint];

const HALF = 64n;
const FULL = 128;

const unsigned = ([low, high]: Halves): bigint => (BigInt.asUintN(64, high) << HALF) | BigInt.asUintN(64, low);
const signed = (halves: Halves): bigint => BigInt.asIntN(FULL, unsigned(halves));

/** Division by zero and of the most negative number are as for smaller integers (`integers.ts`). */
const divisions: Readonly<Record<string, (a: Halves, b: Halves) => bigint>> = {
  udiv: (a, b) => (unsigned(b) === 0n ? -1n : unsigned(a) / unsigned(b)),
  urem: (a, b) => (unsigned(b) === 0n ? unsigned(a) : unsigned(a) % unsigned(b)),
  sdiv: (a, b) => (signed(b) === 0n ? -1n : signed(a) / signed(b)),
  srem: (a, b) => (signed(b) === 0n ? signed(a) : signed(a) % signed(b)),
};

/** Both halves of what a function gives, as two functions. */
export function halved<A extends unknown[]>(
  name: string,
  call: (...values: A) => bigint,
): readonly (readonly [string, (...values: A) => bigint])[] {
  return [
    [`wide_${name}_low`, (...values) => BigInt.asIntN(64, call(...values))],
    [`wide_${name}_high`, (...values) => BigInt.asIntN(64, call(...values) >> HALF)],
  ];
}

/** Significant bits of the formats that integers are converted to. */
const formats = { f64: 53, f32: 24, f16: 11, bf16: 8 } as const;

/** The nearest number with the given count of significant bits, ties to even; infinity where the format cannot hold it. */
function rounded(value: bigint, significant: number): number {
  const magnitude = value < 0n ? -value : value;
  const free = BigInt(Math.max(0, magnitude.toString(2).length - significant));
  if (free === 0n) return Number(value);
  const kept = magnitude >> free;
  const rest = magnitude - (kept << free);
  const middle = 1n << (free - 1n);
  const up = rest > middle || (rest === middle && (kept & 1n) === 1n);
  const found = Number((kept + (up ? 1n : 0n)) << free);
  return value < 0n ? -found : found;
}

/** Rounds towards zero; what does not fit becomes the nearest number that does, and NaN 0. */
function truncated(value: number, bits: number, isSigned: boolean): bigint {
  const least = isSigned ? -(1n << BigInt(bits - 1)) : 0n;
  const most = (1n << BigInt(isSigned ? bits - 1 : bits)) - 1n;
  if (Number.isNaN(value)) return 0n;
  if (!Number.isFinite(value)) return value < 0 ? least : most;
  const whole = BigInt(Math.trunc(value));
  return whole < least ? least : whole > most ? most : whole;
}

/** By the names that kernels import them by. */
export const wideFunctions: Readonly<Record<string, (...values: never[]) => bigint | number>> = Object.fromEntries([
  ...Object.entries(divisions).flatMap(([name, divide]) =>
    halved(name, (a0: bigint, a1: bigint, b0: bigint, b1: bigint) => divide([a0, a1], [b0, b1])),
  ),
  ...Object.entries(formats).flatMap(([kind, significant]) => [
    [`wide_sitofp_${kind}`, (low: bigint, high: bigint) => rounded(signed([low, high]), significant)],
    [`wide_uitofp_${kind}`, (low: bigint, high: bigint) => rounded(unsigned([low, high]), significant)],
  ]),
  ...halved("fptosi", (value: number, bits: number) => truncated(value, bits, true)),
  ...halved("fptoui", (value: number, bits: number) => truncated(value, bits, false)),
]);
