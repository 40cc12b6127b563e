/**
 * Template kernels that nothing in the file instantiates: a `.cuh` opened alone, launches behind a macro that nobody
 * knows. They are instantiated behind the last line, so that they have IR at all; each with the arguments of a launch
 * where one is in sight, else with stated defaults.
 */
import type { FunctionOutline, Outline } from "../syntax/model";
import { namespaceItems, templateOf } from "./declarations";

/** A kernel without instantiation, and the template arguments to try, likeliest first. */
export interface Wanted {
  readonly kernel: FunctionOutline;
  readonly candidates: readonly Candidate[];
}

export interface Candidate {
  /** `float, 32` */
  readonly arguments: string;
  /** How we came to them, as the end of a sentence. */
  readonly assumed: string;
}

interface Parameter {
  readonly kind: "type" | "integer" | "boolean" | "pack" | "other";
  readonly default: string | undefined;
}

/** Splits at commas outside of brackets. `>` closes; comparisons in default arguments are written in parentheses. */
export function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if ("(<[{".includes(character)) depth++;
    else if (")>]}".includes(character)) depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter(Boolean);
}

const integerType =
  /^(?:const(?:expr)?\s+)?(?:(?:unsigned|signed|long|short|int|char)\b\s*)+|^(?:const\s+)?(?:std::)?(?:size_t|u?int(?:8|16|32|64)_t|uint)\b/;

function parameterOf(text: string): Parameter {
  const equals = /(?<![=<>!])=(?!=)/.exec(text);
  const value = equals ? text.slice(equals.index + 1).trim() : undefined;
  const declared = (equals ? text.slice(0, equals.index) : text).trim();
  const of = (kind: Parameter["kind"]): Parameter => ({ kind, default: value });
  if (declared.includes("...")) return of("pack");
  if (/^(typename|class)\b/.test(declared)) return of("type");
  if (/^(?:const\s+)?bool\b/.test(declared)) return of("boolean");
  return of(integerType.test(declared) ? "integer" : "other");
}

/** What is put for a parameter about which nothing is known. 32 is the size of a warp. */
const defaults: Readonly<Record<Exclude<Parameter["kind"], "other">, string>> = {
  type: "float",
  integer: "32",
  boolean: "true",
  pack: "",
};

function defaultArguments(parameters: readonly Parameter[], type: string): string | undefined {
  const values: string[] = [];
  for (const parameter of parameters) {
    if (parameter.default === undefined && parameter.kind === "other") return undefined;
    const value = parameter.kind === "type" ? type : defaults[parameter.kind as "integer"];
    // A default that names another parameter means nothing behind the last line; the compiler finds it by itself.
    if (parameter.default !== undefined) break;
    if (value !== "") values.push(value);
  }
  return values.join(", ");
}

/** Template arguments to try for a kernel. */
function candidatesOf(kernel: FunctionOutline, template: string, outline: Outline): Candidate[] {
  const written = outline.launches
    .filter((launch) => launch.kernel.split("::").at(-1) === kernel.name && launch.templateArguments)
    .map((launch) => ({ arguments: launch.templateArguments!, assumed: "the arguments of a launch in this file" }));
  const parameters = splitArguments(template).map(parameterOf);
  const assumed = ["float", "int", "double"].flatMap((type) => {
    const values = defaultArguments(parameters, type);
    return values === undefined ? [] : [{ arguments: values, assumed: "no launch of it is in sight" }];
  });
  const seen = new Set<string>();
  return [...written, ...assumed].filter((one) => !seen.has(one.arguments) && seen.add(one.arguments));
}

/**
 * Whether bitcode has a function made from a template: its string table is plain text, and a mangled name has the length
 * of the template's name before it and `I` for the arguments behind.
 */
function hasInstance(names: string, kernel: FunctionOutline): boolean {
  return names.includes(`${kernel.name.length}${kernel.name}I`);
}

/** The template kernels with a body that a module has no instance of. */
export function wantedInstances(text: string, outline: Outline, bitcode: Uint8Array): Wanted[] {
  const names = new TextDecoder("latin1").decode(bitcode);
  const items = namespaceItems(text, outline);
  return outline.functions.flatMap((kernel) => {
    if (!kernel.isKernel || !kernel.body) return [];
    const template = templateOf(text, kernel, items);
    // Empty for a full specialisation, which is no template any more.
    if (template === undefined || template.trim() === "" || hasInstance(names, kernel)) return [];
    return [{ kernel, candidates: candidatesOf(kernel, template, outline) }];
  });
}

/** One line that makes clang instantiate a kernel. Taking its address is enough: every instance of a kernel is emitted. */
export function instantiation({ kernel }: Wanted, candidate: Candidate, index: number): string {
  const instance = `::${kernel.qualifiedName}<${candidate.arguments}>`;
  return `static void warplens_instance_${index}() { auto instance = &${instance}; (void)instance; }`;
}
