/** Fixes of launches whose sizes are over a limit: fewer threads in more blocks, or the long dimension along x. */

import { variableAt } from "../../facts/host/declarations";
import type { Slots } from "../../facts/host/launchSlots";
import { foldInteger } from "../../syntax/constants";
import type { Span } from "../../syntax/model";
import { patternWith } from "../../syntax/text/patterns";
import { codeOf } from "../../syntax/text/statements";
import { isSameSize, type Part, partsOf, roundsDown, roundsUpBy } from "../host/launchForms";
import type { Fix, RuleContext, TextEdit } from "../model";

/** Blocks of at most `most` threads, where the grid is computed from the length of the block and follows. */
export function fewerThreads({ grid, block }: Slots, most: number, context: RuleContext): Fix | undefined {
  const [threads, ...others] = partsOf(block, context);
  const [blocks, ...more] = partsOf(grid, context);
  if (!threads || !blocks || others.length || more.length) return undefined;
  const divisor = roundsUpBy(blocks.text, context.outline, grid.span.start) ?? roundsDown(blocks.text)?.divisor;
  if (divisor === undefined || !isSameSize(divisor, threads.text, context.outline, block.span.start)) return undefined;
  const title = `Use blocks of ${most} threads`;
  const name = /^\w+$/.test(block.text) ? block.text : undefined;
  const isNamed = name !== undefined && !/^\d/.test(name);
  if (isNamed && divisor !== name) return undefined;
  const edits = isNamed ? definition(name, block.span.start, most, context) : literals(threads, blocks, most, context);
  return edits && { title, edits, safe: false };
}

/** Where a constant gets its value: its initializer, or the body of its macro. */
function definition(
  name: string,
  at: number,
  value: number,
  { text, outline }: RuleContext,
): readonly TextEdit[] | undefined {
  const code = codeOf(text);
  const variable = variableAt(name, at, outline);
  if (variable) {
    const written = /^\s*=\s*(\w+)(?=\s*[;,])/.exec(code.slice(variable.nameSpan.end));
    const end = variable.nameSpan.end + (written?.[0].length ?? 0);
    return written ? [{ start: end - written[1]!.length, end, newText: String(value) }] : undefined;
  }
  const macro = outline.macros.find((one) => one.name === name && !one.parameters);
  const start = macro ? text.indexOf(macro.body.trim(), macro.start + macro.name.length) : -1;
  if (!macro || start < 0 || !/^\(?\d+\)?$/.test(macro.body.trim())) return undefined;
  return [{ start, end: start + macro.body.trim().length, newText: String(value) }];
}

/** The same number wherever both sizes say it, and one less where it rounds up. */
function literals(
  threads: Part,
  blocks: Part,
  most: number,
  { outline }: RuleContext,
): readonly TextEdit[] | undefined {
  const old = foldInteger(threads.text, outline, threads.start);
  if (old === undefined || !/^\d+$/.test(threads.text)) return undefined;
  const edits: TextEdit[] = [{ start: threads.start, end: threads.end, newText: String(most) }];
  for (const { index, 0: digits } of blocks.text.matchAll(/\b\d+\b/g)) {
    const start = blocks.start + index;
    const difference = BigInt(digits) - old;
    if (difference === 0n) edits.push({ start, end: start + digits.length, newText: String(most) });
    else if (difference === -1n) edits.push({ start, end: start + digits.length, newText: String(most - 1) });
  }
  return edits.sort((a, b) => a.start - b.start);
}

/** A division that rounds up instead of down: the rest gets threads too. */
export function roundedUp(part: Part): Fix | undefined {
  const division = roundsDown(part.text);
  if (!division) return undefined;
  const { dividend, divisor } = division;
  const rounded = `(${dividend} + ${divisor} - 1) / ${divisor}`;
  const newText = part.text.startsWith("(") ? `(${rounded})` : rounded;
  const edits = [{ start: part.start, end: part.end, newText }];
  return { title: `Round the number of blocks up: ${rounded}`, edits, safe: false };
}

const axes = ["x", "y", "z"] as const;

/** A size that is long in y or z and 1 in x, with the lengths traded, in the launch and in the kernel that reads them. */
export function alongX(slots: Slots, which: "block" | "grid", axis: 1 | 2, context: RuleContext): Fix | undefined {
  const parts = partsOf(slots[which], context);
  const [first, long] = [parts[0], parts[axis]];
  const { kernel } = slots;
  if (!first || !long || !kernel?.body || slots[which].size?.[0] !== 1) return undefined;
  const launches = context.outline.launches.filter((one) => one.kernel.split("::").at(-1) === kernel.name);
  if (launches.length !== 1 || /^\w+$/.test(slots[which].text)) return undefined;
  const registers = which === "block" ? ["threadIdx", "blockDim"] : ["blockIdx", "gridDim"];
  const renamed = renamedAxis(kernel.body, registers, axes[axis]!, context);
  return (
    renamed && {
      title: `Put the ${which === "block" ? "threads" : "blocks"} along x`,
      edits: [
        { start: first.start, end: first.end, newText: long.text },
        { start: long.start, end: long.end, newText: first.text },
        ...renamed,
      ].sort((a, b) => a.start - b.start),
      safe: false,
    }
  );
}

/** Every index of one axis along x; `undefined` where the kernel reads x already, or the index whole. */
function renamedAxis(
  body: Span,
  registers: readonly string[],
  axis: string,
  { text }: RuleContext,
): readonly TextEdit[] | undefined {
  const code = codeOf(text);
  const edits: TextEdit[] = [];
  for (const { index, 0: name } of code.slice(body.start, body.end).matchAll(patternWith("g")`\b${registers}\b`)) {
    const at = body.start + index + name.length;
    const member = /^\s*\.\s*([xyz])\b/.exec(code.slice(at));
    if (!member || member[1] === "x") return undefined;
    const end = at + member[0].length;
    if (member[1] === axis) edits.push({ start: end - 1, end, newText: "x" });
  }
  return edits;
}
