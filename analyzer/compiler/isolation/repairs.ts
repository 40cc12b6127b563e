/**
 * What clang refuses and nvcc takes, written as clang takes it: nothing of a program is lost by it, and the error that
 * asked for it is none.
 */
import { type LineIndex, lineIndex } from "../../syntax/text/lineIndex";
import { pattern, patternWith } from "../../syntax/text/patterns";
import type { CompileError } from "../model";
import type { Edit } from "../text/edits";
import { closingAt, codeOnly } from "../text/statements";
import { withoutInitializers } from "./switches";

/**
 * A special register in inline PTX with one percent sign instead of two, which nvcc takes as well. Reference: PTX ISA,
 * "Special Registers".
 */
const specialRegister =
  /^%(?:n?(?:tid|ctaid|smid|warpid)|laneid|gridid|lanemask_[lg]?[eqt]+|clock(?:64|_hi)?|pm\d|envreg\d+|globaltimer|(?:total|aggr|dynamic)_smem_size|(?:is_explicit_)?cluster|current_graph_exec)/;

function missingPercent(text: string, offset: number): Edit | undefined {
  const at = text.lastIndexOf("%", offset);
  return at >= 0 && specialRegister.test(text.slice(at, at + 24)) ? { start: at, end: at, text: "%" } : undefined;
}

/**
 * An array of variable length with an initialiser: g++ fills what its list does not reach with zeros. `cuda_runtime.h`
 * of ours declares what does it here.
 */
