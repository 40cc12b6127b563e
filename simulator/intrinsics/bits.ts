/** Functions on the bits of integers that WebAssembly has no instructions for. Reference: PTX ISA, the instruction's page. */
import { type Imported, importedTable } from "./imports";

const BYTE = 0xff;

/** Four bytes chosen from eight by nibbles; the fourth bit of a nibble takes the byte's sign instead. */
function permute(low: number, high: number, selector: number): number {
  let made = 0;
  for (let index = 0; index < 4; index++) {
    const nibble = (selector >>> (4 * index)) & 15;
    const from = nibble & 4 ? high : low;
    const byte = (from >>> (8 * (nibble & 3))) & BYTE;
    made |= (nibble & 8 ? (byte & 0x80 ? BYTE : 0) : byte) << (8 * index);
  }
  return made;
}

/** Selectors of `prmt`'s modes, by the lower two bits of the control. */
const modes: Readonly<Record<string, readonly [number, number, number, number]>> = {
  f4e: [0x3210, 0x4321, 0x5432, 0x6543],
  b4e: [0x5670, 0x6701, 0x7012, 0x0123],
  rc8: [0x0000, 0x1111, 0x2222, 0x3333],
  ecl: [0x3210, 0x3211, 0x3222, 0x3333],
  ecr: [0x0000, 0x1110, 0x2210, 0x3210],
  rc16: [0x1010, 0x3232, 0x1010, 0x3232],
};

const word = "i32" as const;
const long = "i64" as const;

function permutation(mode: string): [string, Imported] {
  const selectors = modes[mode]!;
  // Modes that read one register pass it first; the second stays unused.
  const call = (low: number, high: number, control: number) => permute(low, high, selectors[control & 3]!);
  return [`llvm.nvvm.prmt.${mode}`, { operands: [word, word, word], result: word, call }];
}

/** The place of the n-th bit set, from a base upwards or downwards; all ones where there is none. */
function findNthSet(mask: number, base: number, offset: number): number {
  const start = base & 31;
  const isSet = (bit: number) => (mask >>> bit) & 1;
  if (offset === 0) return isSet(start) ? start : -1;
  const step = offset > 0 ? 1 : -1;
  let left = Math.abs(offset);
  for (let bit = start; bit >= 0 && bit < 32; bit += step) if (isSet(bit) && --left === 0) return bit;
  return -1;
}

const count = (value: number): number => value & BYTE;

function extract(bits: number, signed: boolean) {
  return (value: bigint, position: number, length: number): bigint => {
    const [at, many] = [count(position), count(length)];
    if (many === 0) return 0n;
    const whole = signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
    const moved = whole >> BigInt(Math.min(at, signed ? bits - 1 : bits));
    // Beyond the width a signed field repeats the sign, an unsigned one is zeros.
    const width = Math.min(many, Math.max(1, bits - at));
    return at >= bits
      ? signed
        ? moved
        : 0n
      : signed
        ? BigInt.asIntN(width, moved)
        : BigInt.asUintN(Math.min(many, bits), moved);
  };
}

function insert(bits: number) {
  return (value: bigint, into: bigint, position: number, length: number): bigint => {
    const [at, many] = [BigInt(Math.min(count(position), bits)), BigInt(Math.min(count(length), bits))];
    const ones = ((1n << many) - 1n) << at;
    return BigInt.asUintN(bits, (into & ~ones) | ((value << at) & ones));
  };
}

/** The highest bit set, of negative numbers the highest that is not; or how far it must be shifted to the top. */
function findHighest(bits: number, signed: boolean, shift: boolean) {
  return (value: bigint): number => {
    const whole = signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
    const looked = whole < 0n ? ~whole : whole;
    if (looked === 0n) return -1;
    const place = looked.toString(2).length - 1;
    return shift ? bits - 1 - place : place;
  };
}

/** The same function on 32 bits, which come as numbers. */
function narrow(call: (...values: never[]) => bigint | number, longs: number) {
  return (...values: number[]): number => {
    const widened = values.map((value, index) => (index < longs ? BigInt.asUintN(32, BigInt(value)) : value));
    return Number(BigInt.asIntN(32, BigInt(call(...(widened as never[])))));
  };
}

const fields = (["u", "s"] as const).flatMap((letter): [string, Imported][] => {
  const signed = letter === "s";
  return [
    [`__wl_bfe_${letter}32`, { operands: [word, word, word], result: word, call: narrow(extract(32, signed), 1) }],
    [`__wl_bfe_${letter}64`, { operands: [long, word, word], result: long, call: extract(64, signed) }],
    ...[false, true].flatMap((shift): [string, Imported][] => {
      const name = `__wl_bfind${shift ? "_shift" : ""}_${letter}`;
      return [
        [`${name}32`, { operands: [word], result: word, call: narrow(findHighest(32, signed, shift), 1) }],
        [`${name}64`, { operands: [long], result: word, call: findHighest(64, signed, shift) }],
      ];
    }),
    ...["clamp", "wrap"].map((mode): [string, Imported] => [
      `__wl_szext_${mode}_${letter}32`,
      { operands: [word, word], result: word, call: extend(mode === "wrap", signed) },
    ]),
  ];
});

/** The lower bits of a word, extended from where they end. */
function extend(wraps: boolean, signed: boolean) {
  return (value: number, width: number): number => {
    const bits = wraps ? width & 31 : Math.min(width >>> 0, 32);
    if (bits === 0) return 0;
    const free = 32 - bits;
    return signed ? (value << free) >> free : (value << free) >>> free;
  };
}

/** A run of ones from a place on. */
function mask(wraps: boolean) {
  return (position: number, width: number): number => {
    const at = wraps ? position & 31 : Math.min(position >>> 0, 32);
    const many = wraps ? width & 31 : Math.min(width >>> 0, 32);
    return Number(BigInt.asIntN(32, ((1n << BigInt(many)) - 1n) << BigInt(at)));
  };
}

const table = importedTable({
  "llvm.nvvm.prmt": { operands: [word, word, word], result: word, call: permute },
  ...Object.fromEntries(Object.keys(modes).map(permutation)),
  "llvm.nvvm.fns": { operands: [word, word, word], result: word, call: findNthSet },
  ...Object.fromEntries(fields),
  __wl_bfi_b32: { operands: [word, word, word, word], result: word, call: narrow(insert(32), 2) },
  __wl_bfi_b64: { operands: [long, long, word, word], result: long, call: insert(64) },
  __wl_bmsk_clamp: { operands: [word, word], result: word, call: mask(false) },
  __wl_bmsk_wrap: { operands: [word, word], result: word, call: mask(true) },
  "llvm.nvvm.mulhi.ll": { operands: [long, long], result: long, call: (a: bigint, b: bigint) => (a * b) >> 64n },
  "llvm.nvvm.mulhi.ull": {
    operands: [long, long],
    result: long,
    call: (a: bigint, b: bigint) => (BigInt.asUintN(64, a) * BigInt.asUintN(64, b)) >> 64n,
  },
});

/** Functions by the names that kernels import them by. */
export const bitFunctions = table.functions;
/** Functions on bits, by name. */
export const bits = table.intrinsics;
