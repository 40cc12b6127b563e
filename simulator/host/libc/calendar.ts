/** Times as dates: `struct tm`, its text forms and back. The time zone is UTC, as where no other is set. Reference: C17, 7.27. */
import type { HostLibrary, HostMachine } from "../model/machine";

const DAY = 86_400;
const BYTES = 56;
const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = [
  ...["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November"],
  "December",
];
const UTC = "GMT";

/** `struct tm`, in the order of its members. */
interface BrokenDown {
  second: number;
  minute: number;
  hour: number;
  day: number;
  /** 0 is January. */
  month: number;
  /** Since 1900. */
  year: number;
  weekday: number;
  dayOfYear: number;
}

const members = ["second", "minute", "hour", "day", "month", "year", "weekday", "dayOfYear"] as const;

/**
 * Days from 1970-01-01 to a day of the Gregorian calendar, whose years begin in March here, so that leap days come last.
 * `month` 0 is January; months and days outside of a year carry over.
 */
function dayNumber(year: number, month: number, day: number): number {
  const fromMarch = month - 2;
  const inYear = ((fromMarch % 12) + 12) % 12;
  const years = year + Math.floor(fromMarch / 12);
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return years * 365 + leapDays + Math.floor((153 * inYear + 2) / 5) + day - 1 - EPOCH;
}

/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH = 719_468;

function broken(seconds: bigint): BrokenDown {
  const all = Number(seconds);
  const days = Math.floor(all / DAY);
  const second = all - days * DAY;
  let year = 1970 + Math.floor(days / 365.2425);
  while (dayNumber(year, 0, 1) > days) year--;
  while (dayNumber(year + 1, 0, 1) <= days) year++;
  let month = 11;
  while (dayNumber(year, month, 1) > days) month--;
  return {
    second: second % 60,
    minute: Math.floor(second / 60) % 60,
    hour: Math.floor(second / 3600),
    day: days - dayNumber(year, month, 1) + 1,
    month,
    year: year - 1900,
    weekday: weekdayOf(days),
    dayOfYear: days - dayNumber(year, 0, 1),
  };
}