function filledArray(text: string, inside: number): Edit | undefined {
  // The error is one of the length.
  const declarator = /\b[A-Za-z_]\w*\s*\[\s*$/.exec(text.slice(Math.max(0, inside - 200), inside));
  if (!declarator) return undefined;
  const offset = inside - declarator[0].length;
  const code = codeOnly(text.slice(offset, offset + 20_000));
  const head = /^(\w+)\s*\[[^;={}]*\]\s*=?\s*(?=\{)/.exec(code);
  if (!head) return undefined;
  const close = closingAt(code, head[0].length);
  if (close === undefined || !/^\s*;/.test(code.slice(close + 1))) return undefined;
  const end = close + 1;
  const [name, list] = [head[1]!, text.slice(offset + head[0].length, offset + end)];
  const start = offset + head[0].lastIndexOf("]") + 1;
  const lead = text.slice(start, offset + head[0].length).replace(/[^\n]/g, "");
  return { start, end: offset + end, text: `; __wl_fill(${name}, sizeof ${name}, ${lead}${list})`, isExact: true };
}

/** Contracts that a run evaluates, as `warplens/contracts.h` has them. */
const evaluated: ReadonlySet<string> = new Set(["requires", "assume", "assert", "implies"]);

/** Contracts that only proofs need. */
const unproved =
  /^(?:ensures|old|read\w*|write\w*|no_read|no_write|enabled|uniform_\w+|distinct_\w+|same_\w+|array_snapshot|exists|\w*invariant\w*|global_\w+|axiom|return_val\w*)$/;

/**
 * A contract of a verifier, in a kernel that includes no header for it: `__requires(n > 0)`. Reference: Betts et al.,
 * "GPUVerify: a verifier for GPU kernels" (OOPSLA 2012), for preconditions and invariants as calls.
 */
function contract(text: string, offset: number): Edit | undefined {
  const [, name = ""] = /^__(\w+)\s*\(/.exec(text.slice(offset, offset + 60)) ?? [];
  const end = offset + name.length + 2;
  if (evaluated.has(name)) return { start: offset, end, text: `__wl_${name}` };
  return unproved.test(name) ? { start: offset, end, text: "__wl_unproved" } : undefined;
}

/** Operands of inline PTX without the comma between them, which nvcc takes: `"r"(a) "l"(b)`. */
function missingComma(text: string, offset: number): Edit | undefined {
  const begun = text.lastIndexOf("asm", offset);
  if (text[offset] !== '"' || begun < 0 || /;/.test(codeOnly(text.slice(begun, offset)))) return undefined;
  return /^"[^"\n]*"\s*\(/.test(text.slice(offset, offset + 40)) && /\)\s*$/.test(text.slice(begun, offset))
    ? { start: offset, end: offset, text: "," }
    : undefined;
}

/** Characters before and after an error that its statement is looked for in. */
const REACH = 500;

/**
 * Members of a template's class that are templates themselves, without the word that says so: `Sums<N>::add<32>(x)`. nvcc
 * reads them as such once N is known (measured with 13.0: the calls are made). The error is somewhere in the statement, and
 * names the member or not.
 */
function missingTemplate(text: string, offset: number, message: string): Edit | undefined {
  const { start, code } = statementAround(text, offset);
  const name = /dependent template name '(\w+)'$/.exec(message)?.[1] ?? /[A-Za-z_]\w*/;
  const use = patternWith("g")`(?<=(?:::|\.|->)\s*)(?=${name}\s*<[\w\s:,+*-]*>\s*\()`;
  const uses = Array.from(code.matchAll(use), ({ index }) => start + index);
  const [first, last] = [uses[0], uses.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const parts = uses.map((at, index) => `template ${text.slice(at, uses[index + 1] ?? last)}`);
  return { start: first, end: last, text: parts.join(""), isExact: true };
}

/** The code around an offset that no semicolon or brace interrupts, and where it starts. */
function statementAround(text: string, offset: number): { start: number; code: string } {
  const from = Math.max(0, offset - REACH);
  const code = codeOnly(text.slice(from, offset + REACH));
  const begin = code.slice(0, offset - from).search(/[^;{}]*$/);
  return { start: from + begin, code: /^[^;{}]*/.exec(code.slice(begin))![0] };
}

/** The word `template` before the name of what is none, which nvcc takes: `a.template plain(x)`. */
function needlessTemplate(text: string, offset: number, message: string): Edit | undefined {
  const [, name = ""] = /^'(\w+)'/.exec(message) ?? [];
  const line = text.lastIndexOf("\n", offset) + 1;
  const found = pattern`\btemplate\s+(?=${name}\b)`.exec(codeOnly(text.slice(line, offset + 300)));
  if (!found) return undefined;
  const start = line + found.index;
  return { start, end: start + found[0].length, text: "" };
}

/** What may stand before the type of a shared variable. */
const sharedLead =
  /^((?:\s*(?:__shared__|static\b|(?:alignas|__align__|__attribute__)\s*\((?:[^()]|\([^()]*\))*\)))+)\s*(.+?)\s*$/s;

/**
 * A shared variable of a type with a constructor, which nvcc does not call (its warning 20054): its storage alone, in a
 * union, and a name for it.
 */
function unconstructed(text: string, offset: number): Edit | undefined {
  const { start } = statementAround(text, offset);
  const [, lead = "", type = ""] = sharedLead.exec(text.slice(start, offset)) ?? [];
  const [all = "", name, dimensions] =
    /^(\w+)\s*((?:\[[^[\];]*\]\s*)*);/.exec(text.slice(offset, offset + REACH)) ?? [];
  if (!lead.includes("__shared__") || !name || /[(),=]/.test(type.replace(/<.*>/s, ""))) return undefined;
  const union = `__wl_raw_${name}`;
  const members = `${type} value${dimensions}; __device__ ${union}() {} __device__ ~${union}() {}`;
  const named = `auto& ${name} = __wl_${name}.value;`;
  const written = `${lead} union ${union} { ${members} } __wl_${name}; ${named}`;
  return { start, end: offset + all.length, text: written, isExact: true };
}

type Repair = (text: string, offset: number, message: string) => Edit | undefined;

const repairs: readonly (readonly [RegExp, Repair])[] = [
  [/^invalid % escape in inline assembly/, missingPercent],
  [/^expected '\)'$/, missingComma],
  [/^use of undeclared identifier '__/, contract],
  [/^missing 'template' keyword prior to dependent template name/, missingTemplate],
  [
    /^reference to (?:overloaded function could not be resolved|non-static member function must be called)/,
    missingTemplate,
  ],
  [/^'\w+' following the 'template' keyword does not refer to a template/, needlessTemplate],
  [/^initialization is not supported for __shared__ variables/, unconstructed],
  [/^cannot jump from switch statement to this case label/, withoutInitializers],
  [/^variable-sized object may not be initialized/, filledArray],
];

/** The edit that makes an error at an offset none; undefined where it is one. */
export function repairOf(text: string, message: string, offset: number): Edit | undefined {
  return repairs.find(([one]) => one.test(message))?.[1](text, offset, message);
}

/** The edit that makes an error at a position of a text none; undefined where it is one, or beyond the text. */
export function repairAt(
  { text, lines }: { text: string; lines: LineIndex },
  message: string,
  position: Pick<CompileError, "line" | "column">,
): Edit | undefined {
  return position.line <= lines.lineCount ? repairOf(text, message, lines.clangOffsetAt(position)) : undefined;
}

/** The edits that make those of a file's errors none that nvcc has no part in. */
export function repairsOf({ path, text }: { path: string; text: string }, errors: readonly CompileError[]): Edit[] {
  const lines = lineIndex(text);
  return errors.flatMap((error) => (error.file === path && repairAt({ text, lines }, error.message, error)) || []);
}
