/**
 * What calls of the C and C++ libraries do to what is known: memory, numbers in text, mathematics, LLVM's intrinsics. A
 * function that is not named here may change whatever it gets an address of.
 */
import type { Type } from "../../../ir/model";
import { EvaluationEnd, type HostCall, type HostFunction } from "./evaluator";
import { address, HostObject } from "./memory";
import { type HostValue, isPointer, rounded } from "./values";

const INT: Type = { kind: "int", bits: 32 };
const BYTE: Type = { kind: "int", bits: 8 };
const POINTER: Type = { kind: "pointer", space: 0 };

const size = (value: HostValue): number | undefined => (typeof value === "bigint" ? Number(value) : undefined);

const allocate =
  (bytesOf: (given: readonly HostValue[]) => number | undefined, rest?: bigint): HostFunction =>
  (call) =>
    address(new HostObject("heap", bytesOf(call.arguments), rest));

const product = (a: HostValue, b: HostValue): number | undefined => {
  const [left, right] = [size(a), size(b)];
  return left === undefined || right === undefined ? undefined : left * right;
};

/** `(pointer to the result, alignment, size)` */
const allocateInto: HostFunction = ({ evaluator, arguments: [result, , bytes] }) => {
  evaluator.store(result, address(new HostObject("heap", size(bytes))), POINTER);
  return 0n;
};

/** Copies `(destination, source, bytes)`; what is not known to be copied makes the destination not known. */
export function copyMemory({ evaluator, arguments: [to, from, bytes] }: HostCall): void {
  const count = size(bytes);
  if (count === 0) return;
  if (!isPointer(to)) return;
  evaluator.wrote(to.object);
  if (!isPointer(from) || count === undefined || to.offset === undefined || from.offset === undefined) {
    to.object.forget();
  } else to.object.copy(to.offset, from.object, from.offset, count);
}

/** Sets `(destination, byte, bytes)`. */
export function setMemory({ evaluator, arguments: [to, byte, bytes] }: HostCall): void {
  if (!isPointer(to)) return;
  const count = size(bytes);
  evaluator.wrote(to.object);
  if (count === undefined || to.offset === undefined) to.object.forget();
  else to.object.set(to.offset, count, typeof byte === "bigint" ? byte & 0xffn : undefined);
}

const copy: HostFunction = (call) => {
  copyMemory(call);
  return call.arguments[0];
};
const set: HostFunction = (call) => {
  setMemory(call);
  return call.arguments[0];
};
const nothing: HostFunction = () => undefined;
const zero: HostFunction = () => 0n;
const end: HostFunction = () => {
  throw new EvaluationEnd();
};

const textOf = (value: HostValue): string | undefined =>
  isPointer(value) && value.offset !== undefined ? value.object.text(value.offset) : undefined;

const texts =
  (compute: (a: string, b: string, count: number | undefined) => bigint | undefined): HostFunction =>
  ({ arguments: [a, b, count] }) => {
    const [left, right] = [textOf(a), textOf(b)];
    return left === undefined || right === undefined ? undefined : compute(left, right, size(count));
  };

const order = (a: string, b: string): bigint => (a === b ? 0n : a < b ? 0xffff_ffffn : 1n);

/** Reads the integer or real at the beginning of a text, as `atoi` and `strtol` do. */
const number =
  (read: (text: string) => number, isReal: boolean): HostFunction =>
  ({ arguments: [from, after], result, evaluator }) => {
    evaluator.forget(after);
    const text = textOf(from);
    if (text === undefined) return undefined;
    const value = read(text);
    const known = Number.isNaN(value) ? 0 : value;
    if (isReal) return rounded(known, result);
    return BigInt.asUintN(result.kind === "int" ? result.bits : 64, BigInt(Math.trunc(known)));
  };
const integer = number((text) => Number.parseInt(text, 10), false);
const real = number(Number.parseFloat, true);

