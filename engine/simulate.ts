/** One requested simulation: from names and SPECs to a job, and from its result to the documented JSON. */

import type { LaunchShape } from "../analyzer/facts/model";
import { architectures } from "../analyzer/hardware/architectures";
import type { Dim3 } from "../analyzer/hardware/model";
import { demangle } from "../analyzer/ir/demangle";
import { lineAt } from "../analyzer/ir/frames";
import type { Func } from "../analyzer/ir/model";
import { dimensions } from "../analyzer/rules/text/words";
import { sharedLayout } from "../simulator/compile/shared";
import { typeSize } from "../simulator/plan/types";
import { type BuiltArguments, buildArguments, isHandle, type Parameter } from "./arguments/build";
import { firstSound } from "./attempts";
import { withSaved } from "./configuration/launches";
import { findKernel, instanceOf } from "./documents/kernelNames";
import { levelOf } from "./documents/unoptimised";
import { fewOf } from "./formats/few";
import type { RunFindingJson } from "./formats/launch";
import type { SimulateJson } from "./formats/simulation";
import { FORMAT_VERSION } from "./formats/version";
import { deviceName } from "./json/device";
import { launchJson } from "./json/launch";
import type { Analysis, Assumption, SimulateRequest } from "./model";
import { type Configuration, unitsOf } from "./model/configuration";
import { UsageError } from "./model/errors";
import type { KernelJob, SimulationResult } from "./model/job";
import type { Platform } from "./model/platform";
import { sharedOf } from "./search/launches";
import { reachable } from "./search/reachable";
import { folderOf, joinPath } from "./sources/paths";

/** Names and types of the parameters as the source has them, types without template parameters where the name has them. */
function parametersOf(analysis: Analysis, kernel: Func): Parameter[] {
  const { name, parameters } = demangle(kernel.name);
  const declared = analysis.outline.functions.find((one) => one.isKernel && one.name === name && one.body);
  const structures = new Map((analysis.outline.structures ?? []).map((one) => [one.name, one.members]));
  return kernel.arguments.map((argument, i) => {
    const written = declared?.parameters[i]?.type ?? "";
    // The mangled name of a handle's type is that of any other number.
    const type = isHandle(written) ? written : (parameters[i] ?? written);
    const members = structures.get(type.replace(/^(const\s+)?(struct\s+)?/, "").trim());
    return { name: declared?.parameters[i]?.name || argument.name, type, ...(members ? { members } : {}) };
  });
}

/** What a file says of all of its textures: coordinates that are normalised, texels that are mixed. */
function samplerIn(text: string): KernelJob["sampler"] {
  const only = (yes: RegExp, no: RegExp): boolean => yes.test(text) && !no.test(text);
  return {
    normalizedCoordinates: only(/\bnormalized(Coords)?\s*=\s*(true|1)\b/, /\bnormalized(Coords)?\s*=\s*(false|0)\b/),
    linear: only(/\bfilterMode\s*=\s*cudaFilterModeLinear\b/, /\bfilterMode\s*=\s*cudaFilterModePoint\b/),
  };
}

/**
 * The launch that facts use for a kernel: the first in the file, else what was assumed. A grid of no blocks is a launch that
 * fails, of which the grid says nothing.
 */
function knownLaunch(analysis: Analysis, kernel: Func): LaunchShape | undefined {
  const launches = analysis.kernels.find((facts) => facts.kernel.name === kernel.name)?.launches ?? [];
  const hasBlocks = ({ grid }: LaunchShape) => grid === undefined || grid.every((one) => one >= 1);
  const first = launches[0];
  return launches.find(hasBlocks) ?? (first && { ...first, grid: undefined });
}

/** What a kernel, named as a request names it, is simulated with where the request says nothing else. Throws UsageError. */
export function launchOf(analysis: Analysis, name: string): LaunchShape | undefined {
  return knownLaunch(analysis, findKernel(analysis, name, true).kernel);
}

function validDim(option: string, dim: Dim3): Dim3 {
  if (dim.some((one) => one < 1))
    throw new UsageError(`--${option} ${dim.join(",")}: every dimension must be at least 1.`);
  return dim;
}

/** The architecture's name, when there is one of that name. */
export function knownDevice(architecture: string): string {
  if (architectures.has(architecture)) return architecture;
  throw new UsageError(`--device ${architecture}: choose one of ${[...architectures.keys()].join(", ")}.`);
}

/** What a run may use: what the request says, else the configuration. */
export function limitsOf({ limits }: Configuration, { budget }: Pick<SimulateRequest, "budget">): KernelJob["limits"] {
  return budget === undefined ? limits : { ...limits, steps: unitsOf(budget) };
}

