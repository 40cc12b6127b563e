/** Operations on integers that clang leaves as intrinsics and WebAssembly has no instruction for, under their LLVM names. */
import type { HostFunction, HostLibrary } from "../model/machine";

type Integer = number | bigint;

const WIDTHS = [8, 16, 32, 64] as const;

/** A result as the machine carries it: 64 bits as a big integer, less as a number. */
function carried(value: bigint, bits: number): Integer {
  const unsigned = BigInt.asUintN(bits, value);
  return bits === 64 ? BigInt.asIntN(64, unsigned) : Number(unsigned) | 0;
}

function reversed(value: bigint, bits: number, step: number): bigint {
  const mask = (1n << BigInt(step)) - 1n;
  let result = 0n;
  for (let at = 0; at < bits; at += step) result = (result << BigInt(step)) | ((value >> BigInt(at)) & mask);
  return result;
}

function clamped(value: bigint, bits: number, isSigned: boolean): bigint {
  const limit = 1n << BigInt(isSigned ? bits - 1 : bits);
  const least = isSigned ? -limit : 0n;
  return value >= limit ? limit - 1n : value < least ? least : value;
}

/** Functions of one width: arguments come as they are carried and are read as signed or unsigned. */
function ofWidth(bits: number): Record<string, HostFunction> {
  const unsigned = (value: Integer) => BigInt.asUintN(bits, BigInt(value));
  const signed = (value: Integer) => BigInt.asIntN(bits, BigInt(value));
  const saturating =
    (read: (value: Integer) => bigint, isSigned: boolean, sign: bigint): HostFunction =>
    (_machine, a: Integer, b: Integer) =>
      carried(clamped(read(a) + sign * read(b), bits, isSigned), bits);
  const order = (a: bigint, b: bigint) => Number(a > b) - Number(a < b);
  const named: Record<string, HostFunction> = {
    [`llvm.bitreverse.i${bits}`]: (_machine, value: Integer) => carried(reversed(unsigned(value), bits, 1), bits),
    [`llvm.uadd.sat.i${bits}`]: saturating(unsigned, false, 1n),
    [`llvm.usub.sat.i${bits}`]: saturating(unsigned, false, -1n),
    [`llvm.sadd.sat.i${bits}`]: saturating(signed, true, 1n),
    [`llvm.ssub.sat.i${bits}`]: saturating(signed, true, -1n),
  };
  if (bits > 8)
    named[`llvm.bswap.i${bits}`] = (_machine, value: Integer) => carried(reversed(unsigned(value), bits, 8), bits);
  for (const result of WIDTHS) {
    const ordered = (value: number) => carried(BigInt(value), result);
    named[`llvm.ucmp.i${result}.i${bits}`] = (_machine, a: Integer, b: Integer) =>
      ordered(order(unsigned(a), unsigned(b)));
    named[`llvm.scmp.i${result}.i${bits}`] = (_machine, a: Integer, b: Integer) => ordered(order(signed(a), signed(b)));
  }
  return named;
}

/** The library's functions for integers, by name. */
export const integers: HostLibrary = Object.assign({}, ...WIDTHS.map(ofWidth));
