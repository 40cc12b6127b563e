/** GNU's `getopt` and `getopt_long`: options anywhere on the command line; other words are moved after them. */
import type { HostLibrary, HostMachine } from "../model/machine";

/** The position between two calls. */
interface State {
  /** The words from the first to the last were passed over: they are no options. */
  first: number;
  last: number;
  /** The next letter within a word of several short options; 0 between words. */
  position: number;
}

const states = new WeakMap<HostMachine, State>();

function stateOf(machine: HostMachine): State {
  const known = states.get(machine) ?? { first: 1, last: 1, position: 0 };
  states.set(machine, known);
  return known;
}

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

/** Values of the library's variables that the program does not name: most never ask for `optind`. */
const unnamed = new WeakMap<HostMachine, Map<string, number>>();

/** An `int` or pointer of the library, which the program can read and write where it names it. */
function variable(machine: HostMachine, name: string) {
  const address = machine.program.addressOfVariable(name);
  const own = unnamed.get(machine) ?? new Map([["optind", 1]]);
  unnamed.set(machine, own);
  return {
    get: () => (address === undefined ? (own.get(name) ?? 0) : machine.getInt(address)),
    set: (value: number) => (address === undefined ? own.set(name, value) : machine.setInt(address, value)),
    point: (value: bigint) => address !== undefined && machine.setLong(address, value),
  };
}

type Variable = ReturnType<typeof variable>;

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
  const state = stateOf(machine);
  const position = state.position || 1;
  const letter = word[position]!;
  const letterAt = letter === ":" ? -1 : known.indexOf(letter);
  const isLast = position + 1 >= word.length;
  state.position = isLast ? 0 : position + 1;
  index.set(isLast ? at + 1 : at);
  if (letterAt < 0) {
    variable(machine, "optopt").set(letter.charCodeAt(0));
    return complain(machine, words, `invalid option -- '${letter}'`);
  }
  if (known[letterAt + 1] !== ":") return letter.charCodeAt(0);
  state.position = 0;
  index.set(at + 1);
  argument.point(isLast ? 0n : words.address(at) + BigInt(position + 1));
  if (isLast && known[letterAt + 2] !== ":") {
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

/** Moves the options between `state.last` and `index` before the words that were passed over. */
function exchange(words: Words, state: State, index: number): void {
  for (let from = state.last, to = state.first; from < index; from++, to++) words.move(from, to);
  state.first += index - state.last;
  state.last = index;
}

/** Moves `optind` to the next word that is an option; false when there is none. */
function findOption(words: Words, state: State, index: Variable, letters: string): boolean {
  let at = index.get();
  state.last = Math.min(state.last, at);
  state.first = Math.min(state.first, at);
  collect(words, state, at);
  const isOption = () => /^-./.test(words.text(at));
  // With a plus sign the first word that is no option ends the options.
  if (!letters.startsWith("+")) while (at < words.count && !isOption()) at++;
  state.last = at;
  if (at < words.count && words.text(at) === "--") {
    at++;
    if (state.first === state.last) state.first = at;
    else exchange(words, state, at);
    [state.last, at] = [words.count, words.count];
  }
  index.set(at);
  if (at < words.count && isOption()) return true;
  if (state.first !== state.last) index.set(state.first);
  return false;
}

/** Adds the options that were read since the last call to those before the words that were passed over. */
function collect(words: Words, state: State, at: number): void {
  if (state.last === at) return;
  if (state.first === state.last) state.first = at;
  else exchange(words, state, at);
}

/** Words that are no options are passed over, and moved after the options when the next one is asked for. */
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
  const letters = machine.text(known);
  variable(machine, "optarg").point(0n);
  if (index.get() === 0) {
    index.set(1);
    states.delete(machine);
  }
  const state = stateOf(machine);
  if (state.position === 0 && !findOption(words, state, index, letters)) return -1;
  const at = index.get();
  const isLong = long !== 0n && state.position === 0 && words.text(at).startsWith("--");
  if (isLong) return readLong(machine, words, at, long, indexAt);
  return readShort(machine, words, at, letters.replace(/^[+-]/, ""));
}

/** The library's functions for options of a command line, by name. */
export const options: HostLibrary = {
  getopt: (machine, count: number, list: bigint, known: bigint) => getOption(machine, count, list, known, 0n, 0n),
  getopt_long: getOption,
};