const functions: Readonly<Record<string, HostFunction>> = {
  malloc: allocate(([bytes]) => size(bytes)),
  _Znwm: allocate(([bytes]) => size(bytes)),
  _Znam: allocate(([bytes]) => size(bytes)),
  _ZnwmSt11align_val_t: allocate(([bytes]) => size(bytes)),
  _ZnamSt11align_val_t: allocate(([bytes]) => size(bytes)),
  _ZnwmRKSt9nothrow_t: allocate(([bytes]) => size(bytes)),
  _ZnamRKSt9nothrow_t: allocate(([bytes]) => size(bytes)),
  aligned_alloc: allocate(([, bytes]) => size(bytes)),
  _mm_malloc: allocate(([bytes]) => size(bytes)),
  calloc: allocate(([count, bytes]) => product(count, bytes), 0n),
  realloc: allocate(([, bytes]) => size(bytes)),
  posix_memalign: allocateInto,
  memcpy: copy,
  memmove: copy,
  memset: set,
  exit: end,
  _exit: end,
  abort: end,
  __assert_fail: end,
  __cxa_throw: end,
  getenv: zero,
  atexit: zero,
  __cxa_atexit: zero,
  // The first byte says whether a variable of a function has its value.
  __cxa_guard_acquire: () => 1n,
  __cxa_guard_release: ({ evaluator, arguments: [guard] }) => {
    evaluator.store(guard, 1n, BYTE);
    return undefined;
  },
  atoi: integer,
  atol: integer,
  atoll: integer,
  strtol: integer,
  strtoul: integer,
  strtoll: integer,
  strtoull: integer,
  atof: real,
  strtod: real,
  strtof: real,
  strlen: ({ arguments: [text] }) => {
    const known = textOf(text);
    return known === undefined ? undefined : BigInt(known.length);
  },
  strcmp: texts(order),
  strncmp: texts((a, b, count) => (count === undefined ? undefined : order(a.slice(0, count), b.slice(0, count)))),
  strcasecmp: texts((a, b) => order(a.toLowerCase(), b.toLowerCase())),
};

/** Only read what they get addresses of. */
const READING =
  /^(?:v?f?printf|puts|fputs|putchar|fwrite|fflush|fclose|free|_Zd[la]P.*|perror|f?open|usleep|sleep|srand|srand48|time|clock|rand|drand48|gettimeofday|_ZNSt3__2.*(?:basic_ostream|ios_base).*|str(?:chr|rchr|str|dup)|remove|unlink|omp_.*|_ZNSt3__26chrono.*)$/;

const unary = (compute: (a: number) => number): HostFunction => {
  return ({ arguments: [a], result }) => (typeof a === "number" ? rounded(compute(a), result) : undefined);
};
const binary = (compute: (a: number, b: number) => number): HostFunction => {
  return ({ arguments: [a, b], result }) =>
    typeof a === "number" && typeof b === "number" ? rounded(compute(a, b), result) : undefined;
};

/** Halves are rounded away from zero. */
const round = (a: number): number => Math.sign(a) * Math.floor(Math.abs(a) + 0.5);

const mathematics: Readonly<Record<string, HostFunction>> = {
  ceil: unary(Math.ceil),
  floor: unary(Math.floor),
  trunc: unary(Math.trunc),
  round: unary(round),
  fabs: unary(Math.abs),
  sqrt: unary(Math.sqrt),
  cbrt: unary(Math.cbrt),
  exp: unary(Math.exp),
  exp2: unary((a) => 2 ** a),
  log: unary(Math.log),
  log2: unary(Math.log2),
  log10: unary(Math.log10),
  pow: binary((a, b) => a ** b),
  fmod: binary((a, b) => a % b),
  fmin: binary(Math.min),
  fmax: binary(Math.max),
  minnum: binary(Math.min),
  maxnum: binary(Math.max),
};

const bitsOf = ({ result }: HostCall): number => (result.kind === "int" ? result.bits : 64);

const integers =
  (compute: (bits: number, a: bigint, b: bigint, c: bigint) => bigint): HostFunction =>
  (call) => {
    const [a, b = 0n, c = 0n] = call.arguments;
    if (typeof a !== "bigint" || typeof b !== "bigint" || typeof c !== "bigint") return undefined;
    const bits = bitsOf(call);
    return BigInt.asUintN(bits, compute(bits, a, b, c));
  };

const signed = (bits: number, value: bigint): bigint => BigInt.asIntN(bits, value);
const leadingZeros = (bits: number, a: bigint): bigint => BigInt(a === 0n ? bits : bits - a.toString(2).length);
const trailingZeros = (bits: number, a: bigint): bigint => {
  return BigInt(a === 0n ? bits : a.toString(2).length - a.toString(2).lastIndexOf("1") - 1);
};

