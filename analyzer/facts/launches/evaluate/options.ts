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

function word(call: HostCall, index: number): HostValue {
  const [, words] = call.arguments;
  return isPointer(words) ? loaded(call, words, 8 * index, POINTER) : undefined;
}

const set = (call: HostCall, name: string, value: HostValue, type: Type): void =>
  call.evaluator.store(call.evaluator.variable(name), value, type);

/** Reads options, and keeps its position in the words. */
class OptionReader {
  /** The word that is read, and where in it, if options are left there. */
  #at = 1;
  #within = 0;
  /** Words that are no options so far. */
  #others: number[] = [];

  /** Words that are no options are moved behind those that are. */
  #end(call: HostCall): HostValue {
    const [count, words] = call.arguments;
    const all = Array.from({ length: Number(count) }, (_, index) => index);
    const order = [
      ...all.slice(0, this.#at).filter((one) => !this.#others.includes(one)),
      ...this.#others,
      ...all.slice(this.#at),
    ];
    const values = order.map((index) => word(call, index));
    if (isPointer(words)) {
      for (const [index, value] of values.entries()) call.evaluator.store(moved(words, 8 * index), value, POINTER);
    }
    this.#at -= this.#others.length;
    this.#others = [];
    set(call, "optind", BigInt(this.#at), INT);
    return END;
  }

  /** Takes the next word as the argument of an option. */
  #nextWord(call: HostCall): void {
    set(call, "optarg", word(call, this.#at), POINTER);
    this.#at++;
  }

  #long(call: HostCall, text: string): HostValue {
    const [, , , options] = call.arguments;
    const [name, given] = /^--([^=]*)(?:=(.*))?$/s.exec(text)!.slice(1) as [string, string | undefined];
    const from = word(call, this.#at) as HostPointer;
    this.#at++;
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
    else if (takes === 1n) this.#nextWord(call);
    const [flag, value] = [loaded(call, option, FLAG, POINTER), loaded(call, option, VALUE, INT)];
    if (!isPointer(flag)) return value;
    call.evaluator.store(flag, value, INT);
    return 0n;
  }

  #short(call: HostCall, text: string, letters: string): HostValue {
    const letter = text[this.#within]!;
    this.#within++;
    const place = letters.indexOf(letter);
    const isLast = this.#within >= text.length;
    const from = word(call, this.#at) as HostPointer;
    const takes = letters[place + 1] === ":";
    const start = this.#within;
    if (isLast || (takes && place >= 0)) {
      this.#at++;
      this.#within = 0;
    }
    if (place < 0 || letter === ":") return UNKNOWN;
    if (takes && !isLast) set(call, "optarg", moved(from, start), POINTER);
    else if (takes && letters[place + 2] !== ":") this.#nextWord(call);
    return BigInt(letter.charCodeAt(0));
  }

  next(call: HostCall, isLong: boolean): HostValue {
    const [count, , allowed] = call.arguments;
    const letters = textAt(allowed);
    if (typeof count !== "bigint" || letters === undefined) return END;
    set(call, "optarg", 0n, POINTER);
    for (; this.#within === 0; this.#at++) {
      const text = this.#at < Number(count) ? textAt(word(call, this.#at)) : undefined;
      if (text === undefined) return this.#end(call);
      if (text === "--") {
        this.#at++;
        return this.#end(call);
      }
      if (isLong && text.startsWith("--")) return this.#long(call, text);
      if (/^-./.test(text)) {
        this.#within = 1;
        break;
      }
      if (letters.startsWith("+")) return this.#end(call);
      this.#others.push(this.#at);
    }
    return this.#short(call, textAt(word(call, this.#at))!, letters.replace(/^[+-]?:?/, ""));
  }
}

/** The two functions for one evaluation. */
export function optionFunctions(): Readonly<Record<string, HostFunction>> {
  const reader = new OptionReader();
  return { getopt: (call) => reader.next(call, false), getopt_long: (call) => reader.next(call, true) };
}
