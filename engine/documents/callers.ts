/**
 * The other source files of a program that lead to a document's launches: those that call its functions, up to `main`, and
 * those that define what is called on the way.
 */
import { codeOnly } from "../../analyzer/compiler/text/statements";
import type { Syntax } from "../../analyzer/syntax";
import type { Outline } from "../../analyzer/syntax/model";
import { pattern } from "../../analyzer/syntax/text/patterns";
import type { Document } from "../model";
import type { Neighbours } from "../sources/neighbours";
import { isUnit } from "../sources/paths";

/** More files are not compiled for the launches of one. */
const MAX_CALLERS = 4;

/** A source file with its outline. */
export interface Caller {
  readonly document: Document;
  readonly outline: Outline;
}

const functionNames = ({ functions }: Outline): readonly string[] =>
  functions.flatMap(({ name, body, isDevice, isKernel }) => (body && (isKernel || !isDevice) ? [name] : []));

const hasMain = (outline: Outline): boolean => outline.functions.some(({ name, body }) => name === "main" && body);

/** A test for texts that seem to define one of some functions; it is quick, as most files that are asked about do not. */
function definesAny(names: readonly string[]): (text: string) => boolean {
  const words = names.filter((name) => /^\w+$/.test(name));
  if (words.length === 0) return () => false;
  const definition = pattern`\b${words}\s*\([^;{}]*\)\s*\{`;
  return (text) => definition.test(text);
}

/** A test for texts that call or launch one of some functions. */
function callsAny(names: readonly string[]): (text: string) => boolean {
  const words = names.filter((name) => /^\w+$/.test(name));
  if (words.length === 0) return () => false;
  const call = pattern`\b${words}\s*[(<]`;
  return (text) => call.test(codeOnly(text));
}

/** A test for texts that look one of some kernels up in a module by its name. */
function looksUp(names: readonly string[]): (text: string) => boolean {
  const words = names.filter((name) => /^\w+$/.test(name));
  if (words.length === 0) return () => false;
  const quoted = pattern`"${words}"`;
  return (text) => /\bcu(?:ModuleGetFunction|LibraryGetKernel)\b/.test(text) && quoted.test(text);
}

const kernelNames = ({ functions }: Outline): readonly string[] =>
  functions.flatMap(({ name, body, isKernel }) => (body && isKernel ? [name] : []));

/**
 * Names of the functions that a file's callers may call: all of a source file's, as macros and pointers lead from one to the
 * next; of a header, which is many programs', those that call one of some functions, directly or through others of it.
 */
function reachingNames({ document: { path, text }, outline }: Caller, names: readonly string[]): readonly string[] {
  const all = functionNames(outline);
  if (isUnit(path)) return all;
  const reaching = new Set<string>();
  let more = names;
  for (let calls = callsAny(more); more.length > 0; calls = callsAny(more)) {
    const callers = outline.functions.filter(({ name, body }) => body && !reaching.has(name) && all.includes(name));
    more = callers.filter(({ body }) => calls(text.slice(body!.start, body!.end))).map(({ name }) => name);
    for (const name of more) reaching.add(name);
  }
  return [...reaching];
}

/**
 * Source files from which the document's functions and kernels are called, directly or through headers, nearest first, up to
 * the one with `main`. None for a document with a `main` of its own; where several programs call it, which of them is meant
 * is not known, and none of their files with `main` is among them.
 */
export async function callersOf(
  document: Document,
  outline: Outline,
  { neighbours, syntax }: { readonly neighbours: Neighbours; readonly syntax: Syntax },
): Promise<readonly Caller[]> {
  if (hasMain(outline)) return [];
  let rest = await neighbours.around(document);
  const found: Caller[] = [];
  const known = new Set(["main"]);
  for (let names = functionNames(outline); names.length > 0 && found.length <= MAX_CALLERS; ) {
    const called = names;
    const calls = callsAny(called);
    const loads = looksUp(found.length === 0 ? kernelNames(outline) : []);
    for (const name of called) known.add(name);
    const callers = rest
      .filter(({ text }) => calls(text) || loads(text))
      .map((one): Caller => ({ document: one, outline: syntax.outline(one.text) }));
    const units = callers.filter((one) => isUnit(one.document.path));
    rest = rest.filter((one) => !units.some(({ document: { path } }) => path === one.path));
    found.push(...units);
    names = callers.flatMap((one) => reachingNames(one, called)).filter((name) => !known.has(name));
  }
  const mains = found.filter((one) => hasMain(one.outline));
  return found.filter((one) => mains.length === 1 || !mains.includes(one)).slice(0, MAX_CALLERS);
}

/**
 * The files of the folder that define functions, where one file alone does and it is of no other program; those that are
 * known already are left out.
 */
export async function definersOf(
  names: readonly string[],
  document: Document,
  known: ReadonlySet<string>,
  { neighbours, syntax }: { readonly neighbours: Neighbours; readonly syntax: Syntax },
): Promise<readonly Caller[]> {
  const defines = definesAny(names);
  const candidates = (await neighbours.sources(document))
    .filter(({ path, text }) => !known.has(path) && defines(text))
    .map((one): Caller => ({ document: one, outline: syntax.outline(one.text) }))
    .filter(({ outline }) => !hasMain(outline));
  const definers = names.flatMap((name) => {
    const found = candidates.filter(({ outline }) => functionNames(outline).includes(name));
    return found.length === 1 ? found : [];
  });
  return [...new Set(definers)].slice(0, MAX_CALLERS);
}
