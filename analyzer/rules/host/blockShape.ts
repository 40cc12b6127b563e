/** Edits of the blocks that a kernel is launched with: the fix for a kernel whose axes trade places. */

import { variableAt } from "../../facts/host/declarations";
import type { LaunchOutline, Span, VariableOutline } from "../../syntax/model";
import { closingBracket } from "../../syntax/text/brackets";
import { mentionsOf } from "../../syntax/text/patterns";
import { codeOf } from "../../syntax/text/statements";
import type { RuleContext, TextEdit } from "../model";

/** x and y of the block traded at every launch of a kernel; `undefined` where a block is not written in plain sight. */
export function exchangedBlocks(kernel: string, context: RuleContext): readonly TextEdit[] | undefined {
  const launches = context.outline.launches.filter((launch) => launch.kernel.split("::").at(-1) === kernel);
  if (!launches.length) return undefined;
  const edits = new Map<string, TextEdit>();
  for (const launch of launches) {
    const own = exchangedBlock(launch, kernel, context);
    if (!own) return undefined;
    for (const edit of own) edits.set(`${edit.start}-${edit.end}`, edit);
  }
  return [...edits.values()];
}

function exchangedBlock(launch: LaunchOutline, kernel: string, context: RuleContext): readonly TextEdit[] | undefined {
  const slot = launch.configuration[1];
  if (!slot) return undefined;
  const code = codeOf(context.text);
  const written = code.slice(slot.start, slot.end);
  const direct = /^\s*dim3\s*[({]/.exec(written);
  if (direct) return exchangedParts(slot.start + direct[0].length - 1, context.text);
  const name = /^\s*(\w+)\s*$/.exec(written)?.[1];
  const variable = name === undefined ? undefined : variableAt(name, slot.start, context.outline);
  return variable && exchangedVariable(variable, kernel, context);
}

/** A `dim3` variable that is used for nothing but launches of this kernel, and by its members. */
function exchangedVariable(
  variable: VariableOutline,
  kernel: string,
  { text, outline }: RuleContext,
): readonly TextEdit[] | undefined {
  const { name, nameSpan, scope } = variable;
  if (!/\bdim3\b/.test(variable.type)) return undefined;
  const code = codeOf(text);
  const start = /^\s*(?:=\s*)?(?:dim3\s*)?[({]/.exec(code.slice(nameSpan.end));
  const own = start ? exchangedParts(nameSpan.end + start[0].length - 1, text) : [];
  if (!own) return undefined;
  const edits: TextEdit[] = [...own];
  for (const index of mentionsOf(name, code.slice(scope.start, scope.end))) {
    const at = scope.start + index;
    if (at === nameSpan.start) continue;
    const axis = /^\w+\s*\.\s*([xyz])\b/.exec(code.slice(at));
    if (axis?.[1] === "x" || axis?.[1] === "y") {
      const end = at + axis[0].length;
      edits.push({ start: end - 1, end, newText: axis[1] === "x" ? "y" : "x" });
    } else if (!axis && !isBlockOf(kernel, at, outline.launches)) return undefined;
  }
  return edits;
}

const isBlockOf = (kernel: string, at: number, launches: readonly LaunchOutline[]): boolean =>
  launches.some(({ kernel: name, configuration: [, block] }) => {
    return name.split("::").at(-1) === kernel && block && block.start <= at && at < block.end;
  });

/** The first two of the parts between brackets, each in the other's place. */
function exchangedParts(open: number, text: string): readonly TextEdit[] | undefined {
  const close = closingBracket(codeOf(text), open);
  const [first, second] = close === undefined ? [] : partsBetween(open + 1, close, codeOf(text));
  if (!first || !second) return undefined;
  const written = ({ start, end }: Span): string => text.slice(start, end);
  return [
    { ...first, newText: written(second) },
    { ...second, newText: written(first) },
  ];
}

/** The parts of a list, without the white space around them. */
export function partsBetween(from: number, to: number, code: string): readonly Span[] {
  const parts: Span[] = [];
  let [depth, start] = [0, from];
  const push = (end: number): void => {
    const written = code.slice(start, end);
    const lead = /^\s*/.exec(written)![0].length;
    if (written.trim()) parts.push({ start: start + lead, end: start + written.trimEnd().length });
  };
  for (let at = from; at < to; at++) {
    if ("([{".includes(code[at]!)) depth++;
    else if (")]}".includes(code[at]!)) depth--;
    else if (code[at] === "," && depth === 0) {
      push(at);
      start = at + 1;
    }
  }
  push(to);
  return parts;
}
