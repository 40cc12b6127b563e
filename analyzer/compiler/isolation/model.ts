/** The types of error isolation: a text with its outline, what was removed from it, and the errors that cuts answer. */

import type { Outline, Span } from "../../syntax/model";
import type { LineIndex } from "../../syntax/text/lineIndex";
import type { LeftOut } from "../model";
import type { Edit } from "../text/edits";
import type { Diagnostic } from "./diagnostics";

/** The text that is isolated: the user's file as typed, or a header that it includes. */
export interface Subject {
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly outline: Outline;
  readonly items: readonly Span[];
  readonly isHeader?: boolean;
}

/** What an unknown name is declared as: a type, a template of types, or a macro that stands for attributes. */
export type Unknown = "type" | "template" | "attribute";

/** What has been removed so far. Replaced, never changed. */
export interface Isolation {
  readonly edits: readonly Edit[];
  readonly leftOut: readonly LeftOut[];
  /** Unknown names, and what each is declared as. Undefined: a declaration exists, so that none is added. */
  readonly opaque: ReadonlyMap<string, Unknown | undefined>;
  /** Lines appended to the text: `#endif`, and `}` of namespaces. */
  readonly missingEnds: readonly string[];
}

/** The isolation of a file that compiles as it is. */
export const nothingIsolated: Isolation = { edits: [], leftOut: [], opaque: new Map(), missingEnds: [] };

/**
 * The order in which statements of a host function are removed. A launch decides what is instantiated, so that it goes
 * last, after the declarations that it uses.
 */
export type Rank = "other" | "usedByLaunch" | "launch";

/** An edit that removes the cause of an error. */
export interface Cut extends Edit {
  /** The text does the same without it, so that nothing is reported as left out. */
  readonly harmless?: boolean;
  /** For a statement of a host function. */
  readonly rank?: Rank;
  /** Errors after it are consequences of this one. */
  readonly derails?: boolean;
}

/** An error with its position in the text of the subject. */
export interface Blame {
  readonly error: Diagnostic;
  readonly offset: number;
  /** One-based. */
  readonly line: number;
}

/** A cut with the error that it answers. */
export interface BlamedCut extends Blame {
  readonly cut: Cut;
}

/** Whether an edit replaces all of a span. */
export function covers(edits: readonly Edit[], span: Span): boolean {
  return edits.some(({ start, end }) => start <= span.start && span.end <= end && end > start);
}

/** The number of characters of an edit that are not white space: less is a more thorough cut of the same span. */
export const weight = ({ text }: Edit): number => text.replace(/\s+/g, "").length;