/** What a request asks for beyond counts, if it does. */
function observed(
  { detail, trace }: Pick<SimulateRequest, "detail" | "trace">,
  grid: Dim3,
  block: Dim3,
): Pick<KernelJob, "observe"> {
  if (trace) {
    const warps = Math.ceil((block[0] * block[1] * block[2]) / 32);
    const inside =
      trace.block.every((index, axis) => index < grid[axis]!) && (trace.warp === "all" || trace.warp < warps);
    if (!inside) {
      const last = grid.map((size) => size - 1);
      throw new UsageError(
        `The launch has no ${trace.warp === "all" ? "" : `warp ${trace.warp} of `}block ${trace.block}: its last block is ${last}, and the last warp of a block is ${warps - 1}.`,
      );
    }
  }
  return detail || trace ? { observe: { ...(detail && { detail }), ...(trace && { trace }) } } : {};
}

/** Bytes of dynamic shared memory that a kernel may have where neither request nor launch says how much; else 0. */
function openShared(analysis: Analysis, request: SimulateRequest): number {
  if (analysis.compiled.length === 0) return 0;
  const { kernel, module } = findKernel(analysis, request.kernel, request.takesAny);
  const given = request.shared ?? knownLaunch(analysis, kernel)?.shared ?? request.assumption?.shared;
  return given === undefined && hasDynamicShared(kernel) ? sharedOf(module) : 0;
}

/** Does a kernel, or a function that it calls, access an array of dynamic shared memory? */
const hasDynamicShared = (kernel: Func): boolean =>
  [...sharedLayout(reachable(kernel)).offsets.keys()].some(({ valueType }) => typeSize(valueType) === 0);

/** A job with what its arguments are. */
export interface Prepared {
  readonly job: KernelJob;
  readonly built: BuiltArguments;
  /** What the user did not give and the run assumes, as text: `grid 1`, `columns = iota:262144`. */
  readonly assumed: readonly string[];
  /** One-based line of the launch in the file, where there is one. */
  readonly line: number | undefined;
}

/** What neither the request nor the launch says, as text. */
function assumedOf({
  request,
  known,
  kernel,
  job: { block, grid, shared },
  built,
}: Pick<Prepared, "job" | "built"> & {
  readonly kernel: Func;
  readonly request: SimulateRequest;
  readonly known: LaunchShape | undefined;
}): readonly string[] {
  const isGiven = request.shared !== undefined || known?.shared !== undefined || !hasDynamicShared(kernel);
  return [
    ...(request.block || known?.from === "site" ? [] : [`block ${dimensions(block)}`]),
    ...(request.grid || known?.grid ? [] : [`grid ${dimensions(grid)}`]),
    ...(isGiven || shared === 0 ? [] : [`${shared} bytes of dynamic shared memory`]),
    ...built.described.filter((one) => one.isAssumed).map(({ name, spec, object }) => `${name} = ${object ?? spec}`),
  ];
}

/** The job of a request: the kernel, its launch and its arguments. Throws UsageError. */
export async function prepare(
  analysis: Analysis,
  asked: SimulateRequest,
  configuration: Configuration,
  platform: Platform,
): Promise<Prepared> {
  if (analysis.compiled.length === 0) {
    const why = analysis.leftOut[0]?.reason ?? "there is no kernel in it.";
    throw new UsageError(`${analysis.document.path}: nothing in this file could be compiled: ${why}`);
  }
  const { kernel, module, bitcode, moved } = findKernel(analysis, asked.kernel, asked.takesAny);
  const request = withSaved(asked, configuration.launches, asked.kernel, demangle(kernel.name).name);
  const architecture = knownDevice(request.device ?? configuration.compile.architecture);
  const known = knownLaunch(analysis, kernel);
  const { assumption = {} } = request;
  const block = validDim("block", request.block ?? assumption.block ?? known?.block ?? [256, 1, 1]);
  const grid = validDim("grid", request.grid ?? known?.grid ?? assumption.grid ?? [1, 1, 1]);
  const built = await buildArguments({
    module,
    kernel,
    parameters: parametersOf(analysis, kernel),
    specs: request.arguments,
    site: known?.arguments ?? new Map(),
    given: known?.given ?? [],
    isOpenPath: known?.route === "possible" || known?.route === "function",
    grid,
    block,
    ...(assumption.bufferBytes !== undefined && { bufferBytes: assumption.bufferBytes }),
    ...(assumption.zeros && { zeros: true }),
    ...(assumption.numbers && { numbers: assumption.numbers }),
    ...(assumption.number !== undefined && { number: assumption.number }),
    ...(assumption.sizes && { sizes: assumption.sizes }),
    ...(assumption.flat && { flat: true }),
    // As it is given, else beside the file that the kernel is in.
    readFile: async (path, refused) =>
      (await platform.readBytes(path, refused)) ??
      platform.readBytes(joinPath(folderOf(analysis.document.path), path), refused),
  });
  const workers = request.workers ?? configuration.simulation?.workers;
  const job: KernelJob = {
    kind: "kernel",
    bitcode,
    ...(moved && { moved }),
    kernel: kernel.name,
    grid,
    block,
    shared: request.shared ?? known?.shared ?? assumption.shared ?? 0,
    architecture,
    buffers: built.buffers,
    arguments: built.arguments,
    sampler: samplerIn(analysis.document.text),
    ...(assumption.flat && { flat: true as const }),
    limits: limitsOf(configuration, request),
    ...(workers !== undefined && { workers }),
    ...observed(request, grid, block),
  };
  const assumed = assumedOf({ request, known, kernel, job, built });
  const line = known?.line === undefined || known.path !== undefined ? undefined : known.line + 1;
  return { job, built, assumed, line };
}

