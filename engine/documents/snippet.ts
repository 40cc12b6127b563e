/**
 * A piece of CUDA made into a text that can be compiled and run: a kernel alone stays as it is, a few statements become the
 * body of one. What the piece does not say is assumed, and each assumption is reported.
 */
import type { FunctionOutline, Outline, Span } from "../../analyzer/syntax/model";
import { pattern } from "../../analyzer/syntax/text/patterns";
import type { Snippet } from "../model";
import { UsageError } from "../model/errors";

/** The file that a piece was selected in: what stands before the piece comes along. */
export interface SnippetHome {
  readonly text: string;
  readonly outline: Outline;
  readonly selection: Span;
}

const SNIPPET_KERNEL = "snippet";

/** Words that are no variables: of the language, and names that every kernel has. */
const known = new Set(
  `alignas auto bool break case char class const constexpr continue default do double else enum extern false float for goto
  if inline int long namespace nullptr register return short signed sizeof static static_cast reinterpret_cast const_cast
  struct switch template this true typedef typename union unsigned using void volatile while
  threadIdx blockIdx blockDim gridDim warpSize NULL INFINITY __restrict__ __shared__ __constant__ __device__ __align__
  size_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t clock_t dim3 std asm`.split(
    /\s+/,
  ),
);

/** Comments and literals blanked, so that words in them are no names. */
const codeOf = (text: string): string =>
  text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*#[^\n]*/gm, (match) =>
    match.replace(/[^\n]/g, " "),
  );

