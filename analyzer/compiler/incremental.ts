/**
 * The device pass while someone types: an edit inside one kernel compiles that kernel alone, the bodies of the others
 * being declarations, and their IR comes from before. What a kernel is compiled from is its body, where it stands, and
 * everything outside of kernel bodies; a change of the latter compiles the file anew.
 */
import type { FunctionOutline, Outline } from "../syntax/model";
import type { CompileCache } from "./cache";
import { deviceCommand } from "./commands";
import { asDeclaration } from "./declarations";
import { compileDevice, type DeviceCompiled, type DeviceExtras } from "./device";
import { applyEdits, type Edit } from "./edits";
import type { Clang, Compiled, CompileOptions, LeftOut, SourceFiles } from "./model";
import { compilePass, significant } from "./pass";
import { type BodyPlace, rebase } from "./rebase";
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
  /** Why it is not in the module, where it is not. */
  readonly leftOut: readonly LeftOut[];
}

/** What is kept of a file between edits. */
export interface FileState {
  readonly context: string;
  readonly whole: DeviceCompiled;
  /** Where the kernel bodies stood when the file was compiled as a whole, in order. */
  readonly places: readonly BodyPlace[];
  readonly kernels: ReadonlyMap<string, KernelState>;
}

interface Body extends BodyPlace {
  readonly key: string;
  readonly declaration: Edit;
}

interface Bodies {
  readonly kernels: ReadonlyMap<string, Body>;
  /** Bodies of host functions, and include lines, that the device pass has no need of. */
  readonly host: readonly Edit[];
  readonly unused: readonly Edit[];
  readonly context: string;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Kernels of one name (overloads, specialisations) go together, since IR is asked for by name. */
function bodiesOf(source: Source, outline: Outline, files: SourceFiles, options: CompileOptions): Bodies | undefined {
  const { text, path } = source;
  const host = hostBodies(text, outline, files);
  const unused = unusedHeaders(text, host, files);
  const kernels = new Map<string, Body>();
  for (const one of outline.functions) {
    if (!one.isKernel || !one.body) continue;
    const declaration = asDeclaration(text, one);
    // Overloads share a name, and a kernel without an end has no body to exchange: the file is compiled as a whole.
    if (!declaration || kernels.has(one.qualifiedName) || one.missingBraceAt !== undefined) return undefined;
    const { start, end } = declaration;
    const lines = { line: lineOf(text, start), lines: text.slice(start, end).split("\n").length - 1 };
    kernels.set(one.qualifiedName, { key: keyOf(text, one), declaration, start, end, ...lines });
  }
  const declarations = [...kernels.values()].map((one) => one.declaration);
  const outside = significant(applyEdits(text, [...host, ...unused, ...declarations]));
  const context = JSON.stringify([deviceCommand(path, options), [...files], outside]);
  return { kernels, host, unused, context };
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
  elsewhere?: DeviceExtras["elsewhere"],
): Promise<CompiledParts> {
  const bodies = bodiesOf(source, outline, files, options);
  const stateKey = JSON.stringify([source.path, options.forcedIncludes]);
  const before = cache.files.get(stateKey);
  if (bodies && before?.context === bodies.context) {
    const after = await recompiled(before, bodies);
    if (after) return after;
  }
  const whole = await compileDevice(clang, source, outline, files, options, signal, {
    cache,
    ...(elsewhere ? { elsewhere } : {}),
  });
  const { bitcode, leftOut } = whole;
  if (!bitcode) return { ...whole, parts: [] };
  if (bodies) {
    const places = [...bodies.kernels.values()];
    const shared = rebase(source.path, whole, places, places).leftOut.map((one) => JSON.stringify(one));
    const own = leftOut.filter((one) => !shared.includes(JSON.stringify(one)));
    const kernels = new Map(
      [...bodies.kernels].map(([name, { key }]) => {
        return [name, { key, bitcode, leftOut: own.filter((one) => one.function === name) }] as const;
      }),
    );
    cache.files.set(stateKey, { context: bodies.context, whole, places, kernels });
  } else {
    cache.files.delete(stateKey);
  }
  const kernels = outline.functions.filter((one) => one.isKernel && one.body).map((one) => one.qualifiedName);
  return { ...whole, parts: [{ bitcode, kernels: [...new Set(kernels)] }] };

  /** The changed kernels compiled by themselves; undefined when that cannot be told from the whole. */
  async function recompiled(state: FileState, { kernels, host, unused }: Bodies): Promise<CompiledParts | undefined> {
    const changed = [...kernels].filter(([name, { key }]) => state.kernels.get(name)?.key !== key);
    const start = rebase(source.path, state.whole, state.places, [...kernels.values()]);
    let next = state;
    if (changed.length > 0) {
      const names = new Set(changed.map(([name]) => name));
      const others = [...kernels].filter(([name]) => !names.has(name)).map(([, one]) => one.declaration);
      const appended = changed.flatMap(([name]) => state.whole.appended.get(name) ?? []);
      const command = deviceCommand(source.path, options);
      const request = { clang, cache, source, outline, files, options, command, signal, appended };
      const omitted = [...host, ...others];
      const first = { ...request, omitted: [...omitted, ...unused], once: unused.length > 0 };
      let result = await compilePass(first, start.isolations);
      if (result.retry) result = await compilePass({ ...request, omitted }, start.isolations);
      const { bitcode } = result;
      const news = result.leftOut.filter((one) => !start.leftOut.includes(one));
      // A kernel that breaks is left out; anything else that does not compile any more is for the whole file to settle.
      if (!bitcode || news.some((one) => !names.has(one.function))) return undefined;
      const fresh = changed.map(([name, { key }]) => {
        return [name, { key, bitcode, leftOut: news.filter((one) => one.function === name) }] as const;
      });
      next = { ...state, kernels: new Map([...state.kernels, ...fresh]) };
      cache.files.set(stateKey, next);
    }
    const leftOut = [...start.leftOut, ...[...next.kernels.values()].flatMap((one) => one.leftOut)];
    return { ...next.whole, leftOut, parts: partsOf(next, kernels.keys()) };
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
