/**
 * Template kernels that nothing in the file instantiates: a `.cuh` opened alone, or launches behind a macro that is not
 * defined. They are instantiated after the last line, so that they have IR at all; each with the arguments of a launch
 * where one is in sight, else with stated defaults.
 */
import type { FunctionOutline, Outline } from "../../syntax/model";
import { pattern, patternWith } from "../../syntax/text/patterns";
import type { Edit } from "../text/edits";
import { launchArguments } from "./launchArguments";

/** Compiles that one kernel may cost at most. */
const MAX_CANDIDATES = 16;

/** A kernel without instantiation, and the template arguments to try, likeliest first. */
export interface Wanted {
  readonly kernel: FunctionOutline;
  /** The namespaces around it, outermost first. */
  readonly scopes: readonly string[];
  /** There are other kernels of the same name: only the types of its parameters say which one is meant. */
  readonly isOverloaded: boolean;
  readonly candidates: readonly Candidate[];
}

/** Template arguments that an instance may be made with. */
export interface Candidate {
  /** `float, 32` */
  readonly arguments: string;
  /** Their origin, as the end of a sentence. */
  readonly assumed: string;
}

interface Parameter {
  readonly kind: "type" | "integer" | "boolean" | "pack" | "value";
  readonly name: string;
  /** The type of a value, as written. */
  readonly type: string;
  readonly default: string | undefined;
}

/** Splits at commas outside of brackets. `>` closes; comparisons in default arguments are written in parentheses. */
function splitArguments(text: string): string[] {
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
  const name = /(\w+)\s*$/.exec(declared)?.[1] ?? "";
  const type = declared.slice(0, declared.length - name.length).trim();
  const of = (kind: Parameter["kind"]): Parameter => ({ kind, name, type, default: value });
  if (declared.includes("...")) return of("pack");
  if (/^(typename|class)\b/.test(declared)) return of("type");
  if (/^(?:const\s+)?bool\b/.test(declared)) return of("boolean");
  return of(integerType.test(declared) || type === "auto" ? "integer" : "value");
}

/** What is put for a parameter about which nothing is known, but for its type. 32 is the size of a warp. */
function assumedValue({ kind, name, type }: Parameter, types: ReadonlyMap<string, string>, any: string): string {
  if (kind === "type") return types.get(name) ?? any;
  if (kind === "integer") return "32";
  if (kind === "boolean") return "true";
  return kind === "pack" ? "" : `static_cast<${type}>(0)`;
}

/**
 * @param types by the name of a parameter, where one is likelier than the rest
 * @param any for all other types
 */
function assumedArguments(parameters: readonly Parameter[], types: ReadonlyMap<string, string>, any: string): string {
  // A default that names another parameter means nothing after the last line; the compiler finds it by itself. After
  // defaults may stand parameters without, which launches leave to be deduced: only up to these all are written.
  const last = parameters.findLastIndex((one) => one.default === undefined && one.kind !== "pack");
  const names = parameters.map((one) => one.name).filter(Boolean);
  const namesAnother = (value: string) => names.some((name) => pattern`\b${name}\b`.test(value));
  return parameters
    .slice(0, last + 1)
    .map((one) =>
      one.default === undefined || namesAnother(one.default) ? assumedValue(one, types, any) : one.default,
    )
    .filter((value) => value !== "")
    .join(", ");
}

/** Types of the file that can be called, for parameters that a kernel calls: functors. */
function functors(text: string, outline: Outline): string[] {
  const callable = outline.functions.filter((one) => one.isDevice && one.name === "operator()");
  const names = callable.map((one) => one.qualifiedName.split("::").slice(0, -1).join("::"));
  const isTemplate = (name: string) => pattern`template\s*<[^;{}]*>\s*(?:struct|class)\s+${name}\b`.test(text);
  return [...new Set(names)].filter(Boolean).map((name) => (isTemplate(name) ? `${name}<float>` : name));
}

/** The names of parameters that the body calls, or makes an object of to call. */
function calledParameters(body: string, parameters: readonly Parameter[], kernel: FunctionOutline): Set<string> {
  const isCalled = ({ name }: Parameter) =>
    pattern`\b${name}\s*\(\s*\)\s*\(`.test(body) ||
    kernel.parameters.some(({ type, name: argument }) => {
      const isOfType = pattern`^(?:const\s+)?${name}\b[\s&*]*$`.test(type);
      return isOfType && argument !== "" && pattern`\b${argument}\s*\(`.test(body);
    });
  return new Set(parameters.filter((one) => one.kind === "type" && one.name && isCalled(one)).map((one) => one.name));
}

