/** GNU's `getopt` and `getopt_long`: options in any place, words that are none moved behind them. */
import type { HostLibrary, HostMachine } from "../machine";

/** Where reading stands within a word of several short options. */
const positions = new WeakMap<HostMachine, number>();

class Words {
  constructor(
    private readonly machine: HostMachine,
    private readonly list: bigint,
    readonly count: number,
  ) {}

  address(index: number): bigint {
    return this.machine.getLong(this.list + BigInt(8 * index));
  }

  text(index: number): string {
    return this.machine.text(this.address(index));
  }

  /** Moves a word forward; those that it passes keep their order. */
  move(from: number, to: number): void {
    const word = this.address(from);
    for (let i = from; i > to; i--) this.machine.setLong(this.list + BigInt(8 * i), this.address(i - 1));
    this.machine.setLong(this.list + BigInt(8 * to), word);
  }
}

function variable(machine: HostMachine, name: string) {
  const address = machine.addressOfVariable(name);
  return {
    get: () => (address === undefined ? 0 : machine.getInt(address)),
    set: (value: number) => address !== undefined && machine.setInt(address, value),
    point: (value: bigint) => address !== undefined && machine.setLong(address, value),
  };
}

function complain(machine: HostMachine, words: Words, text: string): number {
  machine.write("stderr", new TextEncoder().encode(`${words.text(0)}: ${text}\n`));
  return "?".charCodeAt(0);
}

/** `struct option`: name, whether it has an argument, flag, value. */
function longOptions(machine: HostMachine, list: bigint) {
  const all: { name: string; takes: number; flag: bigint; value: number }[] = [];
  for (let at = list; list !== 0n && machine.getLong(at) !== 0n; at += 32n) {
    all.push({
      name: machine.text(machine.getLong(at)),
      takes: machine.getInt(at + 8n),
      flag: machine.getLong(at + 16n),
      value: machine.getInt(at + 24n),
    });
  }
  return all;
}

function readLong(machine: HostMachine, words: Words, at: number, list: bigint, indexAt: bigint): number {
  const [index, argument] = [variable(machine, "optind"), variable(machine, "optarg")];
  const body = words.text(at).slice(2);
  const equals = body.indexOf("=");
  const name = equals < 0 ? body : body.slice(0, equals);
  const all = longOptions(machine, list);
  const matching = all.filter((one) => one.name.startsWith(name));
  const found = all.find((one) => one.name === name) ?? (matching.length === 1 ? matching[0] : undefined);
  index.set(at + 1);
  if (!found) return complain(machine, words, `unrecognized option '--${name}'`);
  argument.point(equals < 0 ? 0n : words.address(at) + BigInt(3 + equals));
  if (found.takes === 1 && equals < 0) {
    if (at + 1 >= words.count) return complain(machine, words, `option '--${found.name}' requires an argument`);
    argument.point(words.address(at + 1));
    index.set(at + 2);
  }
  if (indexAt !== 0n) machine.setInt(indexAt, all.indexOf(found));
  if (found.flag === 0n) return found.value;
  machine.setInt(found.flag, found.value);
  return 0;
}

function readShort(machine: HostMachine, words: Words, at: number, known: string): number {
  const [index, argument] = [variable(machine, "optind"), variable(machine, "optarg")];
  const word = words.text(at);
  const position = positions.get(machine) || 1;
  const letter = word[position]!;
  const place = letter === ":" ? -1 : known.indexOf(letter);
  const isLast = position + 1 >= word.length;
  positions.set(machine, isLast ? 0 : position + 1);
  index.set(isLast ? at + 1 : at);
  if (place < 0) {
    variable(machine, "optopt").set(letter.charCodeAt(0));
    return complain(machine, words, `invalid option -- '${letter}'`);
  }
  if (known[place + 1] !== ":") return letter.charCodeAt(0);
  positions.set(machine, 0);
  index.set(at + 1);
  argument.point(isLast ? 0n : words.address(at) + BigInt(position + 1));
  if (isLast && known[place + 2] !== ":") {
    if (at + 1 >= words.count) {
      variable(machine, "optopt").set(letter.charCodeAt(0));
      if (known.startsWith(":")) return ":".charCodeAt(0);
      return complain(machine, words, `option requires an argument -- '${letter}'`);
    }
    argument.point(words.address(at + 1));
    index.set(at + 2);
  }
  return letter.charCodeAt(0);
}

/** How many words an option takes from where it stands: it and an argument of its own. */
function getOption(
  machine: HostMachine,
  count: number,
  list: bigint,
  known: bigint,
  long: bigint,
  indexAt: bigint,
): number {
  const words = new Words(machine, list, count);
  const index = variable(machine, "optind");
  const at = Math.max(1, index.get());
  variable(machine, "optarg").point(0n);
  let found = at;
  while (found < count && !/^-./.test(words.text(found))) found++;
  if (found >= count) {
    index.set(at);
    return -1;
  }
  const word = words.text(found);
  if (word === "--") {
    words.move(found, at);
    index.set(at + 1);
    return -1;
  }
  const isLong = long !== 0n && word.startsWith("--");
  const result = isLong
    ? readLong(machine, words, found, long, indexAt)
    : readShort(machine, words, found, machine.text(known));
  // What was passed over goes behind the option and its argument.
  const taken = index.get() - found;
  for (let i = 0; i < taken; i++) words.move(found + i, at + i);
  if (taken > 0) index.set(at + taken);
  else if (found > at) {
    words.move(found, at);
    index.set(at);
  }
  return result;
}

export const options: HostLibrary = {
  getopt: (machine, count: number, list: bigint, known: bigint) => getOption(machine, count, list, known, 0n, 0n),
  getopt_long: getOption,
};
