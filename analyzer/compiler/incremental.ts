/**
 * The device pass while someone types: an edit inside one kernel compiles that kernel alone, the bodies of the others
 * being declarations, and their IR comes from before. What a kernel is compiled from is its body, where it stands, and
 * everything outside of kernel bodies; a change of the latter compiles the file anew.
 */
import type { FunctionOutline, Outline } from "../syntax/model";
import type { CompileCache } from "./cache";
import { deviceCommand } from "./commands";
import { asDeclaration } from "./declarations";
import { compileDevice } from "./device";
import { applyEdits, type Edit } from "./edits";
import type { Clang, Compiled, CompileOptions, SourceFiles } from "./model";
import { compilePass, significant } from "./pass";
import { hostBodies, unusedHeaders } from "./slice";
import type { Source } from "./virtualFiles";

/** A module, and the kernels that are to be taken from it: qualified names, without template arguments. */
export interface CompiledPart {
  readonly bitcode: Uint8Array;
  readonly kernels: readonly string[];
}

/** One pass over one file as several modules. `bitcode` is the module of the last whole compile. */
export interface CompiledParts extends Compiled {
  readonly parts: readonly CompiledPart[];
}

interface KernelState {
  /** The text from its name on and where that is: everything that its IR depends on besides the context. */
  readonly key: string;
  readonly bitcode: Uint8Array;
}

/** What is kept of a file between edits. */
export interface FileState {
  readonly context: string;
  readonly whole: Compiled;
  readonly kernels: ReadonlyMap<string, KernelState>;
}

interface Bodies {
  readonly kernels: ReadonlyMap<string, { readonly key: string; readonly declaration: Edit }>;
  readonly omitted: readonly Edit[];
  readonly context: string;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Kernels of one name (overloads, specialisations) go together, since IR is asked for by name. */
function bodiesOf(source: Source, outline: Outline, files: SourceFiles, options: CompileOptions): Bodies | undefined {
  const { text, path } = source;
  const host = hostBodies(text, outline, files);
  const omitted = [...host, ...unusedHeaders(text, host, files)];
  const kernels = new Map<string, { key: string; declaration: Edit }>();
  for (const one of outline.functions) {
    if (!one.isKernel || !one.body) continue;
    const declaration = asDeclaration(text, one);
    // Overloads share a name, and a kernel without an end has no body to exchange: the file is compiled as a whole.
    if (!declaration || kernels.has(one.qualifiedName) || one.missingBraceAt !== undefined) return undefined;
    kernels.set(one.qualifiedName, { key: keyOf(text, one), declaration });
  }
  const declarations = [...kernels.values()].map((one) => one.declaration);
  const outside = significant(applyEdits(text, [...omitted, ...declarations]));
  const context = JSON.stringify([deviceCommand(path, options), [...files], outside]);
  return { kernels, omitted, context };
}

function keyOf(text: string, { body }: FunctionOutline): string {
  const { start, end } = body!;
  const column = start - text.lastIndexOf("\n", start);
  return `${lineOf(text, start)}:${column}:${text.slice(start, end)}`;
}

/** As {@link compileDevice}, from the cache as far as it goes. */
export async function compileKernels(
  clang: Clang,
  cache: CompileCache,
  source: Source,
  outline: Outline,
  files: SourceFiles,
  options: CompileOptions,
  signal?: AbortSignal,
): Promise<CompiledParts> {
  const bodies = bodiesOf(source, outline, files, options);
  const before = cache.files.get(source.path);
  if (bodies && before?.context === bodies.context) {
    const after = await recompiled(before, bodies);
    if (after) return after;
  }
  const whole = await compileDevice(clang, source, outline, files, options, signal, { cache });
  const names = [
    ...new Set(outline.functions.filter((one) => one.isKernel && one.body).map((one) => one.qualifiedName)),
  ];
  if (!whole.bitcode) return { ...whole, parts: [] };
  const { bitcode } = whole;
  // Only a file in which everything compiled is a base: what was left out might come back with the next edit.
  if (bodies && whole.leftOut.length === 0 && whole.instantiated.size === 0) {
    const kernels = new Map([...bodies.kernels].map(([name, { key }]) => [name, { key, bitcode }]));
    cache.files.set(source.path, { context: bodies.context, whole, kernels });
  } else {
    cache.files.delete(source.path);
  }
  return { ...whole, parts: [{ bitcode, kernels: names }] };

  /** The changed kernels compiled by themselves; undefined when one of them does not compile. */
  async function recompiled(state: FileState, { kernels, omitted }: Bodies): Promise<CompiledParts | undefined> {
    const same = [...kernels].filter(([name, { key }]) => state.kernels.get(name)?.key === key);
    const unchanged = new Set(same.map(([name]) => name));
    let next = state;
    if (unchanged.size < kernels.size) {
      const others = [...kernels].filter(([name]) => unchanged.has(name)).map(([, one]) => one.declaration);
      const command = deviceCommand(source.path, options);
      const request = { clang, cache, source, outline, files, options, command, signal };
      const result = await compilePass({ ...request, omitted: [...omitted, ...others], once: true });
      const { bitcode } = result;
      if (!bitcode || result.leftOut.length > 0) return undefined;
      const changed = [...kernels].filter(([name]) => !unchanged.has(name));
      const fresh = changed.map(([name, { key }]) => [name, { key, bitcode }] as const);
      next = { ...state, kernels: new Map([...state.kernels, ...fresh]) };
      cache.files.set(source.path, next);
    }
    return { ...next.whole, parts: partsOf(next, kernels.keys()) };
  }
}

function partsOf(state: FileState, names: Iterable<string>): CompiledPart[] {
  const parts = new Map<Uint8Array, string[]>();
  for (const name of names) {
    const { bitcode } = state.kernels.get(name)!;
    parts.set(bitcode, [...(parts.get(bitcode) ?? []), name]);
  }
  return [...parts].map(([bitcode, kernels]) => ({ bitcode, kernels }));
}
