/** One requested simulation: from names and SPECs to a job, and from its result to the documented JSON. */

import { demangle } from "../analyzer/facts/demangle";
import type { Dim3, LaunchShape } from "../analyzer/facts/model";
import { architectures } from "../analyzer/hardware/architectures";
import type { Func, Location } from "../analyzer/ir/model";
import { counterClasses } from "../simulator/report";
import { type BuiltArguments, buildArguments, type Parameter } from "./arguments/build";
import type { Configuration } from "./config";
import { UsageError } from "./errors";
import { FORMAT_VERSION, type LaunchReportJson, type LineJson, type ProgramJson, type SimulateJson } from "./formats";
import { findKernel } from "./kernelNames";
import type { Analysis, ProgramRequest, SimulateRequest } from "./model";
import { frameIn, placeOf } from "./places";
import type { Platform } from "./platform";
import type { KernelJob, LaunchResult, LineResult, ProgramOutput } from "./simulation/job";
import { virtualPath } from "./sources";

/** Names and types of the parameters as the source has them, types without template parameters where the name tells. */
function parametersOf(analysis: Analysis, kernel: Func): Parameter[] {
  const { name, parameters } = demangle(kernel.name);
  const declared = analysis.outline.functions.find((one) => one.isKernel && one.name === name && one.body);
  const structures = new Map((analysis.outline.structures ?? []).map((one) => [one.name, one.members]));
  return kernel.arguments.map((argument, i) => {
    const type = parameters[i] ?? declared?.parameters[i]?.type ?? "";
    const members = structures.get(type.replace(/^(const\s+)?(struct\s+)?/, "").trim());
    return { name: declared?.parameters[i]?.name || argument.name, type, ...(members ? { members } : {}) };
  });
}

/** The launch that facts use for a kernel: the first in the file, else what was assumed. */
function knownLaunch(analysis: Analysis, kernel: Func): LaunchShape | undefined {
  return analysis.kernels.find((facts) => facts.kernel.name === kernel.name)?.launches[0];
}

function validDim(option: string, dim: Dim3): Dim3 {
  if (dim.some((one) => one < 1))
    throw new UsageError(`--${option} ${dim.join(",")}: every dimension must be at least 1.`);
  return dim;
}

/** The architecture's name, when there is one of that name. */
function knownDevice(architecture: string): string {
  if (architectures.has(architecture)) return architecture;
  throw new UsageError(`--device ${architecture}: there is ${[...architectures.keys()].join(", ")}.`);
}

interface Prepared {
  readonly job: KernelJob;
  readonly built: BuiltArguments;
}

async function prepare(
  analysis: Analysis,
  request: SimulateRequest,
  configuration: Configuration,
  platform: Platform,
): Promise<Prepared> {
  if (analysis.compiled.length === 0) {
    const why = analysis.leftOut[0]?.reason ?? "there is no kernel in it.";
    throw new UsageError(`${analysis.document.path}: nothing in this file could be compiled: ${why}`);
  }
  const architecture = knownDevice(request.device ?? configuration.compile.architecture);
  const { kernel, module, bitcode } = findKernel(analysis.compiled, request.kernel, analysis.leftOut);
  const known = knownLaunch(analysis, kernel);
  const block = validDim("block", request.block ?? known?.block ?? [256, 1, 1]);
  const grid = validDim("grid", request.grid ?? known?.grid ?? [1, 1, 1]);
  const built = await buildArguments({
    module,
    kernel,
    parameters: parametersOf(analysis, kernel),
    specs: request.arguments,
    site: known?.arguments ?? new Map(),
    grid,
    block,
    readFile: (path) => platform.readBytes(path),
  });
  const job: KernelJob = {
    kind: "kernel",
    bitcode,
    kernel: kernel.name,
    grid,
    block,
    shared: request.shared ?? known?.shared ?? 0,
    architecture,
    buffers: built.buffers,
    arguments: built.arguments,
    limits: configuration.limits,
  };
  return { job, built };
}

function lineJson(analysis: Analysis, kernel: string, line: LineResult): LineJson {
  const { location, op, space, width, requests, sectors, sectorsIdeal, wavefronts, wavefrontsIdeal, lanes } = line;
  const place = placeOf(analysis, location, op);
  const frame = frameIn(location, virtualPath(analysis.document.path))?.frame ?? location;
  const name = frame?.function ? demangle(frame.function).name : demangle(kernel).name;
  const figures = { requests, sectors, sectorsIdeal, wavefronts, wavefrontsIdeal, lanes };
  return {
    ...place,
    function: name,
    op,
    space,
    width,
    ...figures,
    class: space === "generic" || space === "constant" ? "B" : "A",
  };
}

