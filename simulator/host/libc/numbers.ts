/** Numbers from text, and pseudo-random numbers as glibc makes them, since programs print what comes of them. */
import type { HostLibrary, HostMachine } from "../machine";

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
  const match = /^[ \t\n\v\f\r]*[+-]?(inf(inity)?|nan|(\d+\.?\d*|\.\d+)(e[+-]?\d+)?)/i.exec(source);
  if (endAt !== 0n) machine.setLong(endAt, text + BigInt(match?.[0].length ?? 0));
  if (!match) return 0;
  const body = match[0].trim();
  if (/inf/i.test(body)) return body.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(body);
}

const clampLong = (value: bigint): bigint => {
  const limit = 1n << 63n;
  return value >= limit ? limit - 1n : value < -limit ? -limit : value;
};

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

/** The congruence of `drand48` (POSIX); unseeded it starts from 0, as glibc does. */
function step48(machine: HostMachine): bigint {
  const next = BigInt.asUintN(48, (seeds48.get(machine) ?? 0n) * 0x5deece66dn + 0xbn);
  seeds48.set(machine, next);
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

export const numbers: HostLibrary = {
  // The upper 64 bits of a product, for our own headers.
  __wl_multiply_high: (_machine, x: bigint, y: bigint) => (BigInt.asUintN(64, x) * BigInt.asUintN(64, y)) >> 64n,
  atoi: (machine, text: bigint) => Number(BigInt.asIntN(32, parseInteger(machine, text, 0n, 10))),
  atol: (machine, text: bigint) => clampLong(parseInteger(machine, text, 0n, 10)),
  atoll: (machine, text: bigint) => clampLong(parseInteger(machine, text, 0n, 10)),
  atof: (machine, text: bigint) => parseReal(machine, text, 0n),
  strtol: (machine, text: bigint, end: bigint, base: number) => clampLong(parseInteger(machine, text, end, base)),
  strtoll: (machine, text: bigint, end: bigint, base: number) => clampLong(parseInteger(machine, text, end, base)),
  strtoul: (machine, text: bigint, end: bigint, base: number) =>
    BigInt.asUintN(64, parseInteger(machine, text, end, base)),
  strtoull: (machine, text: bigint, end: bigint, base: number) =>
    BigInt.asUintN(64, parseInteger(machine, text, end, base)),
  strtod: (machine, text: bigint, end: bigint) => parseReal(machine, text, end),
  strtof: (machine, text: bigint, end: bigint) => Math.fround(parseReal(machine, text, end)),
  drand48: (machine) => Number(step48(machine)) / 2 ** 48,
  lrand48: (machine) => step48(machine) >> 17n,
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
