/** Numbers from text, and pseudo-random numbers as glibc makes them, since programs print what comes of them. */
import type { HostLibrary, HostMachine } from "../model/machine";

function parseInteger(machine: HostMachine, text: bigint, endAt: bigint, base: number): bigint {
  const source = machine.text(text);
  const match = /^[ \t\n\v\f\r]*([+-]?)(0[xX](?=[\da-fA-F]))?/.exec(source)!;
  const radix = base === 0 ? (match[2] ? 16 : source[match[0].length] === "0" ? 8 : 10) : base;
  // A prefix that does not belong to the base is a zero followed by text.
  let at = radix === 16 ? match[0].length : match[0].length - (match[2]?.length ?? 0);
  const start = at;
  let value = 0n;
  for (; at < source.length; at++) {
    const digit = Number.parseInt(source[at]!, 36);
    if (Number.isNaN(digit) || digit >= radix) break;
    value = value * BigInt(radix) + BigInt(digit);
  }
  if (endAt !== 0n) machine.setLong(endAt, text + BigInt(at === start ? 0 : at));
  return match[1] === "-" ? -value : value;
}

function parseReal(machine: HostMachine, text: bigint, endAt: bigint): number {
  const source = machine.text(text);
  const hexadecimal = /^[ \t\n\v\f\r]*([+-]?)0x([\da-f]+\.?[\da-f]*|\.[\da-f]+)(?:p([+-]?\d+))?/i.exec(source);
  const match = hexadecimal ?? /^[ \t\n\v\f\r]*[+-]?(inf(inity)?|nan|(\d+\.?\d*|\.\d+)(e[+-]?\d+)?)/i.exec(source);
  if (endAt !== 0n) machine.setLong(endAt, text + BigInt(match?.[0].length ?? 0));
  if (!match) return 0;
  if (hexadecimal) {
    const [whole, part = ""] = hexadecimal[2]!.split(".");
    const value = Number(`0x${whole}${part}`) * 2 ** (Number(hexadecimal[3] ?? 0) - 4 * part.length);
    return hexadecimal[1] === "-" ? -value : value;
  }
  const body = match[0].trim();
  if (/inf/i.test(body)) return body.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(body);
}

/** Linux's number for what does not fit. */
const ERANGE = 34;

function clampLong(machine: HostMachine, value: bigint): bigint {
  const limit = 1n << 63n;
  if (value >= -limit && value < limit) return value;
  machine.setErrno(ERANGE);
  return value < 0n ? -limit : limit - 1n;
}

function clampUnsigned(machine: HostMachine, value: bigint): bigint {
  const limit = 1n << 64n;
  if (value > -limit && value < limit) return BigInt.asUintN(64, value);
  machine.setErrno(ERANGE);
  return limit - 1n;
}

/** A number that does not fit becomes infinite, and says so. */
function checkedReal(machine: HostMachine, text: bigint, end: bigint, round: (value: number) => number): number {
  const exact = parseReal(machine, text, end);
  const value = round(exact);
  const isWritten = Number.isFinite(value) || /^\s*[+-]?(inf|nan)/i.test(machine.text(text));
  if (!isWritten || (value === 0 && exact !== 0)) machine.setErrno(ERANGE);
  return value;
}

/** glibc's default generator: an additive feedback of 31 words, seeded by a linear congruence and run in by 310 rounds. */
class AdditiveFeedback {
  private words: number[] = [];

  constructor() {
    this.seed(1);
  }

  seed(seed: number): void {
    const words = [seed === 0 ? 1 : seed | 0];
    for (let i = 1; i < 31; i++) {
      const previous = BigInt(words[i - 1]!);
      let next = Number((16807n * previous) % 2147483647n);
      if (next < 0) next += 2147483647;
      words.push(next);
    }
    for (let i = 31; i < 34; i++) words.push(words[i - 31]!);
    this.words = words;
    for (let i = 0; i < 310; i++) this.next();
  }

  next(): number {
    const { words } = this;
    const value = (words[words.length - 31]! + words[words.length - 3]!) | 0;
    words.push(value);
    if (words.length > 4096) this.words = words.slice(-34);
    return value >>> 1;
  }
}

const generators = new WeakMap<HostMachine, AdditiveFeedback>();

function generator(machine: HostMachine): AdditiveFeedback {
  let known = generators.get(machine);
  if (!known) {
    known = new AdditiveFeedback();
    generators.set(machine, known);
  }
  return known;
}

