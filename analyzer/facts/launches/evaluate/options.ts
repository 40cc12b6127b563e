/**
 * `getopt` and `getopt_long` over the words that the program is started with. Where those are not known, there are no
 * options: the program's own defaults hold.
 *
 * Reference: POSIX.1-2017, "getopt"; GNU C Library manual, "Parsing program options using getopt".
 */
import type { Type } from "../../../ir/model";
import type { HostCall, HostFunction } from "./evaluator";
import { type HostPointer, type HostValue, isPointer, moved } from "./values";

const INT: Type = { kind: "int", bits: 32 };
const POINTER: Type = { kind: "pointer", space: 0 };

/** What the functions give back after the last option, and for an option that they do not know. */
const END = 0xffff_ffffn;
const UNKNOWN = 63n;

/** No table is longer that ends as it should. */
const MOST_OPTIONS = 256;

/** Bytes of `struct option`, and where in it the members after the name are. */
const OPTION_BYTES = 32;
const [HAS_ARGUMENT, FLAG, VALUE] = [8, 16, 24] as const;

const textAt = (value: HostValue): string | undefined =>
  isPointer(value) && value.offset !== undefined ? value.object.text(value.offset) : undefined;

const loaded = ({ evaluator }: HostCall, pointer: HostPointer, offset: number, type: Type): HostValue =>
  evaluator.load(moved(pointer, offset), type);

/** The two functions for one evaluation, which keep their place in the words. */
export function optionFunctions(): Readonly<Record<string, HostFunction>> {
  /** The word that is read, and where in it, if options are left there. */
  let at = 1;
  let within = 0;
  /** Words that are no options so far. */
  let others: number[] = [];

  const word = (call: HostCall, index: number): HostValue => {
    const [, words] = call.arguments;
    return isPointer(words) ? loaded(call, words, 8 * index, POINTER) : undefined;
  };
  const set = (call: HostCall, name: string, value: HostValue, type: Type): void =>
    call.evaluator.store(call.evaluator.variable(name), value, type);

  /** Words that are no options stand behind those that are. */
  function end(call: HostCall): HostValue {
    const [count, words] = call.arguments;
    const all = Array.from({ length: Number(count) }, (_, index) => index);
    const order = [...all.slice(0, at).filter((one) => !others.includes(one)), ...others, ...all.slice(at)];
    const values = order.map((index) => word(call, index));
    if (isPointer(words)) {
      for (const [index, value] of values.entries()) call.evaluator.store(moved(words, 8 * index), value, POINTER);
    }
    at -= others.length;
    others = [];
    set(call, "optind", BigInt(at), INT);
    return END;
  }

  /** Takes the next word as the argument of an option. */
  function nextWord(call: HostCall): void {
    set(call, "optarg", word(call, at), POINTER);
    at++;
  }

  function long(call: HostCall, text: string): HostValue {
    const [, , , options] = call.arguments;
    const [name, given] = /^--([^=]*)(?:=(.*))?$/s.exec(text)!.slice(1) as [string, string | undefined];
    const from = word(call, at) as HostPointer;
    at++;
    if (!isPointer(options)) return UNKNOWN;
    const known: [name: string, option: HostPointer][] = [];
    for (let option = options; known.length < MOST_OPTIONS; option = moved(option, OPTION_BYTES)) {
      const own = textAt(loaded(call, option, 0, POINTER));
      if (own === undefined) break;
      known.push([own, option]);
    }
    const fitting = known.filter(([own]) => own.startsWith(name));
    const [, option] = known.find(([own]) => own === name) ?? (fitting.length === 1 ? fitting[0]! : []);
    if (!option) return UNKNOWN;
    const takes = loaded(call, option, HAS_ARGUMENT, INT);
    if (given !== undefined) set(call, "optarg", moved(from, name.length + 3), POINTER);
    else if (takes === 1n) nextWord(call);
    const [flag, value] = [loaded(call, option, FLAG, POINTER), loaded(call, option, VALUE, INT)];
    if (!isPointer(flag)) return value;
    call.evaluator.store(flag, value, INT);
    return 0n;
  }

  function short(call: HostCall, text: string, letters: string): HostValue {
    const letter = text[within]!;
    within++;
    const place = letters.indexOf(letter);
    const isLast = within >= text.length;
    const from = word(call, at) as HostPointer;
    const takes = letters[place + 1] === ":";
    const start = within;
    if (isLast || (takes && place >= 0)) {
      at++;
      within = 0;
    }
    if (place < 0 || letter === ":") return UNKNOWN;
    if (takes && !isLast) set(call, "optarg", moved(from, start), POINTER);
    else if (takes && letters[place + 2] !== ":") nextWord(call);
    return BigInt(letter.charCodeAt(0));
  }

  function next(call: HostCall, isLong: boolean): HostValue {
    const [count, , allowed] = call.arguments;
    const letters = textAt(allowed);
    if (typeof count !== "bigint" || letters === undefined) return END;
    set(call, "optarg", 0n, POINTER);
    for (; within === 0; at++) {
      const text = at < Number(count) ? textAt(word(call, at)) : undefined;
      if (text === undefined) return end(call);
      if (text === "--") {
        at++;
        return end(call);
      }
      if (isLong && text.startsWith("--")) return long(call, text);
      if (/^-./.test(text)) {
        within = 1;
        break;
      }
      if (letters.startsWith("+")) return end(call);
      others.push(at);
    }
    return short(call, textAt(word(call, at))!, letters.replace(/^[+-]?:?/, ""));
  }

  return { getopt: (call) => next(call, false), getopt_long: (call) => next(call, true) };
}
