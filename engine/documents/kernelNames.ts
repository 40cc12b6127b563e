/** Finding the kernel that a user names: as declared, as written at a launch, or mangled. */
import type { LeftOut } from "../../analyzer/compiler/model";
import { demangle } from "../../analyzer/ir/demangle";
import type { Func } from "../../analyzer/ir/model";
import type { Analysis, CompiledKernel } from "../model";
import { UsageError } from "../model/errors";

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

/** The unqualified name, without template arguments. */
export function kernelName(kernel: Func): string {
  return demangle(kernel.name).name;
}

/** Characters of a signature that people read as it is. */
const LONGEST = 200;

/** Characters of arguments of an argument up to which they tell instances apart, and are kept. */
const TELLING = 48;

/** Where the `>` of a `<` stands; the text's length where none does. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "<") depth++;
    if (text[at] === ">" && --depth === 0) return at;
  }
  return text.length;
}

/** A signature in which, where it is long, arguments of arguments are `<…>`, and all those of the parameters' types. */
function readable(signature: string): string {
  if (signature.length <= LONGEST) return signature;
  let [text, end, isInParameters] = ["", -1, false];
  for (let at = 0; at < signature.length; at++) {
    const character = signature[at]!;
    if (at > end && character === "(" && !signature.startsWith("(anonymous", at)) isInParameters = true;
    const close = character === "<" ? closing(signature, at) : at;
    if (character === "<" && at > end && !isInParameters) end = close;
    else if (close - at > (isInParameters ? 0 : TELLING)) {
      text += "<…>";
      at = close;
      continue;
    }
    text += character;
  }
  return text;
}

/** Namespaces of a version, which no program writes: `std::__2`, `cuda::__4`, `cub::_V_300600_SM_900`, `cub::CUB_200700_900_NS`. */
const VERSION = /(?<=\b(?:std|cuda)::)__\d+::|(?<=\b(?:cub|thrust|cuda)::)(?:_V_\d+_SM_|CUB_\d+_|THRUST_\d+_)\w+::/g;

/** The names of libraries as programs write them. */
const unversioned = (text: string): string => text.replaceAll(VERSION, "");

/** The name with its template arguments, as one would write it at a launch, and the parameter types. */
export function signatureOf(mangled: string): string {
  return readable(unversioned(demangle(mangled).display));
}

/** The library whose algorithm a kernel of our own headers implements, by the types of the instance. */
export function libraryOf(mangled: string): "CUB" | "Thrust" | undefined {
  if (!mangled.startsWith("_ZN16warplens_library")) return undefined;
  return mangled.includes("3cub4__wl") ? "CUB" : "Thrust";
}

/** The name and template arguments of a kernel without those arguments' own: they hold whole expressions. */
export function shortSignature(mangled: string): string {
  const { qualifiedName, templateArguments } = demangle(mangled);
  const heads = templateArguments.map((one) => unversioned(one).replace(/<.*$/s, ""));
  const name = unversioned(qualifiedName);
  return heads.length > 0 ? `${name}<${heads.join(", ")}>` : name;
}

/** Why there is this instance of a template, where the file has no launch of it, or a kernel that nothing switches on. */
export function instanceOf(
  { instantiated }: Pick<Analysis, "instantiated">,
  mangled: string,
): { readonly instantiated?: string } {
  const { qualifiedName } = demangle(mangled);
  const made = [...instantiated].find(([name]) => name === qualifiedName || name.startsWith(`${qualifiedName}<`));
  return made ? { instantiated: made[1] } : {};
}

/** Names in a list that people read. */
const LISTED = 8;