/** The first of all days was a Thursday. */
function weekdayOf(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

function read(machine: HostMachine, at: bigint): BrokenDown {
  const entries = members.map((name, i) => [name, machine.getInt(at + BigInt(4 * i))]);
  return Object.fromEntries(entries) as BrokenDown;
}

function write(machine: HostMachine, at: bigint, time: BrokenDown): bigint {
  for (const [i, name] of members.entries()) machine.setInt(at + BigInt(4 * i), time[name]);
  machine.setInt(at + 32n, 0);
  machine.setLong(at + 40n, 0n);
  machine.setLong(at + 48n, machine.constantText(UTC));
  return at;
}

const two = (value: number): string => String(value).padStart(2, "0");
const clock = (t: BrokenDown): string => `${two(t.hour)}:${two(t.minute)}:${two(t.second)}`;
const spaced = (value: number): string => String(value).padStart(2);
const twelve = (t: BrokenDown): string => two(t.hour % 12 || 12);
const half = (t: BrokenDown): string => (t.hour < 12 ? "AM" : "PM");
const short = (name: string | undefined): string => name?.slice(0, 3) ?? "?";

function seconds(t: BrokenDown): bigint {
  return BigInt(dayNumber(t.year + 1900, t.month, t.day) * DAY + t.hour * 3600 + t.minute * 60 + t.second);
}

/** Week of the year by ISO 8601: that of its Thursday, with the year that the Thursday is in. */
function isoWeek(t: BrokenDown): { readonly week: number; readonly year: number } {
  const thursday = dayNumber(t.year + 1900, t.month, t.day + 4 - (t.weekday || 7));
  const year = broken(BigInt(thursday * DAY)).year + 1900;
  return { week: Math.floor((thursday - dayNumber(year, 0, 1)) / 7) + 1, year };
}

const conversions: Readonly<Record<string, (t: BrokenDown) => string>> = {
  a: (t) => short(days[t.weekday]),
  A: (t) => days[t.weekday] ?? "?",
  b: (t) => short(months[t.month]),
  B: (t) => months[t.month] ?? "?",
  h: (t) => short(months[t.month]),
  c: (t) => text(t, "%a %b %e %H:%M:%S %Y"),
  C: (t) => two(Math.floor((t.year + 1900) / 100)),
  d: (t) => two(t.day),
  D: (t) => text(t, "%m/%d/%y"),
  e: (t) => spaced(t.day),
  F: (t) => `${t.year + 1900}-${two(t.month + 1)}-${two(t.day)}`,
  g: (t) => two(isoWeek(t).year % 100),
  G: (t) => String(isoWeek(t).year),
  H: (t) => two(t.hour),
  I: twelve,
  j: (t) => String(t.dayOfYear + 1).padStart(3, "0"),
  k: (t) => spaced(t.hour),
  l: (t) => spaced(t.hour % 12 || 12),
  m: (t) => two(t.month + 1),
  M: (t) => two(t.minute),
  n: () => "\n",
  p: half,
  P: (t) => half(t).toLowerCase(),
  r: (t) => `${twelve(t)}:${two(t.minute)}:${two(t.second)} ${half(t)}`,
  R: (t) => `${two(t.hour)}:${two(t.minute)}`,
  s: (t) => String(seconds(t)),
  S: (t) => two(t.second),
  t: () => "\t",
  T: clock,
  u: (t) => String(t.weekday || 7),
  U: (t) => two(Math.floor((t.dayOfYear + 7 - t.weekday) / 7)),
  V: (t) => two(isoWeek(t).week),
  w: (t) => String(t.weekday),
  W: (t) => two(Math.floor((t.dayOfYear + 7 - ((t.weekday + 6) % 7)) / 7)),
  x: (t) => text(t, "%m/%d/%y"),
  X: clock,
  y: (t) => two((t.year + 1900) % 100),
  Y: (t) => String(t.year + 1900),
  z: () => "+0000",
  Z: () => UTC,
  "%": () => "%",
};

function text(time: BrokenDown, format: string): string {
  return format.replace(/%[EO]?(.)/g, (all, name: string) => conversions[name]?.(time) ?? all);
}

/** As `asctime` writes it; `ctime` too. */
const LINE = "%a %b %e %H:%M:%S %Y\n";

const shared = new WeakMap<HostMachine, bigint>();

/** The place that functions without a target write to, the same every time. */
function sharedPlace(machine: HostMachine): bigint {
  const known = shared.get(machine) ?? machine.allocate(BYTES + 32);
  shared.set(machine, known);
  return known;
}

function sharedText(machine: HostMachine, time: BrokenDown): bigint {
  const at = sharedPlace(machine) + BigInt(BYTES);
  machine.writeText(at, text(time, LINE));
  return at;
}

const into = (machine: HostMachine, from: bigint, to: bigint): bigint =>
  write(machine, to, broken(machine.getLong(from)));
const intoShared = (machine: HostMachine, from: bigint): bigint => into(machine, from, sharedPlace(machine));

/** The library's functions for dates and times, by name. */
export const calendar: HostLibrary = {
  gmtime: intoShared,
  localtime: intoShared,
  gmtime_r: into,
  localtime_r: into,
  mktime(machine, at: bigint) {
    const result = seconds(read(machine, at));
    write(machine, at, broken(result));
    return result;
  },
  timegm: (machine, at: bigint) => seconds(read(machine, at)),
  asctime: (machine, at: bigint) => sharedText(machine, read(machine, at)),
  ctime: (machine, at: bigint) => sharedText(machine, broken(machine.getLong(at))),
  ctime_r(machine, at: bigint, to: bigint) {
    machine.writeText(to, text(broken(machine.getLong(at)), LINE));
    return to;
  },
  strftime(machine, to: bigint, size: bigint, format: bigint, at: bigint) {
    const bytes = new TextEncoder().encode(text(read(machine, at), machine.text(format)));
    if (bytes.length + 1 > Number(size)) return 0n;
    machine.bytes.set([...bytes, 0], machine.at(to, bytes.length + 1));
    return BigInt(bytes.length);
  },
};
