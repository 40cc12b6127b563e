/** The C library's mathematics on the engine's own; functions of `float` round once more. */
import type { HostFunction, HostLibrary } from "../machine";

/** IEEE remainder: the quotient rounds half to even. */
function remainder(x: number, y: number): number {
  if (!Number.isFinite(x) || y === 0) return Number.NaN;
  const rest = x % y;
  const twice = 2 * Math.abs(rest);
  const size = Math.abs(y);
  const odd = Math.abs(Math.trunc(x / y)) % 2 === 1;
  return twice > size || (twice === size && odd) ? rest - Math.sign(rest) * size : rest;
}

/** Rounds half to even. */
function rint(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

const roundAway = (x: number): number => Math.sign(x) * Math.floor(Math.abs(x) + 0.5);

const one: Readonly<Record<string, (x: number) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  fabs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  round: roundAway,
  rint,
  nearbyint: rint,
  roundeven: rint,
};
const two: Readonly<Record<string, (x: number, y: number) => number>> = {
  pow: (x, y) => x ** y,
  atan2: Math.atan2,
  hypot: Math.hypot,
  fmod: (x, y) => x % y,
  remainder,
  fmin: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y)),
  fmax: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y)),
  fdim: (x, y) => (x > y ? x - y : 0),
  copysign: (x, y) => (Object.is(y, -0) || y < 0 ? -Math.abs(x) : Math.abs(x)),
};

function both(functions: Readonly<Record<string, (x: number, y: number) => number>>): HostLibrary {
  return Object.fromEntries(
    Object.entries(functions).flatMap(([name, compute]): [string, HostFunction][] => [
      [name, (_machine, x: number, y: number) => compute(x, y)],
      [`${name}f`, (_machine, x: number, y: number) => Math.fround(compute(x, y))],
    ]),
  );
}

export const mathematics: HostLibrary = {
  ...both(one),
  ...both(two),
  ldexp: (_machine, x: number, power: number) => x * 2 ** power,
  ldexpf: (_machine, x: number, power: number) => Math.fround(x * 2 ** power),
  lround: (_machine, x: number) => BigInt(roundAway(x)),
  lroundf: (_machine, x: number) => BigInt(roundAway(x)),
  lrint: (_machine, x: number) => BigInt(rint(x)),
  lrintf: (_machine, x: number) => BigInt(rint(x)),
};
