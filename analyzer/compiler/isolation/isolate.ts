/**
 * Error isolation: clang emits nothing for a file with one error, so what fails is taken out until the rest compiles. A
 * pure step from errors to further cuts; the loop around it is in `pass.ts`.
 */

import type { CallOutline, FunctionOutline, LaunchOutline, Outline, Span } from "../../syntax/model";
import { blank } from "../../syntax/text/blank";
import type { LineIndex } from "../../syntax/text/lineIndex";
import type { LeftOut } from "../model";
import { asDeclaration, functionAt } from "../text/declarations";
import { blanked, type Edit } from "../text/edits";
import { type FlatBody, flatterBody } from "../text/flatten";
import { callsIn, simpleStatementAt } from "../text/statements";
import type { Diagnostic, SourcePosition } from "./diagnostics";
import { repairOf } from "./repairs";
import {
  brokenBefore,
  conflictsIn,
  hasOtherArm,
  isOpenEnded,
  missingSemicolon,
  nameOf,
  strayStatements,
  unendedAt,
} from "./unbalanced";

/** The text that is isolated: the user's file as typed. */
export interface Subject {
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly outline: Outline;
  readonly items: readonly Span[];
  readonly isHeader?: boolean;
}

/** What has been taken out so far. Replaced, never changed. */
export interface Isolation {
  readonly edits: readonly Edit[];
  readonly leftOut: readonly LeftOut[];
  /** Names declared as types of which nothing is known; `true` for templates. Undefined: it must not be one after all. */
  readonly opaque: ReadonlyMap<string, boolean | undefined>;
  /** Lines to be added at the end: `#endif`, and `}` of namespaces. */
  readonly missingEnds: readonly string[];
}

/** The isolation of a file that compiles as it is. */
export const nothingIsolated: Isolation = { edits: [], leftOut: [], opaque: new Map(), missingEnds: [] };

/** Rounds after which a function that still fails goes as a whole, instead of statement by statement. */
const PATIENT_ATTEMPTS = 8;

/** The place in the user's file that an error is to be blamed on. */
function blamed(error: Diagnostic, path: string): SourcePosition | undefined {
  // A brace that is missing is noticed at the end of the file, far from where it belongs.
  if (error.opens?.file === path && error.message.startsWith("expected '}'")) return error.opens;
  return [error, ...error.via].find(({ file }) => file === path);
}

const isExtraneous = ({ message }: Diagnostic) => message.startsWith("extraneous closing brace");

/** The item at namespace scope that an offset lies in. */
function itemAt({ items }: Subject, offset: number): Span | undefined {
  return items.find(({ start, end }) => start <= offset && offset < end);
}

