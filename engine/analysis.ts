/** One text through the whole pipeline: outline, compiler, IR, lower, facts, rules. */
import type { CompileCache } from "../analyzer/compiler/cache";
import { type CompiledPart, compileKernels } from "../analyzer/compiler/incremental";
import { moduleFacts } from "../analyzer/facts";
import { demangle } from "../analyzer/facts/demangle";
import type { KernelFacts } from "../analyzer/facts/model";
import type { Func, Module } from "../analyzer/ir/model";
import { readModule } from "../analyzer/ir/reader";
import { lowerModule } from "../analyzer/lower/lower";
import type { LoweredFunction } from "../analyzer/lower/model";
import { expandAssembly } from "../analyzer/ptx/expand";
import { judge } from "../analyzer/rules/run";
import type { Syntax } from "../analyzer/syntax";
import { lineIndex } from "../analyzer/syntax/lineIndex";
import type { Outline } from "../analyzer/syntax/model";
import type { Configuration } from "./config";
import { compileOptions } from "./configuration/resolve";
import type { Analysis, CompiledKernel, Document } from "./model";
import { spanOf } from "./places";
import type { Platform } from "./platform";
import { compileInput } from "./sources";

/** What analyses share: the parser, the platform, and what earlier compiles left. */
export interface Workshop {
  readonly syntax: Syntax;
  readonly platform: Platform;
  readonly cache: CompileCache;
}

interface Read {
  readonly module: Module;
  readonly lowered: ReadonlyMap<string, LoweredFunction>;
}

/** Bitcode comes back unchanged from the compiler's cache while other kernels are edited; it is read once. */
const readings = new WeakMap<Uint8Array, Read>();

function read(bitcode: Uint8Array): Read {
  let known = readings.get(bitcode);
  if (!known) {
    const module = expandAssembly(readModule(bitcode));
    known = { module, lowered: lowerModule(module) };
    readings.set(bitcode, known);
  }
  return known;
}

/** Whether a part of the compile speaks for a kernel; the only part speaks for all. */
function speaksFor(part: CompiledPart, parts: readonly CompiledPart[], kernel: Func): boolean {
  return parts.length === 1 || part.kernels.includes(demangle(kernel.name).qualifiedName);
}

function compiledKernels(parts: readonly CompiledPart[]): CompiledKernel[] {
  return parts.flatMap((part) => {
    const { module } = read(part.bitcode);
    return module.functions
      .filter((one) => one.isKernel && one.blocks.length > 0 && speaksFor(part, parts, one))
      .map((kernel) => ({ kernel, module, bitcode: part.bitcode }));
  });
}

function factsOf(
  parts: readonly CompiledPart[],
  compiled: readonly CompiledKernel[],
  outline: Outline,
  text: string,
  block: Configuration["block"],
): KernelFacts[] {
  const wanted = new Set(compiled.map((one) => one.kernel));
  return parts.flatMap((part) => {
    const { module, lowered } = read(part.bitcode);
    const functions = module.functions.filter((one) => !one.isKernel || wanted.has(one));
    return moduleFacts({ ...module, functions }, lowered, outline, { text, block }).kernels;
  });
}

export async function analyse(
  document: Document,
  { syntax, platform, cache }: Workshop,
  configuration: Configuration,
  signal?: AbortSignal,
): Promise<Analysis> {
  const compile = await compileOptions(platform, document.path, configuration);
  const outline = syntax.outline(document.text, compile.defines);
  const text = { document, outline, lines: lineIndex(document.text) };
  // A file without device code has nothing for the device pass; rules about host code read the outline alone.
  const isDevice = outline.functions.some((one) => one.isDevice);
  const input = isDevice ? await compileInput(platform, document, compile, signal) : undefined;
  const result =
    input && (await compileKernels(platform.clang, cache, input.source, outline, input.files, input.options, signal));
  const parts = result?.parts ?? [];
  const compiled = compiledKernels(parts);
  const kernels = factsOf(parts, compiled, outline, document.text, configuration.block);
  const verdict = judge(
    {
      path: document.path,
      text: document.text,
      outline,
      kernels,
      accessSpan: (fact) => spanOf(text, fact.access.location, fact.access.op),
    },
    configuration.rules,
  );
  const { findings, suppressed } = configuration.excluded ? { findings: [], suppressed: [] } : verdict;
  return { ...text, kernels, findings, suppressed, leftOut: result?.leftOut ?? [], compiled };
}
