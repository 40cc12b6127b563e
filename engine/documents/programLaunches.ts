/** What the program around a document launches: its host code and that of the files that call it, compiled and evaluated. */
import type { CompileOptions } from "../../analyzer/compiler/model";
import type { HostDevice } from "../../analyzer/facts/launches/evaluate/runtime";
import { type ProgramLaunch, programLaunches } from "../../analyzer/facts/launches/program";
import { architectureNamed, defaultArchitecture } from "../../analyzer/hardware/architectures";
import type { Func, Module } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader/reader";
import type { Outline } from "../../analyzer/syntax/model";
import { deviceProperties } from "../../simulator/host/runtime/devices/properties";
import { attributeOf } from "../../simulator/host/runtime/state/attributes";
import type { Document } from "../model";
import { compileInput } from "../sources/includes";
import { virtualPath } from "../sources/paths";
import { type Caller, callersOf, definersOf } from "./callers";
import type { CompileTools, ProgramTools } from "./compileTools";
import { missingFunctions } from "./definers";
import { compileHostSide, languageOf } from "./hostCode";
import { launchesIn, launchText } from "./launchText";

/** The document as it is compiled, and its kernels. */
export interface LaunchQuestion {
  readonly document: Document;
  readonly outline: Outline;
  readonly compile: CompileOptions;
  readonly kernels: readonly Func[];
  /** Words after the program's name. */
  readonly words: readonly string[];
}

/** A host side as it is evaluated. */
interface HostUnit {
  readonly bitcode: Uint8Array;
  /** As debug information names the file. */
  readonly path: string;
  readonly module: Module;
  /** The user's headers without those of CUDA's core libraries, by virtual path. */
  readonly headers: readonly string[];
}

/** Bitcode comes back unchanged from the compiler's cache while kernels are edited. */
const modules = new WeakMap<Uint8Array, Module>();

function moduleOf(bitcode: Uint8Array): Module {
  let module = modules.get(bitcode);
  if (!module) {
    module = readModule(bitcode);
    modules.set(bitcode, module);
  }
  return module;
}

async function hostUnit(
  document: Document,
  outline: Outline,
  compile: CompileOptions,
  tools: CompileTools,
  signal: AbortSignal | undefined,
): Promise<HostUnit | undefined> {
  const input = await compileInput(tools.platform, document, compile, signal);
  const language = languageOf(document.path);
  const { bitcode } = await compileHostSide(input, outline, language, tools, signal, true);
  const headers = [...input.files.keys()].filter((one) => !input.libraryFiles.has(one));
  return bitcode && { path: input.source.path, bitcode, module: moduleOf(bitcode), headers };
}

function deviceOf(compile: CompileOptions): HostDevice {
  const architecture = architectureNamed(compile.architecture) ?? defaultArchitecture;
  return {
    architecture,
    attribute: (number) => attributeOf(architecture, 0, number),
    properties: deviceProperties(architecture, 0),
  };
}

/** Threads that `__launch_bounds__` allows, by kernel. */
function threadLimits(kernels: readonly Func[]): (kernel: string) => number | undefined {
  const limits = new Map(
    kernels.flatMap(({ name, attributes }) => {
      const bounds = attributes.get("nvvm.maxntid");
      const threads = typeof bounds === "string" ? bounds.split(",").reduce((all, one) => all * Number(one), 1) : 0;
      return threads > 0 ? [[name, threads] as const] : [];
    }),
  );
  return (kernel) => limits.get(kernel);
}

/** How often files are looked for that define what the files before call. */
const MAX_STEPS = 3;

/** Whether there is host code that could launch: without any there is nothing to compile. */
function launches({ document, outline }: LaunchQuestion): boolean {
  return outline.launches.length > 0 || outline.includes.length > 0 || /<<[ \t]*<|Launch/.test(document.text);
}

/** Every launch that the evaluation of the program's host code reaches; none where it does not compile. */
export async function programLaunchesOf(
  question: LaunchQuestion,
  tools: ProgramTools,
  signal?: AbortSignal,
): Promise<readonly ProgramLaunch[]> {
  const { document, outline, compile, kernels } = question;
  if (kernels.length === 0) return [];
  const callers = await callersOf(document, outline, tools);
  if (callers.length === 0 && !launches(question)) return [];
  const units: HostUnit[] = [];
  const known = new Set<string>();
  async function add(more: readonly Caller[]): Promise<void> {
    for (const one of more) {
      known.add(one.document.path);
      const unit = await hostUnit(one.document, one.outline, compile, tools, signal);
      if (unit) units.push(unit);
    }
  }
  await add([{ document, outline }, ...callers]);
  for (let step = 0; step < MAX_STEPS; step++) {
    const more = await definersOf(missingFunctions(units.map((one) => one.module)), document, known, tools);
    if (more.length === 0) break;
    await add(more);
  }
  const own = new Set(units.flatMap(({ path, headers }) => [path, ...headers]));
  const path = virtualPath(document.path);
  const world = { device: deviceOf(compile), threadLimit: threadLimits(kernels), words: question.words };
  const modules = units.map((one) => one.module);
  const evaluate = (): readonly ProgramLaunch[] => programLaunches(modules, world, path, (file) => own.has(file));
  if (!tools.platform.kept) return evaluate();
  const limits = kernels.map(({ name }) => [name, world.threadLimit(name)]);
  const asked = JSON.stringify([path, [...own], compile.architecture, limits, question.words]);
  const text = await tools.platform.kept([asked, ...units.map((one) => one.bitcode)], async () =>
    launchText(evaluate()),
  );
  return launchesIn(text);
}
