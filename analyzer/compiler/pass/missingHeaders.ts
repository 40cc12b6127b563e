/** Headers that are not found, named where their absence may be why something does not compile. */

import { askedUndefined } from "../../syntax/text/directives";
import { systemHeaders } from "../command/standardHeaders";
import { type SourceFile, standIn } from "../command/virtualFiles";
import type { LeftOut, SourceFiles } from "../model";
import { namesOf, reserved } from "../text/conditions";
import { isProvided } from "./preamble";

/** Errors that a declaration in a header would mend. */
const UNDECLARED =
  /undeclared identifier|unknown type name|incomplete (?:result |return )?type|undefined template|expected namespace name|no (?:member|template|type) named|does not refer to a value|type specifier is required|requires a type specifier|function-like macro/i;

/** Errors about what stands where it cannot. */
const OUT_OF_PLACE = /^expected unqualified-id|^extraneous closing brace/i;

const includeLine = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/;

const includeLines = new RegExp(includeLine, "gm");

const defineLine = /^[ \t]*#[ \t]*define[ \t]+(\w+)(.*)/;

/** More are counted: the first that are missing are likelier the cause. */
const NAMED = 2;

const isAnswered = (name: string): boolean =>
  isProvided(name) || systemHeaders.has(name) || standIn(name) !== undefined;

/** Macros of compilers and systems that are not simulated. */
const OTHER_SYSTEM =
  /\b(?:_?WIN(?:32|64)|__WIN(?:32|64)__|_MSC_VER|__MINGW\d+__|__APPLE__|__CUDACC_RTC__|__ANDROID(?:_NDK)?__|WINDOWS|__HIPCC__|__HIP_\w+__|USE_ROCM|__SYCL_DEVICE_ONLY__|__aarch64__|__arm__|__ARM_\w+)\b/;

/** Paths of the core libraries, whose other systems (TBB, OpenMP) and conditions ask for what no edition has to have. */
const LIBRARY = /(?:^|\/)(?:cuda\/(?:std|experimental|__\w+)|cub|thrust|nv)\//;

/** What is known of the macros of a compile; names that compilers define are neither. */
interface Macros {
  /** Nothing that is read defines it. */
  isUndefined(name: string): boolean;
  /** A condition takes it for 0: it is undefined, or all that is read defines it as that. */
  isZero(name: string): boolean;
}

/** An open arm of a conditional: whether it is certainly not read, and whether what follows its `#else` is not. */
interface Arm {
  readonly isUnread: boolean;
  readonly isElseUnread: boolean;
}

/** What every compile of CUDA defines. */
const ALWAYS = /\b__(?:CUDACC|NVCC)__\b/;

/** Parts of a condition that must all hold. */
function conjuncts(condition: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const part of condition.split(/([()]|&&)/)) {
    if (part === "&&" && depth === 0) parts.push("");
    else parts[parts.length - 1] += part;
    if (part === "(") depth++;
    else if (part === ")") depth--;
  }
  return parts.map((one) => one.trim());
}

/** Whether a part that must hold does not: it asks for another system, or that this is no compile of CUDA. */
const isFalse = (part: string): boolean =>
  part.startsWith("!") ? ALWAYS.test(part) && !part.includes("&&") : OTHER_SYSTEM.test(part);

/** A condition, or a part of one, that is a macro's value: the macro's name. */
const macroOf = (part: string): string | undefined => /^\s*\(?\s*([A-Za-z_]\w*)\s*\)?\s*$/.exec(part)?.[1];

