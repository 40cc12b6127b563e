/**
 * Error isolation: clang emits nothing for a file with one error, so what fails is removed until the rest compiles. A pure
 * step from errors to further cuts; the loop around it is in `pass.ts`.
 */

import type { FunctionOutline, Span } from "../../syntax/model";
import { blank } from "../../syntax/text/blank";
import type { LeftOut } from "../model";
import { functionAt } from "../text/declarations";
import { type Edit, isSameSpan } from "../text/edits";
import { type FlatBody, flatterBody } from "../text/flatten";
import { isExtraneous, lineAt, nextCut } from "./cuts";
import type { Diagnostic, SourcePosition } from "./diagnostics";
import { type Blame, type BlamedCut, type Cut, covers, type Isolation, type Rank, type Subject, weight } from "./model";
import { repairAt } from "./repairs";
import { conflictsIn, nameOf, unendedConditions } from "./unbalanced";
import { declaredTwice, unknownName } from "./unknownNames";

/** Attempts after which a function that still fails is removed as a whole, instead of statement by statement. */
const PATIENT_ATTEMPTS = 8;

/** The position in the user's file that an error is attributed to. */
function blamed(error: Diagnostic, path: string): SourcePosition | undefined {
  // A brace that is missing is noticed at the end of the file, far from where it belongs.
  if (error.opens?.file === path && error.message.startsWith("expected '}'")) return error.opens;
  return [error, ...error.via].find(({ file }) => file === path);
}

/** The item at namespace scope that an offset lies in. */
function itemAt({ items }: Subject, offset: number): Span | undefined {
  return items.find(({ start, end }) => start <= offset && offset < end);
}

function sentence(error: Diagnostic): string {
  const message = error.message.replace(/\s*\[-W[^\]]*\]$/, "");
  return message.charAt(0).toUpperCase() + message.slice(1);
}

const derails = /^(expected |extraneous |variable has incomplete type 'void')/;

function insideBody({ outline }: Subject, offset: number): boolean {
  const body = functionAt(outline, offset)?.body;
  return body !== undefined && body.start <= offset;
}

/** The function that an edit removes, or removes a part of. */
function touched({ outline }: Subject, edit: Edit, offset: number) {
  const within = edit.start <= offset && offset <= edit.end ? offset : edit.start;
  return functionAt(outline, within) ?? outline.functions.find((one) => edit.start <= one.start && one.end <= edit.end);
}

function describe(subject: Subject, { error, cut: edit, offset, line }: BlamedCut): LeftOut {
  const one = touched(subject, edit, offset);
  const place = { line, ...(subject.isHeader && { file: subject.path }) };
  const reason = sentence(error);
  if (!one) return { function: nameOf(subject.text, subject.outline, edit), reason, ...place };
  const whole = edit.start <= one.start || edit.end >= one.end;
  return { function: one.qualifiedName, reason: whole ? reason : `one statement: ${reason}`, ...place };
}

/** Of the statements of one function only those of the lowest rank: they may cause the errors of the others. */
function leastRanked({ outline }: Subject, found: readonly BlamedCut[]): BlamedCut[] {
  const order: readonly (Rank | undefined)[] = [undefined, "other", "usedByLaunch", "launch"];
  const lowest = new Map<FunctionOutline | undefined, number>();
  const ranked = found.map((one) => ({ one, at: functionAt(outline, one.offset), rank: order.indexOf(one.cut.rank) }));
  for (const { at, rank } of ranked) {
    if (rank > 0) lowest.set(at, Math.min(rank, lowest.get(at) ?? rank));
  }
  return ranked.filter(({ at, rank }) => rank === 0 || rank === lowest.get(at)).map(({ one }) => one);
}

const isFlat = (edit: Edit): edit is FlatBody => "bad" in edit;

/** A flattened body without the statements that failed; an empty body where none of them can be removed. */
function flatter({ text, outline }: Subject, before: FlatBody, offsets: readonly number[]): Cut {
  const one = functionAt(outline, before.start);
  const next = one?.body && flatterBody(text, outline, one, before, offsets);
  if (next && weight(next) < weight(before)) return { ...next, harmless: true };
  return { start: before.start, end: before.end, text: ";", harmless: true };
}

/** Names that errors of namespace scope call unknown, added to those that are declared. */
function withOpaqueNames(subject: Subject, errors: readonly Diagnostic[], before: Isolation["opaque"]) {
  const opaque = new Map(before);
  for (const error of errors) {
    const twice = declaredTwice(error, opaque);
    if (twice) opaque.set(twice, undefined);
    const place = blamed(error, subject.path);
    if (!place) continue;
    const offset = subject.lines.clangOffsetAt(place);
    const name = insideBody(subject, offset) ? undefined : unknownName(subject, error, offset);
    if (name && !opaque.has(name[0])) opaque.set(...name);
  }
  return opaque;
}

