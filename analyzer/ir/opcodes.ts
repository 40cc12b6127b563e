/** Operators, predicates, casts, atomic operations and flags, by LLVM's names. */

/** Binary operators on two operands of one type: integers, or (`f…`) floats, or vectors of them. */
export type BinaryOp =
  | "add"
  | "sub"
  | "mul"
  | "udiv"
  | "sdiv"
  | "urem"
  | "srem"
  | "shl"
  | "lshr"
  | "ashr"
  | "and"
  | "or"
  | "xor"
  | "fadd"
  | "fsub"
  | "fmul"
  | "fdiv"
  | "frem";
/** Conversions from one type to another. */
export type CastOp =
  | "trunc"
  | "zext"
  | "sext"
  | "fptrunc"
  | "fpext"
  | "fptoui"
  | "fptosi"
  | "uitofp"
  | "sitofp"
  | "ptrtoint"
  | "inttoptr"
  | "bitcast"
  | "addrspacecast";
/** Comparisons of integers and pointers: equality, unsigned, signed. */
export type IntPredicate = "eq" | "ne" | "ugt" | "uge" | "ult" | "ule" | "sgt" | "sge" | "slt" | "sle";
/** Comparisons of floats: `o…` is false, `u…` is true when an operand is not a number. */
export type FloatPredicate =
  | "false"
  | "oeq"
  | "ogt"
  | "oge"
  | "olt"
  | "ole"
  | "one"
  | "ord"
  | "uno"
  | "ueq"
  | "ugt"
  | "uge"
  | "ult"
  | "ule"
  | "une"
  | "true";
/** What `atomicrmw` does to memory with its operand. */
export type AtomicOp =
  | "xchg"
  | "add"
  | "sub"
  | "and"
  | "nand"
  | "or"
  | "xor"
  | "max"
  | "min"
  | "umax"
  | "umin"
  | "fadd"
  | "fsub"
  | "fmax"
  | "fmin"
  | "uinc_wrap"
  | "udec_wrap"
  | "usub_cond"
  | "usub_sat";

/** Bits of `flags`: wrapping and exactness of integers, fast-math of floats, `inbounds`, `disjoint`, `nneg`, `samesign`. */
export const Flag = {
  nuw: 1,
  nsw: 2,
  exact: 4,
  disjoint: 8,
  nneg: 16,
  inbounds: 32,
  samesign: 64,
  nnan: 256,
  ninf: 512,
  nsz: 1024,
  arcp: 2048,
  contract: 4096,
  afn: 8192,
  reassoc: 16384,
} as const;
