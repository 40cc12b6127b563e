/**
 * The fix for pageable memory that stays where it is: `cudaHostRegister` pins it while it is used, `cudaHostUnregister`
 * gives it back. For containers, arrays and variables, which own their memory, and for pointers beside `cudaMallocHost`.
 */

import type { Allocation } from "../../facts/host/memoryModel";
import type { CallOutline, Span } from "../../syntax/model";
import { pattern } from "../../syntax/text/patterns";
import { codeOf, pathTo, type Statement, statementsIn } from "../../syntax/text/statements";
import { allocatedBytes, freedName, freesOf, isOwnStatement, ownerAt } from "../host/allocations";
import { checked } from "../host/checkedCalls";
import type { Fix, RuleContext, TextEdit } from "../model";
import { indentationAt } from "../text/offsets";

/** Registers what a copy uses, from where its memory is there until it goes; `undefined` where the text does not show both. */
export function registeringFix(allocation: Allocation, copy: CallOutline, context: RuleContext): Fix | undefined {
  const { owner } = allocation;
  const memory = owner && !allocation.isOneOfSeveral ? memoryIn(allocation) : undefined;
  if (!owner || !memory || isLayered(allocation)) return undefined;
  const register = checked(`cudaHostRegister(${memory.pointer}, ${memory.bytes}, cudaHostRegisterDefault)`, context);
  const edits =
    owner.kind === "pointer"
      ? aroundPointer(allocation, register, context)
      : inScope(allocation, copy, register, checked(`cudaHostUnregister(${memory.pointer})`, context), context);
  return edits && { title: `Pin ${owner.name} with cudaHostRegister`, edits, safe: false };
}

/** Containers of containers have their elements elsewhere; a constant on the stack is not worth it. */
const isLayered = ({ owner, variable }: Allocation): boolean =>
  (owner?.kind === "container" && /<[^>]*</.test(variable?.type ?? "")) ||
  (owner?.kind === "value" && variable?.isConst === true);

function memoryIn({ owner, expression }: Allocation): { readonly pointer: string; readonly bytes: string } | undefined {
  const { kind, name } = owner!;
  switch (kind) {
    case "pointer": {
      const bytes = expression === undefined ? undefined : allocatedBytes(expression)?.bytes;
      return bytes === undefined ? undefined : { pointer: name, bytes };
    }
    case "container":
      return { pointer: `${name}.data()`, bytes: `${name}.size() * sizeof(${name}[0])` };
    case "array":
      return { pointer: name, bytes: `sizeof(${name})` };
    case "value":
      return { pointer: `&${name}`, bytes: `sizeof(${name})` };
  }
}

/** Registers after the allocation, and unregisters before the memory is freed. */
function aroundPointer(
  allocation: Allocation,
  register: string,
  context: RuleContext,
): readonly TextEdit[] | undefined {
  const { text } = context;
  const frees = freesOf(allocation, context);
  const { assignment, variable } = allocation;
  if (!frees || (assignment && !isOwnStatement(assignment, text))) return undefined;
  const from = assignment?.end ?? variable?.nameSpan.end;
  const semicolon = from === undefined ? -1 : codeOf(text).indexOf(";", from);
  if (semicolon < 0 || frees.some((span) => !isOwnStatement(span, text))) return undefined;
  const freeing = frees.map(({ start, end }) => ({
    start,
    end: start,
    newText: `${checked(`cudaHostUnregister(${freedName(text.slice(start, end))})`, context)};\n${indentationAt(text, start)}`,
  }));
  return [callAfter(text, semicolon + 1, register), ...freeing].sort((a, b) => a.start - b.start);
}

/** Registers after the declaration, or before the copy for what outlives the function, until the function is left. */
function inScope(
  { owner, variable, span }: Allocation,
  copy: CallOutline,
  register: string,
  unregister: string,
  context: RuleContext,
): readonly TextEdit[] | undefined {
  const { text } = context;
  const code = codeOf(text);
  const declared = ownerAt(span.start, context);
  const body = declared ?? ownerAt(copy.start, context);
  const statements = body && statementsIn(code, body);
  if (!body || !statements || span.end === span.start) return undefined;
  if (owner!.kind === "container" && !isSizedOnce(owner!.name, variable, body, code)) return undefined;
  const path = pathTo(statements, declared ? span : copy);
  const at = declared ? path.at(-1) : path[0];
  if (!at || (declared && at.kind !== "plain")) return undefined;
  const block = path.at(-2);
  const inner = declared && block ? { statements: block.children, end: block.end } : { statements, end: body.end };
  if (declared && block && block.kind !== "block") return undefined;
  const put = declared
    ? callAfter(text, at.end, register)
    : { start: at.start, end: at.start, newText: `${register};\n${indentationAt(text, at.start)}` };
  const later = inner.statements.filter(({ start }) => start >= at.start);
  return [put, ...leaving(later, inner.end, unregister, text, code)].sort((a, b) => a.start - b.start);
}

/** Members of a container that may move its memory. */
const growing: readonly string[] = [
  ...["push_back", "emplace_back", "insert", "append", "assign"],
  ...["resize", "reserve", "shrink_to_fit", "erase", "clear", "swap"],
];

/** A container that grows moves its memory: only one whose size is given with its declaration is registered. */
function isSizedOnce(name: string, variable: Allocation["variable"], { start, end }: Span, code: string): boolean {
  if (!variable?.initializer?.parts.some((part) => part.trim() !== "")) return false;
  return !pattern`\b${name}\s*(?:\.\s*${growing}\b|=(?!=))`.test(
    code.slice(variable.nameSpan.end, end).slice(0, end - start),
  );
}

/** The same call before every exit of a block, and at its end. */
function leaving(
  statements: readonly Statement[],
  end: number,
  call: string,
  text: string,
  code: string,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const visit = (one: Statement, isInBlock: boolean): void => {
    if (one.kind === "plain" && /^return\b/.test(code.slice(one.start, one.end))) {
      if (isInBlock)
        edits.push({ start: one.start, end: one.start, newText: `${call};\n${indentationAt(text, one.start)}` });
      else
        edits.push(
          { start: one.start, end: one.start, newText: `{ ${call}; ` },
          { start: one.end, end: one.end, newText: " }" },
        );
    }
    for (const child of one.children) visit(child, one.kind === "block");
  };
  for (const one of statements) visit(one, true);
  const last = statements.at(-1);
  if (last && !/^return\b/.test(code.slice(last.start, last.end)))
    edits.push(callAfter(text, last.end, call, last.start));
  return edits.filter(({ start }) => start < end);
}

const callAfter = (text: string, at: number, call: string, like = at): TextEdit => ({
  start: at,
  end: at,
  newText: `\n${indentationAt(text, like)}${call};`,
});