function covers(edits: readonly Edit[], span: Span): boolean {
  return edits.some(({ start, end }) => start <= span.start && span.end <= end && end > start);
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

const unknownType = /^(?:unknown type name|use of undeclared identifier|no type named) '(\w+)'/;
const unknownTemplate = /^(?:no template named|use of undeclared identifier|unknown type name) '(\w+)'/;

/** The name that an error says is unknown, where declaring it as a type may help: `true` when it is used as a template. */
function unknownName({ text, outline }: Subject, error: Diagnostic, offset: number): [string, boolean] | undefined {
  const name = unknownType.exec(error.message)?.[1] ?? unknownTemplate.exec(error.message)?.[1];
  if (!name || text.slice(offset, offset + name.length) !== name) return undefined;
  const behind = text.slice(offset + name.length, offset + name.length + 40);
  // What the file declares itself is no type: a piece of a body stands outside of it, behind a brace too many.
  if (/^\s*(::|\(|<<<)/.test(behind) || isDeclared(outline, name)) return undefined;
  return [name, /^\s*</.test(behind)];
}

function isDeclared(outline: Outline, name: string): boolean {
  const { functions, macros, arrays, variables = [], structures = [] } = outline;
  return [functions, macros, arrays, variables, structures].some((some) => some.some((one) => one.name === name));
}

/** A whole line, which is what a failing preprocessor directive is. */
function lineAt({ lines }: Subject, line: number): Span {
  return { start: lines.lineStart(line - 1), end: lines.lineEnd(line - 1) };
}

/**
 * What a statement of a host function is worth, least first: a launch decides what is instantiated and is taken out
 * last, after the declarations that it uses.
 */
type Rank = "other" | "usedByLaunch" | "launch";

interface Cut extends Edit {
  /** Nothing that runs is lost by it. */
  readonly harmless?: boolean;
  /** For a statement of a host function. */
  readonly rank?: Rank;
  /** What clang says behind it has no cause of its own. */
  readonly derails?: boolean;
}

const isIn = (inner: Span, outer: Span) => outer.start <= inner.start && inner.end <= outer.end;

const isApart = (part: Span, other: Span) => part.end <= other.start || other.end <= part.start;

/** The launches that stand in a span. */
function launchesIn({ outline }: Subject, span: Span): LaunchOutline[] {
  return outline.launches.filter((one) => one.start < span.end && span.start < one.end);
}

function rankOf(subject: Subject, one: FunctionOutline, statement: Span): Rank {
  const { outline, text } = subject;
  if (launchesIn(subject, statement).length > 0) return "launch";
  const declared = (outline.variables ?? []).filter(
    ({ nameSpan }) => statement.start <= nameSpan.start && nameSpan.end <= statement.end,
  );
  const launches = launchesIn(subject, one.body ?? one).map((launch) => text.slice(launch.start, launch.end));
  const isUsed = declared.some(({ name }) => launches.some((launch) => new RegExp(`\\b${name}\\b`).test(launch)));
  return isUsed ? "usedByLaunch" : "other";
}

/** The start of a device lambda: its captures, perhaps its parameters, and what it is marked with. */
const deviceLambda = /\]\s*(?:\([^()]*\)\s*)?(?:__\w+__\s*)*__device__/;

/**
 * The launches and calls of a statement that may make instances of kernels, by the text alone, for what stands before
 * them may not parse: of kernels and host templates of the file, and calls that are given a device lambda.
 */
export function instancesIn({ text, outline }: Pick<Subject, "text" | "outline">, statement: Span): Span[] {
  const templates = outline.functions.filter((one) => one.isKernel || (!one.isDevice && one.template !== undefined));
  const calls = outline.calls.filter((call) => {
    return isIn(call, statement) && deviceLambda.test(text.slice(call.start, call.end));
  });
  const isPlain = ({ callee }: CallOutline) => /^[\w:]+$/.test(callee);
  const called = calls.filter(isPlain).map(({ callee }) => callee.split("::").at(-1)!);
  const named = callsIn(text, statement, new Set([...called, ...templates.map(({ name }) => name)]));
  const others = calls.filter((call) => !isPlain(call) && named.every((one) => isApart(one, call)));
  return [...named, ...others];
}

/**
 * Takes a statement out, as little of it as compiles: launches, and calls that may make instances, stay as they
 * are; else, of launches of templates, what instantiates them.
 */
function* withoutStatement(subject: Subject, one: FunctionOutline, statement: Span): Generator<Cut> {
  const { text } = subject;
  const rank = rankOf(subject, one, statement);
  // Broken code may look like a launch that reaches into the next statement.
  const launches = launchesIn(subject, statement).filter((launch) => isIn(launch, statement));
  const makers = instancesIn(subject, statement);
  const cuts = [makers, ...makers.slice(0, 3).map((one) => [one]), []];
  for (const kept of cuts) {
    const others = launches.filter((launch) => kept.every((one) => isApart(launch, one)));
    const rest = onlySpans(text, statement, [...others, ...kept]);
    if (rest) yield { ...statement, text: rest, rank };
  }
  const instances = launches
    .filter(({ templateArguments }) => templateArguments !== undefined)
    .map(({ kernel, templateArguments }) => `(void)&${kernel}<${templateArguments}>;`);
  const { start, end } = statement;
  if (instances.length > 0) yield { start, end, text: instances.join(" ").replace(/\s+/g, " "), rank };
  yield { start, end, text: ";", rank };
}

/** A statement reduced to some of its parts, each a statement by itself; undefined where it is nothing else. */
function onlySpans(text: string, { start, end }: Span, parts: readonly Span[]): string | undefined {
  let kept = "";
  for (const part of [...parts].sort((a, b) => a.start - b.start)) {
    if (part.start < start + kept.length || part.end >= end) return undefined;
    const between = text.slice(start + kept.length, part.start);
    kept += `${blanked(between)}${text.slice(part.start, part.end)};`;
  }
  const all = kept + blanked(text.slice(start + kept.length, end));
  return kept === "" || all === text.slice(start, end) ? undefined : all;
}

/** Ways to take out what is at an offset, finest first. */
function* ways(subject: Subject, blame: Blame, patient: boolean): Generator<Cut> {
  const { error, offset, line } = blame;
  const { text, outline } = subject;
  const repair = repairOf(text, error.message, offset);
  if (repair) yield { ...repair, harmless: true };
  const unended = unendedAt(text, error.message, offset);
  if (unended) yield { ...unended, text: "" };
  const whole = lineAt(subject, line);
  if (/^\s*#/.test(text.slice(whole.start, whole.end))) yield { ...whole, text: "" };
  if (isExtraneous(error)) yield { start: offset, end: offset + 1, text: "" };
  const at = subject.items.findIndex(({ start, end }) => start <= offset && offset < end);
  const semicolon = missingSemicolon(text, subject.items, error.message, offset);
  if (semicolon) yield { ...semicolon, text: ";", harmless: true, derails: true };
  const before = brokenBefore(text, subject.items, at, offset);
  if (before) yield { ...before, text: "", derails: true };
  const one = functionAt(outline, offset);
  if (one?.body && offset >= one.body.start) {
    if (!one.isDevice && patient) {
      const simple = simpleStatementAt(text, one.body, offset);
      if (simple) yield* withoutStatement(subject, one, simple);
      const statement = one.statements.find(({ start, end }) => start <= offset && offset < end);
      if (statement) yield* withoutStatement(subject, one, statement);
    }
    const declaration = asDeclaration(text, one);
    if (declaration) yield declaration;
  }
  const item = subject.items[at];
  // What is expected at the beginning of an item was expected at the end of the one before it.
  const previous = subject.items[at < 0 ? subject.items.length - 1 : at - 1];
  if (previous && /^expected /.test(error.message) && isOpenEnded(text, previous)) yield { ...previous, text: "" };
  const attribute = item && unknownAttribute(text, item, offset);
  if (attribute) yield { ...attribute, text: "", harmless: true };
  if (one && (!item || one.end - one.start < item.end - item.start)) yield { ...withHead(text, one, item), text: "" };
  const strays = one?.body ? undefined : strayStatements(text, subject.items, at);
  if (strays) yield { ...strays, text: "" };
  if (item) yield { ...item, text: "" };
  yield { ...whole, text: "" };
}

/** A function with its `template <…>` or `extern "C"`, which would be the head of whatever follows. */
function withHead(text: string, { start, end }: FunctionOutline, item: Span | undefined): Span {
  const head = item && text.slice(item.start, start);
  return head !== undefined && /^\s*(?:(?:template\s*<[^;{}]*>|extern\s*"[^"]*")\s*)+$/.test(head)
    ? { start: item!.start, end }
    : { start, end };
}

/** A macro of a header that is not there, before the name of a function: `C10_LAUNCH_BOUNDS_1(1024)`, `EXPORT_API`. */
function unknownAttribute(text: string, item: Span, offset: number): Span | undefined {
  const macro = /\b[A-Z][A-Z0-9_]{2,}\b(?:\s*\([^()]*\))?(?=\s+[A-Za-z_])/g;
  for (const found of text.slice(item.start, item.end).split("{", 1)[0]!.matchAll(macro)) {
    const start = item.start + found.index;
    const end = start + found[0].length;
    if (start <= offset && offset <= end) return { start, end };
  }
  return undefined;
}

/** The function that an edit takes out, or takes a part out of. */
function touched({ outline }: Subject, edit: Edit, offset: number) {
  const within = edit.start <= offset && offset <= edit.end ? offset : edit.start;
  return functionAt(outline, within) ?? outline.functions.find((one) => edit.start <= one.start && one.end <= edit.end);
}

function described(subject: Subject, { error, way: edit, offset, line }: Found): LeftOut {
  const one = touched(subject, edit, offset);
  const place = { line, ...(subject.isHeader && { file: subject.path }) };
  const reason = sentence(error);
  if (!one) return { function: nameOf(subject.text, subject.outline, edit), reason, ...place };
  const whole = edit.start <= one.start || edit.end >= one.end;
  return { function: one.qualifiedName, reason: whole ? reason : `one statement: ${reason}`, ...place };
}

/** An error, and the place in this text that it is blamed on. */
interface Blame {
  readonly error: Diagnostic;
  readonly offset: number;
  readonly line: number;
}

/** A cut that a round has come to, and why. */
interface Found extends Blame {
  readonly way: Cut;
}

/** How much of what it replaces an edit leaves. */
const weight = ({ text }: Edit) => text.replace(/\s+/g, "").length;

/** The finest cut for an error that has not been made yet: the same span may be cut again by a thorougher one. */
function nextCut(subject: Subject, blame: Blame, edits: readonly Edit[], patient: boolean): Cut | undefined {
  for (const way of ways(subject, blame, patient)) {
    const same = edits.find(({ start, end }) => start === way.start && end === way.end);
    if (same ? weight(way) < weight(same) : !covers(edits, way)) return way;
  }
  return undefined;
}

/** Of the statements of one function only those of the lowest rank: what is wrong with the others may be their doing. */
function leastRanked({ outline }: Subject, found: readonly Found[]): Found[] {
  const order: readonly (Rank | undefined)[] = [undefined, "other", "usedByLaunch", "launch"];
  const lowest = new Map<FunctionOutline | undefined, number>();
  const placed = found.map((one) => ({ one, at: functionAt(outline, one.offset), rank: order.indexOf(one.way.rank) }));
  for (const { at, rank } of placed) {
    if (rank > 0) lowest.set(at, Math.min(rank, lowest.get(at) ?? rank));
  }
  return placed.filter(({ at, rank }) => rank === 0 || rank === lowest.get(at)).map(({ one }) => one);
}

const isFlat = (edit: Edit): edit is FlatBody => "bad" in edit;

/** A flattened body without what failed in it; when that takes nothing out, without anything. */
function flatter({ text, outline }: Subject, before: FlatBody, offsets: readonly number[]): Cut {
  const one = functionAt(outline, before.start);
  const next = one?.body && flatterBody(text, outline, one, before, offsets);
  if (next && weight(next) < weight(before)) return { ...next, harmless: true };
  return { start: before.start, end: before.end, text: ";", harmless: true };
}

/** Names that errors of namespace scope call unknown, added to those that are declared as opaque types. */
function withOpaqueNames(subject: Subject, errors: readonly Diagnostic[], before: Isolation["opaque"]) {
  const opaque = new Map(before);
  for (const error of errors) {
    const twice = /^redefinition of '(\w+)'/.exec(error.message)?.[1];
    if (twice && opaque.get(twice) !== undefined) opaque.set(twice, undefined);
    const place = blamed(error, subject.path);
    if (!place) continue;
    const offset = subject.lines.clangOffsetAt(place);
    const name = insideBody(subject, offset) ? undefined : unknownName(subject, error, offset);
    if (name && !opaque.has(name[0])) opaque.set(...name);
  }
  return opaque;
}

/** Where a brace is never closed, everything behind it is read in the wrong place: what fails around the brace comes first. */
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
    // A namespace without an end still holds what it should.
    return !item || (item.start <= offset && offset < item.end);
  });
  return around.length > 0 ? around : [unclosed];
}

