/** Where a shared array is handed whole to functions of the file: their parameters say its dimensions too. */
import type { ArrayOutline, FunctionOutline, Span } from "../../syntax/model";
import { mentionsOf } from "../../syntax/text/patterns";
import { codeOf } from "../../syntax/text/statements";
import type { RuleContext, TextEdit } from "../model";

/** A name for an array inside of a body, with how many subscripts an element takes. */
interface Alias {
  readonly name: string;
  readonly body: Span;
  readonly rank: number;
}

/**
 * The edits of parameters that make one dimension of an array longer; `undefined` where the array is used without all of
 * its subscripts in any other way than as an argument for such a parameter.
 */
export function parameterEdits(
  { name, within, dimensions, start, end }: ArrayOutline,
  level: number,
  pad: number,
  context: RuleContext,
): readonly TextEdit[] | undefined {
  const body = within === undefined ? undefined : context.outline.functions[within]?.body;
  if (!body) return undefined;
  const fromInnermost = dimensions.length - 1 - level;
  return follow({ name, body, rank: dimensions.length }, fromInnermost, pad, context, [{ start, end }], new Set());
}

function follow(
  { name, body, rank }: Alias,
  fromInnermost: number,
  pad: number,
  context: RuleContext,
  silent: readonly Span[],
  seen: Set<FunctionOutline>,
): readonly TextEdit[] | undefined {
  const code = codeOf(context.text);
  const edits: TextEdit[] = [];
  for (const index of mentionsOf(name, code.slice(body.start, body.end))) {
    const at = body.start + index;
    if (silent.some((span) => span.start <= at && at < span.end)) continue;
    if (subscriptsAfter(code, at + name.length) >= rank) continue;
    const taken = parameterFor({ start: at, end: at + name.length }, context);
    if (!taken) return undefined;
    const { callee, parameter } = taken;
    if (seen.has(callee)) continue;
    seen.add(callee);
    const edit = widened(parameter.span, fromInnermost, pad, code);
    const inner: Alias = { name: parameter.name, body: callee.body!, rank };
    const below = edit && follow(inner, fromInnermost, pad, context, [], seen);
    if (!edit || !below || !isOnlyFor(callee, parameter.name, name, context)) return undefined;
    edits.push(edit, ...below);
  }
  return edits;
}

/** The parameter that an argument goes to, in the one function of that name in the file. */
function parameterFor(
  argument: Span,
  { outline }: RuleContext,
): { readonly callee: FunctionOutline; readonly parameter: FunctionOutline["parameters"][number] } | undefined {
  for (const call of outline.calls) {
    const position = call.arguments.findIndex(({ start, end }) => start === argument.start && end === argument.end);
    const named = position < 0 ? [] : outline.functions.filter(({ name, body }) => body && name === call.callee);
    const parameter = named[0]?.parameters[position];
    if (named.length === 1 && parameter) return { callee: named[0]!, parameter };
  }
  return undefined;
}

/** `float (&t)[32][32]` with one dimension longer, counted from the innermost. */
function widened({ start, end }: Span, fromInnermost: number, pad: number, code: string): TextEdit | undefined {
  const brackets = [...code.slice(start, end).matchAll(/\[([^\]]*)\]/g)];
  const own = brackets.at(-1 - fromInnermost);
  const length = own?.[1]?.trim();
  if (!own || !length) return undefined;
  const at = start + own.index + 1;
  return {
    start: at,
    end: at + own[1]!.length,
    newText: `${/^[\w\s+*()]+$/.test(length) ? length : `(${length})`} + ${pad}`,
  };
}

/** Do all calls hand this array, and no other one, to the parameter? */
function isOnlyFor(callee: FunctionOutline, parameter: string, array: string, { text, outline }: RuleContext): boolean {
  const position = callee.parameters.findIndex(({ name }) => name === parameter);
  return outline.calls.every((call) => {
    const argument = call.callee === callee.name ? call.arguments[position] : undefined;
    return !argument || text.slice(argument.start, argument.end).trim() === array;
  });
}

function subscriptsAfter(code: string, from: number): number {
  let [at, count] = [from, 0];
  for (;;) {
    while (/\s/.test(code[at] ?? "")) at++;
    if (code[at] !== "[") return count;
    let depth = 0;
    do {
      if (code[at] === "[") depth++;
      if (code[at] === "]") depth--;
      at++;
    } while (depth > 0 && at < code.length);
    count++;
  }
}
