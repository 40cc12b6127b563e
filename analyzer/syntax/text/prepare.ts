/** From the text as typed to the code that the grammar reads: same length, with what the grammar does not know blanked. */

import type { MacroOutline, Span } from "../model";
import { blankSpans } from "./blank";
import { joinedChevrons } from "./chevrons";
import { conflicts } from "./conflicts";
import { type Directives, directives } from "./directives";
import { lexical, unendedLiteral } from "./lexical";

/** A text prepared for the grammar. Offsets stay those of the text: what is removed is blanked. */
export interface Prepared extends Directives {
  readonly comments: readonly Span[];
  /** Literals that nothing ends, see `unendedLiteral`. */
  readonly unendedLiterals: readonly Span[];
  /** Without comments, directives, dropped arms and attributes. */
  readonly code: string;
  /** `code` without what stands inside of literals: every bracket in it is one. */
  readonly skeleton: string;
  /** Attributes that were blanked, and uses of macros that stand for specifiers, in order. */
  readonly attributes: readonly AttributeUse[];
}

/** An attribute before a declaration: an unknown one, or a macro such as `DEVICE` for `__device__ __forceinline__`. */
export interface AttributeUse extends Span {
  /** What it stands for. */
  readonly body: string;
}

/** Attributes that the grammar has no rule for. Each pattern's first group, or else the whole match, is blanked. */
const unknownAttributes: readonly RegExp[] = [
  /\b__(?:align|cluster_dims|block_size|maxnreg|nv_pure|annotate)__\s*\((?:[^()]|\([^()]*\))*\)/dg,
  /\b(?:CUDART_CB|CUDARTAPI|CUDAAPI|CUDA_CB|__nv_pure__)\b/dg,
  /\b_Pragma\s*\([^()]*\)/dg,
  // Macros of headers that are not there, in the head of a kernel: `__global__ void C10_LAUNCH_BOUNDS_1(256) name(`.
  /\b__global__\s+(?:\w+\s+)*?void\s+([A-Z][A-Z0-9_]{2,}\b\s*(?:\((?:[^()]|\([^()]*\))*\))?)\s*(?=[A-Za-z_]\w*\s*[(<])/dg,
  /\b__global__\s+([A-Z][A-Z0-9_]{2,}\b\s*(?:\((?:[^()]|\([^()]*\))*\))?)\s*(?=(?:[a-z]\w*\s+)*void\b)/dg,
  // Between the captures of a lambda and its parameters or its body.
  /\]\s*((?:__(?:device|host|forceinline|noinline)__\s*)+)(?=[({m-])/dg,
  // Between the parameters of a lambda and its body, as `mutable` would stand.
  /\]\s*\([^()]*\)\s*((?:__(?:device|host|forceinline|noinline)__\s*)+)(?=[{m-])/dg,
];

const attributeBody =
  /^(?:\s*(?:__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)|__\w+__\b|inline|static|extern|constexpr|"C"|__launch_bounds__\s*\([^()]*\)))*\s*$/;

/** Macros that matter before declarations, by name: those that are attributes only, and those that hold some. */
function specifierMacros(macros: readonly MacroOutline[]): ReadonlyMap<string, { body: string; only: boolean }> {
  const found = new Map<string, { body: string; only: boolean }>();
  for (const { name, parameters, body } of macros) {
    if (parameters) continue;
    const only = attributeBody.test(body);
    if (only || /\b__(?:global|device|shared|constant|managed)__\b/.test(body)) found.set(name, { body, only });
    else found.delete(name);
  }
  return found;
}

type Unended = NonNullable<ReturnType<typeof unendedLiteral>>;

/** The text with a quote as the last character of each literal that has no end, so that what it hides is not read. */
function withEnds(text: string, unended: readonly Unended[]): string {
  return unended.reduce((all, { quote, end }) => all.slice(0, end - 1) + quote + all.slice(end), text);
}

function inside(literal: Span): Span {
  return { start: literal.start + 1, end: Math.max(literal.start + 1, literal.end - 1) };
}

/** Merges two ordered lists of spans that do not overlap into one; spans inside an earlier one are left out. */
function merged(...lists: readonly (readonly Span[])[]): Span[] {
  const kept: Span[] = [];
  for (const span of lists.flat().sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (!last || span.start >= last.end) kept.push(span);
    else if (span.end > last.end) kept.push({ start: last.end, end: span.end });
  }
  return kept;
}

/** Prepares a text. @param defines `NAME` or `NAME=value` from the command line */
export function prepare(typed: string, defines: readonly string[]): Prepared {
  const joined = joinedChevrons(typed);
  const { comments, literals, directives: lines } = lexical(joined);
  const unended = literals.flatMap((one) => unendedLiteral(joined, one) ?? []);
  const text = withEnds(joined, unended);
  const invisible = merged(
    comments,
    lines,
    conflicts(text, () => [...comments, ...literals]),
  );
  const bare = blankSpans(text, merged(invisible, literals.map(inside)));
  const read = directives(text, bare, { directives: lines, comments }, defines);
  const skeleton = blankSpans(bare, read.dropped);
  const attributes: AttributeUse[] = [];
  const blanked: Span[] = [];
  for (const pattern of unknownAttributes) {
    for (const match of skeleton.matchAll(pattern)) {
      const [start, end] = match.indices![1] ?? match.indices![0]!;
      blanked.push({ start, end });
      attributes.push({ start, end, body: skeleton.slice(start, end) });
    }
  }
  const macros = specifierMacros(read.macros);
  if (macros.size > 0) {
    for (const match of skeleton.matchAll(/[A-Za-z_]\w*/g)) {
      const macro = macros.get(match[0]);
      if (!macro) continue;
      const use = { start: match.index, end: match.index + match[0].length, body: macro.body };
      attributes.push(use);
      if (macro.only) blanked.push(use);
    }
  }
  const gone = merged(invisible, read.dropped, blanked);
  return {
    ...read,
    comments,
    unendedLiterals: unended.map(({ start, end }) => ({ start, end })),
    attributes: attributes.sort((a, b) => a.start - b.start),
    code: blankSpans(text, gone),
    skeleton: blankSpans(skeleton, merged(blanked)),
  };
}

/** Where an item begins when the attributes before it, blanked for the parser, are counted in. */
export function leadOf({ code, attributes }: Prepared, start: number): number {
  let from = start;
  while (from > 0 && code.charCodeAt(from - 1) <= 32) from--;
  return attributes.find((one) => one.start >= from && one.start < start)?.start ?? start;
}
