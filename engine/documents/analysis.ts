import type { CompiledPart } from "../../analyzer/compiler/incremental/state";
import { isSameLineMap, type LineMap, linesNow } from "../../analyzer/compiler/lines/lineMap";
import { type FactOptions, type FactsByKernel, moduleFacts } from "../../analyzer/facts";
import { hostFacts } from "../../analyzer/facts/host";
import type { KernelFacts } from "../../analyzer/facts/model";
import { architectureNamed, defaultArchitecture } from "../../analyzer/hardware/architectures";
import { demangle } from "../../analyzer/ir/demangle";
import type { Func, Module } from "../../analyzer/ir/model";
import { lowerModule } from "../../analyzer/lower/lower";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { abstractReading } from "../../analyzer/readings";
import type { Finding } from "../../analyzer/rules/model";
import type { Outline } from "../../analyzer/syntax/model";
import { lineIndex } from "../../analyzer/syntax/text/lineIndex";
import { makefileArguments } from "../configuration/makefile";
import { compileOptions } from "../configuration/resolve";
import type { Analysis, CompiledKernel, Document } from "../model";
import type { Configuration } from "../model/configuration";
import { soundVerdict } from "./defects";
import { compileDocument } from "./deviceCode";
import { libraryOf } from "./kernelNames";
import { spanOf } from "./sourceLocation";
import { forOneAnswer, type Workshop } from "./workshop";

interface Read {
  readonly moved: LineMap | undefined;
  readonly module: Module;
  readonly lowered: ReadonlyMap<string, LoweredFunction>;
  readonly facts: FactsByKernel;
}

/**
 * Bitcode comes back unchanged from the compiler's cache while other kernels are edited; it is read once, and again when
 * its lines have moved.
 */
const readings = new WeakMap<Uint8Array, Read>();

function read({ bitcode, moved }: CompiledPart): Read {
  let known = readings.get(bitcode);
  if (!known || !isSameLineMap(known.moved, moved)) {
    const module = abstractReading(bitcode, linesNow(moved));
    known = { moved, module, lowered: lowerModule(module), facts: new Map() };
    readings.set(bitcode, known);
  }
  return known;
}

/** Whether a part of the compile speaks for a kernel; the only part speaks for all. */
function speaksFor(part: CompiledPart, parts: readonly CompiledPart[], kernel: Func): boolean {
  return parts.length === 1 || part.kernels.includes(demangle(kernel.name).qualifiedName);
}

/** The kernels of the program. Those of our own library implementations are left out: their accesses are not the user's to change. */
function compiledKernels(parts: readonly CompiledPart[]): CompiledKernel[] {
  return parts.flatMap((part) => {
    const { module } = read(part);
    return module.functions
      .filter((one) => one.isKernel && one.blocks.length > 0 && !libraryOf(one.name) && speaksFor(part, parts, one))
      .map((kernel) => ({ kernel, module, bitcode: part.bitcode, ...(part.moved && { moved: part.moved }) }));
  });
}

function factsOf(
  parts: readonly CompiledPart[],
  compiled: readonly CompiledKernel[],
  outline: Outline,
  options: FactOptions,
): KernelFacts[] {
  const wanted = new Set(compiled.map((one) => one.kernel));
  return parts.flatMap((part) => {
    const { module, lowered, facts: known } = read(part);
    const functions = module.functions.filter((one) => !one.isKernel || wanted.has(one));
    return moduleFacts({ ...module, functions }, lowered, outline, { ...options, known }).kernels;
  });
}

/** A finding in a template without a launch, or behind a definition that is not set, says which instance its figures are of. */
function withInstance(
  finding: Finding,
  { outline, isSet }: { readonly outline: Outline; readonly isSet: boolean },
  instantiated: ReadonlyMap<string, string>,
): Finding {
  const { start, end } = finding.span;
  const kernel = outline.functions.find((one) => one.isKernel && one.start <= start && end <= one.end);
  if (!kernel) return finding;
  const { qualifiedName, nameSpan } = kernel;
  const assumed = instantiated.get(qualifiedName);
  const made = [...instantiated].find(([name]) => name.startsWith(`${qualifiedName}<`));
  if (!made && !assumed) return finding;
  const message = made
    ? `These figures are for ${made[0]}, which WarpLens instantiated: ${made[1]}.`
    : `These figures are for ${qualifiedName} with ${assumed}.`;
  const explained = { ...finding, related: [...finding.related, { span: nameSpan, message }] };
  // Template arguments that WarpLens chose decide what an access costs: the figures are an example.
  const isExample =
    made?.[1].startsWith("no launch") === true && /[<,]\s*-?\d/.test(made[0]) && finding.figures !== undefined;
  return isExample && !isSet && finding.severity === "warning" && finding.certainty === "proved"
    ? { ...explained, severity: "information", certainty: "bounded" }
    : explained;
}

/** Analyses a document: compiles its device code, computes facts and runs the rules. */
export async function analyse(
  document: Document,
  shared: Workshop,
  configuration: Configuration,
  signal?: AbortSignal,
): Promise<Analysis> {
  const release = shared.launches.hold();
  try {
    return await analysed(document, shared, configuration, signal);
  } finally {
    release();
  }
}

async function analysed(
  document: Document,
  shared: Workshop,
  configuration: Configuration,
  signal: AbortSignal | undefined,
): Promise<Analysis> {
  const { workshop, patient, lackedTime } = forOneAnswer(shared);
  const { syntax, platform } = workshop;
  const compile = await compileOptions(platform, document.path, configuration);
  const outline = syntax.outline(document.text, compile.defines);
  const text = { document, outline, lines: lineIndex(document.text) };
  const {
    parts,
    leftOut: notCompiled,
    instantiated,
  } = await compileDocument(document, outline, compile, workshop, signal);
  const headers = lackedTime();
  const compiled = compiledKernels(parts);
  const words = configuration.programArguments ?? (await makefileArguments(platform, document.path)) ?? [];
  const question = { document, outline, compile, kernels: compiled.map((one) => one.kernel), words };
  const { launches, isCurrent } = await workshop.launches.of(question, patient, signal);
  const options = { text: document.text, block: configuration.block, program: launches };
  const device = architectureNamed(compile.architecture) ?? defaultArchitecture;
  const { kernels, defects, ...verdict } = soundVerdict(
    {
      path: document.path,
      text: document.text,
      outline,
      kernels: factsOf(parts, compiled, outline, options),
      host: hostFacts(document.text, outline),
      architecture: device,
      accessSpan: (fact) => spanOf(text, fact.access.location, fact.access.op),
    },
    configuration.rules,
  );
  const { findings, suppressed } = configuration.excluded ? { findings: [], suppressed: [] } : verdict;
  const said = findings.map((finding) =>
    withInstance(finding, { outline, isSet: configuration.rules?.[finding.rule] !== undefined }, instantiated),
  );
  void headers?.then(() => workshop.renew?.(document));
  const awaits = { ...(!isCurrent && { awaitsLaunches: true as const }), ...(headers && { awaitsHeaders: headers }) };
  const leftOut = [...notCompiled, ...defects.map((one) => one.leftOut)];
  const read = { kernels, device, findings: said, suppressed, leftOut, defects, instantiated, compiled };
  return { ...text, ...read, ...awaits };
}
