/** Headers that are not found, named where their absence may be why something does not compile. */

import { systemHeaders } from "../command/standardHeaders";
import { type SourceFile, standIn } from "../command/virtualFiles";
import type { LeftOut, SourceFiles } from "../model";
import { isProvided } from "./preamble";

/** Errors that a declaration in a header would mend. */
const UNDECLARED = /undeclared identifier|unknown type name|incomplete type|no (?:member|template|type) named/i;

const includeLine = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/;

/** More are not named: the first that are missing are likelier the cause. */
const NAMED = 2;

const isAnswered = (name: string): boolean =>
  isProvided(name) || systemHeaders.has(name) || standIn(name) !== undefined;

/** Macros of compilers and systems that are not simulated. */
const OTHER_SYSTEM =
  /\b(?:_?WIN(?:32|64)|__WIN(?:32|64)__|_MSC_VER|__MINGW\d+__|__APPLE__|__CUDACC_RTC__|__ANDROID__|WINDOWS)\b/;

/** Follows the conditions of a text line by line; says whether a line stands in an arm for another system. */
function otherSystems(): (line: string) => boolean {
  const arms: { isOther: boolean; isElseOther: boolean }[] = [];
  return (line) => {
    const [, word, rest = ""] = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(.*)/.exec(line) ?? [];
    const asks = OTHER_SYSTEM.test(rest);
    const isNegated = word === "ifndef" || /!\s*(?:defined|\(?\s*_)/.test(rest);
    if (word?.startsWith("if")) arms.push({ isOther: asks && !isNegated, isElseOther: asks && isNegated });
    else if (word === "elif") arms.push({ isOther: asks && !isNegated, isElseOther: arms.pop()?.isElseOther ?? false });
    else if (word === "else") arms.push({ isOther: arms.pop()?.isElseOther ?? false, isElseOther: false });
    else if (word === "endif") arms.pop();
    return arms.some((one) => one.isOther);
  };
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** `“a.h” of line 3`, for the includes of some files that nothing answers. */
function missingHeaders(main: string, files: SourceFiles): readonly string[] {
  const known = new Set([...files.keys()].map(lastOf));
  const found = new Map<string, string>();
  for (const [path, text] of files) {
    const isForOthers = otherSystems();
    for (const [at, line] of text.split("\n").entries()) {
      if (isForOthers(line)) continue;
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
export function namingMissing({ path, text }: SourceFile, headers: SourceFiles): (reason: string) => string {
  let cause: string | undefined;
  function found(): string {
    const missing = missingHeaders(path, new Map([[path, text], ...headers]));
    const verb = missing.length > 1 ? "are" : "is";
    return missing.length > 0 ? `${missing.slice(0, NAMED).join(" and ")} ${verb} not found, and here: ` : "";
  }
  return (reason) => {
    if (!UNDECLARED.test(reason)) return reason;
    cause ??= found();
    return cause + reason;
  };
}

/**
 * What is left out for want of a declaration names the headers that are not found, by the lines that include them. For the
 * text as it is now: what is kept between compiles is the plain reason, because lines move.
 */
export function withMissingHeaders(
  leftOut: readonly LeftOut[],
  source: SourceFile,
  headers: SourceFiles,
): readonly LeftOut[] {
  const named = namingMissing(source, headers);
  return leftOut.map((one) => ({ ...one, reason: named(one.reason) }));
}
