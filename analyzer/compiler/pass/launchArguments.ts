/**
 * Template arguments of the launches that a text has. What it names of its own constants, which mean nothing where a kernel
 * is instantiated by itself, is their values.
 */
import { ofText } from "../../syntax/text/ofText";
import { codeOnly } from "../text/statements";

/** Constants may be made of constants: names are followed this often. */
const MAX_STEPS = 4;

/** Names that mean the same wherever they stand. */
const COMMON =
  /^(?:true|false|sizeof|bool|char|short|int|long|unsigned|float|double|half|u?int(?:8|16|32|64)_t|\d\w*)$/;

/** A constant that a text defines: its name, its value as written, and the offsets between which it is known. */
interface Constant {
  readonly name: string;
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** A constant's definition after `const` or `constexpr`, as the first of its statement or a later one; or a macro's. */
const DEFINITION =
  /^[ \t]*#[ \t]*define[ \t]+(?<macro>\w+)[ \t]+(?<body>[^\n]+)|\bconst(?:expr)?\b(?<declared>[^;{}()]{1,400}=[^;{}]{1,400});/gm;

/** For each offset, in order, where the innermost block that is open there ends: the end of the code where none is. */
function blockEnds(code: string, offsets: readonly number[]): readonly number[] {
  const ends = offsets.map(() => code.length);
  const open: number[][] = [];
  let next = 0;
  for (let at = 0; at < code.length; at++) {
    for (; offsets[next] === at; next++) open.at(-1)?.push(next);
    if (code[at] === "{") open.push([]);
    else if (code[at] === "}") for (const one of open.pop() ?? []) ends[one] = at;
  }
  return ends;
}

/** All constants that code defines, in its order. */
function constantsOf(code: string): readonly Constant[] {
  const found = [...code.matchAll(DEFINITION)];
  const ends = blockEnds(
    code,
    found.map(({ index }) => index),
  );
  return found.flatMap(({ index: from, groups }, i): Constant[] => {
    const { macro, body, declared } = groups!;
    if (macro !== undefined) return [{ name: macro, value: body!.trim(), from, to: code.length }];
    return declared!.split(",").flatMap((one) => {
      const [, name, value] = /(\w+)\s*=(?!=)([^=]+)$/.exec(one) ?? [];
      return name === undefined ? [] : [{ name, value: value!.trim(), from, to: ends[i]! }];
    });
  });
}

/** A text with the values of the names in it, each as it was last defined before; undefined where one is of no constant. */
function valued(text: string, constants: readonly Constant[], step = 0): string | undefined {
  let isKnown = true;
  const all = text.replace(/\b[A-Za-z_]\w*\b/g, (name) => {
    if (COMMON.test(name)) return name;
    const constant = step < MAX_STEPS ? constants.findLast((one) => one.name === name) : undefined;
    const value = constant && valued(constant.value, constants, step + 1);
    if (value === undefined) isKnown = false;
    return /^\w+$/.test(value ?? "") ? value! : `(${value})`;
  });
  return isKnown ? all : undefined;
}

/** A list of template arguments with the values of the constants in it; a name that no text says more about stays. */
function withValues(list: string, constants: readonly Constant[]): string {
  return list.replace(/\b[A-Za-z_]\w*\b(?!\s*[<:(])/g, (name) => {
    const value = COMMON.test(name) ? undefined : valued(name, constants);
    return value ?? name;
  });
}

/**
 * Template arguments of the launches in a text, by the kernel's plain name: those of `ns::kernel<float, 32><<<…>>>` are
 * `float, 32`, and so are those of `ns::kernel<float, SIZE><<<…>>>` after `const int SIZE = 32;`.
 */
export const launchArguments = ofText((text): ReadonlyMap<string, readonly string[]> => {
  const code = codeOnly(text);
  const found = new Map<string, readonly string[]>();
  const launches = [...code.matchAll(/\b(\w+)\s*<((?:[^<>;{}]|<[^<>;{}]*>)*)>\s*<<[ \t]*</g)];
  const constants = launches.some(([, , list]) => /[A-Za-z_]/.test(list!)) ? constantsOf(code) : [];
  for (const { 1: name, 2: written, index } of launches) {
    const known = found.get(name!) ?? [];
    const list = withValues(
      written!.trim().replace(/\s+/g, " "),
      constants.filter(({ from, to }) => from < index && index < to),
    );
    if (!known.includes(list)) found.set(name!, [...known, list]);
  }
  return found;
});
