/** Flags as records have them → bits of `Flag`. */
import { type BinaryOp, type CastOp, Flag } from "../model";

/** Fast-math flags: bits 1 to 7 of the record, in the order of `Flag`, which has them from bit 8. */
export function fastMath(bits: number): number {
  return (bits & 0xfe) << 7;
}

const WRAPPING: ReadonlySet<BinaryOp> = new Set(["add", "sub", "mul", "shl"]);

/** Flags of a binary operator. */
export function binaryFlags(op: BinaryOp, float: boolean, bits: number): number {
  if (float) return fastMath(bits);
  if (WRAPPING.has(op)) return wrapping(bits);
  if (!(bits & 1)) return 0;
  return op === "or" ? Flag.disjoint : Flag.exact;
}

/** Flags of a cast. */
export function castFlags(op: CastOp, bits: number): number {
  if (op === "trunc") return wrapping(bits);
  if (op === "zext" || op === "uitofp") return bits & 1 ? Flag.nneg : 0;
  return op === "fptrunc" || op === "fpext" ? fastMath(bits) : 0;
}

/** Flags of an address computation. `nusw` (bit 1) alone has no place in `Flag`; `inbounds` implies it. */
export function gepFlags(bits: number): number {
  return (bits & 1 ? Flag.inbounds : 0) | (bits & 4 ? Flag.nuw : 0);
}

function wrapping(bits: number): number {
  return (bits & 1 ? Flag.nuw : 0) | (bits & 2 ? Flag.nsw : 0);
}