/** The result and whether it does not fit. */
const overflowing = (compute: (a: bigint, b: bigint) => bigint, isSigned: boolean): HostFunction => {
  return ({ arguments: [a, b], types: [type] }) => {
    if (typeof a !== "bigint" || typeof b !== "bigint" || type?.kind !== "int") return undefined;
    const { bits } = type;
    const exact = isSigned ? compute(signed(bits, a), signed(bits, b)) : compute(a, b);
    const fits = isSigned ? BigInt.asIntN(bits, exact) === exact : BigInt.asUintN(bits, exact) === exact;
    return [BigInt.asUintN(bits, exact), fits ? 0n : 1n];
  };
};

/** By the intrinsic's name without `llvm.` and types. */
const intrinsics: Readonly<Record<string, HostFunction>> = {
  memcpy: copy,
  memmove: copy,
  memset: set,
  umin: integers((_, a, b) => (a < b ? a : b)),
  umax: integers((_, a, b) => (a > b ? a : b)),
  smin: integers((bits, a, b) => (signed(bits, a) < signed(bits, b) ? a : b)),
  smax: integers((bits, a, b) => (signed(bits, a) > signed(bits, b) ? a : b)),
  abs: integers((bits, a) => (signed(bits, a) < 0n ? -signed(bits, a) : a)),
  ctlz: integers((bits, a) => leadingZeros(bits, a)),
  cttz: integers((bits, a) => trailingZeros(bits, a)),
  ctpop: integers((_, a) => BigInt(a.toString(2).replaceAll("0", "").length)),
  fshl: integers((bits, a, b, c) => (((a << BigInt(bits)) | b) << (c % BigInt(bits))) >> BigInt(bits)),
  fshr: integers((bits, a, b, c) => ((a << BigInt(bits)) | b) >> (c % BigInt(bits))),
  "usub.sat": integers((_, a, b) => (a > b ? a - b : 0n)),
  "uadd.with.overflow": overflowing((a, b) => a + b, false),
  "usub.with.overflow": overflowing((a, b) => a - b, false),
  "umul.with.overflow": overflowing((a, b) => a * b, false),
  "sadd.with.overflow": overflowing((a, b) => a + b, true),
  "ssub.with.overflow": overflowing((a, b) => a - b, true),
  "smul.with.overflow": overflowing((a, b) => a * b, true),
  expect: ({ arguments: [value] }) => value,
  fmuladd: ({ arguments: [a, b, c], result }) =>
    typeof a === "number" && typeof b === "number" && typeof c === "number" ? rounded(a * b + c, result) : undefined,
  "is.constant": zero,
  rint: unary((a) => (Math.abs(a % 1) === 0.5 ? 2 * Math.round(a / 2) : Math.round(a))),
  // What no known value comes out of, and nothing changes.
  ...Object.fromEntries(
    ["lifetime.start", "lifetime.end", "assume", "dbg.value", "objectsize", "stacksave", "stackrestore", "trap"].map(
      (name) => [name, nothing],
    ),
  ),
};

const unknown: HostFunction = ({ evaluator, arguments: given }) => {
  for (const one of given) if (isPointer(one) && one.object.place !== "constant") evaluator.forget(one);
  return undefined;
};

/** What a function of the libraries does; undefined for none of them. */
export function libraryFunction(name: string): HostFunction | undefined {
  const intrinsic = /^llvm\.(.+?)(?:\.(?:[pvif]\w*|bf16))*$/.exec(name)?.[1];
  if (intrinsic !== undefined) return intrinsics[intrinsic] ?? mathematics[intrinsic] ?? nothing;
  // Functions may have the names of any object's members: `constructor`.
  const isOwn = (table: object) => Object.hasOwn(table, name);
  if (isOwn(functions)) return functions[name];
  if (isOwn(mathematics)) return mathematics[name];
  const double = name.replace(/f$/, "");
  return Object.hasOwn(mathematics, double) ? mathematics[double] : READING.test(name) ? nothing : undefined;
}

/** A function that nothing is known of. */
export const unknownFunction: HostFunction = unknown;

/** Stores an `int` where a call is to put its result. */
export function storeInt({ evaluator }: HostCall, pointer: HostValue, value: number | undefined): void {
  evaluator.store(pointer, value === undefined ? undefined : BigInt.asUintN(32, BigInt(value)), INT);
}