/** With conflicts of versions resolved, where there are any: they are told once each, by their first marker. */
function withoutConflicts({ text, lines, outline }: Subject, before: Isolation): Isolation | undefined {
  const spans = conflictsIn(text).filter((one) => !covers(before.edits, one));
  if (spans.length === 0) return undefined;
  const isBegun = ({ start }: Span) => text[start] === "<";
  const told = (spans.some(isBegun) ? spans.filter(isBegun) : spans.slice(0, 1)).map(({ start, end }): LeftOut => {
    const limit = spans.find((one) => one.start > start)?.start ?? end;
    const inside = outline.functions.find((one) => end <= one.start && one.start < limit);
    const name = (functionAt(outline, start) ?? inside)?.qualifiedName;
    return {
      function: name ?? nameOf(text, outline, { start, end }),
      reason: "Conflict of versions; the first one is read",
      line: lines.positionAt(start).line + 1,
    };
  });
  const cuts = spans.map(({ start, end }): Edit => {
    return { start, end, text: blank(text.slice(start, end)), isExact: true };
  });
  return { ...before, edits: [...before.edits, ...cuts], leftOut: [...before.leftOut, ...told] };
}

/**
 * Takes out what the errors of a round are blamed on. The same isolation comes back when none of them could be helped.
 * @param round counts from zero; later rounds take larger pieces
 */
