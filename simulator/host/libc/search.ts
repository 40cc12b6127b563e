/** Sorting, searching and taking texts apart. */
import type { HostLibrary, HostMachine } from "../model/machine";

/** Units of work that a comparison by a function of the program counts as: about as long as the call takes. */
const COMPARISON_WORK = 2;

/**
 * The order of indices after a merge sort from the top, the shorter half first: which comparisons are made, and in which
 * order, is glibc's.
 */
function mergeSorted(count: number, compare: (a: number, b: number) => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  const merged = new Uint32Array(count);
  const sortPart = (from: number, to: number): void => {
    if (to - from < 2) return;
    const middle = from + ((to - from) >> 1);
    sortPart(from, middle);
    sortPart(middle, to);
    let [i, j, at] = [from, middle, from];
    while (i < middle && j < to) merged[at++] = compare(order[i]!, order[j]!) <= 0 ? order[i++]! : order[j++]!;
    // What is left of the second half already lies where it belongs.
    merged.set(order.subarray(i, middle), at);
    order.set(merged.subarray(from, at + middle - i), from);
  };
  sortPart(0, count);
  return order;
}

/** A stable merge over copies of the elements: the comparator sees addresses of a scratch block. */
function sort(machine: HostMachine, base: bigint, count: bigint, size: bigint, compare: bigint): void {
  const [n, width] = [Number(count), Number(size)];
  if (n < 2) return;
  machine.program.spend(Math.ceil(COMPARISON_WORK * n * Math.log2(n)));
  const total = n * width;
  const scratch = machine.allocate(total);
  machine.bytes.copyWithin(machine.at(scratch, total), machine.at(base, total), machine.at(base, total) + total);
  const order = mergeSorted(n, (a, b) =>
    Number(machine.program.callPointer(compare, scratch + BigInt(a * width), scratch + BigInt(b * width))),
  );
  const [from, to] = [machine.at(scratch, total), machine.at(base, total)];
  order.forEach((index, i) => {
    machine.bytes.copyWithin(to + i * width, from + index * width, from + (index + 1) * width);
  });
  machine.heap.release(scratch);
}

const places = new WeakMap<HostMachine, bigint>();

/** The next piece between separators; what follows it is at `rest`. */
function piece(machine: HostMachine, text: bigint, separators: bigint): { start: bigint; rest: bigint } {
  if (text === 0n) return { start: 0n, rest: 0n };
  const set = machine.cString(separators);
  const bytes = machine.cString(text);
  let from = 0;
  while (from < bytes.length && set.includes(bytes[from]!)) from++;
  if (from === bytes.length) return { start: 0n, rest: 0n };
  let to = from;
  while (to < bytes.length && !set.includes(bytes[to]!)) to++;
  const start = text + BigInt(from);
  if (to === bytes.length) return { start, rest: 0n };
  machine.bytes[machine.at(text + BigInt(to), 1)] = 0;
  return { start, rest: text + BigInt(to + 1) };
}

/** The library's functions for sorting and searching, by name. */
export const search: HostLibrary = {
  qsort: sort,
  bsearch(machine, key: bigint, base: bigint, count: bigint, size: bigint, compare: bigint) {
    for (let [low, high] = [0n, count]; low < high; ) {
      const middle = (low + high) / 2n;
      const at = base + middle * size;
      const order = Number(machine.program.callPointer(compare, key, at));
      if (order === 0) return at;
      if (order < 0) high = middle;
      else low = middle + 1n;
    }
    return 0n;
  },
  strtok(machine, text: bigint, separators: bigint) {
    const { start, rest } = piece(machine, text === 0n ? (places.get(machine) ?? 0n) : text, separators);
    places.set(machine, rest);
    return start;
  },
  strtok_r(machine, text: bigint, separators: bigint, save: bigint) {
    const { start, rest } = piece(machine, text === 0n ? machine.getLong(save) : text, separators);
    machine.setLong(save, rest);
    return start;
  },
  // Every separator ends a piece, so that pieces may be empty.
  strsep(machine, textAt: bigint, separators: bigint) {
    const text = machine.getLong(textAt);
    if (text === 0n) return 0n;
    const set = machine.cString(separators);
    const at = machine.cString(text).findIndex((byte) => set.includes(byte));
    if (at >= 0) machine.bytes[machine.at(text + BigInt(at), 1)] = 0;
    machine.setLong(textAt, at < 0 ? 0n : text + BigInt(at + 1));
    return text;
  },
  // The parts of a path before and after its last slash, in the path itself.
  dirname(machine, at: bigint) {
    const path = at === 0n ? "" : machine.text(at).replace(/(?<=.)\/+$/, "");
    const slash = path.lastIndexOf("/");
    if (slash < 0) return machine.constantText(".");
    machine.bytes[machine.at(at + BigInt(Math.max(1, slash)), 1)] = 0;
    return at;
  },
  basename(machine, at: bigint) {
    const path = at === 0n ? "" : machine.text(at).replace(/(?<=.)\/+$/, "");
    if (path === "" || path === "/") return machine.constantText(path || ".");
    machine.bytes[machine.at(at + BigInt(path.length), 1)] = 0;
    return at + BigInt(path.lastIndexOf("/") + 1);
  },
  strpbrk(machine, text: bigint, set: bigint) {
    const wanted = machine.cString(set);
    const at = machine.cString(text).findIndex((byte) => wanted.includes(byte));
    return at < 0 ? 0n : text + BigInt(at);
  },
};
