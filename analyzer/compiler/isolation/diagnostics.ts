/** What clang printed, as values. */

import { pattern } from "../../syntax/text/patterns";
import type { CompileError } from "../model";

/** A position that clang names in a diagnostic. */
export interface SourcePosition {
  readonly file: string;
  /** One-based. */
  readonly line: number;
  /** One-based, in bytes of UTF-8; 1 where clang says none. */
  readonly column: number;
}

/** An error with the places that led to it: instantiations and includes, innermost first. */
export interface Diagnostic extends CompileError {
  readonly via: readonly SourcePosition[];
  /** The bracket that is never closed, where that is the error. */
  readonly opens?: SourcePosition;
  /** Templates that a call could not use for no reason that clang gives: their own bodies do not compile. */
  readonly invalid?: readonly SourcePosition[];
}

const located = /^(.*?):(\d+):(\d+): (fatal error|error|note|warning): (.*)$/;
const unlocated = /^(?:clang: )?(fatal error|error): (.*)$/;
const includedFrom = /^In file included from (.*?):(\d+):/;
/** What the names of our precompiled headers begin with, before a number. */
export const PREAMBLE = "warplens-preamble";
const preambleHeader = pattern`(?:^|/)${PREAMBLE}\d+\.h$`;
/** Notes with the path from the text to the place of the error. Others point at declarations, which are not to blame. */
const leadsHere = /^(in instantiation of|while substituting|in evaluation of|while checking|in call to|called by)/;

/** A reason would follow the arguments after a colon. */
const invalidTemplate = /^candidate template ignored: substitution failure(?: \[with [^\]]*\])?$/;

/** A file found through the folder `.` is the same file without it. */
function plain(file: string): string {
  return file.replace(/^(\.\/)+/, "");
}

type Found = CompileError & {
  via: SourcePosition[];
  opens?: SourcePosition;
  invalid?: SourcePosition[];
  readonly includes: readonly SourcePosition[];
};

/** Adds what a note says to the error that it belongs to. */
function noteOn(error: Found | undefined, message: string, place: SourcePosition): void {
  if (!error) return;
  if (leadsHere.test(message)) error.via.push(place);
  else if (message.startsWith("to match this")) error.opens = place;
  else if (invalidTemplate.test(message)) error.invalid = [...(error.invalid ?? []), place];
}

/** Errors of one run that are read: what more of them are to blame for shows when the first are answered. */
export const MAX_ERRORS = 1000;

/** The first errors of one run, in the order in which clang found them. Warnings and unrelated notes are dropped. */
export function parseDiagnostics(stderr: string): Diagnostic[] {
  const found: Found[] = [];
  let includes: SourcePosition[] = [];
  for (const line of stderr.split("\n")) {
    const from = includedFrom.exec(line);
    if (from) {
      // Clang holds a precompiled header to be included by the first line of the text, where nothing is to blame.
      if (preambleHeader.test(from[1]!)) includes = [];
      else includes.push({ file: plain(from[1]!), line: Number(from[2]), column: 1 });
      continue;
    }
    const at = located.exec(line);
    if (at) {
      const place = { file: plain(at[1]!), line: Number(at[2]), column: Number(at[3]) };
      const message = at[5]!;
      if (at[4] === "note") {
        noteOn(found.at(-1), message, place);
      } else if (at[4] !== "warning") {
        if (found.length === MAX_ERRORS) break;
        found.push({ ...place, message, fatal: at[4] === "fatal error", via: [], includes });
      }
      includes = [];
      continue;
    }
    const bare = unlocated.exec(line);
    if (bare) {
      found.push({
        file: "",
        line: 0,
        column: 0,
        message: bare[2]!,
        fatal: bare[1] === "fatal error",
        via: [],
        includes: [],
      });
    }
  }
  // What asked for a template is to blame before the include of its header.
  return found.map(({ includes: from, ...error }) => ({ ...error, via: [...error.via, ...from] }));
}