export function isolate(subject: Subject, errors: readonly Diagnostic[], before: Isolation, round: number): Isolation {
  const { lines, text, path } = subject;
  const isPatient = round < PATIENT_ATTEMPTS;
  // Before a type is declared, what uses it fails for no reason of its own: those errors wait for the next round.
  const opaque = isPatient ? withOpaqueNames(subject, errors, before.opaque) : before.opaque;
  if ([...opaque].some(([name, one]) => !before.opaque.has(name) || before.opaque.get(name) !== one)) {
    return { ...before, opaque };
  }
  const resolved = withoutConflicts(subject, before);
  if (resolved) return resolved;
  let { missingEnds } = before;
  const found: Found[] = [];
  const flat = new Map<FlatBody, Blame[]>();
  for (const error of causes(subject, errors)) {
    const place = blamed(error, path);
    if (/^unterminated conditional directive/.test(error.message)) {
      const begun = place && place.line <= lines.lineCount ? lineAt(subject, place.line) : undefined;
      // Without its line nothing depends on the condition; where there are two arms, one of them has to go.
      if (begun && !covers(before.edits, begun) && !hasOtherArm(text, begun.start)) {
        found.push({ error, offset: begun.start, line: place!.line, way: { ...begun, text: "", harmless: true } });
      } else if (missingEnds === before.missingEnds) missingEnds = [...missingEnds, "#endif"];
      continue;
    }
    if (!place) continue;
    if (place.line > lines.lineCount) {
      // What lacked its end has gone since.
      const end = isExtraneous(error) ? "}" : error.message.startsWith("#endif without") ? "#endif" : undefined;
      const at = end === undefined ? -1 : missingEnds.indexOf(end);
      if (at >= 0) missingEnds = missingEnds.toSpliced(at, 1);
      continue;
    }
    const offset = lines.clangOffsetAt(place);
    if (place === error.opens && !itemAt(subject, offset)) {
      missingEnds = [...missingEnds, "}"];
      continue;
    }
    const at = { start: offset, end: Math.min(offset + 1, text.length) };
    const cuts = found.map((one) => one.way);
    // An error inside what this round has already taken out, or of what should stand behind it, is a consequence.
    const isBehind = (cut: Cut) => cut.end <= offset && text.slice(cut.end, offset).trim() === "";
    if (covers(cuts, at) || (/^expected /.test(error.message) && cuts.some(isBehind))) continue;
    // So is one of the head of a function whose body goes in this round: a constexpr function without a return statement.
    const body = functionAt(subject.outline, offset)?.body;
    if (body && covers(cuts, body)) continue;
    const blame = { error, offset, line: place.line };
    const around = before.edits.filter(isFlat).find(({ start, end }) => start <= offset && offset <= end);
    if (around) {
      flat.set(around, [...(flat.get(around) ?? []), blame]);
      continue;
    }
    const way = nextCut(subject, blame, [...before.edits, ...cuts], isPatient);
    if (way) found.push({ ...blame, way });
    // Outside of bodies a syntax error leads clang astray: what it says behind it has no cause of its own.
    if (way?.derails || (derails.test(error.message) && !insideBody(subject, offset))) break;
  }
  for (const [one, blames] of flat) {
    const offsets = blames.map(({ offset }) => offset);
    found.push({ ...blames[0]!, way: flatter(subject, one, offsets) });
  }
  const chosen = leastRanked(subject, found);
  if (chosen.length === 0 && missingEnds === before.missingEnds) return before;
  const told = chosen.filter(({ way }) => !way.harmless).map((one) => described(subject, one));
  const isNew = (one: LeftOut) => !before.leftOut.some((known) => JSON.stringify(known) === JSON.stringify(one));
  const isReplaced = (edit: Edit) => chosen.some(({ way }) => way.start === edit.start && way.end === edit.end);
  return {
    edits: [...before.edits.filter((edit) => !isReplaced(edit)), ...chosen.map(({ way }) => way)],
    leftOut: [...before.leftOut, ...told.filter(isNew)],
    opaque,
    missingEnds,
  };
}
