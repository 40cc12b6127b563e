/**
 * The expression of a memory access, from where clang says the access is. clang gives a point: a load is where its
 * expression has its `getExprLoc` (a subscript at its base, a member at its name, a dereference at its star), a store at
 * the operator of the assignment, an inlined call at its callee.
 */

import type { AccessOutline, AssignmentOutline, Outline, Span } from "./model";
import { type LineIndex, lineIndex } from "./text/lineIndex";

/** What many questions about one outline share. */
interface Index {
  readonly text: string;
  readonly lines: LineIndex;
  readonly byOperator: ReadonlyMap<number, AssignmentOutline>;
  readonly byAnchor: ReadonlyMap<number, readonly AccessOutline[]>;
}

const indexes = new WeakMap<Outline, Index>();

function indexOf(text: string, outline: Outline): Index {
  const known = indexes.get(outline);
  if (known?.text === text) return known;
  const byOperator = new Map<number, AssignmentOutline>();
  for (const one of outline.assignments ?? []) if (one.operator !== "&") byOperator.set(one.operatorAt, one);
  const byAnchor = new Map<number, AccessOutline[]>();
  for (const one of outline.accesses ?? []) {
    const same = byAnchor.get(one.anchor);
    if (same) same.push(one);
    else byAnchor.set(one.anchor, [one]);
  }
  const index = { text, lines: lineIndex(text), byOperator, byAnchor };
  indexes.set(outline, index);
  return index;
}

/** What is known about the access besides its place. */
export interface AccessHints {
  readonly op?: "load" | "store" | "atomic" | "reduction" | "copy";
  /** Name of the array or pointer, when the IR still knows it. */
  readonly name?: string;
}

const size = (span: Span) => span.end - span.start;
const holds = (span: Span, offset: number) => span.start <= offset && offset < span.end;
const plain = ({ start, end }: Span): Span => ({ start, end });

function smallest<T extends Span>(spans: readonly T[]): T | undefined {
  return spans.reduce<T | undefined>((best, one) => (!best || size(one) < size(best) ? one : best), undefined);
}

/** The assignment whose operator stands at an offset: what a store, or the load of `+=`, points at. */
function changedAt(index: Index, outline: Outline, offset: number, hints: AccessHints): Span | undefined {
  const change = index.byOperator.get(offset);
  if (!change) return undefined;
  // A structure copied by `=` loads at the operator too; the right-hand side is the access then.
  if (hints.op === "load" && change.operator === "=") return rightSide(outline, change) ?? plain(change.target);
  return plain(change.target);
}

function rightSide(outline: Outline, change: AssignmentOutline): Span | undefined {
  const right = (outline.accesses ?? []).filter(
    (one) => one.start > change.operatorAt && one.end <= change.end && one.kind !== "call",
  );
  return right.length === 1 ? plain(right[0]!) : undefined;
}

const isWrite = (access: AccessOutline) => access.use === "write" || access.use === "update";

/** Among the accesses at one point, that which the hints fit best; the longest chain of those. */
function best(accesses: readonly AccessOutline[], hints: AccessHints): AccessOutline | undefined {
  const score = (one: AccessOutline) =>
    (hints.name !== undefined && one.name === hints.name ? 4 : 0) +
    (hints.op === "store" && isWrite(one) ? 2 : 0) +
    (hints.op === "load" && one.use !== "write" ? 2 : 0) +
    ((hints.op === "atomic" || hints.op === "reduction") === (one.kind === "call") ? 1 : 0);
  return [...accesses].sort((a, b) => score(b) - score(a) || size(b) - size(a))[0];
}

/** `value : values` of a loop over a range, at its colon: an element is loaded there in each iteration. */
function rangeAt(text: string, offset: number): Span | undefined {
  if (text[offset] !== ":" || text[offset + 1] === ":") return undefined;
  const before = /[A-Za-z_]\w*\s*$/.exec(text.slice(0, offset));
  const after = /^:\s*[^;{}]*?(?=\)\s*(?:[^)\s]|$))/s.exec(text.slice(offset));
  if (!before || !after) return undefined;
  return { start: before.index, end: offset + after[0].length };
}

/** The word at an offset, for accesses that are a plain name: a reference, a `__device__` variable. */
function wordAt(text: string, offset: number): Span | undefined {
  const word = /[A-Za-z_]\w*/y;
  word.lastIndex = offset;
  return word.test(text) ? { start: offset, end: word.lastIndex } : undefined;
}

/** An overloaded operator at an offset, with the accesses that are its operands. */
function operatorAt(text: string, accesses: readonly AccessOutline[], offset: number): Span | undefined {
  const operator = /[-+*/%^&|~!<>=]+/y;
  operator.lastIndex = offset;
  if (!operator.test(text)) return undefined;
  const end = operator.lastIndex;
  const isBlank = (from: number, to: number) => from <= to && text.slice(from, to).trim() === "";
  const left = accesses.filter((one) => isBlank(one.end, offset)).map((one) => one.start);
  const right = accesses.filter((one) => isBlank(end, one.start)).map((one) => one.end);
  return { start: Math.min(offset, ...left), end: Math.max(end, ...right) };
}

/**
 * The smallest expression of an access.
 * @param line one-based, as clang counts
 * @param column one-based in UTF-8 bytes, as clang counts; 0 says that only the line is known
 */
export function accessSpanAt(
  text: string,
  outline: Outline,
  line: number,
  column: number,
  hints: AccessHints = {},
): Span | undefined {
  const index = indexOf(text, outline);
  const { lines } = index;
  if (line < 1 || line > lines.lineCount) return undefined;
  const accesses = outline.accesses ?? [];
  if (column > 0) {
    const offset = lines.clangOffsetAt({ line, column });
    const changed = changedAt(index, outline, offset, hints);
    if (changed) return changed;
    const anchored = best(index.byAnchor.get(offset) ?? [], hints);
    if (anchored) return plain(anchored);
    const range = rangeAt(text, offset);
    if (range) return range;
    const around = accesses.filter((one) => holds(one, offset));
    const named = around.filter((one) => one.name === hints.name);
    const found = smallest(named.length > 0 ? named : around.filter((one) => one.kind !== "call"));
    if (found) return plain(found);
    const whole = smallest(around);
    return wordAt(text, offset) ?? (whole ? plain(whole) : operatorAt(text, accesses, offset));
  }
  if (hints.name === undefined) return undefined;
  const start = lines.lineStart(line - 1);
  const end = lines.lineEnd(line - 1);
  const onLine = best(
    accesses.filter((one) => one.name === hints.name && one.start >= start && one.end <= end),
    hints,
  );
  return onLine && plain(onLine);
}
