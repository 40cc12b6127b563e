/**
 * The arguments of host calls from right to left, as g++ evaluates them: clang has no option for it, so what such a call
 * says is changed. `f(a(), b())` becomes, with the macros of `warplens/argument_order.h`,
 * `f((WAITS(b()) ? early(b()) : void(), a()), (WAITS(b()) ? LATE(b()) : b()))`. C++ leaves the order of arguments open, so
 * whatever is missed here, or left as it is, still means what it may mean.
 *
 * Only insertions: no line moves. Calls in the bodies of macros, of macros, of lambdas as arguments, through parentheses,
 * and the operands of overloaded operators stay as they are.
 */

import type { Span } from "../../syntax/model";
import { blankSpans } from "../../syntax/text/blank";
import { lexical } from "../../syntax/text/lexical";
import { type LineIndex, lineIndex } from "../../syntax/text/lineIndex";
import { applyEdits, type Edit } from "./edits";
import { listParts } from "./statements";

/** The header that declares what the changed text uses. */
export const ARGUMENT_ORDER_HEADER = "warplens/argument_order.h";

/** Texts longer than this are data rather than code. */
const LONGEST_TEXT = 2_000_000;
/** What one call may grow by: calls in arguments of calls are written out several times. */
const LONGEST_INSERTION = 20_000;

/** Words before parentheses that hold no arguments. */
const noCallees = new Set(
  (
    "if for while switch return sizeof alignof decltype typeof typeid catch static_assert noexcept alignas asm throw " +
    "__asm__ __attribute__ __declspec __launch_bounds__ defined operator case co_return co_await requires explicit assert"
  ).split(" "),
);

/** Functions that neither change anything nor read what others change; casts and types read alike. */
const harmless = new Set(
  (
    "sqrt sqrtf cbrt exp expf exp2 log logf log2 log10 pow powf sin sinf cos cosf tan tanf asin acos atan atan2 sinh cosh " +
    "tanh fabs fabsf abs floor floorf ceil ceilf round roundf trunc fmod fmodf fmin fmax fminf fmaxf hypot isnan isinf " +
    "isfinite min max clamp move forward static_cast reinterpret_cast const_cast dynamic_cast sizeof alignof decltype " +
    "size length empty begin end cbegin cend data c_str str front back at count what first second get strlen strcmp " +
    "make_pair make_tuple tie ref cref int2 int3 int4 float2 float3 float4 dim3 make_int2 make_int3 make_int4 " +
    "make_uint2 make_uint3 make_uint4 make_float2 make_float3 make_float4 make_double2 make_uchar4 make_char4 " +
    "int unsigned long short char float double bool size_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t " +
    "uint64_t string vector duration_cast milliseconds microseconds nanoseconds seconds duration to_string real imag norm " +
    "cudaGetErrorString cudaGetErrorName strerror getenv"
  ).split(" "),
);

/** Functions that take all that they print by value; of others the parameters may be references. */
const byValue: ReadonlySet<string> = new Set(["printf", "fprintf", "sprintf", "snprintf", "dprintf"]);

interface Call {
  readonly callee: string;
  /** Offsets of the parentheses. */
  readonly open: number;
  readonly close: number;
  readonly arguments: readonly Span[];
}

/** What a text defines as macros: names with parentheses, and names that stand for an expression with an effect. */
interface Macros {
  readonly functions: ReadonlySet<string>;
  readonly withEffect: ReadonlySet<string>;
}

/** What the arguments of a call may do to each other. */
interface Surroundings extends Macros {
  /** Variables that a pointer leads to: g++ keeps them in memory, and any call may change them. */
  readonly pointedAt: ReadonlySet<string>;
}

/** The code with literals as rows of quotes, so that nothing in them is read as code; their line breaks stay. */
function skeleton(text: string, { comments, literals, directives } = lexical(text)): string {
  const dark = [...comments, ...directives].sort((a, b) => a.start - b.start);
  const apart = dark.filter((one, i) => i === 0 || one.start >= dark[i - 1]!.end);
  const pieces: string[] = [];
  const blanked = blankSpans(text, apart);
  let at = 0;
  for (const { start, end } of literals) {
    if (start < at) continue;
    pieces.push(blanked.slice(at, start), text.slice(start, end).replace(/[^\n]/g, '"'));
    at = end;
  }
  pieces.push(blanked.slice(at));
  return pieces.join("");
}

const definition = /^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?((?:\\\r?\n|[^\n])*)/gm;