/** Where a brace is never closed, everything after it is read in the wrong scope: errors around the brace come first. */
function causes(subject: Subject, errors: readonly Diagnostic[]): readonly Diagnostic[] {
  const { lines, path } = subject;
  const unclosed = errors.find((error) => error.message.startsWith("expected '}'") && blamed(error, path));
  if (!unclosed) return errors;
  const offsetOf = (error: Diagnostic) => {
    const place = blamed(error, path);
    return place && lines.clangOffsetAt(place);
  };
  const opened = offsetOf(unclosed)!;
  const item = itemAt(subject, opened);
  const around = errors.filter((error) => {
    const offset = offsetOf(error);
    if (error === unclosed || offset === undefined) return false;
    // A namespace without an end still contains its own items.
    return !item || (item.start <= offset && offset < item.end);
  });
  return around.length > 0 ? around : [unclosed];
}

/** Whether an error is none in another wording, which the text does not have yet. */
function isRepairable(subject: Subject, { edits }: Isolation, error: Diagnostic): boolean {
  const place = blamed(error, subject.path);
  const repair = place && repairAt(subject, error.message, place);
  return repair !== undefined && !edits.some((edit) => isSameSpan(edit, repair));
}

/** The isolation with merge conflicts resolved, each reported once, at its first marker; undefined where there is none. */
function withoutConflicts({ text, lines, outline }: Subject, before: Isolation): Isolation | undefined {
  const spans = conflictsIn(text).filter((one) => !covers(before.edits, one));
  if (spans.length === 0) return undefined;
  const isBegun = ({ start }: Span) => text[start] === "<";
  const reported = (spans.some(isBegun) ? spans.filter(isBegun) : spans.slice(0, 1)).map(({ start, end }): LeftOut => {
    const limit = spans.find((one) => one.start > start)?.start ?? end;
    const inside = outline.functions.find((one) => end <= one.start && one.start < limit);
    const name = (functionAt(outline, start) ?? inside)?.qualifiedName;
    return {
      function: name ?? nameOf(text, outline, { start, end }),
      reason: "Merge conflict: the first version is read",
      line: lines.positionAt(start).line + 1,
    };
  });
  const cuts = spans.map(({ start, end }): Edit => {
    return { start, end, text: blank(text.slice(start, end)), isExact: true };
  });
  return { ...before, edits: [...before.edits, ...cuts], leftOut: [...before.leftOut, ...reported] };
}

/** One attempt: what its errors have led to so far. */
interface Attempt {
  readonly subject: Subject;
  readonly before: Isolation;
  readonly isPatient: boolean;
  readonly found: BlamedCut[];
  /** Errors in bodies that were flattened before. */
  readonly flat: Map<FlatBody, Blame[]>;
  missingEnds: readonly string[];
  /** Where the lines of conditionals begin that are taken out. */
  readonly conditions: Set<number>;
}

const knownConditions = new WeakMap<Subject, ReadonlyMap<number, boolean>>();

/** What {@link unendedConditions} says of a text, worked out once for all of its errors. */
function unendedOf(subject: Subject): ReadonlyMap<number, boolean> {
  const unended = knownConditions.get(subject) ?? unendedConditions(subject.text);
  knownConditions.set(subject, unended);
  return unended;
}

/**
 * Answers a conditional directive without an end: the directive goes, or gets an end. Clang names a thousand of them at a
 * time; with the first of them all go that the text has.
 */
function answerCondition(attempt: Attempt, error: Diagnostic, place: SourcePosition | undefined): void {
  const { subject, before, found, conditions } = attempt;
  const begun = place && place.line <= subject.lines.lineCount ? lineAt(subject, place.line) : undefined;
  const unended = unendedOf(subject);
  // Without its line nothing depends on the condition; where there are two arms, one of them has to go.
  if (begun && !covers(before.edits, begun) && !unended.get(begun.start)) {
    if (conditions.has(begun.start)) return;
    const others = [...unended].flatMap(([start, hasOther]) => (hasOther ? [] : [start]));
    for (const start of unended.has(begun.start) ? others : [begun.start]) {
      const line = subject.lines.positionAt(start).line + 1;
      const cut = { ...lineAt(subject, line), text: "", harmless: true };
      if (conditions.has(start) || covers(before.edits, cut)) continue;
      conditions.add(start);
      found.push({ error, offset: start, line, cut });
    }
  } else if (attempt.missingEnds === before.missingEnds) attempt.missingEnds = [...attempt.missingEnds, "#endif"];
}

/** An end that was appended, and whose beginning has been removed since, is removed again. */
function withoutEnd(ends: readonly string[], error: Diagnostic): readonly string[] {
  const end = isExtraneous(error) ? "}" : error.message.startsWith("#endif without") ? "#endif" : undefined;
  const index = end === undefined ? -1 : ends.indexOf(end);
  return index < 0 ? ends : ends.toSpliced(index, 1);
}

