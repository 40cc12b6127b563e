/** The fix for a pageable allocation: pinned memory from the runtime, checked as the file checks, and freed as such. */
import { sizeOfType } from "../syntax/integers";
import type { MacroOutline, Span } from "../syntax/model";
import { type Allocation, silentIn } from "./hostMemory";
import type { Fix, RuleContext, TextEdit } from "./model";
import { closingBracket } from "./places";

/** Pinned memory instead of what a `malloc` or `new` gives; `undefined` where the text does not allow it safely. */
export function pinningFix(allocation: Allocation, context: RuleContext): Fix | undefined {
  const { variable, assignment, expression } = allocation;
  if (!variable || !expression || variable.isConst || !/\*\s*$/.test(variable.type)) return undefined;
  const bytes = bytesOf(expression);
  if (!bytes) return undefined;
  const call = checked(`cudaMallocHost(&${variable.name}, ${bytes})`, context);
  const allocating = assignment
    ? [{ start: assignment.start, end: assignment.end, newText: call }]
    : replaceInitializer(variable.nameSpan, call, context.text);
  const frees = freeing(variable.name, variable.scope, context);
  if (!allocating || !frees) return undefined;
  return {
    title: `Allocate ${variable.name} with cudaMallocHost`,
    edits: [...allocating, ...frees].sort((a, b) => a.start - b.start),
    // Pinned memory is taken from the whole machine: how much of it is good is the user's to say.
    safe: false,
  };
}

/** The size in bytes that an allocating expression asks for, as text. */
function bytesOf(expression: string): string | undefined {
  const array = /^(?:\([^()]*\)\s*)?new\s+([\w:]+(?:\s+[\w:]+)*)\s*\[(.*)\]\s*(?:\(\)|\{\})?$/s.exec(expression.trim());
  // Only types without constructors may be left uninitialised.
  if (array)
    return sizeOfType(array[1]!) === undefined || /\]\s*(?:\(\)|\{\})$/.test(expression)
      ? undefined
      : product(array[2]!, array[1]!);
  const open = /\bmalloc\s*\(/.exec(expression);
  if (!open) return undefined;
  const start = open.index + open[0].length - 1;
  const end = closingBracket(expression, start);
  return end === undefined ? undefined : expression.slice(start + 1, end).trim();
}

const product = (length: string, type: string): string =>
  `${/^[\w.]+$/.test(length.trim()) ? length.trim() : `(${length.trim()})`} * sizeof(${type})`;

/** The call in the macro that the file checks its runtime calls with. */
function checked(call: string, { outline }: RuleContext): string {
  const macro = outline.macros.find(isCheckMacro);
  return macro ? `${macro.name}(${call})` : call;
}

function isCheckMacro({ parameters, body }: MacroOutline): boolean {
  return parameters?.length === 1 && /cudaError|cudaSuccess|check|assert/i.test(body);
}

/** `float* h = (float*)malloc(n);` → `float* h;` and the call in a line of its own. */
function replaceInitializer(name: Span, call: string, text: string): readonly TextEdit[] | undefined {
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
  const indentation = /^[ \t]*/.exec(text.slice(lineStart))![0];
  const after = semicolon + 1;
  return [
    { start: name.end, end, newText: "" },
    { start: after, end: after, newText: `\n${indentation}${call};` },
  ];
}

/** `free(h)` and `delete[] h` become `cudaFreeHost(h)`; `undefined` where the pointer is handed on in a way that may free it. */
function freeing(name: string, scope: Span, context: RuleContext): readonly TextEdit[] | undefined {
  const { text } = context;
  const isSilent = silentIn(text);
  const edits: TextEdit[] = [];
  const pattern = new RegExp(
    `(?:\\b(?:std::)?free\\s*\\(\\s*${name}\\s*\\))|(?:\\bdelete\\s*(?:\\[\\s*\\])?\\s*${name}\\b)`,
    "g",
  );
  for (const match of text.slice(scope.start, scope.end).matchAll(pattern)) {
    const start = scope.start + match.index;
    if (isSilent(start)) continue;
    edits.push({ start, end: start + match[0].length, newText: checked(`cudaFreeHost(${name})`, context) });
  }
  const returns = new RegExp(
    `\\b(?:return\\s+${name}\\s*;|realloc\\s*\\(\\s*${name}\\b|unique_ptr\\s*<[^;]*\\b${name}\\b)`,
  );
  return returns.test(text.slice(scope.start, scope.end)) ? undefined : edits;
}
