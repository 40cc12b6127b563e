/**
 * Template arguments of the launches that a text has. What it names of its own constants, which mean nothing where a kernel
 * is instantiated by itself, is their values.
 */
import { codeOnly } from "../text/statements";

/** Constants may be made of constants: names are followed this often. */
const MAX_STEPS = 4;

/** Names that mean the same wherever they stand. */
const COMMON =
  /^(?:true|false|sizeof|bool|char|short|int|long|unsigned|float|double|half|u?int(?:8|16|32|64)_t|\d\w*)$/;

/** A constant that a text defines: its name, and its value as written. */
interface Constant {
  readonly name: string;
  readonly value: string;
}

/** A constant's definition after `const` or `constexpr`, as the first of its statement or a later one; or a macro's. */
const DEFINITION =
  /^[ \t]*#[ \t]*define[ \t]+(?<macro>\w+)[ \t]+(?<body>[^\n]+)|\bconst(?:expr)?\b(?<declared>[^;{}()]{1,400}=[^;{}]{1,400});/gm;

/** Whether what is declared at one offset is still declared at a later one: no block that is open there ends between them. */
function isInScope(code: string, from: number, to: number): boolean {
  let depth = 0;
  for (let at = from; at < to && depth >= 0; at++) {
    if (code[at] === "{") depth++;
    else if (code[at] === "}") depth--;
  }
  return depth >= 0;
}

/** The constants that are known at an offset. */
function constantsAt(code: string, offset: number): readonly Constant[] {
  return [...code.slice(0, offset).matchAll(DEFINITION)].flatMap(({ index, groups }): Constant[] => {
    const { macro, body, declared } = groups!;
    if (macro !== undefined) return [{ name: macro, value: body!.trim() }];
    if (!isInScope(code, index, offset)) return [];
    return declared!.split(",").flatMap((one) => {
      const [, name, value] = /(\w+)\s*=(?!=)([^=]+)$/.exec(one) ?? [];
      return name === undefined ? [] : [{ name, value: value!.trim() }];
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
export function launchArguments(text: string): ReadonlyMap<string, readonly string[]> {
  const code = codeOnly(text);
  const found = new Map<string, readonly string[]>();
  for (const { 1: name, 2: written, index } of code.matchAll(/\b(\w+)\s*<((?:[^<>;{}]|<[^<>;{}]*>)*)>\s*<<[ \t]*</g)) {
    const known = found.get(name!) ?? [];
    const list = withValues(
      written!.trim().replace(/\s+/g, " "),
      /[A-Za-z_]/.test(written!) ? constantsAt(code, index) : [],
    );
    if (!known.includes(list)) found.set(name!, [...known, list]);
  }
  return found;
}