/** Whether an attempt removes the function at a position, or a part of it. */
function isCut({ path, lines, outline }: Subject, position: SourcePosition, cuts: readonly Cut[]): boolean {
  const one = position.file === path ? functionAt(outline, lines.clangOffsetAt(position)) : undefined;
  return one !== undefined && cuts.some(({ start, end }) => one.start < end && start < one.end);
}

/** Whether an error is inside what this attempt removes already, or follows from it. */
function isConsequence({ subject, found }: Attempt, error: Diagnostic, offset: number): boolean {
  const { text, outline } = subject;
  const cuts = found.map(({ cut }) => cut);
  if (error.invalid?.some((template) => isCut(subject, template, cuts))) return true;
  if (covers(cuts, { start: offset, end: Math.min(offset + 1, text.length) })) return true;
  const isAfter = (cut: Cut) => cut.end <= offset && text.slice(cut.end, offset).trim() === "";
  if (/^expected /.test(error.message) && cuts.some(isAfter)) return true;
  // The head of a function may fail for lack of the body: a constexpr function without a return statement.
  const body = functionAt(outline, offset)?.body;
  return body !== undefined && covers(cuts, body);
}

/** Answers one error. False when the errors after it have no cause of their own. */
function answer(attempt: Attempt, error: Diagnostic): boolean {
  const { subject, before, found, flat } = attempt;
  const place = blamed(error, subject.path);
  if (/^unterminated conditional directive/.test(error.message)) {
    answerCondition(attempt, error, place);
    return true;
  }
  if (!place) return true;
  if (place.line > subject.lines.lineCount) {
    attempt.missingEnds = withoutEnd(attempt.missingEnds, error);
    return true;
  }
  const offset = subject.lines.clangOffsetAt(place);
  if (place === error.opens && !itemAt(subject, offset)) {
    attempt.missingEnds = [...attempt.missingEnds, "}"];
    return true;
  }
  if (isConsequence(attempt, error, offset)) return true;
  const blame = { error, offset, line: place.line };
  const around = before.edits.filter(isFlat).find(({ start, end }) => start <= offset && offset <= end);
  if (around) {
    flat.set(around, [...(flat.get(around) ?? []), blame]);
    return true;
  }
  const cut = nextCut(subject, blame, [...before.edits, ...found.map((one) => one.cut)], attempt.isPatient);
  if (cut) found.push({ ...blame, cut });
  // A syntax error outside of bodies derails clang: the errors after it are consequences.
  return !cut?.derails && (!derails.test(error.message) || insideBody(subject, offset));
}

/** The isolation with the cuts of an attempt; the same isolation where there are none. */
function withCuts({ subject, before, missingEnds }: Attempt, chosen: readonly BlamedCut[]): Isolation {
  if (chosen.length === 0 && missingEnds === before.missingEnds) return before;
  const described = chosen.filter(({ cut }) => !cut.harmless).map((one) => describe(subject, one));
  const isNew = (one: LeftOut) => !before.leftOut.some((known) => JSON.stringify(known) === JSON.stringify(one));
  const isReplaced = (edit: Edit) => chosen.some(({ cut }) => isSameSpan(cut, edit));
  return {
    edits: [...before.edits.filter((edit) => !isReplaced(edit)), ...chosen.map(({ cut }) => cut)],
    leftOut: [...before.leftOut, ...described.filter(isNew)],
    opaque: before.opaque,
    missingEnds,
  };
}

/**
 * Removes what the errors of a compile are attributed to. The same isolation comes back when nothing can be removed; one with
 * other unknown names has nothing else that is new.
 * @param count attempts before this one; later attempts remove larger parts
 */
export function isolate(subject: Subject, errors: readonly Diagnostic[], before: Isolation, count: number): Isolation {
  const isPatient = count < PATIENT_ATTEMPTS;
  // Uses of a type fail until it is declared, for no reason of their own: those errors wait for the next attempt.
  const opaque = isPatient ? withOpaqueNames(subject, errors, before.opaque) : before.opaque;
  if ([...opaque].some(([name, one]) => !before.opaque.has(name) || before.opaque.get(name) !== one)) {
    return { ...before, opaque };
  }
  const resolved = withoutConflicts(subject, before);
  if (resolved) return resolved;
  const attempt: Attempt = {
    subject,
    before,
    isPatient,
    found: [],
    flat: new Map(),
    missingEnds: before.missingEnds,
    conditions: new Set(),
  };
  // What is read in another way is there for the others: they wait for the next attempt.
  const repairable = errors.filter((error) => isRepairable(subject, before, error));
  for (const error of repairable.length > 0 ? repairable : causes(subject, errors)) {
    if (!answer(attempt, error)) break;
  }
  for (const [body, blames] of attempt.flat) {
    const offsets = blames.map(({ offset }) => offset);
    attempt.found.push({ ...blames[0]!, cut: flatter(subject, body, offsets) });
  }
  return withCuts(attempt, leastRanked(subject, attempt.found));
}