function macrosOf(texts: readonly string[]): Macros {
  const functions = new Set<string>();
  const withEffect = new Set<string>();
  for (const text of texts) {
    for (const [, name, parameters, body] of text.matchAll(definition)) {
      if (parameters !== undefined) functions.add(name!);
      const code = skeleton(body!);
      const isExpression = !/[{};#]/.test(code) && listParts(code, 0, code.length)?.length === 1;
      if (isExpression && hasEffect(code, { functions, withEffect })) withEffect.add(name!);
    }
  }
  return { functions, withEffect };
}

/** The span without space at its ends. */
function trimmed(code: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (from < to && code.charCodeAt(from) <= 32) from++;
  while (to > from && code.charCodeAt(to - 1) <= 32) to--;
  return { start: from, end: to };
}

function onOneLine(code: string): string {
  return code.replace(/\s*\n\s*/g, " ");
}

/** Every list of two arguments or more after a name, inner ones first. */
function callsOf(code: string): Call[] {
  const calls: Call[] = [];
  const opens: number[] = [];
  for (let at = 0; at < code.length; at++) {
    if (code[at] === "(") opens.push(at);
    else if (code[at] === "{" || code[at] === "}") {
      // A list of arguments holds braces only in pairs; what is open across a function's end is no list.
      if (opens.length > 200) opens.length = 0;
    } else if (code[at] === ")") {
      const open = opens.pop();
      const callee = open === undefined ? undefined : calleeBefore(code, open);
      if (open === undefined || callee === undefined) continue;
      const parts = listParts(code, open + 1, at);
      if (!parts || parts.length < 2) continue;
      calls.push({ callee, open, close: at, arguments: parts.map((one) => trimmed(code, one)) });
    }
  }
  return calls;
}

/** The name that parentheses belong to; undefined for those of expressions, statements and launches. */
function calleeBefore(code: string, open: number): string | undefined {
  const before = code.slice(Math.max(0, open - 300), open).trimEnd();
  if (before.endsWith(">>>")) return undefined;
  const name = /([A-Za-z_]\w*)\s*(?:<[\w\s:,*&<>]*>)?$/.exec(before)?.[1];
  return name === undefined || noCallees.has(name) ? undefined : name;
}

function hasEffect(code: string, { functions, withEffect }: Macros): boolean {
  if (/\+\+|--/.test(code)) return true;
  if (/(?:^|[^=!<>])=(?!=)|(?:<<|>>)=/.test(code)) return true;
  // What a pointer or a table leads to.
  if (/\]\s*\(|\(\s*\*\s*\w+\s*\)\s*\(/.test(code)) return true;
  for (const [, name] of code.matchAll(/([A-Za-z_]\w*)\s*(?:<[\w\s:,*&<>]*>)?\s*\(/g)) {
    if (functions.has(name!) ? withEffect.has(name!) : !harmless.has(name!) && !noCallees.has(name!)) return true;
  }
  return withEffect.size > 0 && [...code.matchAll(/[A-Za-z_]\w*/g)].some(([name]) => withEffect.has(name));
}

/** Lambdas, packs and statements cannot be written out twice. */
function isFixed(code: string): boolean {
  return /(?:^|[(,=?:{])\s*\[|\.\.\.|;/.test(code);
}

/** A parameter with its type: the list is a declaration's. */
function isDeclared(code: string): boolean {
  const [, word] =
    /^(?:const\s+|unsigned\s+|struct\s+)*([A-Za-z_][\w:]*)(?:<[^()]*>)?\s+[A-Za-z_]\w*\s*(?:=|\[|\(|$)/.exec(code) ??
    [];
  return word !== undefined && !["new", "sizeof", "throw", "delete", "not"].includes(word);
}

/** Literals of several lines cannot be written on one. */
const isOfLines = (code: string) => /"\n"/.test(code);

function names(code: string): Set<string> {
  return new Set([...code.matchAll(/[A-Za-z_]\w*(?!\s*[\w(])/g)].map(([name]) => name));
}

function shares(one: string, other: string): boolean {
  const known = names(other);
  return [...names(one)].some((name) => known.has(name));
}

/** Can stand after a comma operator and mean the same. */
function canCarry(code: string): boolean {
  return !/^(?:\{|0[xX]?0*[uUlL]*$|NULL$|nullptr$|$)/.test(code);
}

/** The variables whose address the code takes. */
function pointedAt(code: string): Set<string> {
  return new Set(
    [...code.matchAll(/(?:[(,={;:?!|]|\*\s*\)|\breturn)\s*&\s*([A-Za-z_]\w*)\b(?!\s*(?:::|\())/g)].map(
      ([, name]) => name!,
    ),
  );
}

/** Which arguments have to be evaluated early, by index, and the one before which they are; undefined for none. */
function early(parts: readonly string[], around: Surroundings): { carrier: number; first: number[] } | undefined {
  if (parts.some((one) => isDeclared(one) || one === "")) return undefined;
  const effects = parts.flatMap((one, i) => (hasEffect(one, around) ? [i] : []));
  const last = effects.at(-1);
  if (last === undefined) return undefined;
  // What is computed, or read from memory, is so when it is its turn; a variable that lies in no memory is read last.
  const reads = (i: number): boolean => {
    const part = parts[i]!;
    const isInMemory = [...names(part)].some((name) => around.pointedAt.has(name));
    if (/^\w+$/.test(part) && !isInMemory) return false;
    return effects.some((other) => other < i && (isInMemory || shares(part, parts[other]!)));
  };
  const isSeen = parts.slice(0, last).some((one) => shares(one, parts[last]!));
  if (effects.length < 2 && !isSeen && !parts.some((_, i) => reads(i))) return undefined;
  const carrier = parts.findIndex(canCarry);
  const first = parts.flatMap((one, i) =>
    i > carrier && !isFixed(one) && !isOfLines(one) && (effects.includes(i) || reads(i)) ? [i] : [],
  );
  return carrier < 0 || first.length === 0 || isFixed(parts[carrier]!) ? undefined : { carrier, first };
}

/** The one-based lines of what lies between two offsets. */
function linesOf(lines: LineIndex, start: number, end: number): number[] {
  const first = lines.positionAt(start).line + 1;
  const count = lines.positionAt(end).line + 2 - first;
  return Array.from({ length: count }, (_, i) => first + i);
}

/**
 * The insertions that make a text's calls evaluate their arguments from right to left.
 * @param others the user's other files, for the macros that they define
 * @param failed one-based lines on which what a call was changed to did not compile: calls there stay as they are
 */
export function argumentOrder(
  text: string,
  others: readonly string[] = [],
  failed: ReadonlySet<number> = new Set(),
): Edit[] {
  if (text.length > LONGEST_TEXT) return [];
  const read = lexical(text);
  const code = skeleton(text, read);
  const lines = failed.size > 0 ? lineIndex(text) : undefined;
  const fails = ({ open, close }: Call) =>
    lines !== undefined && linesOf(lines, open, close).some((one) => failed.has(one));
  // The arguments of a list with an `#if` in it are not known here.
  const isSplit = ({ open, close }: Call) => read.directives.some(({ start }) => open < start && start < close);
  const calls = callsOf(code).filter((call) => call.arguments.length < 64 && !isSplit(call) && !fails(call));
  if (calls.length === 0) return [];
  const around = { ...macrosOf([text, ...others]), pointedAt: pointedAt(code) };
  let edits: Edit[] = [];
  /** A span without its comments; literals are rows of quotes in the skeleton, so they come from the text. */
  const plain = ({ start, end }: Span): string =>
    [...code.slice(start, end)].map((one, i) => (one === '"' ? text[start + i]! : one)).join("");
  /** What stands in a span on one line, with the changes inside it. */
  const written = ({ start, end }: Span): string => {
    const inside = edits.filter((one) => one.start >= start && one.start <= end && one.end <= end);
    const moved = inside.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
    return onOneLine(applyEdits(plain({ start, end }), moved));
  };
  for (const call of calls) {
    if (around.functions.has(call.callee)) continue;
    const parts = call.arguments.map(({ start, end }) => code.slice(start, end));
    const plan = early(parts, around);
    if (!plan) continue;
    const passed = (i: number, one: string) =>
      byValue.has(call.callee) && !hasEffect(parts[i]!, around) ? `__WL_VALUE(${one})` : one;
    const original = (i: number) => passed(i, onOneLine(plain(call.arguments[i]!)));
    const puts = [...plan.first]
      .reverse()
      .map((i) => `(__WL_WAITS(${original(i)}) ? __wl_early(${passed(i, written(call.arguments[i]!))}) : (void)0), `);
    const carrier = call.arguments[plan.carrier]!;
    const added: Edit[] = [
      { start: carrier.start, end: carrier.start, text: `(${puts.join("")}` },
      { start: carrier.end, end: carrier.end, text: ")" },
    ];
    for (const i of plan.first) {
      const { start, end } = call.arguments[i]!;
      added.push({ start, end: start, text: `(__WL_WAITS(${original(i)}) ? __WL_LATE(${original(i)}) : ` });
      added.push({ start: end, end, text: ")" });
    }
    if (added.reduce((sum, one) => sum + one.text.length, 0) > LONGEST_INSERTION) continue;
    // At one place, what belongs to the outer call stands outside: before what opens, after what closes.
    const opening = added.filter((one) => one.text !== ")");
    const closing = added.filter((one) => one.text === ")");
    edits = [...opening, ...edits, ...closing];
  }
  return edits;
}
