/**
 * The cuts that may remove the cause of an error, from a token to the item around it. The first one that was not made yet
 * is the finest that is left.
 */

import type { CallOutline, FunctionOutline, LaunchOutline, Span } from "../../syntax/model";
import { blankSpans } from "../../syntax/text/blank";
import { lexical } from "../../syntax/text/lexical";
import { pattern } from "../../syntax/text/patterns";
import { asDeclaration, functionAt } from "../text/declarations";
import { blanked, type Edit, isSameSpan } from "../text/edits";
import { callsIn, simpleStatementAt } from "../text/statements";
import { type Blame, type Cut, covers, type Rank, type Subject, weight } from "./model";
import { repairOf } from "./repairs";
import {
  brokenBefore,
  isOpenEnded,
  missingSemicolon,
  strayStatements,
  structureOfStatements,
  unendedAt,
} from "./unbalanced";

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
  const isUsed = declared.some(({ name }) => launches.some((launch) => pattern`\b${name}\b`.test(launch)));
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
 * Cuts that remove a statement, the smallest first: launches, and calls that may instantiate kernels, are kept; failing
 * that, launches of templates are replaced by an expression that instantiates the same kernel.
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

/** A statement reduced to some of its parts, each a statement of its own; undefined where the statement is nothing else. */
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

/** Cuts for an error inside the body of a function: statements of host code, then the body. */
function* cutsInBody(subject: Subject, one: FunctionOutline, { offset }: Blame, isPatient: boolean): Generator<Cut> {
  const { text } = subject;
  if (!one.body || offset < one.body.start) return;
  if (!one.isDevice && isPatient) {
    const head = structureOfStatements(text, one.body);
    if (head) yield { ...head, text: "", derails: true };
    const simple = simpleStatementAt(text, one.body, offset);
    if (simple) yield* withoutStatement(subject, one, simple);
    const statement = one.statements.find(({ start, end }) => start <= offset && offset < end);
    if (statement) yield* withoutStatement(subject, one, statement);
  }
  const declaration = asDeclaration(text, one);
  if (declaration) yield declaration;
}

/** Cuts around an error at namespace scope: attributes, the function, the item. */
function* cutsOfItem(subject: Subject, index: number, { error, offset }: Blame): Generator<Cut> {
  const { text, items, outline } = subject;
  const item = items[index];
  const one = functionAt(outline, offset);
  // What is expected at the start of an item was expected at the end of the item before it.
  const previous = items[index < 0 ? items.length - 1 : index - 1];
  if (previous && /^expected /.test(error.message) && isOpenEnded(text, previous)) yield { ...previous, text: "" };
  const attribute = item && unknownAttribute(text, item, offset);
  if (attribute) yield { ...attribute, text: "", harmless: true };
  if (one && (!item || one.end - one.start < item.end - item.start)) yield { ...withHead(text, one, item), text: "" };
  const strays = one?.body ? undefined : strayStatements(text, items, index);
  if (strays) yield { ...strays, text: "" };
  if (item) yield { ...item, text: "" };
}

/** All cuts for an error, the finest first. `isPatient`: statement by statement in host functions. */
function* cutsFor(subject: Subject, blame: Blame, isPatient: boolean): Generator<Cut> {
  const { error, offset, line } = blame;
  const { text, items, outline } = subject;
  const repair = repairOf(text, error.message, offset);
  if (repair) yield { ...repair, harmless: true };
  const unended = unendedAt(text, error.message, offset);
  if (unended) yield { ...unended, text: "" };
  const whole = lineAt(subject, line);
  if (/^\s*#/.test(text.slice(whole.start, whole.end))) yield { ...whole, text: "" };
  if (isExtraneous(error)) yield { start: offset, end: offset + 1, text: "" };
  const index = items.findIndex(({ start, end }) => start <= offset && offset < end);
  const semicolon = missingSemicolon(text, items, error.message, offset);
  if (semicolon) yield { ...semicolon, text: ";", harmless: true, derails: true };
  const before = brokenBefore(text, items, index, offset);
  if (before) yield { ...before, text: "", derails: true };
  const one = functionAt(outline, offset);
  if (one) yield* cutsInBody(subject, one, blame, isPatient);
  yield* cutsOfItem(subject, index, blame);
  yield { ...whole, text: "" };
}

/** The finest cut for an error that was not made yet: the same span may be cut again, and more thoroughly. */
export function nextCut(subject: Subject, blame: Blame, edits: readonly Edit[], isPatient: boolean): Cut | undefined {
  for (const cut of cutsFor(subject, blame, isPatient)) {
    const same = edits.find((edit) => isSameSpan(edit, cut));
    if (same ? weight(cut) < weight(same) : !covers(edits, cut)) return cut;
  }
  return undefined;
}

/** A whole line, which is what a failing preprocessor directive is; counted from one. */
export function lineAt({ lines }: Subject, line: number): Span {
  return { start: lines.lineStart(line - 1), end: lines.lineEnd(line - 1) };
}

/** Whether an error is a closing brace that closes nothing. */
export const isExtraneous = ({ message }: Blame["error"]): boolean => message.startsWith("extraneous closing brace");

const withoutComments = (text: string): string => blankSpans(text, lexical(text).comments);

/** A function with its `template <…>` or `extern "C"`, which would be the head of whatever follows. */
function withHead(text: string, { start, end }: FunctionOutline, item: Span | undefined): Span {
  const head = item && withoutComments(text.slice(item.start, start));
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