/**
 * The vector types that the body takes for parameters: where it reads `.x` of a value of such a type, a number is none.
 * Only the components are known; those of `float` are assumed.
 */
function vectorParameters(body: string, parameters: readonly Parameter[], kernel: FunctionOutline): [string, string][] {
  return parameters.flatMap(({ kind, name }): [string, string][] => {
    if (kind !== "type" || name === "") return [];
    const isOfType = pattern`^(?:const\s+|volatile\s+)*${name}\b`;
    const arguments_ = kernel.parameters.filter((one) => isOfType.test(one.type)).map((one) => one.name);
    const locals = [...body.matchAll(patternWith("g")`\b${name}\b[\s*&]*([A-Za-z_]\w*)`)].map((found) => found[1]!);
    const names = [...new Set([...arguments_, ...locals])].filter(Boolean);
    if (names.length === 0) return [];
    const read = patternWith("g")`\b${names}\s*(?:\[(?:[^\[\];]|\[[^\[\];]*\])*\]\s*)?\.\s*([xyzw])\b`;
    const components = new Set([...body.matchAll(read)].map((found) => found[1]));
    if (components.size === 0) return [];
    return [[name, components.has("w") ? "float4" : components.has("z") ? "float3" : "float2"]];
  });
}

const fundamental = ["float", "int", "double", "float4", "unsigned int", "unsigned char"];

/** For what a kernel calls and the file does not define: gives its first argument back (`cuda_runtime.h`). */
const ANY_FUNCTOR = "WarpLensFirstArgument";

/** Template arguments to try for a kernel. */
function candidatesOf(
  kernel: FunctionOutline,
  template: string,
  text: string,
  outline: Outline,
  elsewhere: readonly string[],
): Candidate[] {
  const parameters = splitArguments(template).map(parameterOf);
  const body = text.slice(kernel.body!.start, kernel.body!.end);
  const called = calledParameters(body, parameters, kernel);
  const vectors = vectorParameters(body, parameters, kernel);
  const written = [
    // By the text alone: a launch in broken code, or in a macro's body, is in no outline.
    ...(launchArguments(text).get(kernel.name) ?? []).map((list) => ({
      list,
      where: "a launch in this file",
    })),
    ...elsewhere.map((list) => ({ list, where: "a launch in another file" })),
  ];
  const asWritten = written.map(({ list, where }) => ({ arguments: list, assumed: `the arguments of ${where}` }));
  // A dispatch macro, or a template around the launch, gives a type a name that means nothing after the last line; and a
  // launch may leave the last arguments to be deduced from what it passes.
  const filled = written.flatMap(({ list, where }) =>
    fundamental.slice(0, 3).map((type) => {
      const given = splitArguments(list);
      const values = given.map((value, i) => {
        const parameter = parameters[Math.min(i, parameters.length - 1)];
        const isName = /^[A-Za-z_]\w*$/.test(value) && !/^(?:true|false)$/.test(value);
        if (!parameter || !isName) return value;
        return assumedValue(parameter.kind === "pack" ? { ...parameter, kind: "type" } : parameter, new Map(), type);
      });
      const rest = assumedArguments(parameters.slice(given.length), new Map(vectors), type);
      const all = [...values, ...(rest === "" ? [] : [rest])].join(", ");
      return { arguments: all, assumed: `${where} does not say which types; ${type} is assumed` };
    }),
  );
  const callables = called.size > 0 ? [...functors(text, outline).slice(0, 2), ANY_FUNCTOR] : [];
  const assumed = [undefined, ...callables].flatMap((functor) => {
    const types = new Map([...vectors, ...[...called].flatMap((name) => (functor ? [[name, functor] as const] : []))]);
    return fundamental.map((type) => ({
      arguments: assumedArguments(parameters, types, type),
      assumed: `no launch of it is in sight${functor === ANY_FUNCTOR ? "; a functor that gives back its first argument is assumed" : ""}`,
    }));
  });
  const ordered = callables.length > 0 ? [...assumed.slice(fundamental.length), ...assumed] : assumed;
  const seen = new Set<string>();
  const all = [...asWritten, ...filled, ...ordered];
  return all.filter((one) => !seen.has(one.arguments) && seen.add(one.arguments)).slice(0, MAX_CANDIDATES);
}

/**
 * Whether bitcode has a function made from a template: its string table is plain text, and a mangled name has the length
 * of the template's name before it and `I` for the arguments after.
 */
function hasInstance(names: string, kernel: FunctionOutline): boolean {
  return names.includes(`${kernel.name.length}${kernel.name}I`);
}

/**
 * The template kernels with a body that a module has no instance of.
 * @param elsewhere template arguments of launches in other files, by the kernel's plain name
 */
