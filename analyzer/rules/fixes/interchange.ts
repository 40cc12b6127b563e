/**
 * Giving the inner index of a nest of two loops to the threads instead of the outer one, where the outer is what they share
 * out now: `for (r = threadIdx.x; r < rows; r += blockDim.x) for (c = 0; c < columns; ++c) out[r * columns + c] = …`.
 * Only for nests whose bodies do nothing but assign elements that both indices name, so that no order matters.
 */
import { enclosingFunction } from "../../syntax/enclosing";
import type { FunctionOutline, Span } from "../../syntax/model";
import { pattern } from "../../syntax/text/patterns";
import { codeOf, pathTo, type Statement, statementsIn } from "../../syntax/text/statements";
import type { AccessGroup } from "../access/cases";
import type { RuleContext, TextEdit } from "../model";

interface Loop {
  readonly head: Span;
  readonly type: string;
  readonly name: string;
  readonly from: string;
  readonly end: string;
  /** What is added each time: `1` for `++`. */
  readonly step: string;
}

/** The edits of both loops around an access; `undefined` where the text does not have this form. */
export function interchanged(group: AccessGroup, context: RuleContext): readonly TextEdit[] | undefined {
  const { text, outline } = context;
  const code = codeOf(text);
  const owner = enclosingFunction(outline, group.span.start, group.span.end);
  const statements = owner?.body && statementsIn(code, owner.body);
  const loops = pathTo(statements ?? [], group.span).filter(({ kind }) => kind === "for");
  const [outer, inner] = loops.slice(-2);
  if (!owner || !outer || !inner || !isOnly(outer, inner)) return undefined;
  const [rows, columns] = [loopOf(outer, code), loopOf(inner, code)];
  if (!rows || !columns || columns.step !== "1" || columns.from !== "0") return undefined;
  if (!isSharedOut(rows, owner, code)) return undefined;
  const isFree = (expression: string, name: string): boolean => !pattern`\b${name}\b`.test(expression);
  if (!isFree(columns.end, rows.name) || !isFree(rows.end, columns.name) || /[([]|->/.test(columns.end + rows.end))
    return undefined;
  const index = code.slice(group.span.start, group.span.end);
  // The inner index has to be the one that elements lie beside each other by.
  if (!pattern`(?:[[+]|^)\s*${columns.name}\s*(?:[\]+]|$)`.test(index)) return undefined;
  if (!assignsElements(inner, rows.name, columns.name, code)) return undefined;
  const head = ({ type, name, end }: Loop, from: string, step: string): string =>
    `${type} ${name} = ${from}; ${name} < ${end}; ${step === "1" ? `++${name}` : `${name} += ${step}`}`;
  return [
    { ...rows.head, newText: head(rows, "0", "1") },
    { ...columns.head, newText: head(columns, rows.from, rows.step) },
  ];
}

/** Is the inner loop all that the outer one does? */
function isOnly(outer: Statement, inner: Statement): boolean {
  const [body] = outer.children;
  if (body === inner) return true;
  return (
    body?.kind === "block" &&
    body.children.filter(({ kind }) => kind !== "directive").length === 1 &&
    body.children.at(-1) === inner
  );
}

function loopOf({ head }: Statement, code: string): Loop | undefined {
  const match =
    /^\s*((?:unsigned\s+)?(?:int|size_t|unsigned|long|auto))\s+(\w+)\s*=\s*([^;]+?)\s*;\s*(\w+)\s*<\s*([^;]+?)\s*;\s*(?:\+\+\s*(\w+)|(\w+)\s*\+\+|(\w+)\s*\+=\s*([^;]+?))\s*$/.exec(
      code.slice(head!.start, head!.end),
    );
  if (!match) return undefined;
  const [, type, name, from, compared, end, before, after, added, step] = match;
  if (compared !== name || (before ?? after ?? added) !== name) return undefined;
  return { head: head!, type: type!, name: name!, from: from!, end: end!, step: step ?? "1" };
}

/** Do the threads of a block, or of the grid, share out the loop among themselves from 0 up? */
function isSharedOut({ from, step }: Loop, owner: FunctionOutline, code: string): boolean {
  const body = code.slice(owner.body!.start, owner.body!.end);
  const meaning = (text: string): string => {
    const plain = text.replace(/\s+/g, "");
    const declared = /^\w+$/.test(plain) ? pattern`\b${plain}\s*=\s*([^;,]+)[;,]`.exec(body)?.[1] : undefined;
    return (declared ?? plain).replace(/\s+/g, "").replace(/^\((.*)\)$/, "$1");
  };
  const [start, distance] = [meaning(from), meaning(step)];
  if (start === "threadIdx.x") return distance === "blockDim.x";
  const isGlobal =
    /^(?:blockIdx\.x\*blockDim\.x|blockDim\.x\*blockIdx\.x)\+threadIdx\.x$|^threadIdx\.x\+(?:blockIdx\.x\*blockDim\.x|blockDim\.x\*blockIdx\.x)$/;
  return isGlobal.test(start) && /^(?:gridDim\.x\*blockDim\.x|blockDim\.x\*gridDim\.x)$/.test(distance);
}

const assignment = /^\s*([A-Za-z_]\w*)\s*\[([^=;]*)\]\s*(?:[-+*/]?=)(?!=)([\s\S]*);\s*$/;

/** Does the body do nothing but assign elements that both indices name, of arrays that it reads at no other place? */
function assignsElements(inner: Statement, row: string, column: string, code: string): boolean {
  const [body] = inner.children;
  const statements = body?.kind === "block" ? body.children : body ? [body] : [];
  const written = statements.map((one) => assignment.exec(code.slice(one.start, one.end)));
  if (!statements.length || written.includes(null)) return false;
  const names = (index: string, name: string): boolean => pattern`\b${name}\b`.test(index);
  const indices = new Map(written.map((match) => [match![1]!, match![2]!.replace(/\s+/g, "")]));
  return written.every((match) => {
    const [, array, index, value] = match!;
    if (!names(index!, row) || !names(index!, column) || indices.get(array!) !== index!.replace(/\s+/g, ""))
      return false;
    if (/\b(?!(?:float|int|double|min|max|sqrtf?|expf?|fabsf?)\b)[A-Za-z_]\w*\s*\(|\+\+|--|[^=<>!]=[^=]/.test(value!))
      return false;
    return [...value!.matchAll(/([A-Za-z_]\w*)\s*\[([^\]]*)\]/g)].every(
      ([, read, at]) => !indices.has(read!) || indices.get(read!) === at!.replace(/\s+/g, ""),
    );
  });
}