function armOf(word: string, rest: string, { isUndefined, isZero }: Macros): Arm {
  const isOneName = word === "ifdef" || word === "ifndef";
  if (isOneName && ALWAYS.test(rest)) return { isUnread: word === "ifndef", isElseUnread: word === "ifdef" };
  const parts = isOneName ? [] : conjuncts(rest);
  if (parts.length > 1 && parts.some(isFalse)) return { isUnread: true, isElseUnread: false };
  const asksOther = OTHER_SYSTEM.test(rest);
  const isNegated = word === "ifndef" || /!\s*(?:defined|\(?\s*_)/.test(rest);
  const names = word === "ifdef" ? [rest.trim().split(/\W/)[0]!] : word === "ifndef" ? [] : namesOf(rest.trim());
  const isOff = (part: string): boolean => {
    const macro = macroOf(part);
    return macro !== undefined && isZero(macro);
  };
  const isUnread =
    (asksOther && !isNegated) ||
    /^\s*0\s*$/.test(rest) ||
    names.some(isUndefined) ||
    parts.some(isOff) ||
    (isNegated && parts.some(isFalse));
  const unless = askedUndefined(word, rest);
  const negated = /^\s*!(.*)/.exec(rest)?.[1];
  const isElseUnread =
    (asksOther && isNegated) ||
    /^\s*1\s*$/.test(rest) ||
    (unless !== undefined && isUndefined(unless)) ||
    (negated !== undefined && isOff(negated));
  return { isUnread, isElseUnread };
}

/** Follows the conditions of a text line by line; gives the arms that a line stands in. */
function openArms(macros: Macros): (line: string) => readonly Arm[] {
  const arms: Arm[] = [];
  let begun = "";
  return (piece) => {
    const line = begun + piece;
    begun = line.endsWith("\\") ? line.slice(0, -1) : "";
    if (begun !== "") return arms;
    const [, word, all = ""] = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(.*)/.exec(line) ?? [];
    const rest = all.replace(/\/[/*].*/, "");
    if (word === "endif") arms.pop();
    else if (word?.startsWith("if")) arms.push(armOf(word, rest, macros));
    else if (word === "elif") {
      const isElseUnread = arms.pop()?.isElseUnread ?? false;
      arms.push({ ...armOf(word, rest, macros), isElseUnread });
    } else if (word === "else") arms.push({ isUnread: arms.pop()?.isElseUnread ?? false, isElseUnread: false });
    return arms;
  };
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** An include that nothing answers. */
interface MissingHeader {
  readonly name: string;
  /** One-based line of the include, and the path of the header that it stands in where that is not the file itself. */
  readonly line: number;
  readonly file?: string;
}

/** An include that is read: its name, and its one-based line. */
interface Include {
  readonly name: string;
  readonly line: number;
}

/** The lines of a text with their one-based numbers, but for those that are certainly not read. */
function linesRead(text: string, macros: Macros): readonly (readonly [string, number])[] {
  const armsOf = openArms(macros);
  return text
    .split("\n")
    .flatMap((line, at) => (armsOf(line).some((arm) => arm.isUnread) ? [] : [[line, at + 1] as const]));
}

/** The includes of a text that may be read. */
function includesOf(text: string, macros: Macros): readonly Include[] {
  return linesRead(text, macros).flatMap(([text, line]) => {
    const name = includeLine.exec(text)?.[1];
    return name === undefined ? [] : [{ name, line }];
  });
}

/** The macros of some definitions: a name with its value, which may have parameters before it. */
function macrosOf(definitions: readonly (readonly [string, string])[]): Macros {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of definitions) {
    const plain = value.replace(/\/[/*].*/, "").trim();
    values.set(name, (values.get(name) ?? new Set()).add(plain));
  }
  const isUndefined = (name: string) => !values.has(name) && !reserved.test(name);
  return { isUndefined, isZero: (name) => isUndefined(name) || [...(values.get(name) ?? [""])].join() === "0" };
}

/** The macros of files: what is defined in arms that are not read does not count. */
function macrosIn(files: SourceFiles, defines: readonly string[]): Macros {
  const given = defines.map((define) => /^(\w+)(?:=(.*))?/s.exec(define)).flatMap((one) => (one ? [one] : []));
  const own = given.map(([, name, value]) => [name!, value ?? "1"] as const);
  const definitions = (lines: readonly string[]) =>
    lines.flatMap((line) => {
      const [, name, value] = defineLine.exec(line) ?? [];
      return name === undefined ? [] : [[name, value!] as const];
    });
  const texts = [...files.values()];
  const all = macrosOf([...own, ...texts.flatMap((text) => definitions(text.split("\n")))]);
  const read = texts.flatMap((text) => definitions(linesRead(text, all).map(([line]) => line)));
  return macrosOf([...own, ...read]);
}

/** An include whose name is a macro's, which may be any file's. */
const macroInclude = /^[ \t]*#[ \t]*include[ \t]+\w/m;

/** The files that are read, with their includes: a header that nothing but an unread arm includes is none. */
function filesRead(main: string, files: SourceFiles, macros: Macros): ReadonlyMap<string, readonly Include[]> {
  const all = new Map([...files].map(([path, text]) => [path, includesOf(text, macros)] as const));
  if ([...files.values()].some((text) => macroInclude.test(text))) return all;
  const pathsOf = new Map<string, string[]>();
  for (const path of all.keys()) pathsOf.set(lastOf(path), [...(pathsOf.get(lastOf(path)) ?? []), path]);
  const read = new Set([main]);
  for (const path of read)
    for (const { name } of all.get(path) ?? []) for (const one of pathsOf.get(lastOf(name)) ?? []) read.add(one);
  return new Map([...all].filter(([path]) => read.has(path)));
}

/** The includes of some files that nothing answers. */
function missingHeaders(main: string, files: SourceFiles, defines: readonly string[]): readonly MissingHeader[] {
  const known = new Set([...files.keys()].map(lastOf));
  const isFound = (name: string) => known.has(lastOf(name)) || isAnswered(name);
  // Which arms are read takes longer to find out, and matters to few files.
  const named = [...files.values()].flatMap((text) => [...text.matchAll(includeLines)].map(([, name]) => name!));
  if (named.every(isFound)) return [];
  const found = new Map<string, MissingHeader>();
  for (const [path, includes] of filesRead(main, files, macrosIn(files, defines))) {
    if (path !== main && LIBRARY.test(path)) continue;
    for (const { name, line } of includes) {
      if (isFound(name) || found.has(name)) continue;
      found.set(name, { name, line, ...(path !== main && { file: path }) });
    }
  }
  return [...found.values()];
}

const placeOf = ({ line, file }: Pick<LeftOut, "line" | "file">): string =>
  `line ${line}${file === undefined ? "" : ` of ${lastOf(file)}`}`;

/** `a, b and 3 others` */
function listOf(all: readonly string[], most: number): string {
  const more = all.length - most;
  const last = more > 0 ? (more > 1 ? `${more} others` : "one other") : all.at(-1)!;
  const first = all.slice(0, more > 0 ? most : -1);
  return first.length > 0 ? `${first.join(", ")} and ${last}` : last;
}

const quoted = (one: MissingHeader): string => `“${one.name}” of ${placeOf(one)}`;

/**
 * A reason that something does not compile, with the headers that are not found where their absence may be why.
 * @param headers the files that the source includes
 */
export function namingMissing(
  { path, text }: SourceFile,
  headers: SourceFiles,
  defines: readonly string[],
): (reason: string) => string {
  let cause: string | undefined;
  function found(): string {
    const missing = missingHeaders(path, new Map([[path, text], ...headers]), defines);
    return missing.length > 0 ? `${notFound(missing)} here: ` : "";
  }
  return (reason) => {
    if (!UNDECLARED.test(reason)) return reason;
    cause ??= found();
    return cause + reason;
  };
}

const ONE = "one statement: ";

/** Names of what is left out for want of a header: a list that is read, not searched. */
const LISTED = 3;

/** `main` for a function that is left out, `2 statements of main` for one that goes without them. */
function wanting(all: readonly LeftOut[]): readonly string[] {
  const counts = new Map<string, number>();
  const whole = new Set<string>();
  for (const { function: name, reason } of all) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (!reason.startsWith(ONE)) whole.add(name);
  }
  return [...counts].map(([name, count]) =>
    whole.has(name) ? name : `${count === 1 ? "a statement" : `${count} statements`} of ${name}`,
  );
}

const notFound = (missing: readonly MissingHeader[]): string =>
  `${listOf(missing.map(quoted), NAMED)} ${missing.length > 1 ? "are" : "is"} not found, and`;

/** What stands for headers that are not found, at the include of the first of them. */
const atInclude = ({ name, line, file }: MissingHeader, reason: string): LeftOut => ({
  function: `#include "${name}"`,
  reason,
  line,
  ...(file !== undefined && { file }),
});

/** One entry for the headers that are not found: at the first of them, with what is left out that may need them. */
function forWant(missing: readonly MissingHeader[], follows: readonly LeftOut[]): LeftOut {
  const names = wanting(follows);
  const { reason, ...place } = follows[0]!;
  const need = `${names.length > 1 || /^\d/.test(names[0]!) ? "are" : "is"} left out, which may need ${missing.length > 1 ? "them" : "it"}`;
  const at = place.line === undefined || reason.includes(`line ${place.line}`) ? "" : ` (${placeOf(place)})`;
  const why = `${reason.replace(ONE, "").replace(/\.$/, "")}${at}.`;
  return { ...atInclude(missing[0]!, `${notFound(missing)} ${listOf(names, LISTED)} ${need}: ${why}`), follows };
}

/**
 * What is left out for want of a declaration, where headers are not found, is one entry that names the headers by the lines
 * that include them. For the text as it is now: what is kept between compiles is the plain reason, because lines move.
 * @param defines those of the command line
 */
export function withMissingHeaders(
  leftOut: readonly LeftOut[],
  { path, text }: SourceFile,
  headers: SourceFiles,
  defines: readonly string[],
): readonly LeftOut[] {
  const wants = leftOut.filter((one) => UNDECLARED.test(one.reason));
  if (wants.length === 0) return leftOut;
  const names = new Set(wants.map((one) => one.function));
  // Behind a macro that is not there, what follows of a function is out of place as well, down to its closing brace. What a
  // header has compiles where all of its own headers are there, whatever clang says of it here.
  const others = leftOut.filter(
    (one) =>
      !wants.includes(one) &&
      (one.file !== undefined ||
        (OUT_OF_PLACE.test(one.reason) && (names.has(one.function) || /^\}+;?$/.test(one.function)))),
  );
  const follows = [...wants, ...others];
  const missing = missingHeaders(path, new Map([[path, text], ...headers]), defines);
  if (missing.length === 0) return leftOut;
  return [forWant(missing, follows), ...leftOut.filter((one) => !follows.includes(one))];
}

/**
 * Of a file in which no kernel is found, the headers that are not found: what they have, or make of the file, is not known.
 * @param defines those of the command line
 */
export function withoutKernels(
  { path, text }: SourceFile,
  headers: SourceFiles,
  defines: readonly string[],
): LeftOut | undefined {
  const missing = missingHeaders(path, new Map([[path, text], ...headers]), defines);
  const [first] = missing;
  if (!first) return undefined;
  return atInclude(first, `${notFound(missing)} no kernel is found without ${missing.length > 1 ? "them" : "it"}.`);
}