/** Names of which each stands once, and how many instances it has. */
function families(symbols: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const symbol of symbols) {
    const { qualifiedName } = demangle(symbol);
    counts.set(qualifiedName, (counts.get(qualifiedName) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${name}<…> (${count} instances)` : name));
}

/**
 * Kernels, by their mangled names, as a user names them: those first that are like a name, templates in one where there are
 * many instances, and a kernel's parameters only where overloads need them.
 */
export function listed(symbols: readonly string[], like = ""): string {
  const short = symbols.map(shortSignature);
  const instances = symbols.map((symbol, i) =>
    short.indexOf(short[i]!) === short.lastIndexOf(short[i]!) ? short[i]! : unversioned(demangle(symbol).display),
  );
  const grouped = families(symbols);
  const names = instances.length > LISTED && grouped.length > 1 ? grouped : instances;
  const isLike = (name: string): boolean => like !== "" && name.toLowerCase().includes(like.toLowerCase());
  const ordered = [...names.filter(isLike), ...names.filter((one) => !isLike(one))];
  const more = names.length - LISTED;
  const rest = more > 0 ? `; and ${more} more, which warplens inspect lists` : "";
  return `${ordered.slice(0, LISTED).join("; ")}${rest}`;
}

/** Template arguments as they are compared: `256u` is written `256`. */
const plainArguments = (list: string): string =>
  squeeze(unversioned(list)).replaceAll(/(?<=\b\d+)(?:u|l|ul|ll|ull)\b/gi, "");

/** Whether a kernel has a name that is written with or without template arguments; those that defaults give may be absent. */
function isNamed({ kernel }: CompiledKernel, wanted: string, withArguments: boolean): boolean {
  const { name, qualifiedName, templateArguments } = demangle(kernel.name);
  const [, plain = "", given] = /^([^<]*)(?:<(.*)>)?$/s.exec(wanted) ?? [];
  if (![name, qualifiedName, unversioned(qualifiedName)].some((form) => squeeze(form) === squeeze(plain))) return false;
  if (given === undefined || !withArguments) return true;
  const own = plainArguments(templateArguments.join(","));
  return own === plainArguments(given) || own.startsWith(`${plainArguments(given)},`);
}

/** Whether an instance has what a list of arguments says for certain, numbers and types of the language; other words are parameters. */
function agrees({ kernel }: CompiledKernel, list: string): boolean {
  const { templateArguments } = demangle(kernel.name);
  return plainArguments(list)
    .split(",")
    .every((one, i) => {
      const isCertain = /^(?:bool|char|int|float|double|\d+)$/.test(one);
      return !isCertain || plainArguments(templateArguments[i] ?? one) === one;
    });
}

/** Instances that the program launches when it is started without arguments, in the order of their launches. */
function launchedOf(matches: readonly CompiledKernel[], kernels: Analysis["kernels"]): readonly CompiledKernel[] {
  const lineOf = ({ kernel }: CompiledKernel) => {
    const [first] = kernels.find((one) => one.kernel.name === kernel.name)?.launches ?? [];
    return first?.from === "site" && (!first.route || first.route === "run") ? (first.line ?? 0) : undefined;
  };
  return matches.filter((one) => lineOf(one) !== undefined).sort((a, b) => lineOf(a)! - lineOf(b)!);
}

const symbolsOf = (some: readonly CompiledKernel[]): string[] => some.map(({ kernel }) => kernel.name);

/**
 * The kernel that a name means. A name of a template means its only instance, or the only one that the program launches; a
 * name with the template's parameters, `reduce<T>`, means all instances.
 * @param takesAny of several instances the one that is launched first is meant
 * @throws UsageError for a name that no kernel, or more than one, has; it lists what there is.
 */
export function findKernel(
  { compiled, leftOut, kernels }: Pick<Analysis, "compiled" | "leftOut" | "kernels">,
  wanted: string,
  takesAny = false,
): CompiledKernel {
  const exact = compiled.find((one) => one.kernel.name === wanted);
  if (exact) return exact;
  const precise = compiled.filter((one) => isNamed(one, wanted, true));
  // The source's own words for it: what is a parameter of the template there is something else in each instance.
  const list = /<([\s\w,.]*)>$/.exec(wanted)?.[1];
  const isMeant = (one: CompiledKernel): boolean => isNamed(one, wanted, false) && agrees(one, list!);
  const matches = precise.length > 0 || list === undefined ? precise : compiled.filter(isMeant);
  if (matches.length === 1) return matches[0]!;
  const launched = launchedOf(matches, kernels);
  if (launched.length === 1 || (takesAny && matches.length > 0)) return launched[0] ?? matches[0]!;
  if (matches.length > 1) throw new UsageError(`--kernel ${wanted} is ambiguous: ${listed(symbolsOf(matches))}.`);
  const isWanted = (one: LeftOut): boolean => squeeze(one.function) === squeeze(wanted).replace(/<.*$/, "");
  const why = leftOut.find((one) => isWanted(one) || one.follows?.some(isWanted));
  if (why) throw new UsageError(`Kernel ${wanted} could not be compiled: ${why.reason}`);
  const plain = wanted.replace(/<.*$/s, "");
  throw new UsageError(
    `There is no kernel ${wanted}; ${compiled.length ? `the file has ${listed(symbolsOf(compiled), plain)}` : "the file has none"}.`,
  );
}