const seeds48 = new WeakMap<HostMachine, bigint>();

/** The congruence of `drand48` (POSIX). */
const after48 = (seed: bigint): bigint => BigInt.asUintN(48, seed * 0x5deece66dn + 0xbn);

/** Unseeded it starts from 0, as glibc does. */
function step48(machine: HostMachine): bigint {
  const next = after48(seeds48.get(machine) ?? 0n);
  seeds48.set(machine, next);
  return next;
}

/** A step of a state that the program keeps, in three words of 16 bits, the lowest first. */
function stepOf48(machine: HostMachine, at: bigint): bigint {
  const start = machine.at(at, 6);
  const { view } = machine;
  const seed = BigInt(view.getUint32(start, true)) | (BigInt(view.getUint16(start + 4, true)) << 32n);
  const next = after48(seed);
  view.setUint32(start, Number(BigInt.asUintN(32, next)), true);
  view.setUint16(start + 4, Number(next >> 32n), true);
  return next;
}

/** glibc's `rand_r`: three steps of one congruence, of which it keeps 11, 10 and 10 bits. */
function randomFrom(machine: HostMachine, seedAt: bigint): number {
  let seed = machine.getInt(seedAt) >>> 0;
  const draw = (bits: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 16) % (1 << bits);
  };
  const value = (draw(11) << 20) ^ (draw(10) << 10) ^ draw(10);
  machine.setInt(seedAt, seed);
  return value;
}

/** The library's functions for numbers, by name. */
export const numbers: HostLibrary = {
  // The upper 64 bits of a product, for our own headers.
  __wl_multiply_high: (_machine, x: bigint, y: bigint) => (BigInt.asUintN(64, x) * BigInt.asUintN(64, y)) >> 64n,
  atoi: (machine, text: bigint) => Number(BigInt.asIntN(32, parseInteger(machine, text, 0n, 10))),
  atol: (machine, text: bigint) => clampLong(machine, parseInteger(machine, text, 0n, 10)),
  atoll: (machine, text: bigint) => clampLong(machine, parseInteger(machine, text, 0n, 10)),
  atof: (machine, text: bigint) => parseReal(machine, text, 0n),
  strtol: (machine, text: bigint, end: bigint, base: number) =>
    clampLong(machine, parseInteger(machine, text, end, base)),
  strtoll: (machine, text: bigint, end: bigint, base: number) =>
    clampLong(machine, parseInteger(machine, text, end, base)),
  strtoul: (machine, text: bigint, end: bigint, base: number) =>
    clampUnsigned(machine, parseInteger(machine, text, end, base)),
  strtoull: (machine, text: bigint, end: bigint, base: number) =>
    clampUnsigned(machine, parseInteger(machine, text, end, base)),
  strtoimax: (machine, text: bigint, end: bigint, base: number) =>
    clampLong(machine, parseInteger(machine, text, end, base)),
  strtoumax: (machine, text: bigint, end: bigint, base: number) =>
    clampUnsigned(machine, parseInteger(machine, text, end, base)),
  strtod: (machine, text: bigint, end: bigint) => checkedReal(machine, text, end, (value) => value),
  strtof: (machine, text: bigint, end: bigint) => checkedReal(machine, text, end, Math.fround),
  drand48: (machine) => Number(step48(machine)) / 2 ** 48,
  lrand48: (machine) => step48(machine) >> 17n,
  erand48: (machine, at: bigint) => Number(stepOf48(machine, at)) / 2 ** 48,
  nrand48: (machine, at: bigint) => stepOf48(machine, at) >> 17n,
  jrand48: (machine, at: bigint) => BigInt.asIntN(32, stepOf48(machine, at) >> 16n),
  mrand48: (machine) => BigInt.asIntN(32, step48(machine) >> 16n),
  srand48: (machine, seed: bigint) => void seeds48.set(machine, (BigInt.asUintN(32, seed) << 16n) | 0x330en),
  llabs: (_machine, value: bigint) => (value < 0n ? -value : value),
  abs: (_machine, value: number) => Math.abs(value) | 0,
  labs: (_machine, value: bigint) => (value < 0n ? -value : value),
  rand: (machine) => generator(machine).next(),
  random: (machine) => BigInt(generator(machine).next()),
  rand_r: randomFrom,
  srand: (machine, seed: number) => generator(machine).seed(seed),
  srandom: (machine, seed: number) => generator(machine).seed(seed),
};
