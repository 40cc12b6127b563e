/** The expression of an access of which clang has dropped the position: by its function, and the array that it accesses. */
import type { AccessHints } from "./accessSpan";
import type { AccessOutline, FunctionOutline, Outline, Span } from "./model";
import { lineIndex } from "./text/lineIndex";

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

/**
 * The expression of the access: on its line, else undefined; in its function where only that is known, else the function's
 * name.
 */
export function lostAccessSpan(text: string, outline: Outline, lost: LostAccess): Span | undefined {
  const lines = lineIndex(text);
  if (lost.line < 1 || lost.line > lines.lineCount) return undefined;
  const line = { start: lines.lineStart(lost.line - 1), end: lines.lineEnd(lost.line - 1) };
  const func = functionAt(outline, line.start, line.end);
  if (!func?.body) return undefined;
  const { start, end } = lost.within === "line" ? line : func.body;
  const name = typeof lost.root === "number" ? func.parameters[lost.root]?.name : lost.root;
  const taken = new Set(lost.taken.map((one) => lines.clangOffsetAt(one)));
  const targets = new Map((outline.assignments ?? []).map((one) => [one.target.start, one.operatorAt]));
  const isFree = (one: AccessOutline) => !taken.has(one.anchor) && !taken.has(targets.get(one.start) ?? -1);
  const all = (outline.accesses ?? []).filter((one) => one.start >= start && one.end <= end && fits(one, lost.op));
  const named = all.filter((one) => one.name === name);
  const candidates = [named.filter(isFree), named, all.filter(isFree), all].find((some) => some.length > 0) ?? [];
  const found =
    candidates[Math.min(lost.ordinal, candidates.length - 1)] ?? (lost.within === "line" ? undefined : func.nameSpan);
  return found && { start: found.start, end: found.end };
}
