/** The fix for a pageable allocation: pinned memory from the runtime, checked as the file checks, and freed as such. */

import type { Allocation } from "../../facts/host/memoryModel";
import type { Span } from "../../syntax/model";
import { type AllocatedBytes, allocatedBytes, freedName, freesOf, isOwnStatement } from "../host/allocations";
import { checked } from "../host/checkedCalls";
import type { Fix, RuleContext, TextEdit } from "../model";
import { indentationAt } from "../text/offsets";

/** Pinned memory instead of what `malloc`, `calloc` or `new` gives; `undefined` where the text does not allow it safely. */
export function pinningFix(allocation: Allocation, context: RuleContext): Fix | undefined {
  const { owner, variable, assignment, expression } = allocation;
  if (owner?.kind !== "pointer" || !expression || allocation.isOneOfSeveral) return undefined;
  if (variable && (variable.isConst || !/^(?:.*\*|auto)\s*$/.test(variable.type))) return undefined;
  const allocated = allocatedBytes(expression);
  const frees = freesOf(allocation, context);
  if (!allocated || !frees) return undefined;
  const calls = allocatingCalls(owner.name, allocated, context);
  const allocating = assignment
    ? replaceAssignment(assignment, calls, context.text)
    : variable && replaceInitializer(variable.nameSpan, variable.type, allocated, calls, context.text);
  if (!allocating) return undefined;
  const freeing = frees.map(({ start, end }) => ({
    start,
    end,
    newText: checked(`cudaFreeHost(${freedName(context.text.slice(start, end))})`, context),
  }));
  return {
    title: `Allocate ${owner.name} with cudaMallocHost`,
    edits: [...allocating, ...freeing].sort((a, b) => a.start - b.start),
    // Pinned memory is taken from the whole machine: how much of it is good is the user's to say.
    safe: false,
  };
}

function allocatingCalls(name: string, { bytes, isZeroed }: AllocatedBytes, context: RuleContext): readonly string[] {
  const call = checked(`cudaMallocHost(&${name}, ${bytes})`, context);
  return isZeroed ? [call, `memset(${name}, 0, ${bytes})`] : [call];
}

function replaceAssignment(
  { start, end }: Span,
  calls: readonly string[],
  text: string,
): readonly TextEdit[] | undefined {
  if (!isOwnStatement({ start, end }, text)) return undefined;
  return [{ start, end, newText: calls.join(`;\n${indentationAt(text, start)}`) }];
}

/** `float* h = (float*)malloc(n);` → `float* h;` and the call in a line of its own. */
function replaceInitializer(
  name: Span,
  type: string,
  { type: pointer }: AllocatedBytes,
  calls: readonly string[],
  text: string,
): readonly TextEdit[] | undefined {
  const equals = /^\s*=/.exec(text.slice(name.end));
  if (!equals) return undefined;
  let end = name.end + equals[0].length;
  for (let depth = 0; end < text.length && (depth > 0 || !/[;,]/.test(text[end]!)); end++) {
    if ("([{".includes(text[end]!)) depth++;
    if (")]}".includes(text[end]!)) depth--;
    if (depth < 0) return undefined;
  }
  const semicolon = text.indexOf(";", end);
  if (semicolon < 0) return undefined;
  const lineStart = text.lastIndexOf("\n", name.start) + 1;
  const after = semicolon + 1;
  const edits = [
    { start: name.end, end, newText: "" },
    { start: after, end: after, newText: calls.map((call) => `\n${indentationAt(text, name.start)}${call};`).join("") },
  ];
  if (!/^auto\b/.test(type)) return edits;
  // Without its initializer the pointer has to say its type.
  const written = /\bauto\s*\*?\s*$/.exec(text.slice(lineStart, name.start));
  if (!written || !pointer) return undefined;
  const start = lineStart + written.index;
  return [{ start, end: name.start, newText: `${pointer} ` }, ...edits];
}
