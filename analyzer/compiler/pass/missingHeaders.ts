/** Headers that are not found, named where their absence may be why something does not compile. */

import { systemHeaders } from "../command/standardHeaders";
import { type SourceFile, standIn } from "../command/virtualFiles";
import type { LeftOut, SourceFiles } from "../model";
import { namesOf, reserved } from "../text/conditions";
import { isProvided } from "./preamble";

/** Errors that a declaration in a header would mend. */
const UNDECLARED =
  /undeclared identifier|unknown type name|incomplete type|no (?:member|template|type) named|does not refer to a value/i;

const includeLine = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/;

const defineLine = /^[ \t]*#[ \t]*define[ \t]+(\w+)/gm;

/** More are counted: the first that are missing are likelier the cause. */
const NAMED = 2;

const isAnswered = (name: string): boolean =>
  isProvided(name) || systemHeaders.has(name) || standIn(name) !== undefined;

/** Macros of compilers and systems that are not simulated. */
const OTHER_SYSTEM =
  /\b(?:_?WIN(?:32|64)|__WIN(?:32|64)__|_MSC_VER|__MINGW\d+__|__APPLE__|__CUDACC_RTC__|__ANDROID__|WINDOWS)\b/;

/** Paths of the core libraries, whose other systems (TBB, OpenMP) and conditions ask for what no edition has to have. */
const LIBRARY = /(?:^|\/)(?:cuda|cub|thrust|nv)\//;

/** An open arm of a conditional: whether it is certainly not read, and whether what follows its `#else` is not. */
interface Arm {
  readonly isUnread: boolean;
  readonly isElseUnread: boolean;
}

function armOf(word: string, rest: string, isUndefined: (name: string) => boolean): Arm {
  const asksOther = OTHER_SYSTEM.test(rest);
  const isNegated = word === "ifndef" || /!\s*(?:defined|\(?\s*_)/.test(rest);
  const name = rest.trim().split(/\W/)[0]!;
  const names = word === "ifdef" ? [name] : word === "ifndef" ? [] : namesOf(rest.trim());
  const isUnread = (asksOther && !isNegated) || /^\s*0\s*$/.test(rest) || names.some(isUndefined);
  const isElseUnread = (asksOther && isNegated) || /^\s*1\s*$/.test(rest) || (word === "ifndef" && isUndefined(name));
  return { isUnread, isElseUnread };
}

/** Follows the conditions of a text line by line; gives the arms that a line stands in. */
function openArms(isUndefined: (name: string) => boolean): (line: string) => readonly Arm[] {
  const arms: Arm[] = [];
  return (line) => {
    const [, word, all = ""] = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(.*)/.exec(line) ?? [];
    const rest = all.replace(/\/[/*].*/, "");
    if (word === "endif") arms.pop();
    else if (word?.startsWith("if")) arms.push(armOf(word, rest, isUndefined));
    else if (word === "elif") {
      const isElseUnread = arms.pop()?.isElseUnread ?? false;
      arms.push({ ...armOf(word, rest, isUndefined), isElseUnread });
    } else if (word === "else") arms.push({ isUnread: arms.pop()?.isElseUnread ?? false, isElseUnread: false });
    return arms;
  };
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** `“a.h” of line 3`, for the includes of some files that nothing answers. */
function missingHeaders(main: string, files: SourceFiles, defines: readonly string[]): readonly string[] {
  const known = new Set([...files.keys()].map(lastOf));
  const defined = new Set(defines.map((define) => define.replace(/[(=].*/s, "")));
  for (const text of files.values()) for (const [, name] of text.matchAll(defineLine)) defined.add(name!);
  const isUndefined = (name: string) => !defined.has(name) && !reserved.test(name);
  const found = new Map<string, string>();
  for (const [path, text] of files) {
    if (LIBRARY.test(path)) continue;
    const armsOf = openArms(isUndefined);
    for (const [at, line] of text.split("\n").entries()) {
      if (armsOf(line).some((arm) => arm.isUnread)) continue;
      const name = includeLine.exec(line)?.[1];
      if (name === undefined || known.has(lastOf(name)) || isAnswered(name) || found.has(name)) continue;
      found.set(name, `“${name}” of line ${at + 1}${path === main ? "" : ` of ${lastOf(path)}`}`);
    }
  }
  return [...found.values()];
}

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
    const more = missing.length - NAMED;
    const named = missing.slice(0, NAMED);
    const all = more > 0 ? [named.join(", "), more > 1 ? `${more} others` : "one other"] : named;
    return missing.length > 0 ? `${all.join(" and ")} ${missing.length > 1 ? "are" : "is"} not found, and here: ` : "";
  }
  return (reason) => {
    if (!UNDECLARED.test(reason)) return reason;
    cause ??= found();
    return cause + reason;
  };
}

const ONE = "one statement: ";

/** Statements of one function that are left out for one want are one entry, the first, with their number. */
function together(all: readonly LeftOut[]): readonly LeftOut[] {
  const keyOf = ({ function: name, file = "", reason }: LeftOut) => {
    const at = reason.indexOf(ONE);
    return at > 0 ? `${name}\n${file}\n${reason.slice(0, at)}` : undefined;
  };
  const counts = new Map<string, number>();
  for (const key of all.map(keyOf)) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  return all.flatMap((one) => {
    const key = keyOf(one);
    if (key === undefined) return one;
    const count = counts.get(key);
    counts.delete(key);
    if (count === undefined) return [];
    return count === 1 ? one : { ...one, reason: one.reason.replace(ONE, `${count} statements, the first: `) };
  });
}

/**
 * What is left out for want of a declaration names the headers that are not found, by the lines that include them. For the
 * text as it is now: what is kept between compiles is the plain reason, because lines move.
 * @param defines those of the command line
 */
export function withMissingHeaders(
  leftOut: readonly LeftOut[],
  source: SourceFile,
  headers: SourceFiles,
  defines: readonly string[],
): readonly LeftOut[] {
  const named = namingMissing(source, headers, defines);
  return together(leftOut.map((one) => ({ ...one, reason: named(one.reason) })));
}