export function wantedInstances(
  text: string,
  outline: Outline,
  bitcode: Uint8Array,
  elsewhere: ReadonlyMap<string, readonly string[]>,
): Wanted[] {
  const names = new TextDecoder("latin1").decode(bitcode);
  return outline.functions.flatMap((kernel) => {
    if (!kernel.isKernel || !kernel.body) return [];
    const { template } = kernel;
    // Empty for a full specialisation, which is no template any more.
    if (template === undefined || template.trim() === "" || hasInstance(names, kernel)) return [];
    return [
      {
        kernel,
        scopes: scopesOf(kernel, outline),
        isOverloaded: isOverloaded(kernel, outline),
        candidates: candidatesOf(kernel, template, text, outline, elsewhere.get(kernel.name) ?? []),
      },
    ];
  });
}

/** Template arguments with every type that the text gives a name in them: dispatch macros declare it anew for each. */
function withAliases(list: string, text: string): string[] {
  for (const name of new Set(list.match(/[A-Za-z_]\w*/g) ?? [])) {
    const aliases = [...text.matchAll(patternWith("g")`\busing\s+${name}\s*=\s*([\w:]+)\s*;`)].map(
      (match) => match[1]!,
    );
    if (aliases.length === 0) continue;
    return [...new Set(aliases)].map((alias) => list.replace(patternWith("g")`\b${name}\b`, () => alias));
  }
  return [list];
}

/**
 * Template kernels whose launches were taken out with the code around them: other instances of the same template may be
 * left, these are made again.
 */
export function lostInstances(text: string, outline: Outline, cuts: readonly Edit[]): Wanted[] {
  const lost = cuts
    .filter((cut) => !cut.text.includes("&"))
    .flatMap(({ start, end }) => [...launchArguments(text.slice(start, end))])
    .flatMap(([name, lists]) => lists.flatMap((list) => withAliases(list, text)).map((list) => ({ name, list })));
  const seen = new Set<string>();
  return lost.flatMap(({ name, list }) => {
    const kernel = outline.functions.find((one) => one.isKernel && one.body && one.name === name);
    const key = `${name}<${list}>`;
    if (!kernel || seen.has(key)) return [];
    seen.add(key);
    const candidates = [{ arguments: list, assumed: "the arguments of a launch in this file" }];
    return [{ kernel, scopes: scopesOf(kernel, outline), isOverloaded: isOverloaded(kernel, outline), candidates }];
  });
}

/**
 * What a pointer to one of several kernels of a name is declared as: the kernel's own parameters, its template parameters
 * being names for the arguments. Undefined where a parameter cannot be named like that.
 */
function ownType({ kernel }: Wanted, candidate: Candidate): { names: string; parameters: string } | undefined {
  const parameters = splitArguments(kernel.template ?? "").map(parameterOf);
  const values = splitArguments(candidate.arguments);
  const names = parameters.map((one, i) => {
    const value = values[i] ?? one.default;
    if (value === undefined || one.name === "" || one.kind === "pack") return undefined;
    return one.kind === "type" ? `using ${one.name} = ${value}; ` : `constexpr ${one.type} ${one.name} = ${value}; `;
  });
  if (names.includes(undefined)) return undefined;
  return { names: names.join(""), parameters: kernel.parameters.map((one) => one.type).join(", ") };
}

/** One line that makes clang instantiate a kernel. Taking its address is enough: every instance of a kernel is emitted. */
export function instantiation(wanted: Wanted, candidate: Candidate, index: number): string {
  const { kernel, scopes } = wanted;
  const instance = `::${kernel.qualifiedName}<${candidate.arguments}>`;
  const own = wanted.isOverloaded ? ownType(wanted, candidate) : undefined;
  const pointer = own
    ? `${own.names}void (*instance)(${own.parameters}) = &${instance};`
    : `auto instance = &${instance};`;
  // The arguments are written as they would be beside the kernel.
  const open = scopes.map((scope) => `namespace ${scope} { `).join("");
  return `${open}static void warplens_instance_${index}() { ${pointer} (void)instance; }${" }".repeat(scopes.length)}`;
}

function isOverloaded({ qualifiedName }: FunctionOutline, { functions }: Outline): boolean {
  return functions.filter((one) => one.isKernel && one.body && one.qualifiedName === qualifiedName).length > 1;
}

/** The namespaces that a kernel stands in; a structure around it is none. */
function scopesOf({ qualifiedName }: FunctionOutline, { structures = [] }: Outline): string[] {
  const parts = qualifiedName.split("::").slice(0, -1);
  const isNamespace = (part: string) => part !== "" && !structures.some((one) => one.name.split("::").at(-1) === part);
  return parts.every(isNamespace) ? parts : [];
}
