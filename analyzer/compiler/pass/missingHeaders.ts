/** Headers that are not found, named where their absence may be why something does not compile. */

import type { SourceFile } from "../command/virtualFiles";
import type { LeftOut, SourceFiles } from "../model";
import { fileNameOf, type MissingHeader, missingHeaders } from "./missingIncludes";

/** Errors that a declaration in a header would mend. */
const UNDECLARED =
  /undeclared identifier|unknown type name|incomplete (?:result |return )?type|undefined template|expected namespace name|no (?:member|template|type) named|does not refer to a value|type specifier is required|requires a type specifier|function-like macro/i;

/** Errors about what stands where it cannot. */
const OUT_OF_PLACE = /^expected unqualified-id|^extraneous closing brace/i;

/** More are counted: the first that are missing are likelier the cause. */
const NAMED = 2;

const lineOf = ({ line, file }: Pick<LeftOut, "line" | "file">): string =>
  `line ${line}${file === undefined ? "" : ` of ${fileNameOf(file)}`}`;

/** `a, b and 3 others` */
function listOf(all: readonly string[], most: number): string {
  const more = all.length - most;
  const last = more > 0 ? (more > 1 ? `${more} others` : "one other") : all.at(-1)!;
  const first = all.slice(0, more > 0 ? most : -1);
  return first.length > 0 ? `${first.join(", ")} and ${last}` : last;
}

const quoted = (one: MissingHeader): string => `“${one.name}” of ${lineOf(one)}`;

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
  const at = place.line === undefined || reason.includes(`line ${place.line}`) ? "" : ` (${lineOf(place)})`;
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
