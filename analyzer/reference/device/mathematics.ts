/**
 * Mathematical functions whose cost or accuracy differs from what their name suggests, and integer functions. Reference:
 * CUDA C++ Programming Guide, "Mathematical Functions" and "Throughput of Native Arithmetic Instructions"; CUDA Math API,
 * "Integer Intrinsics".
 */
import type { Architecture } from "../../hardware/model";
import type { Entries, Entry } from "../model";

/** Results of the special function units a cycle and multiprocessor, from 5.0 to 9.0. */
const SPECIAL = "16 results a cycle and multiprocessor.";

const fast = (name: string, does: string): Entry => ({
  signatures: [`float ${name}(float x)`],
  does: `${does} An approximation by the special function units, with the error that the guide states.`,
  cost: SPECIAL,
});

const rounded = (name: string, parameters: string, does: string): Entry => ({
  signatures: [`float ${name}(${parameters})`],
  does,
});

const integer = (signature: string, does: string, cost?: string): Entry => ({
  signatures: [signature],
  does,
  ...(cost ? { cost } : {}),
});

/** A double-precision function: what that precision costs on an architecture. */
const doubles = ({ name, singleToDouble }: Architecture): string =>
  `Double precision has 1/${singleToDouble} of single precision's throughput on ${name}.`;

const slow = (single: string, parameters: string, does: string): Entry => ({
  signatures: [`float ${single}(${parameters})`],
  does: `${does} Large arguments take a path with local memory: 105,615 and more in single precision.`,
  cost: "Some twenty instructions. `-use_fast_math` compiles it to the approximation.",
});

/** Mathematical and integer functions. */
export const mathematics: Entries = {
  __sinf: fast("__sinf", "The sine of an angle in radians."),
  __cosf: fast("__cosf", "The cosine of an angle in radians."),
  __tanf: fast("__tanf", "The tangent: `__sinf(x) / __cosf(x)`."),
  __expf: fast("__expf", "The exponential function."),
  __exp10f: fast("__exp10f", "10 to the power of `x`."),
  __logf: fast("__logf", "The natural logarithm."),
  __log2f: fast("__log2f", "The logarithm to base 2."),
  __log10f: fast("__log10f", "The logarithm to base 10."),
  __powf: { ...fast("__powf", "`x` to the power of `y`."), signatures: ["float __powf(float x, float y)"] },
  __fdividef: {
    ...fast("__fdividef", "`x / y`, and 0 where `y` is between 2^126 and 2^128."),
    signatures: ["float __fdividef(float x, float y)"],
  },
  __sincosf: {
    ...fast("__sincosf", "Sine and cosine at once."),
    signatures: ["void __sincosf(float x, float* sptr, float* cptr)"],
  },
  rsqrtf: { signatures: ["float rsqrtf(float x)"], does: "1 divided by the square root of `x`.", cost: SPECIAL },
  sinf: slow("sinf", "float x", "The sine of an angle in radians."),
  cosf: slow("cosf", "float x", "The cosine of an angle in radians."),
  tanf: slow("tanf", "float x", "The tangent of an angle in radians."),
  sincosf: slow("sincosf", "float x, float* sptr, float* cptr", "Sine and cosine at once."),
  sinpif: rounded(
    "sinpif",
    "float x",
    "The sine of `x` times π, without the reduction of large arguments that `sinf` needs.",
  ),
  sqrt: { signatures: ["double sqrt(double x)"], does: "The square root, correctly rounded.", cost: doubles },
  pow: { signatures: ["double pow(double x, double y)"], does: "`x` to the power of `y`.", cost: doubles },
  exp: { signatures: ["double exp(double x)"], does: "The exponential function.", cost: doubles },
  log: { signatures: ["double log(double x)"], does: "The natural logarithm.", cost: doubles },
  sin: { signatures: ["double sin(double x)"], does: "The sine of an angle in radians.", cost: doubles },
  cos: { signatures: ["double cos(double x)"], does: "The cosine of an angle in radians.", cost: doubles },
  fmaf: rounded("fmaf", "float x, float y, float z", "`x * y + z` with one rounding: one instruction."),
  __fmaf_rn: rounded("__fmaf_rn", "float x, float y, float z", "`x * y + z` with one rounding, to nearest even."),
  __fadd_rn: rounded("__fadd_rn", "float x, float y", "`x + y`, which is never fused with a multiplication."),
  __fmul_rn: rounded("__fmul_rn", "float x, float y", "`x * y`, which is never fused with an addition."),
  __fdiv_rn: rounded("__fdiv_rn", "float x, float y", "`x / y`, correctly rounded whatever the compile options are."),
  __fsqrt_rn: rounded("__fsqrt_rn", "float x", "The square root, correctly rounded whatever the compile options are."),
  __frcp_rn: rounded("__frcp_rn", "float x", "`1 / x`, correctly rounded."),
  __saturatef: rounded("__saturatef", "float x", "`x` clamped to 0 … 1, and 0 for a NaN."),
  __popc: integer("int __popc(unsigned x)", "The number of bits that are 1.", SPECIAL),
  __popcll: integer("int __popcll(unsigned long long x)", "The number of bits that are 1.", "Two counts of 32 bits."),
  __clz: integer("int __clz(int x)", "The number of leading zero bits; 32 for 0.", SPECIAL),
  __clzll: integer("int __clzll(long long x)", "The number of leading zero bits; 64 for 0."),
  __ffs: integer(
    "int __ffs(int x)",
    "The position of the lowest bit that is 1, counted from 1; 0 where there is none.",
  ),
  __ffsll: integer(
    "int __ffsll(long long x)",
    "The position of the lowest bit that is 1, counted from 1; 0 where there is none.",
  ),
  __brev: integer("unsigned __brev(unsigned x)", "The bits in reverse order.", SPECIAL),
  __byte_perm: integer(
    "unsigned __byte_perm(unsigned x, unsigned y, unsigned s)",
    "Four of the eight bytes of `x` and `y`, chosen by the four-bit fields of `s`.",
  ),
  __funnelshift_l: integer(
    "unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift)",
    "The upper word of `hi:lo` shifted left by `shift & 31`: a rotation where both are the same.",
  ),
  __funnelshift_r: integer(
    "unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift)",
    "The lower word of `hi:lo` shifted right by `shift & 31`.",
  ),
  __mulhi: integer("int __mulhi(int x, int y)", "The upper 32 bits of the 64-bit product."),
  __umulhi: integer("unsigned __umulhi(unsigned x, unsigned y)", "The upper 32 bits of the 64-bit product."),
  __mul24: integer(
    "int __mul24(int x, int y)",
    "The product of the lower 24 bits.",
    "From sm_70 on a plain multiplication is as fast or faster.",
  ),
  __dp4a: {
    signatures: ["int __dp4a(int srcA, int srcB, int c)"],
    does: "Adds the products of four pairs of bytes to `c`, in one instruction.",
    since: "sm_61.",
  },
  __float_as_int: integer("int __float_as_int(float x)", "The bits of a float as an integer; nothing is executed."),
  __int_as_float: integer("float __int_as_float(int x)", "Bits as a float; nothing is executed."),
};