/** A failure under assumed values, which the program need not have; what follows a pointer that only the program sets says so instead. */
function underAssumptions(message: string, { assumed, line }: Prepared, unset: string | undefined): string {
  const launched = line === undefined ? "" : ` The kernel is launched in line ${line}.`;
  return `Under assumed values (${fewOf(assumed).join("; ")}): ${unset ?? message}${launched}`;
}

/** The reason of a trap at a tensor map, at a pointer that is loaded from a buffer, or at one to a function: only the program sets such. */
function unsetValue(
  { holder, outcome: { location, message } }: SimulationResult,
  { job }: Prepared,
): string | undefined {
  const where = lineAt(location) ?? "an access";
  if (/ calls 0x[0-9a-f]+, which is not a function/.test(message))
    return `${where} calls a function through a pointer, which only the program sets: simulate the program.`;
  if (/ copies by what is no tensor map/.test(message))
    return `${where} copies by a tensor map, which only the program makes (cuTensorMapEncodeTiled): simulate the program.`;
  const name = holder === undefined ? undefined : job.buffers[holder]?.name;
  if (name === undefined) return undefined;
  return `${where} goes through a pointer that lies in ${name}, which only the program sets: simulate the program.`;
}

/** An end under assumed values is no error of the kernel; other findings of a checked run keep their severity. */
function assumedFinding(finding: RunFindingJson, message: string): RunFindingJson {
  const isEnd = finding.rule === "trapped" || finding.rule === "deadlock";
  return { ...finding, ...(isEnd && { severity: "information" }), message, assumed: true };
}

/** Runs a request on the platform's simulation worker; `complete` is the bitcode of a run that is not optimised. */
export async function simulate(
  analysis: Analysis,
  request: SimulateRequest,
  configuration: Configuration,
  platform: Platform,
  signal?: AbortSignal,
  complete?: Uint8Array,
): Promise<SimulateJson> {
  const level = levelOf(request);
  const run = ({ job: { moved, ...rest } }: Prepared): Promise<SimulationResult> => {
    const wanted: KernelJob = {
      ...rest,
      ...(complete ? { bitcode: complete, level } : moved && { moved }),
      ...(request.check && { check: true }),
      ...(request.digest && { digest: true }),
    };
    return platform.simulate(wanted, signal);
  };
  const prepareWith = (assumption: Assumption | undefined): Promise<Prepared> =>
    prepare(analysis, { ...request, ...(assumption && { assumption }) }, configuration, platform);
  // Who asks for a size wants to see what happens with it.
  const isOpen = request.assumption?.bufferBytes === undefined;
  const { prepared, result } = isOpen
    ? await firstSound({ prepare: prepareWith, run, shared: openShared(analysis, request) }, request.assumption)
    : await prepareWith(request.assumption).then(async (one) => ({ prepared: one, result: await run(one) }));
  const { job, built, assumed } = prepared;
  const { outcome, launches, digests } = result;
  const unset = unsetValue(result, prepared);
  const isDoubtful = assumed.length > 0 && (outcome.kind === "trapped" || outcome.kind === "deadlock");
  const described = built.described.map(({ isAssumed: _isAssumed, object: _object, ...shown }) => shown);
  return {
    version: FORMAT_VERSION,
    device: deviceName(job.architecture),
    outcome: outcome.kind,
    message: isDoubtful ? underAssumptions(outcome.message, prepared, unset) : outcome.message,
    ...(isDoubtful && { assumed }),
    ...(digests && { digests }),
    launches: launches.map((one) => {
      const report = launchJson(analysis, one, architectures.get(job.architecture)!, described, level === "optimised");
      const findings = report.findings.map((finding) =>
        assumed.length > 0
          ? assumedFinding(
              finding,
              underAssumptions(finding.message, prepared, finding.rule === "trapped" ? unset : undefined),
            )
          : finding,
      );
      return { ...report, findings, ...instanceOf(analysis, one.kernel) };
    }),
  };
}