/** Names that are used like variables: neither called, nor members, nor types before a name. */
function usedNames(code: string): string[] {
  const words = [...code.matchAll(/(\.|->|::)?\s*\b([A-Za-z_]\w*)\b(?!\s*(?:\(|::|<[\w\s,*]*>\s*\())/g)];
  const names = words.filter(([, member]) => member === undefined).map(([, , name]) => name!);
  return [...new Set(names)].filter(
    (name) => !known.has(name) && !/^(?:u?int|float|double|char|half|u?short|u?long)\d$/.test(name),
  );
}

/** Names that stand for something in the piece's kernel: declared there or for the whole file, types and macros included. */
function declaredNames(outline: Outline, code: string): Set<string> {
  const own = outline.functions.findIndex((one) => one.name === SNIPPET_KERNEL);
  const isInSight = ({ within }: { readonly within?: number }) => within === undefined || within === own;
  const structures = outline.structures ?? [];
  const types = [...code.matchAll(/\b(?:struct|class|enum|using|typename)\s+(\w+)/g)].map((match) => match[1]!);
  return new Set([
    ...(outline.variables ?? []).filter(isInSight).map((one) => one.name),
    ...outline.arrays.filter(isInSight).map((one) => one.name),
    ...outline.macros.map((one) => one.name),
    ...outline.functions.map((one) => one.name),
    ...structures.map((one) => one.name),
    ...types,
  ]);
}

interface Declared {
  readonly parameters: string[];
  readonly assumed: string[];
}

/** Parameters for the names without a declaration: pointers where they are indexed, else whole numbers. */
function parametersFor(names: readonly string[], code: string): Declared {
  const parameters: string[] = [];
  const assumed: string[] = [];
  for (const name of names) {
    const isPointer = pattern`\b${name}\s*\[|(?:^|[^\w)\]\s]\s*|\breturn\s+)\*\s*${name}\b`.test(code);
    // Elements that themselves are an index are whole numbers.
    const isIndex = pattern`\[\s*${name}\s*\[`.test(code);
    const type = isPointer ? (isIndex ? "int*" : "float*") : "int";
    parameters.push(`${type} ${name}`);
    assumed.push(`${name} is ${isPointer ? `a buffer (${type})` : "a whole number (int)"}.`);
  }
  return { parameters, assumed };
}

const around = (outline: Outline, { start, end }: Span): FunctionOutline | undefined =>
  outline.functions.find((one) => one.body && one.body.start < start && end <= one.body.end);

/** `template <typename T, int N>` above the function, as declarations that give each a value. */
function templateDefaults(template: string | undefined): { readonly lines: string[]; readonly assumed: string[] } {
  const parameters = (template ?? "").split(",").map((one) => one.trim().replace(/\s*=.*$/, ""));
  const lines: string[] = [];
  const assumed: string[] = [];
  for (const parameter of parameters) {
    const type = /^(?:typename|class)\s+(\w+)$/.exec(parameter)?.[1];
    const value = /^([\w\s]+?)\s+(\w+)$/.exec(parameter);
    if (type) {
      lines.push(`using ${type} = float;`);
      assumed.push(`${type} is float.`);
    } else if (value) {
      lines.push(`constexpr ${value[1]} ${value[2]} = 32;`);
      assumed.push(`${value[2]} is 32.`);
    }
  }
  return { lines, assumed };
}

/** Declarations before the piece, in the function around it, of names that the piece uses: with theirs, in order. */
function takenAlong({ text, outline, selection }: SnippetHome, home: FunctionOutline, code: string): string[] {
  const needed = new Set(usedNames(code));
  const statements = home.statements.filter((one) => one.end <= selection.start).reverse();
  const taken: string[] = [];
  for (const statement of statements) {
    const own = text.slice(statement.start, statement.end);
    const declares = (outline.variables ?? [])
      .filter(({ nameSpan }) => nameSpan.start >= statement.start && nameSpan.end <= statement.end)
      .map(({ name }) => name);
    const arrays = outline.arrays.filter((one) => one.start >= statement.start && one.end <= statement.end);
    if (![...declares, ...arrays.map(({ name }) => name)].some((name) => needed.has(name))) continue;
    if (!/;\s*$/.test(own) || /^\s*(?:for|while|if|do|switch)\b/.test(own)) continue;
    taken.unshift(own.trim());
    for (const name of usedNames(codeOf(own))) needed.add(name);
  }
  return taken;
}

/** Letter of a register that holds a value of the type, in an assembly statement. */
function register(type: string): string | undefined {
  if (/[*&]\s*$|\blong\b|\bsize_t\b|\bu?int64_t\b/.test(type)) return "l";
  if (/^(?:unsigned|(?:unsigned )?int|signed|u?int32_t)$/.test(type)) return "r";
  return type === "float" ? "f" : type === "double" ? "d" : undefined;
}

/**
 * Statements that use what the piece leaves in shared arrays and in variables of its own, or the compiler would remove the
 * piece, as its results are not read. They cost no instruction.
 */
function usesOf(alone: Outline, from: number): string[] {
  const own = alone.functions.findIndex((one) => one.name === SNIPPET_KERNEL);
  const body = alone.functions[own]?.body;
  const arrays = alone.arrays.filter((one) => one.within === own);
  const kept = (alone.variables ?? []).flatMap(({ name, type, within, scope, nameSpan }) => {
    const isOutermost = within === own && nameSpan.start >= from && scope.start === body?.start;
    const letter = arrays.some((one) => one.name === name) || !isOutermost ? undefined : register(type);
    return letter ? [`asm volatile("" :: "${letter}"(${name}));`] : [];
  });
  return [...arrays.map(({ name }) => `asm volatile("" :: "l"(${name}) : "memory");`), ...kept];
}

const functionNamed = (outline: Outline, span?: Span): string | undefined =>
  outline.functions.find(
    (one) => one.isKernel && one.body && (!span || (one.start >= span.start && one.end <= span.end)),
  )?.name;

/** The piece inside a kernel, on its own lines below what was taken along. */
function wrapped(piece: string, home: SnippetHome | undefined, outlineOf: (text: string) => Outline): Snippet {
  const code = codeOf(piece);
  const enclosing = home && around(home.outline, home.selection);
  const before = home ? home.text.slice(0, enclosing?.start ?? home.selection.start) : "";
  const prelude = before.replace(/\btemplate\s*<[^;{}]*>\s*$/, "").trimEnd();
  const along = home && enclosing ? takenAlong(home, enclosing, code) : [];
  const template = templateDefaults(enclosing?.template);
  const body = [...template.lines, ...along, piece].join("\n");
  const opening = `${prelude}\n__global__ void ${SNIPPET_KERNEL}() {\n`;
  const alone = outlineOf(`${opening}${body}\n}\n`);
  const declared = declaredNames(alone, codeOf(body));
  const free = usedNames(codeOf(body)).filter((name) => !declared.has(name));
  const ofHome = enclosing?.parameters.filter(({ name }) => free.includes(name)) ?? [];
  const rest = parametersFor(
    free.filter((name) => !ofHome.some((one) => one.name === name)),
    codeOf(body),
  );
  const parameters = [...ofHome.map(({ type, name }) => `${type} ${name}`), ...rest.parameters];
  const uses = template.lines.filter((line) => !line.startsWith("using"));
  const aliases = template.lines.filter((line) => line.startsWith("using"));
  const head = `${aliases.join("\n")}${aliases.length ? "\n" : ""}__global__ void ${SNIPPET_KERNEL}(${parameters.join(", ")}) {`;
  const used = usesOf(alone, opening.length + body.length - piece.length);
  const text = [prelude, head, ...uses, ...along, piece, ...used, "}", ""]
    .filter((line, i) => i > 0 || line !== "")
    .join("\n");
  return { text, kernel: SNIPPET_KERNEL, assumed: [...rest.assumed, ...template.assumed] };
}

/** Throws UsageError when there is nothing to run. */
export function makeSnippet(
  text: string,
  home: SnippetHome | undefined,
  outlineOf: (text: string) => Outline,
): Snippet {
  if (codeOf(text).trim() === "") throw new UsageError("There is no code to run: type or select some statements.");
  const own = functionNamed(outlineOf(text));
  if (own !== undefined && !home) return { text, kernel: own, assumed: [] };
  const selected = home && functionNamed(home.outline, home.selection);
  if (home && selected !== undefined) {
    return { text: home.text.slice(0, home.selection.end), kernel: selected, assumed: [] };
  }
  return wrapped(text.trimEnd(), home, outlineOf);
}