function launchJson(
  analysis: Analysis,
  result: LaunchResult,
  described: LaunchReportJson["arguments"],
): LaunchReportJson {
  const { outcome, metrics, grid, block, shared } = result;
  const line = outcome.location ? placeOf(analysis, outcome.location).line || null : null;
  const finding = {
    rule: outcome.kind,
    message: outcome.message,
    line,
    block: outcome.block ?? null,
    thread: outcome.thread ?? null,
  };
  return {
    kernel: demangle(result.kernel).name,
    signature: demangle(result.kernel).display,
    grid,
    block,
    shared,
    metrics,
    classes: Object.fromEntries(
      Object.keys(metrics).flatMap((name) => {
        const known = counterClasses[name] ?? "C";
        return known === "A" ? [] : [[name, known] as const];
      }),
    ),
    lines: result.lines
      .map((one) => lineJson(analysis, result.kernel, one))
      .sort((a, b) => a.line - b.line || a.column - b.column),
    findings: outcome.kind === "completed" ? [] : [finding],
    arguments: described,
  };
}

function deviceName(architecture: string): string {
  return `${architectures.get(architecture)!.product} (${architecture})`;
}

/** Runs a request on the platform's simulation worker. */
export async function simulate(
  analysis: Analysis,
  request: SimulateRequest,
  configuration: Configuration,
  platform: Platform,
  signal?: AbortSignal,
): Promise<SimulateJson> {
  const { job, built } = await prepare(analysis, request, configuration, platform);
  const { outcome, launches } = await platform.simulate(job, signal);
  return {
    version: FORMAT_VERSION,
    device: deviceName(job.architecture),
    outcome: outcome.kind,
    message: outcome.message,
    launches: launches.map((one) => launchJson(analysis, one, built.described)),
  };
}

/** What the host side did, in lines of the document. */
function hostJson(
  analysis: Analysis,
  program: ProgramOutput | undefined,
): Pick<ProgramJson, "findings" | "allocations" | "timeline"> {
  const lineOf = (place: Location | undefined) => (place && placeOf(analysis, place).line) || null;
  return {
    findings: (program?.findings ?? []).map(({ kind, message, place, other }) => ({
      rule: kind,
      message,
      line: lineOf(place),
      other: other ? { message: other.message, line: lineOf(other.place) } : null,
    })),
    allocations: (program?.allocations ?? []).map(({ kind, call, bytes, place, freed }) => ({
      kind,
      call,
      bytes,
      line: lineOf(place),
      freed: freed ? lineOf(freed.place) : null,
    })),
    timeline: (program?.timeline ?? []).map(({ engine, stream, label, start, end, bytes, place }) => ({
      engine,
      stream,
      label,
      start: Number(start),
      end: Number(end),
      bytes,
      line: lineOf(place),
    })),
  };
}

/** Runs `main` on the platform's simulation worker. */
export async function simulateProgram(
  analysis: Analysis,
  bitcode: { readonly host: Uint8Array; readonly device: Uint8Array },
  request: ProgramRequest,
  configuration: Configuration,
  platform: Platform,
  signal?: AbortSignal,
): Promise<SimulateJson> {
  const architecture = knownDevice(request.device ?? configuration.compile.architecture);
  const name = virtualPath(analysis.document.path)
    .replace(/^.*\//, "")
    .replace(/\.\w+$/, "");
  const words = [name, ...request.arguments];
  const job = { kind: "program" as const, ...bitcode, architecture, words, limits: configuration.limits };
  const { outcome, launches, program } = await platform.simulate(job, signal);
  const decoder = new TextDecoder();
  const line = outcome.location ? placeOf(analysis, outcome.location).line : 0;
  return {
    version: FORMAT_VERSION,
    device: deviceName(architecture),
    outcome: outcome.kind,
    message: outcome.message,
    ...(line > 0 ? { line } : {}),
    launches: launches.map((one) => launchJson(analysis, one, [])),
    stdout: decoder.decode(program?.stdout),
    stderr: decoder.decode(program?.stderr),
    exit_code: program?.exitCode ?? null,
    ...hostJson(analysis, program),
  };
}
