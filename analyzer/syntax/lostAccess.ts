/** The expression of an access of which clang has dropped the position: by its function, and the array that it accesses. */
import type { AccessHints } from "./accessSpan";
import type { AccessOutline, FunctionOutline, Outline, Span } from "./model";
import { type LineIndex, lineIndex } from "./text/lineIndex";

/** What is known of such an access. */
export interface LostAccess extends Pick<AccessHints, "op"> {
  /** One-based line that it is sought on, or of its function's head. */
  readonly line: number;
  readonly within: "line" | "function";
  /** The parameter, by index, or the name of the variable that its address is computed from. */
  readonly root: number | string | undefined;
  /** Which one it is of the accesses of this kind to this root that have no position but this line, in program order. */
  readonly ordinal: number;
  /** Positions of other accesses of the function, one-based as clang counts them. */
  readonly taken: readonly { readonly line: number; readonly column: number }[];
}

/** The innermost function with a body that a line, from `start` to `end`, is in. */
function functionAt(outline: Outline, start: number, end: number): FunctionOutline | undefined {
  return outline.functions.findLast(({ nameSpan, body }) => body && nameSpan.start < end && body.end > start);
}

/** Whether an expression can be the access: a load reads it, a store writes it, an atomic is a call. */
function fits({ kind, use }: AccessOutline, op: LostAccess["op"]): boolean {
  if (op === "atomic" || op === "reduction" || op === "copy") return kind === "call";
  if (kind === "call") return false;
  return op === "store" ? use === "write" || use === "update" : use !== "write";
}

/** What is read of an outline once for all of its lost accesses, of which a generated file has tens of thousands. */
interface Candidates {
  readonly lines: LineIndex;
  /** Where the operator of an assignment is, by the start of what is assigned to. */
  readonly targets: ReadonlyMap<number, number>;
  /** By where is looked, for what, and what is taken there. */
  readonly found: Map<string, WeakMap<LostAccess["taken"], readonly AccessOutline[]>>;
}

const known = new WeakMap<Outline, Candidates>();

function candidatesIn(text: string, outline: Outline): Candidates {
  const before = known.get(outline);
  if (before) return before;
  const targets = new Map((outline.assignments ?? []).map((one) => [one.target.start, one.operatorAt]));
  const made: Candidates = { lines: lineIndex(text), targets, found: new Map() };
  known.set(outline, made);
  return made;
}

/** The expressions in a span that may be the access: of its variable and free, of its variable, free, or any. */
function candidatesOf(
  { lines, targets }: Candidates,
  outline: Outline,
  { start, end }: Span,
  { op, taken }: LostAccess,
  name: string | undefined,
): readonly AccessOutline[] {
  const others = new Set(taken.map((one) => lines.clangOffsetAt(one)));
  const isFree = (one: AccessOutline) => !others.has(one.anchor) && !others.has(targets.get(one.start) ?? -1);
  const all = (outline.accesses ?? []).filter((one) => one.start >= start && one.end <= end && fits(one, op));
  const named = all.filter((one) => one.name === name);
  return [named.filter(isFree), named, all.filter(isFree), all].find((some) => some.length > 0) ?? [];
}

/**
 * The expression of the access: on its line, else undefined; in its function where only that is known, else the function's
 * name.
 */
export function lostAccessSpan(text: string, outline: Outline, lost: LostAccess): Span | undefined {
  const own = candidatesIn(text, outline);
  const { lines } = own;
  if (lost.line < 1 || lost.line > lines.lineCount) return undefined;
  const line = { start: lines.lineStart(lost.line - 1), end: lines.lineEnd(lost.line - 1) };
  const func = functionAt(outline, line.start, line.end);
  if (!func?.body) return undefined;
  const span = lost.within === "line" ? line : func.body;
  const name = typeof lost.root === "number" ? func.parameters[lost.root]?.name : lost.root;
  const key = `${span.start} ${span.end} ${lost.op} ${name}`;
  const byTaken = own.found.get(key) ?? new WeakMap<LostAccess["taken"], readonly AccessOutline[]>();
  own.found.set(key, byTaken);
  const candidates = byTaken.get(lost.taken) ?? candidatesOf(own, outline, span, lost, name);
  byTaken.set(lost.taken, candidates);
  const found =
    candidates[Math.min(lost.ordinal, candidates.length - 1)] ?? (lost.within === "line" ? undefined : func.nameSpan);
  return found && { start: found.start, end: found.end };
}
